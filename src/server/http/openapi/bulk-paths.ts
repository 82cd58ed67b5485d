/** Paths of the admin API about many devices at once, for the OpenAPI document. */
import { BULK_LIMITS } from '../../../admin/bulk/bulk-limits.ts';
import { adminCall } from './admin-call.ts';
import { json, type PathItem } from './parts.ts';
import { choiceQuery, flagQuery } from './query-parameters.ts';

const DEVICE_LIST = { $ref: '#/components/schemas/DeviceList' };

const DEVICES_ALONE = {
  ...{
    type: 'array',
    minItems: 1,
    maxItems: BULK_LIMITS.devices,
    items: { type: 'object', required: ['key'] },
  },
  examples: [[{ key: 'AA:BB:CC:DD:EE:FF', screen: 'service-builtin/weather' }]],
};

/** The list of the export, alone or as it is there. */
const TABLE = {
  'text/csv': { schema: { type: 'string' } },
  'application/json': { schema: { anyOf: [DEVICE_LIST, DEVICES_ALONE] } },
};

const exported = {
  description: 'The entries, in the order of the config',
  headers: {
    'Content-Disposition': {
      required: true,
      description: 'The name of the file',
      schema: { type: 'string', examples: ['attachment; filename="devices.csv"'] },
    },
  },
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
      parameters: [choiceQuery('format', ['csv', 'json'], 'How the devices are written')],
      answer: exported,
    }),
  },
  '/api/admin/devices/import': {
    post: adminCall({
      id: 'importDevices',
      summary: 'Make the entries what a table or a list says',
      description: 'All of them or none, as one change of the config.',
      parameters: [
        choiceQuery(
          'mode',
          ['merge', 'replace'],
          '`replace` removes devices and settings that the file does not have',
        ),
        flagQuery('dry_run', 'Answer what would change, and change nothing'),
        flagQuery('expected', 'Take registration codes that no device has shown yet'),
      ],
      body: { required: true, content: TABLE },
      answer: json('BulkAnswer', 'The difference; in effect with the next display calls'),
      writes: true,
    }),
  },
};
