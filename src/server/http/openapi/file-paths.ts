/** Paths of the files of screens, for the OpenAPI document. */
import type { ErrorCode } from '../../../platform/base/errors.ts';
import { adminCall } from './admin-call.ts';
import { json, type Parameter, type PathItem } from './parts.ts';

const HANDLE: Parameter = {
  name: 'handle',
  in: 'path',
  required: true,
  description: 'The source: `local`, `service-builtin`, `examples`, or the handle of a screen repo',
  schema: { type: 'string', examples: ['local'] },
};

const PATH: Parameter = {
  name: 'path',
  in: 'path',
  required: true,
  description: 'The file, relative to the folder of all screens; with its slashes, or URL-encoded',
  schema: { type: 'string', examples: ['garden/script.lua'] },
};

const DIGEST: Parameter = {
  name: 'digest',
  in: 'query',
  required: true,
  description: 'The digest that the file was read with',
  schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
};

const ETAG = {
  ETag: { required: true, description: 'The digest of the file, in quotes', schema: { type: 'string' } },
};

const FILE_ERRORS: readonly ErrorCode[] = ['invalid_path', 'file_refused', 'unknown_source'];
const WRITE_ERRORS: readonly ErrorCode[] = ['source_read_only', 'file_exists', 'file_not_written'];

/** The paths of files. */
export const FILE_PATHS: Readonly<Record<string, PathItem>> = {
  '/api/admin/files': {
    get: adminCall({
      id: 'listFiles',
      summary: 'The files of all sources of screens',
      answer: json('FileList', 'The files, those of `local` first'),
    }),
  },
  '/api/admin/files/{handle}/{path}': {
    get: adminCall({
      id: 'getFile',
      summary: 'A file of a source, with its text',
      parameters: [HANDLE, PATH],
      answer: json('ScreenFile', 'The file', false, ETAG),
      errors: [...FILE_ERRORS, 'unknown_file'],
    }),
    put: adminCall({
      id: 'putFile',
      summary: 'Write a file of `local`',
      description:
        'With the digest that the file was read with; a file that was changed since then stays as it is, and the answer is 409. With null the file must not exist, nor a screen of the same name in its other form (`x.lua` and `x/script.lua`).',
      parameters: [HANDLE, PATH],
      body: 'PutFile',
      answer: json('ScreenFile', 'Written; in effect with the next display call', false, ETAG),
      errors: [...FILE_ERRORS, ...WRITE_ERRORS, 'file_changed'],
    }),
    delete: adminCall({
      id: 'deleteFile',
      summary: 'Remove a file of `local`',
      parameters: [HANDLE, PATH, DIGEST],
      answer: json('FileDeleted', 'Removed, with the folders that were empty then'),
      errors: [...FILE_ERRORS, 'source_read_only', 'file_changed', 'file_not_written'],
    }),
  },
  '/api/admin/files:copy': {
    post: adminCall({
      id: 'copyScreen',
      summary: 'Copy a screen into `local`',
      description: 'With the modules, partials and pictures that it names. Nothing is overwritten.',
      body: 'CopyScreen',
      answer: json('ScreenCopied', 'The screen, and the files that were written'),
      errors: ['file_refused', ...WRITE_ERRORS],
    }),
  },
};
