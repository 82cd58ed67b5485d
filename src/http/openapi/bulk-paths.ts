/** Paths of the admin API about many devices at once, for the OpenAPI document. */
import { adminCall } from './admin-paths.ts';
import { json, type Parameter, type PathItem } from './parts.ts';

const IMPORT_ERRORS = ['invalid_body', 'body_too_large', 'unsupported_media_type', 'overloaded'] as const;

function choice(name: string, words: readonly string[], description: string): Parameter {
  const schema = { type: 'string', enum: words, default: words[0] };
  return { name, in: 'query', required: false, description, schema };
}

function flagOf(name: string, description: string): Parameter {
  return { name, in: 'query', required: false, description, schema: { type: 'string' } };
}

function withTable(operation: object): object {
  const content = { 'text/csv': { schema: { type: 'string' } }, 'application/json': { schema: DEVICE_LIST } };
  return { ...operation, requestBody: { required: true, content } };
}

const DEVICE_LIST = { $ref: '#/components/schemas/DeviceList' };

const exported = {
  description: 'The entries, in the order of the config',
  content: {
    'text/csv; charset=utf-8': { schema: { type: 'string' } },
    'application/json': { schema: DEVICE_LIST },
  },
};

/** By path. */
export const BULK_PATHS: Readonly<Record<string, PathItem>> = {
  '/api/admin/devices:bulk': {
    post: adminCall({
      id: 'changeDevices',
      summary: 'Change, create or remove the entries of many devices',
      description:
        'All of them or none, as one change of the config. With `dry_run` the answer says what would change, and which problems there are.',
      body: 'BulkChange',
      answer: json('BulkAnswer', 'The difference; in effect with the next display calls'),
      writes: true,
    }),
  },
  '/api/admin/devices/export': {
    get: adminCall({
      id: 'exportDevices',
      summary: 'All entries as a table or as JSON',
      description: 'What the import takes. A CSV is in UTF-8 with a byte order mark, for spreadsheets.',
      parameters: [choice('format', ['csv', 'json'], 'How the devices are written')],
      answer: exported,
    }),
  },
  '/api/admin/devices/import': {
    post: withTable(
      adminCall({
        id: 'importDevices',
        summary: 'Make the entries what a table or a list says',
        description: 'All of them or none, as one change of the config.',
        parameters: [
          choice(
            'mode',
            ['merge', 'replace'],
            '`replace` removes devices and settings that the file does not have',
          ),
          flagOf('dry_run', 'Present or `true`: answer what would change, and change nothing'),
          flagOf('expected', 'Present or `true`: take registration codes that no device has shown yet'),
        ],
        answer: json('BulkAnswer', 'The difference; in effect with the next display calls'),
        writes: true,
        errors: IMPORT_ERRORS,
      }),
    ),
  },
};
