/** `GET /api/admin/files`: all files of all sources, and one of them with its text. */

import { LOCAL_HANDLE } from '../../domain/screen-ref.ts';
import { AppError } from '../../platform/base/errors.ts';
import { FILE_LIMITS } from '../../platform/base/file-limits.ts';
import { didYouMean } from '../../platform/base/nearest.ts';
import { quoteShort } from '../../platform/base/one-line.ts';
import type { ScreenCatalogue } from '../../screens/sources/catalogue.ts';
import { readScreenFile } from '../../screens/sources/files.ts';
import { listScreenFiles } from '../../screens/sources/list-files.ts';
import type { ScreenSource } from '../../screens/sources/source.ts';
import { sourceName } from '../screens/screens.ts';
import type { View } from '../view.ts';
import type { FileView, fileListSchema } from './file-bodies.ts';
import { refusedFile, requireSafePath } from './file-paths.ts';
import { mayWriteFolder } from './local-files.ts';

/** Names of files that are no text, by their ends. All others may be; what they are shows when they are read. */
const NO_TEXT = /\.(?:png|jpe?g|webp|gif|avif|bmp|ico|tiff?|ttf|otf|ttc|woff2?|pdf|zip|gz|wasm|bin)$/i;

interface FileSources {
  readonly catalogue: Pick<ScreenCatalogue, 'source' | 'sources'>;
}

/** The files of all sources, the local ones first. */
export async function listAllFiles({ catalogue }: FileSources): Promise<View<typeof fileListSchema>> {
  let left: number = FILE_LIMITS.listed;
  const sources: View<typeof fileListSchema>['sources'][number][] = [];
  const isLocal = ({ handle }: ScreenSource): number => (handle === LOCAL_HANDLE ? 0 : 1);
  for (const source of [...catalogue.sources()].sort((a, b) => isLocal(a) - isLocal(b))) {
    const { handle, roots, problem } = source;
    const { files, truncated } = await listScreenFiles(roots, Math.min(FILE_LIMITS.listedOfSource, left));
    left -= files.length;
    sources.push({
      handle,
      name: sourceName(source),
      writable: isWritable(source),
      truncated,
      problem,
      files: files.map(({ path, bytes }) => ({ path, bytes, text: !NO_TEXT.test(path) })),
    });
  }
  return { sources };
}

/**
 * One file.
 * @throws {AppError} unknown_source, unknown_file, file_refused
 */
export function readOneFile({ catalogue }: FileSources, handle: string, file: string): FileView {
  const source = sourceOfHandle(catalogue, handle);
  requireSafePath(file);
  const read = readScreenFile(source.roots, file, FILE_LIMITS.fileBytes);
  if (!read.ok) {
    if (read.error.code !== 'asset_missing') throw refusedFile(file, read.error.message);
    throw unknownFile(source, file);
  }
  const { bytes, fingerprint: digest } = read.value;
  return fileView({ handle, path: file, digest, writable: isWritable(source) }, bytes);
}

/** A file with its text, if it is one. */
export function fileView(file: Omit<FileView, 'bytes' | 'text'>, bytes: Buffer): FileView {
  const { handle, path, digest, writable } = file;
  return { handle, path, bytes: bytes.length, text: textOf(bytes), digest, writable };
}

/** @throws {AppError} unknown_source */
export function sourceOfHandle(catalogue: FileSources['catalogue'], handle: string): ScreenSource {
  const source = catalogue.source(handle);
  if (source !== undefined) return source;
  const handles = catalogue.sources().map((known) => known.handle);
  const hint = didYouMean(handle, handles) || '.';
  throw new AppError('unknown_source', {
    detail: `There is no source of screens ${quoteShort(handle)}${hint}`,
  });
}

function isWritable({ handle, roots: [root] }: ScreenSource): boolean {
  return handle === LOCAL_HANDLE && root !== undefined && mayWriteFolder(root);
}

function unknownFile({ handle, problem }: ScreenSource, file: string): AppError {
  const why = problem === null ? '' : `: ${problem}`;
  return new AppError('unknown_file', { detail: `${handle} has no file ${quoteShort(file)}${why}.` });
}

/** The text of a file byte for byte, with the mark that some editors put first; null for what cannot be edited as text. */
function textOf(bytes: Buffer): string | null {
  if (bytes.length > FILE_LIMITS.textBytes || bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
