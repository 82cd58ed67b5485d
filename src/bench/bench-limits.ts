/** The limits of `stipple bench`, each with its reason. Those of the server are in `limits.ts`. */

const MIB = 1024 * 1024;

export const BENCH_LIMITS = {
  /** A call waits as long as firmware does, and takes no answer longer than any picture. */
  callMs: 15_000,
  answerBytes: 4 * MIB,
  /** Calls at a time: three times what a device API that answers within a second needs at the highest rate. */
  sockets: 3_000,
  /** Wakes a second, wakes and seconds of one run, and devices: bounds for mistakes in typing, far above one machine. */
  rate: 1_000,
  wakes: 2_000_000,
  seconds: 6 * 3_600,
  devices: 20_000,
  /** When no call has been answered for so long, a run is ended. */
  silentMs: 30_000,
  /** A server that a bench starts: until it is ready, with 10 000 devices and cold files on a slow machine. */
  startMs: 30_000,
  /** Time beyond `drainMs` after which such a server is killed. */
  stopSlackMs: 3_000,
  /** Longest wait of a bench for the screen repos that its devices show. */
  reposMs: 60_000,
  /** A result that another one is compared with: an hour's run has 1 MiB. */
  resultBytes: 8 * MIB,
} as const;
