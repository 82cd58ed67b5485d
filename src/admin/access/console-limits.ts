/** Limits of the web console, each with its reason. */

const HOUR_MS = 3_600_000;

export const CONSOLE_LIMITS = {
  /** A working day: who signs in in the morning is not asked again, and a screen that was left open overnight is. */
  sessionMs: 12 * HOUR_MS,
  /** A session with less than this left is renewed by the next call: a cookie with each answer would be of no use. */
  renewMs: 6 * HOUR_MS,
  /** A cookie of ours has some 130 characters; longer ones are not examined. */
  cookieCharacters: 200,
  /**
   * Cookies of the name that are tried, of those that have the form of ours: more do not fit into the headers of a call.
   * Without TLS, other programs of the host or the domain may have set some of the same name.
   */
  cookies: 200,
  /** What a stranger may send to sign in: a token of any length that fits into a header, escaped as JSON. */
  loginBytes: 32_768,
  /** Pixels across a picture in a table: from what can be recognized to half of the smallest panel that most have. */
  thumbnailPx: { least: 32, most: 400 },
  /** Answers that fit into one packet as they are gain nothing by compression. */
  compressedFromBytes: 1_400,
  /** Files of the console; a build has some ten. */
  files: 200,
} as const;
