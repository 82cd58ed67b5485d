/** The limits of the files of screens as the admin API shows, writes and watches them, each with its reason. */

const KIB = 1024;
const MIB = 1024 * KIB;

export const FILE_LIMITS = {
  /** Text of a file that is shown or written: a long script has 50 KiB, a template with drawn icons ten times that. */
  textBytes: 1 * MIB,
  /** A file whose digest is told: as large as a file of a screen repo may be. */
  fileBytes: 16 * MIB,
  /** Bodies: a text in which some characters are escaped. */
  bodyBytes: 4 * MIB,
  /** Writes that are answered at a time: each holds its body in memory. */
  writesAtOnce: 4,
  /** Files of one source that are listed: more than anybody looks through; and of all sources in one answer. */
  listedOfSource: 2_000,
  listed: 10_000,
  /** Entries of folders that are looked at for one source, and folders within folders: as the search for screens does. */
  entries: 20_000,
  depth: 8,
  /** Files that the list of what authors wrote names, and its bytes: ten times what one source shows. */
  authored: 20_000,
  authoredBytes: 16 * MIB,
  /** Bytes of a name, and characters of a path: file systems and their backups hold these. */
  nameBytes: 128,
  pathCharacters: 200,
  /** Files that one call copies, and their bytes: a screen with its pictures. */
  copiedFiles: 200,
  copiedBytes: 32 * MIB,
  /** Files that are watched; those beyond are edited without a word. Looking at so many takes some 20 ms. */
  watchedFiles: 5_000,
  /** Folders whose changes the system tells of: a user may have some thousand such watches. Others are looked at. */
  watchedFolders: 256,
  /** Files and screens that one event names. */
  toldFiles: 100,
  /** A change is told when nothing else changes for so long: editors write a file in parts, and several files at once. */
  settleMs: 40,
  /** And after so long in any case. */
  longestSettleMs: 120,
  /** How often all files are looked at, for changes that the system does not tell of: network drives, mounts. */
  lookMs: 1_000,
  /** The same where the system tells of nothing. */
  blindLookMs: 150,
} as const;
