/** The limits of the files of screens as the admin API shows, writes and watches them, each with its reason. */

const KIB = 1024;
const MIB = 1024 * KIB;

export const FILE_LIMITS = {
  /** Text of a file that is shown or written: a long script has 50 KiB, a template with drawn icons ten times that. */
  textBytes: 1 * MIB,
  /** A file whose digest is given: as large as a file of a screen repo may be. */
  fileBytes: 16 * MIB,
  /** Bodies: a text in which some characters are escaped. */
  bodyBytes: 4 * MIB,
  /** Writes that are answered at a time: each holds its body in memory. */
  writesAtOnce: 4,
  /** Files of one source that are listed: more than anybody looks through; and of all sources in one answer. */
  listedOfSource: 2_000,
  listed: 10_000,
  /** Files that the list of what authors wrote names: ten times what one source shows. */
  authored: 20_000,
  /** Bytes of a name, and characters of a path: file systems and their backups hold these. */
  nameBytes: 128,
  pathCharacters: 200,
  /** Files that one call copies, and their bytes: a screen with its pictures. */
  copiedFiles: 200,
  copiedBytes: 32 * MIB,
  /** Files and screens that one event names. */
  toldFiles: 100,
} as const;
