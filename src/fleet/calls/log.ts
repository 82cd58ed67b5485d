/** `POST /api/log`: keeps the log entries that a device sends. */

import { partyOf } from '../../domain/resolve-mapping.ts';
import { checkBodyDepth } from '../../platform/base/body-depth.ts';
import { AppError } from '../../platform/base/errors.ts';
import { LateSchema, type SchemaValue } from '../../platform/base/late-schema.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { SECRET_FIELDS } from '../../platform/base/logger.ts';
import { isKnownParty } from '../../platform/base/party-shares.ts';
import { isPlainObject, type PlainValue } from '../../platform/base/plain.ts';
import type { DeviceRecord } from '../register/device-record.ts';
import type { CallContext, DeviceApi } from './device-api.ts';
import { parseLogJson } from './log-json.ts';

/** How much of the first entry of a call is written into the server's own log. */
const EXCERPT_CHARACTERS = 200;

export const logBodySchema = new LateSchema(
  'LogBody',
  (z) =>
    z.looseObject({
      logs: z.array(z.unknown()).max(LIMITS.logEntriesPerCall).describe('Entries of any shape'),
    }),
  [{ logs: [{ id: 17, message: 'GET failed', level: 'error' }] }],
);

export const logAnswerSchema = new LateSchema('LogAnswer', (z) =>
  z.object({ status: z.literal(200), message: z.string() }),
);

export type LogAnswer = SchemaValue<typeof logAnswerSchema>;

/**
 * Take the log entries of a device.
 * @param body the body as text
 * @throws {AppError} invalid_body
 */
export async function takeLogs(
  api: DeviceApi,
  call: CallContext,
  record: DeviceRecord,
  body: string,
): Promise<LogAnswer> {
  const { id } = record;
  const entries = readEntries(parseBody(body));
  const kept = entries.slice(0, LIMITS.logEntriesPerCall);
  // A device deletes what it was told was taken: it must be kept by then.
  await api.logs.append(id, kept, isKnownParty(partyOf(call.config, record)));
  const { requestId } = call;
  api.trail.note(id, { kind: 'log', atMs: api.nowMs(), requestId, entries: kept.length });
  api.keeper.note(record);
  const [first] = kept;
  call.log.info(
    { device: id, entries: entries.length, ...(first === undefined ? {} : { first: excerpt(first) }) },
    'device reports',
  );
  return { status: 200, message: `${kept.length} of ${entries.length} log entries kept` };
}

function parseBody(body: string): PlainValue {
  const value = parseLogJson(body);
  if (value === undefined) {
    throw new AppError('invalid_body', { detail: 'The body must be JSON of the form {"logs":[...]}.' });
  }
  checkBodyDepth(value);
  return value;
}

/** The entries, in any of the three forms that are in use: `{logs}`, and `{log: {logs_array}}` and `{log}` of older clients. */
function readEntries(body: PlainValue): readonly PlainValue[] {
  if (isPlainObject(body)) {
    const { logs, log } = body;
    if (Array.isArray(logs)) return logs;
    if (Array.isArray(log)) return log;
    if (isPlainObject(log) && Array.isArray(log['logs_array'])) return log['logs_array'];
  }
  throw new AppError('invalid_body', { detail: 'The body must hold a list of entries under "logs".' });
}

/** The beginning of an entry as JSON, without the values of secret fields, which the logger does not find in texts. */
function excerpt(entry: PlainValue): string {
  const text = JSON.stringify(entry);
  const clean = SECRET_FIELDS.some((name) => text.includes(name))
    ? JSON.stringify(entry, (key, value) => (SECRET_FIELDS.includes(key) ? '[redacted]' : value))
    : text;
  return clean.slice(0, EXCERPT_CHARACTERS);
}
