/**
 * Reads the text of a config from its source: the embedded file, or the operator's file, which is written first when it
 * is missing.
 */
import { existsSync } from 'node:fs';
import { LIMITS } from '../../platform/base/limits.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { errorCode, readFileBounded, writeFileAtomic } from '../../platform/files/files.ts';
import type { ConfigProblem } from '../read/findings.ts';
import type { StoredConfig } from './stored-config.ts';

/** A config in a file, be it one that ships with the server, which cannot be written. */
export type ConfigFileSource =
  | { readonly kind: 'embedded' }
  | {
      readonly kind: 'file';
      /** The name that the operator gave it. */
      readonly path: string;
    };

/** Where the config comes from. */
export type ConfigSource = ConfigFileSource | { readonly kind: 'store'; readonly stored: StoredConfig };

/** How messages name the embedded config. */
const EMBEDDED_LABEL = 'embedded config';

/** How messages name the config in the state store. */
export const STORED_LABEL = 'stored config';

/** Not readable by everyone: a config may get tokens. */
export const CONFIG_MODE = 0o640;

/** Write the embedded config to the operator's file, and make its folder, when the file does not exist. */
export async function seedConfig(
  source: ConfigFileSource,
  embeddedFile: string,
): Promise<Result<'written' | 'kept', readonly ConfigProblem[]>> {
  if (source.kind === 'embedded' || existsSync(source.path)) return ok('kept');
  const text = readText(embeddedFile, EMBEDDED_LABEL);
  if (!text.ok) return text;
  try {
    await writeFileAtomic(source.path, text.value, { newFileMode: CONFIG_MODE });
    return ok('written');
  } catch (error) {
    return refuse(source.path, `the file does not exist and cannot be written (${errorCode(error)})`);
  }
}

/** The text of a config as it is now. */
export function readConfigText(
  source: ConfigFileSource,
  embeddedFile: string,
): Result<string, readonly ConfigProblem[]> {
  return readText(source.kind === 'embedded' ? embeddedFile : source.path, labelOf(source));
}

/** How messages name the source of a config. */
export function labelOf(source: ConfigSource): string {
  if (source.kind === 'store') return STORED_LABEL;
  return source.kind === 'embedded' ? EMBEDDED_LABEL : source.path;
}

/** The file as text, with the byte order mark, so that writing it back changes nothing. */
function readText(file: string, label: string): Result<string, readonly ConfigProblem[]> {
  const read = readFileBounded(file, LIMITS.configFileBytes);
  if (!read.ok) return refuse(label, read.error.message);
  const { bytes } = read.value;
  try {
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return refuse(label, `expected UTF-8, got ${isUtf16(bytes) ? 'UTF-16' : 'bytes that are none'}`);
  }
}

function isUtf16(bytes: Buffer): boolean {
  const mark = bytes.subarray(0, 2).toString('hex');
  return mark === 'fffe' || mark === 'feff';
}

function refuse(file: string, reason: string): Result<never, readonly ConfigProblem[]> {
  return err([{ file, line: null, column: null, reason }]);
}
