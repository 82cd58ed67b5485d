/** Limits of what others push, each with its reason. What the state store takes of it: `src/state/limits.ts`. */

const KIB = 1024;
const MIB = 1024 * KIB;

export const PUSH_LIMITS = {
  /** Data under one name, as the state store takes them: a forecast has 50 KiB. */
  dataBytes: 256 * KIB,
  /** How long data stay without another push: whoever reads them sees their age before. */
  dataMs: 30 * 86_400_000,
  /** Names of data that one run of a script may look for: each look crosses to the main thread. */
  dataNamesPerRun: 64,
  /** A picture before it is scaled for its device, such as a photo of a phone; as large as one that a script processes. */
  pictureBytes: 16 * MIB,
  /** Pictures that are received and scaled at a time: each is in memory as a whole. */
  picturesAtOnce: 2,
  /** How long a picture is shown; without a word an hour. Panels take a good part of a minute to show one. */
  pictureMinSeconds: 60,
  pictureDefaultSeconds: 3_600,
  pictureMaxSeconds: 7 * 86_400,
} as const;
