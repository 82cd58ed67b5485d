/** The limits of previews and checks of drafts, each with its reason. */

const MIB = 1024 * 1024;

export const DRAFT_LIMITS = {
  /** Bodies: the files of a screen with some pictures, or the text of a large config. */
  bodyBytes: 8 * MIB,
  /** Files of a draft: a screen has three, and a few modules, macros and pictures. */
  files: 100,
  /** Characters of a name, and folders in it: the search for screens goes no deeper. */
  nameCharacters: 200,
  nameDepth: 8,
  /** Pictures of one call: all panels of the catalogue and some of the config. */
  pictures: 64,
  /** PNGs of one answer, before base64: all panels of the catalogue with a photo take 12 MiB. */
  pngBytes: 32 * MIB,
  /** Calls that are answered at a time; each holds its body and its pictures in memory. */
  callsAtOnce: 3,
  /** Lines of the script, and requests, that an answer has: as many as one run may log, and twice what one may send. */
  lines: 100,
  requests: 100,
  /** Time for a check: one screen takes some milliseconds, a config of 10 000 devices a second. */
  checkMs: 15_000,
} as const;

/** Previews and checks share them. */
export const DRAFT_SLOTS = { atOnce: DRAFT_LIMITS.callsAtOnce } as const;
