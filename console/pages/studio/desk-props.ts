/** What the desk and its parts are told: which file is open, and of what. */
import type { SourceFiles } from './source-files.ts';

export interface DeskProps {
  readonly source: SourceFiles;
  readonly paths: ReadonlySet<string>;
  readonly file: string;
  /** Path of the screen that is shown; null where the file is of none, and none was chosen. */
  readonly screen: string | null;
  /** There are other files now. */
  readonly onChanged: () => Promise<void>;
}
