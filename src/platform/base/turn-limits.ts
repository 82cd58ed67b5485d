/** The limits of long work on the main thread, which devices and admins share, each with its reason. */
export const TURN_LIMITS = {
  /** A piece of long work; then everybody else has a turn. Devices wait for it, and one of their calls takes as long. */
  sliceMs: 8,
  /** Calls of one token that wait with long work: a page of the console has two or three, a program that sends more can wait. */
  waitingPerParty: 32,
  /** Values in a JSON body: an import of the largest fleet with twenty settings each. */
  bodyValues: 400_000,
  /** The same where a body is handled in one piece: the names of 10 000 devices, and as much again. */
  shortBodyValues: 20_000,
  /** Keys of one map: with more of them, each time that V8 makes room in it takes more than a slice. */
  bodyMapKeys: 65_536,
} as const;
