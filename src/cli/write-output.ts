/** Writes the result file of a command. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ownValue } from '../platform/base/plain.ts';
import { errorCode, statFile, type WriteOptions, writeFileAtomic } from '../platform/files/files.ts';
import { makeFolders } from '../platform/files/make-folders.ts';
import { EXIT, ExitError } from './exit.ts';

/** Means standard output instead of a file, and standard input where one is read. */
export const STANDARD_OUTPUT = '-';

/** Reasons why a file cannot be written, by the system's error code. */
const REASONS: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder; a file name such as out.png is expected',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'a part of the path is a file, not a folder',
  EACCES: 'it may not be written by this user',
  EPERM: 'it may not be written by this user',
  ENOENT: 'there can be no such folder',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'the name is too long',
};

/**
 * Write a file and its missing folders, so that readers see the old one or the new one; `-` is standard output.
 * @throws {ExitError} 73 with one sentence, when it cannot be written
 */
export async function writeOutput(
  file: string,
  content: string | Uint8Array | AsyncIterable<string>,
  options: Pick<WriteOptions, 'mode'> = {},
): Promise<void> {
  if (file === STANDARD_OUTPUT) {
    if (typeof content === 'string' || content instanceof Uint8Array) process.stdout.write(content);
    else await pipeline(Readable.from(content), process.stdout, { end: false });
    return;
  }
  try {
    await makeFolders(path.dirname(path.resolve(file)));
    // A rename would replace a pipe or a device by a file.
    if (statFile(file)?.isFile() ?? true) await writeFileAtomic(file, content, options);
    else await writeFile(file, content);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    const code = errorCode(error);
    const reason = ownValue(REASONS, code) ?? code;
    throw new ExitError(EXIT.cannotCreate, `${file} cannot be written: ${reason}`);
  }
}
