/** Gathers the files that a screen consists of, so that a copy of them works without the original. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../platform/base/errors.ts';
import { FILE_LIMITS } from '../../platform/base/file-limits.ts';
import { quoteShort } from '../../platform/base/one-line.ts';
import { isHiddenPath } from '../../platform/files/paths.ts';
import { isSafeRelativePath, readScreenFile } from '../../screens/sources/files.ts';
import { listScreenFiles } from '../../screens/sources/list-files.ts';
import { pathOfScript, type Screen } from '../../screens/sources/screen.ts';

/** The files of a copy: their bytes by path, relative to the folder of all screens. */
export type CopiedFiles = ReadonlyMap<string, Buffer>;

/** What a text may name: in quotes, on one line. Some are no files, which is found out by looking. */
const QUOTED = /"([^"\n]{1,200})"|'([^'\n]{1,200})'/g;
/** Texts in which files are named. */
const NAMES_FILES = /\.(?:lua|svg|yaml|json|css|html|xml|txt)$/;
/** Names that are looked up for one screen. */
const MAX_LOOKUPS = 5_000;

/**
 * The files of a screen and those that they name: modules, partials, pictures, beside the screen or shared. What is named
 * by a computed text is not found, unless it lies in the folder of the screen.
 * @param target  the path of the copy
 * @throws {AppError} file_refused for a screen with too many files
 */
export async function gatherFiles(screen: Screen, target: string): Promise<CopiedFiles> {
  const gatherer = new Gatherer(screen, target);
  const own = pathOfScript(screen.scriptFile);
  const { scriptFile, templateFile, roots, dir } = screen;
  for (const name of [scriptFile, templateFile]) gatherer.add(name);
  if (scriptFile.endsWith('/script.lua') && dir !== '') {
    const { files } = await listScreenFiles(roots, FILE_LIMITS.listedOfSource);
    for (const { path } of files) if (path.startsWith(`${dir}/`)) gatherer.add(path);
  } else {
    for (const end of ['.meta.yaml', '.sample.yaml', '.sample.json']) gatherer.add(`${own}${end}`);
  }
  await gatherer.follow();
  return gatherer.files;
}

/** What a text may name. */
export function* quotedTexts(text: string): Generator<string> {
  for (const [, double, single] of text.matchAll(QUOTED)) yield double ?? single ?? '';
}

class Gatherer {
  readonly files = new Map<string, Buffer>();
  readonly #screen: Screen;
  readonly #target: string;
  /** Names that were looked for, relative to the roots. */
  readonly #seen = new Set<string>();
  readonly #texts: string[] = [];
  #bytes = 0;

  constructor(screen: Screen, target: string) {
    this.#screen = screen;
    this.#target = target;
  }

  /** Add a file, if it is there. True when it is. */
  add(name: string): boolean {
    const place = this.#placeOf(name);
    if (this.files.has(place)) return true;
    if (this.#seen.has(name) || this.#seen.size >= MAX_LOOKUPS) return false;
    this.#seen.add(name);
    if (!isSafeRelativePath(name) || isHiddenPath(name)) return false;
    const read = readScreenFile(this.#screen.roots, name, FILE_LIMITS.fileBytes);
    if (!read.ok) return false;
    const { bytes } = read.value;
    this.#bytes += bytes.length;
    if (this.files.size >= FILE_LIMITS.copiedFiles || this.#bytes > FILE_LIMITS.copiedBytes) {
      const most = `${FILE_LIMITS.copiedFiles} files with ${FILE_LIMITS.copiedBytes} bytes`;
      const detail = `The screen ${quoteShort(this.#screen.ref)} has more than ${most}.`;
      throw new AppError('file_refused', { detail });
    }
    this.files.set(place, bytes);
    if (NAMES_FILES.test(name) && bytes.length <= FILE_LIMITS.textBytes) this.#texts.push(bytes.toString());
    return true;
  }

  /** Add what the files name, and what that names. */
  async follow(): Promise<void> {
    for (let text = this.#texts.pop(); text !== undefined; text = this.#texts.pop()) {
      for (const name of quotedTexts(text)) this.#addNamed(name);
      await nextTurn();
    }
  }

  /** A name is looked for beside the screen first, then from the top; a module may be named without its end. */
  #addNamed(name: string): void {
    const { dir } = this.#screen;
    const forms = name.endsWith('.lua') ? [name] : [name, `${name}.lua`];
    const places = dir === '' ? [''] : [`${dir}/`, ''];
    for (const form of forms) if (places.some((place) => this.add(place + form))) return;
  }

  /** Where the copy of a file goes: all into the folder of the copy, where names are looked up first. */
  #placeOf(name: string): string {
    const { scriptFile, dir } = this.#screen;
    const own = pathOfScript(scriptFile);
    const isFlat = !scriptFile.endsWith('/script.lua');
    if (isFlat && name.startsWith(`${own}.`)) return this.#target + name.slice(own.length);
    const folder = isFlat ? this.#target.slice(0, this.#target.lastIndexOf('/') + 1) : `${this.#target}/`;
    return folder + (dir !== '' && name.startsWith(`${dir}/`) ? name.slice(dir.length + 1) : name);
  }
}
