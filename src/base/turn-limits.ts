/** The limits of long work on the main thread, which devices and admins share, each with its reason. */
export const TURN_LIMITS = {
  /** A piece of long work; then everybody else has a turn. Devices wait for it, and one of their calls takes as long. */
  sliceMs: 8,
  /** Calls of one token that wait with long work: a page of the console has two or three, a program that sends more can wait. */
  waitingPerParty: 32,
  /** Values in a JSON body: an import of the largest fleet with twenty settings each. Parsed in one piece. */
  bodyValues: 400_000,
} as const;
