/** Calls about many devices at once: `/api/admin/devices:bulk`, and the export and the import of all entries. */
import { decoded } from '../../platform/base/decode-text.ts';
import { AppError } from '../../platform/base/errors.ts';
import { mainTurns, type Slices } from '../../platform/base/turns.ts';
import { adminCall, type CallExchange } from '../admin-call.ts';
import { flagQuery, wordQuery } from '../query-fields.ts';
import { refOfSchema } from '../view.ts';
import { bulkAnswerSchema } from './bulk-answer.ts';
import { bulkBody } from './bulk-body.ts';
import { bulkChange } from './bulk-change.ts';
import { BULK_LIMITS } from './bulk-limits.ts';
import { exportCsv, exportJson, exportSchema } from './export-devices.ts';
import { IMPORT_MODES, importDevices } from './import-devices.ts';
import { type ImportedRows, readCsvInSlices, readJsonRows } from './import-table.ts';

const CSV_TYPE = /^text\/csv[ \t]*(?:;|$)/i;
const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;

const DEVICES_ALONE = {
  type: 'array',
  minItems: 1,
  maxItems: BULK_LIMITS.devices,
  items: { type: 'object', required: ['key'] },
  examples: [[{ key: 'AA:BB:CC:DD:EE:FF', screen: 'service-builtin/weather' }]],
};

const CHANGED = {
  schema: bulkAnswerSchema,
  description: 'The difference; in effect with the next display calls',
};

export const BULK_CALLS = {
  changeDevices: adminCall({
    method: 'POST',
    path: '/devices:bulk',
    role: 'admin',
    summary: 'Change, create or remove the entries of many devices',
    description:
      'All of them or none, as one change of the config. With `dry_run` the answer says what would change, and which problems there are.',
    body: { schema: bulkBody },
    answer: CHANGED,
    writesConfig: true,
    run: ({ api, call, body }) => bulkChange(api, call, body),
  }),
  exportDevices: adminCall({
    method: 'GET',
    path: '/devices/export',
    // It has all params and digests.
    role: 'admin',
    summary: 'All entries as a table or as JSON',
    description: 'What the import takes. A CSV is in UTF-8 with a byte order mark, for spreadsheets.',
    query: { format: wordQuery('How the devices are written', ['csv', 'json'], 'csv') },
    answer: {
      schema: exportSchema,
      description: 'The entries, in the order of the config',
      headers: {
        'Content-Disposition': {
          required: true,
          description: 'The name of the file',
          schema: { type: 'string', examples: ['attachment; filename="devices.csv"'] },
        },
      },
      content: { 'text/csv; charset=utf-8': { schema: { type: 'string' } } },
    },
    run: async ({ api, query: { format }, exchange }) => {
      const isCsv = format === 'csv';
      const bytes = isCsv ? await exchange.make(exportCsv(api)) : await deviceList(exchange, exportJson(api));
      // Once the file is made: an error is none.
      exchange.response.setHeader('Content-Disposition', `attachment; filename="devices.${format}"`);
      exchange.sendLong(isCsv ? 'text/csv; charset=utf-8' : 'application/json', bytes);
    },
  }),
  importDevices: adminCall({
    method: 'POST',
    path: '/devices/import',
    role: 'admin',
    summary: 'Make the entries what a table or a list says',
    description: 'All of them or none, as one change of the config.',
    query: {
      mode: wordQuery(
        '`replace` removes devices and settings that the file does not have',
        IMPORT_MODES,
        'merge',
      ),
      dry_run: flagQuery('Answer what would change, and change nothing'),
      expected: flagQuery('Take registration codes that no device has shown yet'),
    },
    body: {
      // The list of the export, alone or as it is there.
      content: {
        'text/csv': { schema: { type: 'string' } },
        'application/json': { schema: { anyOf: [refOfSchema(exportSchema), DEVICES_ALONE] } },
      },
      maxBytes: BULK_LIMITS.importBytes,
      slots: { atOnce: BULK_LIMITS.importsAtOnce },
    },
    answer: CHANGED,
    writesConfig: true,
    run: async ({ api, call, query: { mode, dry_run: dryRun, expected }, exchange }) =>
      importDevices(api, call, await receiveRows(exchange), { mode, dryRun, expected }),
  }),
};

async function deviceList(exchange: CallExchange, slices: ReturnType<typeof exportJson>): Promise<Buffer> {
  const list = await exchange.makeList(slices);
  return Buffer.concat([Buffer.from('{"devices":'), list, Buffer.from('}')]);
}

/** @throws {AppError} unsupported_media_type; invalid_body for what is neither UTF-8 nor JSON */
async function receiveRows(exchange: CallExchange): Promise<ImportedRows> {
  const type = exchange.request.headers['content-type']?.trim() ?? '';
  if (CSV_TYPE.test(type)) return mainTurns.do('answers', csvRows(await exchange.receiveBytes()));
  if (JSON_TYPE.test(type)) return mainTurns.do('answers', readJsonRows(await exchange.receiveJson()));
  const got = type === '' ? 'no Content-Type' : JSON.stringify(type.slice(0, 60));
  throw new AppError('unsupported_media_type', {
    detail: `Header Content-Type: expected text/csv or application/json, got ${got}.`,
  });
}

function* csvRows(bytes: Buffer): Slices<ImportedRows> {
  return yield* readCsvInSlices(yield* decoded(bytes));
}
