/** Calls about the files of screens. */

import type { ErrorCode } from '../../platform/base/errors.ts';
import { FILE_LIMITS } from '../../platform/base/file-limits.ts';
import { adminCall, type CallExchange, type TextParameter } from '../admin-call.ts';
import type { QueryField } from '../query-fields.ts';
import { copyScreen } from './copy-screen.ts';
import {
  copyScreenBody,
  FILE_DIGEST,
  type FileView,
  fileDeletedSchema,
  fileListSchema,
  fileSchema,
  putFileBody,
  screenCopiedSchema,
} from './file-bodies.ts';
import { listAllFiles, readOneFile } from './read-files.ts';
import { deleteFile, putFile } from './write-files.ts';

const HANDLE: TextParameter = {
  description: 'The source: `local`, `service-builtin`, `examples`, or the handle of a screen repo',
  schema: { type: 'string', examples: ['local'] },
};

const PATH: TextParameter = {
  description: 'The file, relative to the folder of all screens; with its slashes, or URL-encoded',
  schema: { type: 'string', examples: ['garden/script.lua'] },
};

const params = { handle: HANDLE, path: PATH };

/** Without it nothing is removed: the call says so itself. */
const DIGEST: QueryField<string | null> = {
  description: 'The digest that the file was read with',
  schema: { type: 'string', pattern: FILE_DIGEST.source },
  required: true,
  read: ([text = null]) => text,
};

const headers = {
  ETag: { required: true, description: 'The digest of the file, in quotes', schema: { type: 'string' } },
};

const ERRORS: readonly ErrorCode[] = ['invalid_path', 'file_refused', 'unknown_source'];
const WRITE_ERRORS: readonly ErrorCode[] = ['source_read_only', 'file_exists', 'file_not_written'];

// Scripts, which may hold keys, are for authors, who write them.
export const FILE_CALLS = {
  listFiles: adminCall({
    method: 'GET',
    path: '/files',
    role: 'author',
    summary: 'The files of all sources of screens',
    answer: { schema: fileListSchema, description: 'The files, those of `local` first' },
    run: ({ api }) => listAllFiles(api),
  }),
  getFile: adminCall({
    method: 'GET',
    path: '/files/{handle}/{path}',
    role: 'author',
    summary: 'A file of a source, with its text',
    params,
    answer: { schema: fileSchema, description: 'The file', headers },
    errors: [...ERRORS, 'unknown_file'],
    run: ({ api, params: { handle, path }, exchange }) => tagged(exchange, readOneFile(api, handle, path)),
  }),
  putFile: adminCall({
    method: 'PUT',
    path: '/files/{handle}/{path}',
    role: 'author',
    summary: 'Write a file of `local`',
    description:
      'With the digest that the file was read with; a file that was changed since then stays as it is, and the answer is 409. With null the file must not exist, nor a screen of the same name in its other form (`x.lua` and `x/script.lua`).',
    params,
    body: {
      schema: putFileBody,
      maxBytes: FILE_LIMITS.bodyBytes,
      slots: { atOnce: FILE_LIMITS.writesAtOnce },
    },
    answer: { schema: fileSchema, description: 'Written; in effect with the next display call', headers },
    errors: [...ERRORS, ...WRITE_ERRORS, 'file_changed'],
    run: async ({ api, call, params: place, body, exchange }) =>
      tagged(exchange, await putFile(api, call, place, body)),
  }),
  deleteFile: adminCall({
    method: 'DELETE',
    path: '/files/{handle}/{path}',
    role: 'author',
    summary: 'Remove a file of `local`',
    params,
    query: { digest: DIGEST },
    answer: { schema: fileDeletedSchema, description: 'Removed, with the folders that were empty then' },
    errors: [...ERRORS, 'source_read_only', 'file_changed', 'file_not_written'],
    run: ({ api, call, params: place, query: { digest } }) => deleteFile(api, call, place, digest),
  }),
  copyScreen: adminCall({
    method: 'POST',
    path: '/files:copy',
    role: 'author',
    summary: 'Copy a screen into `local`',
    description: 'With the modules, partials and pictures that it names. Nothing is overwritten.',
    body: { schema: copyScreenBody },
    answer: { schema: screenCopiedSchema, description: 'The screen, and the files that were written' },
    errors: ['file_refused', ...WRITE_ERRORS],
    run: ({ api, call, body }) => copyScreen(api, call, body),
  }),
};

function tagged({ response }: CallExchange, file: FileView): FileView {
  response.setHeader('ETag', `"${file.digest}"`);
  return file;
}
