/** Limits of texts from outside, beside their bytes: what a byte costs depends on what it is. */

export const TEXT_LIMITS = {
  /**
   * Words, signs and line ends that the yaml package reads of a config, at 2 µs each. Devices in block style are not read by
   * it; 20 000 with merge keys take half.
   */
  configTokens: 1_500_000,
  /**
   * The same for metadata of a screen and the manifest of a repo, which is read in one piece: up to 20 ms of the main thread
   * before its code is warm. A hundred params with six settings each have 4 000.
   */
  metaTokens: 5_000,
  /** Rows of a table to import, empty ones included, which spreadsheets leave behind: twice as many as devices. */
  tableRows: 40_000,
  /** Characters of a row, which is parsed in one piece of 20 ms at most: four times as many as a call for one device has. */
  tableRowCharacters: 1_048_576,
  /** Cells of all rows, at up to 3 µs: 20 000 devices with 50 columns. */
  tableCells: 1_000_000,
} as const;
