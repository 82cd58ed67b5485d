/** The files of the console as the build has made them, in memory: a manifest, and each file in up to three forms. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CONSOLE_LIMITS } from '../../../admin/access/console-limits.ts';
import type { Logger } from '../../../platform/base/logger.ts';
import { isPlainObject, type PlainObject, readPlainObject } from '../../../platform/base/plain.ts';

/** Names have a hash of what is in the file. */
const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/;
const ICON = /^icon-[A-Za-z0-9_-]+\.svg$/;
const TYPE = /^[a-z0-9.+-]+\/[a-z0-9.+-]+(?:; charset=utf-8)?$/;

/** Content codings, the best first, and how their files end. */
const FORMS = { br: '.br', gzip: '.gz' } as const;
export type ContentCoding = keyof typeof FORMS;

/** A file to serve. */
export interface ConsoleFile {
  readonly type: string;
  readonly bytes: Buffer;
  readonly compressed: Readonly<Partial<Record<ContentCoding, Buffer>>>;
}

export interface ConsoleFiles {
  /** Names of what the page loads. */
  readonly script: string;
  readonly style: string;
  readonly icon: string | null;
  readonly files: ReadonlyMap<string, ConsoleFile>;
}

/**
 * Read the console. Null where there is none, or where it is not as the build makes it: the server serves devices without
 * it, and the log says so. Rejects with the error of the file system where a file cannot be read.
 */
export async function readConsole(folder: string, logger: Logger): Promise<ConsoleFiles | null> {
  const manifest = path.join(folder, 'manifest.json');
  const text = await readFile(manifest, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (text === null) {
    logger.info({ manifest }, 'no web console: this build has none');
    return null;
  }
  const read = await readFiles(folder, readPlainObject(text));
  if (typeof read !== 'string') return read;
  logger.error({ manifest, reason: read }, 'no web console: its manifest is not as the build makes it');
  return null;
}

/** The files, or what is wrong with the manifest. */
async function readFiles(folder: string, manifest: PlainObject | null): Promise<ConsoleFiles | string> {
  const { page, files: entries } = manifest ?? {};
  if (!isPlainObject(page) || !isPlainObject(entries)) return 'expected the maps page and files';
  const names = Object.keys(entries);
  if (names.length > CONSOLE_LIMITS.files) return `expected at most ${CONSOLE_LIMITS.files} files`;
  const files = new Map<string, ConsoleFile>();
  for (const [name, entry] of Object.entries(entries)) {
    const file = NAME.test(name) && isPlainObject(entry) ? await fileOf(folder, name, entry) : null;
    if (file === null) return `files: expected a name, a type and the number of bytes, got ${name}`;
    files.set(name, file);
  }
  const { script, style } = page;
  if (typeof script !== 'string' || !files.has(script)) return 'page.script: expected one of the files';
  if (typeof style !== 'string' || !files.has(style)) return 'page.style: expected one of the files';
  return { script, style, icon: names.find((name) => ICON.test(name)) ?? null, files };
}

async function fileOf(folder: string, name: string, entry: PlainObject): Promise<ConsoleFile | null> {
  const { type } = entry;
  if (typeof type !== 'string' || !TYPE.test(type)) return null;
  const at = path.join(folder, 'files', name);
  const bytes = await bytesOf(at, entry['bytes']);
  if (bytes === null) return null;
  const compressed: Partial<Record<ContentCoding, Buffer>> = {};
  for (const coding of ['br', 'gzip'] as const) {
    if (entry[coding] === undefined) continue;
    const form = await bytesOf(`${at}${FORMS[coding]}`, entry[coding]);
    if (form === null) return null;
    compressed[coding] = form;
  }
  return { type, bytes, compressed };
}

/** Null where the file is missing or has another length than the manifest says. */
async function bytesOf(file: string, length: unknown): Promise<Buffer | null> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return bytes !== null && bytes.length === length ? bytes : null;
}
