/** Which screens some files belong to. */
import { isRefSegment } from '../../domain/screen-ref.ts';
import { folderOf } from './screen.ts';

/** Names of the files of a screen in its folder. */
const FOLDER_FILES: ReadonlySet<string> = new Set([
  'script.lua',
  'screen.svg',
  'meta.yaml',
  'sample.yaml',
  'sample.json',
]);
/** Ends of the names of flat screens, the longest first. */
const FLAT_ENDS = ['.sample.yaml', '.sample.json', '.meta.yaml', '.lua', '.svg'] as const;

/**
 * The paths of the screens that files belong to, sorted: by the names of the files, and for what lies in the folder of a
 * screen, that screen. A file that several screens share belongs to none.
 * @param files   relative to the folder of all screens; they need not exist any more
 * @param screens the paths of the screens that there are
 */
export function screensOfFiles(files: readonly string[], screens: ReadonlySet<string>): readonly string[] {
  const found = new Set<string>();
  for (const file of files) {
    const screen = screenOf(file, screens);
    if (screen?.split('/').every(isRefSegment)) found.add(screen);
  }
  return [...found].sort();
}

function screenOf(file: string, screens: ReadonlySet<string>): string | null {
  const folder = folderOf(file);
  const name = file.slice(file.lastIndexOf('/') + 1);
  if (folder !== '' && FOLDER_FILES.has(name)) return folder;
  const end = FLAT_ENDS.find((one) => name.endsWith(one) && name.length > one.length);
  const stem = end === undefined ? null : file.slice(0, -end.length);
  if (stem !== null && screens.has(stem)) return stem;
  for (let above = folder; above !== ''; above = folderOf(above)) if (screens.has(above)) return above;
  // A screen that is gone, unless it was a module or a partial.
  return stem !== null && end?.includes('.meta.') ? stem : null;
}
