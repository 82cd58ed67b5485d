/** The files of the sources of screens: the calls about them, and which of them make a screen. */
import { callAdmin } from '../../api/call.ts';
import type { FileListView, FileView, ScreenCopiedView } from '../../api/types.ts';

export type SourceFiles = FileListView['sources'][number];

/** Where a file is. */
export interface FilePlace {
  readonly handle: string;
  /** Relative to the folder of all screens. */
  readonly path: string;
}

/** Where places in the files of a screen are looked for. */
export interface ScreenPlace {
  readonly handle: string;
  readonly screen: string;
  readonly paths: ReadonlySet<string>;
}

/** The source whose files can be written. */
export const LOCAL = 'local';

/** `handle/path`, by which files and screens are known. */
export function keyOf({ handle, path }: FilePlace): string {
  return `${handle}/${path}`;
}

function callPath({ handle, path }: FilePlace): string {
  return `/files/${[handle, ...path.split('/')].map(encodeURIComponent).join('/')}`;
}

/** Where the studio shows a file or a screen. */
export function studioPath({ handle, path }: FilePlace, screen: string | null = null): string {
  const own = `/studio/${[handle, ...path.split('/')].map(encodeURIComponent).join('/')}`;
  return screen === null ? own : `${own}?screen=${encodeURIComponent(screen)}`;
}

export async function listSources(signal: AbortSignal): Promise<readonly SourceFiles[]> {
  return (await callAdmin<FileListView>('/files', { signal })).sources;
}

/** @throws {CallError} 404 for a file that is not there */
export async function readSourceFile(place: FilePlace): Promise<FileView> {
  return callAdmin<FileView>(callPath(place));
}

/** @param digest  what it was read with; null for a new file. @throws {CallError} 409 where there is another text now */
export async function writeSourceFile(
  place: FilePlace,
  text: string,
  digest: string | null,
): Promise<FileView> {
  return callAdmin<FileView>(callPath(place), { method: 'PUT', body: { text, digest } });
}

/** Write new files, all or none. @throws {CallError} 409 where one is there, or would hide another screen */
export async function writeNewFiles(
  handle: string,
  files: readonly (readonly [path: string, text: string])[],
): Promise<void> {
  const made: FileView[] = [];
  try {
    for (const [path, text] of files) made.push(await writeSourceFile({ handle, path }, text, null));
  } catch (cause) {
    // Halves of a screen would be in the way of the next try.
    for (const { path, digest } of made)
      await deleteSourceFile({ handle, path }, digest).catch(() => undefined);
    throw cause;
  }
}

/** @throws {CallError} 409 where there is another text now */
export async function deleteSourceFile(place: FilePlace, digest: string): Promise<void> {
  await callAdmin(`${callPath(place)}?digest=${digest}`, { method: 'DELETE' });
}

/** Copy a screen with all that it names to the local ones. */
export async function copyToLocal(from: string, to: string): Promise<ScreenCopiedView> {
  return callAdmin<ScreenCopiedView>('/files:copy', { method: 'POST', body: { from, to } });
}

/** The files that a screen may have, those that are edited most first. */
function filesNamed(screen: string): readonly string[] {
  const ends = ['.lua', '.svg', '.meta.yaml', '.sample.yaml', '.sample.json'];
  const inFolder = ['script.lua', 'screen.svg', 'meta.yaml', 'sample.yaml', 'sample.json'];
  return [...inFolder.map((name) => `${screen}/${name}`), ...ends.map((end) => screen + end)];
}

/** The files of a screen that are there. */
export function filesOfScreen(screen: string, paths: ReadonlySet<string>): readonly string[] {
  const script = paths.has(`${screen}/script.lua`);
  return filesNamed(screen).filter((path) => paths.has(path) && path.startsWith(`${screen}/`) === script);
}

/** The screen that a file is of; null for one that any screen may use. */
export function screenOfFile(path: string, paths: ReadonlySet<string>): string | null {
  const stem = path.replace(/\.(?:lua|svg|meta\.yaml|sample\.yaml|sample\.json)$/, '');
  const isFlat = ['.svg', '.meta.yaml'].some((end) => paths.has(stem + end));
  if (stem !== path && !stem.endsWith('/script') && paths.has(`${stem}.lua`) && isFlat) return stem;
  // A folder that is a screen has whatever lies in it.
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const folder = path.slice(0, end);
    if (paths.has(`${folder}/script.lua`)) return folder;
  }
  return null;
}

/** All screens among some files. */
export function screensAmong(paths: ReadonlySet<string>): readonly string[] {
  const screens = [...paths]
    .filter((path) => path.endsWith('.lua'))
    .map((path) => [path, screenOfFile(path, paths)] as const);
  return [
    ...new Set(
      screens.flatMap(([path, screen]) =>
        screen !== null && (path === `${screen}.lua` || path === `${screen}/script.lua`) ? [screen] : [],
      ),
    ),
  ].sort();
}

/** What an address means: a file, and the screen that it is shown with. */
export interface Opened {
  readonly file: string;
  readonly screen: string | null;
}

/** Read the path of an address, which names a file or a screen; null for what is not there. */
export function resolvePath(path: string, paths: ReadonlySet<string>): Opened | null {
  if (paths.has(path)) return { file: path, screen: screenOfFile(path, paths) };
  const [first] = filesOfScreen(path, paths);
  return first === undefined ? null : { file: first, screen: path };
}
