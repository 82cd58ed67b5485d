/** The limits of frames, each with its reason. */

export const FRAME_LIMITS = {
  /** Bytes of a token: nobody guesses 192 bits, and as text they have 32 characters. */
  tokenBytes: 24,
  /** Tokens of one entry: one for each of its clients, and new ones beside the old while they are exchanged. */
  tokens: 16,
  /** Frames of which it is known what they were told: more than a config names in practice, some 500 bytes each. */
  records: 10_000,
  /**
   * Pictures of one frame that are made at a time, calls that wait, and for how long. Its clients come minutes apart; a
   * token that has leaked must not take the threads from all others. Whoever has to go gets the last picture.
   */
  making: 2,
  waiting: 16,
  waitMs: 5_000,
} as const;
