/** `PUT` and `DELETE` of `/api/admin/files/{handle}/{path}`. */

import { LOCAL_HANDLE } from '../../domain/screen-ref.ts';
import { AppError, type FieldProblem } from '../../platform/base/errors.ts';
import { FILE_LIMITS } from '../../platform/base/file-limits.ts';
import { sha256Hex } from '../../platform/base/hash.ts';
import { quoteShort } from '../../platform/base/one-line.ts';
import type { PlainValue } from '../../platform/base/plain.ts';
import { parseMeta } from '../../screens/sources/meta.ts';
import { screenOfMeta } from '../../screens/sources/screen.ts';
import type { AdminApi, AdminCall } from '../admin-api.ts';
import { readBodyFields } from '../read-fields.ts';
import type { View } from '../view.ts';
import { FILE_DIGEST, type FileView, type fileDeletedSchema, putFileBody } from './file-bodies.ts';
import { withLocalFiles } from './local-files.ts';
import { fileView, sourceOfHandle } from './read-files.ts';

type WrittenFiles = Pick<AdminApi, 'catalogue' | 'hub' | 'sensitive'>;

/**
 * Write a file, new or in the place of the one that the caller has read.
 * @throws {AppError} unknown_source, source_read_only, invalid_body, body_too_large, file_refused, file_exists,
 *         file_changed, file_not_written
 */
export async function putFile(
  { catalogue, hub, sensitive }: WrittenFiles,
  { caller, log }: AdminCall,
  { handle, path }: { readonly handle: string; readonly path: string },
  body: PlainValue,
): Promise<FileView> {
  const root = writableRoot(catalogue, handle);
  const { bytes, digest: expected } = readBody(body);
  await withLocalFiles(root, caller, async (files) => {
    if (expected === null) files.requireOneForm(path);
    await files.write(path, bytes, expected);
  });
  // A caller who may see all says by it what is no secret.
  if (caller.role === 'admin') openDeclared(sensitive, path, bytes);
  hub.lookAtScreens();
  log.info({ file: path, bytes: bytes.length, isNew: expected === null }, 'admin: file written');
  return fileView({ handle, path, digest: sha256Hex(bytes), writable: true }, bytes);
}

/**
 * Remove a file that the caller has read.
 * @param digest  what it was read with; null where the call does not say
 * @throws {AppError} as `putFile`, unknown_file, invalid_query
 */
export async function deleteFile(
  { catalogue, hub }: WrittenFiles,
  { caller, log }: AdminCall,
  { handle, path }: { readonly handle: string; readonly path: string },
  digest: string | null,
): Promise<View<typeof fileDeletedSchema>> {
  const root = writableRoot(catalogue, handle);
  if (digest === null || !FILE_DIGEST.test(digest)) {
    const got = digest === null ? 'nothing' : quoteShort(digest);
    const detail = `digest: expected the digest that the file was read with (64 hex digits), got ${got}.`;
    throw new AppError('invalid_query', { detail });
  }
  await withLocalFiles(root, caller, (files) => files.remove(path, digest));
  hub.lookAtScreens();
  log.info({ file: path }, 'admin: file removed');
  return { handle, deleted: path };
}

/**
 * The folder of a source that can be written.
 * @throws {AppError} unknown_source, source_read_only
 */
export function writableRoot(catalogue: AdminApi['catalogue'], handle: string): string {
  const { roots, problem } = sourceOfHandle(catalogue, handle);
  const [root] = roots;
  if (handle === LOCAL_HANDLE && root !== undefined) return root;
  const detail =
    handle === LOCAL_HANDLE
      ? `Files cannot be written: ${problem}.`
      : `Files of ${handle} cannot be written; copy the screen to ${LOCAL_HANDLE}.`;
  throw new AppError('source_read_only', { detail });
}

/** What metadata calls open, and was sensitive before. */
function openDeclared(sensitive: AdminApi['sensitive'], file: string, bytes: Buffer): void {
  const screen = screenOfMeta(file);
  const meta = screen === null ? null : parseMeta(bytes.toString('utf8'));
  if (!meta?.ok) return;
  for (const field of meta.value.params) {
    if (!field.sensitive) sensitive.open(`${LOCAL_HANDLE}/${screen}`, field.name);
  }
}

function readBody(body: PlainValue): { readonly bytes: Buffer; readonly digest: string | null } {
  const { fields, problems } = readBodyFields(putFileBody, body);
  const { text, digest } = fields;
  const more: FieldProblem[] =
    text !== undefined && /\p{Surrogate}/u.test(text)
      ? [{ field: 'text', message: 'text: expected text that UTF-8 can hold' }]
      : [];
  if (problems.length + more.length > 0 || text === undefined || digest === undefined) {
    throw new AppError('invalid_body', { problems: [...problems, ...more] });
  }
  const bytes = Buffer.from(text);
  if (bytes.length <= FILE_LIMITS.textBytes) return { bytes, digest };
  const detail = `text: expected at most ${FILE_LIMITS.textBytes} bytes, got ${bytes.length}.`;
  throw new AppError('body_too_large', { detail });
}
