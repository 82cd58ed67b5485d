/** `POST /api/log`: keeps what a device reports about its troubles. */
import { checkBodyDepth } from '../base/body-depth.ts';
import { AppError } from '../base/errors.ts';
import { LIMITS } from '../base/limits.ts';
import { isPlainObject, type PlainValue } from '../base/plain.ts';
import type { DeviceId } from '../domain/device-id.ts';
import { authenticate } from './authentication.ts';
import type { Credential } from './credential.ts';
import type { CallContext, DeviceApi } from './device-api.ts';

export interface LogAnswer {
  readonly status: 200;
  readonly message: string;
}

/**
 * Take the log entries of a device.
 * @param body the body as text
 * @throws {AppError} invalid_body, and what `authenticate` throws
 */
export function takeLogs(
  api: DeviceApi,
  call: CallContext,
  id: DeviceId,
  credential: Credential,
  body: string,
): LogAnswer {
  const record = authenticate(api, id, credential);
  record.lastSeenMs = api.nowMs();
  api.registry.touch(record);
  const entries = readEntries(parseBody(body));
  const kept = entries.slice(0, LIMITS.logEntriesPerCall);
  api.logs.append(id, kept);
  call.log.info({ device: id, entries: entries.length, first: kept[0] }, 'device reports');
  return { status: 200, message: `${kept.length} of ${entries.length} log entries kept` };
}

/**
 * Parse a body. Firmware writes control characters unescaped into its JSON, which JSON forbids; turning it away would
 * make the device send it again at every wake, so they are escaped for it.
 */
function parseBody(body: string): PlainValue {
  const value = tryParse(body) ?? tryParse(escapeControls(body));
  if (value === undefined) {
    throw new AppError('invalid_body', { detail: 'The body must be JSON of the form {"logs":[...]}.' });
  }
  checkBodyDepth(value);
  return value;
}

function tryParse(json: string): PlainValue | undefined {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Escape control characters inside JSON strings; outside of them they are white space. */
function escapeControls(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\[\s\S])*"/g, (text) =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is escaped here
    text.replaceAll(/[\u0000-\u001f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

/** The entries of the three shapes in the wild: `{logs}`, and `{log: {logs_array}}` and `{log}` of older clients. */
function readEntries(body: PlainValue): readonly PlainValue[] {
  if (isPlainObject(body)) {
    const { logs, log } = body;
    if (Array.isArray(logs)) return logs;
    if (Array.isArray(log)) return log;
    if (isPlainObject(log) && Array.isArray(log['logs_array'])) return log['logs_array'];
  }
  throw new AppError('invalid_body', { detail: 'The body must hold a list of entries under "logs".' });
}
