/** Data for `data_get` from files, in the place of what programs push to a server. */
import { readFileSync, statSync } from 'node:fs';
import {
  DATA_NAME_EXPECTED,
  type DataAnswer,
  type DataSource,
  isDataName,
} from '../../domain/pushed-data.ts';
import { runAtOnce } from '../../platform/base/turns.ts';
import { describeJsonError } from '../../server/http/json-syntax.ts';
import { EXIT, ExitError } from '../exit.ts';

/**
 * Read all values of `--data`, each `name=file`.
 * @returns the files by the names of their data
 * @throws {ExitError} 64 for what is none, and for files that cannot be read or are no JSON
 */
export function readDataFiles(texts: readonly string[] = []): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const text of texts) {
    const [, name = '', file = ''] = /^([^=]*)=(.+)$/s.exec(text) ?? [];
    if (!isDataName(name)) throw wrong(`expected name=file.json with ${DATA_NAME_EXPECTED}, got "${text}"`);
    checkFile(file);
    files.set(name, file);
  }
  return files;
}

/** The data of files, as old as these are. A file is read at each look: it may change while a picture is watched. */
export function dataOfFiles(files: ReadonlyMap<string, string>): DataSource {
  const get = (name: string): DataAnswer => {
    const file = files.get(name);
    if (file === undefined) return { ok: false };
    try {
      const { mtimeMs } = statSync(file);
      return {
        ok: true,
        bytes: new Uint8Array(readFileSync(file)),
        updatedMs: mtimeMs,
        version: `${mtimeMs}`,
      };
    } catch {
      return { ok: false };
    }
  };
  const versionOf = (name: string): string | null => {
    const answer = get(name);
    return answer.ok ? answer.version : null;
  };
  return { get, versionOf };
}

function checkFile(file: string): void {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw wrong(`${file}: ${(error as NodeJS.ErrnoException).code ?? 'it cannot be read'}`);
  }
  try {
    JSON.parse(text);
  } catch {
    throw wrong(`${file}: not JSON: ${runAtOnce(describeJsonError(text))}`);
  }
}

function wrong(message: string): ExitError {
  return new ExitError(EXIT.usage, `--data: ${message}`);
}
