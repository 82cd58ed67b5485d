/** `/api/admin/devices/{key}/pin`: a screen for a while, as a setting of the entry. */
import { z } from 'zod';
import type { ConfigEdit } from '../../config/edit/model.ts';
import { DEVICES } from '../../config/read/keys.ts';
import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import type { MappingEntry } from '../../domain/mapping.ts';
import { resolveEntry } from '../../domain/resolve-mapping.ts';
import { SCHEDULE_LIMITS } from '../../domain/schedule/schedule-limits.ts';
import { parseSpan, parseZonedTime } from '../../domain/schedule/words.ts';
import { AppError, type FieldProblem } from '../../platform/base/errors.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { isKnownParty } from '../../platform/base/party-shares.ts';
import { isPlainObject, type PlainObject, type PlainValue } from '../../platform/base/plain.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import type { AdminApi, AdminCall } from '../admin-api.ts';
import { EXPECTED, screenField } from '../bodies.ts';
import { changeConfig } from '../config-text/change-config.ts';
import { readBodyFields } from '../read-fields.ts';
import { DONE, type Done, timeSchema, timeText, type View } from '../view.ts';
import type { Lookups } from './check-device.ts';
import { checkSchedule } from './check-schedule.ts';
import { findEntry, lookUpDevice, noEntry, parseDeviceKey } from './find-device.ts';

export const pinBody = z
  .strictObject({
    screen: screenField,
    params: z
      .record(z.string(), z.unknown())
      .describe('For this screen; those of the entry count too where it is its own screen')
      .register(EXPECTED, { text: 'a map of parameters' })
      .optional(),
    refresh: z
      .int()
      .min(0)
      .max(LIMITS.refreshMaxSeconds)
      .describe('The longest refresh meanwhile, in seconds')
      .register(EXPECTED, { text: `an integer from 0 to ${LIMITS.refreshMaxSeconds}` })
      .optional(),
    until: z
      .string()
      .max(40)
      .describe('When it ends: RFC 3339 with its offset')
      .register(EXPECTED, { text: 'a time with its offset, such as 2026-12-01T10:00:00+01:00' })
      .optional(),
    for: z
      .union([z.string().max(20), z.int().min(1).max(SCHEDULE_LIMITS.pinMaxSeconds)])
      .describe('How long from now, such as `2h`, or in seconds; in the place of `until`')
      .register(EXPECTED, { text: 'a time such as 30m or 2h, or seconds' })
      .optional(),
  })
  .meta({
    id: 'Pin',
    oneOf: [{ required: ['until'] }, { required: ['for'] }],
    examples: [{ screen: 'service-builtin/weather', for: '2h' }],
  });

export const pinSchema = z
  .object({
    key: z.string().describe('As it stands in the config file'),
    screen: z.string(),
    until: timeSchema,
  })
  .meta({
    id: 'Pinned',
    examples: [
      { key: 'AA:BB:CC:DD:EE:FF', screen: 'service-builtin/weather', until: '2026-02-21T11:30:00.000Z' },
    ],
  });

/**
 * Show a screen on a device for a while, before all that its schedule says. An earlier pin goes.
 * @throws {AppError} unknown_device, invalid_body with every problem, and what stops a write
 */
export async function pinScreen(
  api: AdminApi,
  call: AdminCall,
  keyText: string,
  body: PlainValue,
): Promise<View<typeof pinSchema>> {
  const nowSeconds = Math.floor(Date.now() / 1000);
  const written = await changeConfig(api, call, ({ snapshot, valueAt }) => {
    const isAuthor = call.caller.role !== 'admin';
    const found = findPinned(snapshot, api.registry, keyText, isAuthor);
    if (!found.ok) return found;
    const mapping = found.value;
    const { key } = mapping;
    const read = readPin(body, nowSeconds, mapping, {
      config: snapshot,
      catalogue: api.catalogue,
      isAuthor,
    });
    if (!read.ok) return read;
    const { pin, screen, end } = read.value;
    const at = [DEVICES, key, 'schedule'];
    const isMap = isPlainObject(valueAt(at) ?? null);
    const edit: ConfigEdit = isMap
      ? { kind: 'set', path: [...at, 'pin'], value: pin }
      : { kind: 'set', path: at, value: { pin } };
    return ok({ edits: [edit], value: { key, screen, until: timeText(end * 1000) } });
  });
  call.log.info(written, 'admin: screen pinned');
  return written;
}

/**
 * Let a device show again what its schedule says. A device without a pin stays as it is.
 * @throws {AppError} unknown_device, and what stops a write
 */
export async function unpinScreen(api: AdminApi, call: AdminCall, keyText: string): Promise<Done> {
  const key = await changeConfig(api, call, ({ snapshot, valueAt }) => {
    const found = findEntry(snapshot, api.registry, keyText);
    if (!found.ok) return found;
    const { key: own } = found.value.mapping;
    const at = [DEVICES, own, 'schedule'];
    const isAlone = (path: readonly string[], name: string): boolean => {
      const map = valueAt(path) ?? null;
      return isPlainObject(map) && Object.keys(map).join() === name;
    };
    const withSchedule = isAlone(at, 'pin');
    // An entry that was made for a pin goes with it.
    const withEntry = withSchedule && isAlone([DEVICES, own], 'schedule');
    const path = withEntry ? [DEVICES, own] : withSchedule ? at : [...at, 'pin'];
    const edit: ConfigEdit = { kind: 'remove', path };
    return ok({ edits: [edit], value: own });
  });
  call.log.info({ key }, 'admin: pin removed');
  return DONE;
}

/**
 * The entry that gets a pin, or one as it would be: a device to which a group gives its screen needs none until then. Who
 * is no admin does not adopt devices by it.
 */
function findPinned(
  config: ConfigSnapshot,
  registry: AdminApi['registry'],
  keyText: string,
  isAuthor: boolean,
): Result<MappingEntry, AppError> {
  const key = parseDeviceKey(keyText);
  const { mapping = null, record = null } = (key && lookUpDevice(config, registry, key)) ?? {};
  if (mapping !== null) return ok(mapping);
  const resolved = record === null ? null : resolveEntry(config, record, null);
  const isTaken = resolved?.own === true && (!isAuthor || isKnownParty(resolved.party));
  if (record === null || !isTaken) return err(noEntry(keyText));
  return ok({ key: record.id, screen: null, params: {}, tuning: {} });
}

/** A body without problems. */
interface WantedPin {
  /** The pin as the config has it. */
  readonly pin: PlainObject;
  readonly screen: string;
  readonly end: number;
}

function readPin(
  body: PlainValue,
  nowSeconds: number,
  { key, screen: own, params }: MappingEntry,
  { isAuthor, ...lookups }: Lookups & { readonly isAuthor: boolean },
): Result<WantedPin, AppError> {
  const { fields, problems: malformed } = readBodyFields(pinBody, body);
  if (malformed.length > 0) return err(new AppError('invalid_body', { problems: malformed }));
  const { until: _, for: __, ...given } = fields;
  const shown = isAuthor && given.params !== undefined ? { ...given, allow_private_network: false } : given;
  const end = readEnd(fields, nowSeconds);
  if (typeof end !== 'number') return err(new AppError('invalid_body', { problems: [end] }));
  const pin = { ...(shown as PlainObject), until: timeText(end * 1000).replace('.000Z', 'Z') };
  // The screen of a group is checked there.
  const problems = inBody(checkSchedule({ pin }, { key, params, screen: own ?? '' }, lookups));
  return problems.length > 0
    ? err(new AppError('invalid_body', { problems }))
    : ok({ pin, screen: String(fields.screen), end });
}

/** When the pin ends, or what is wrong with that. */
function readEnd(
  { until, for: span }: Partial<View<typeof pinBody>>,
  nowSeconds: number,
): number | FieldProblem {
  if ((until === undefined) === (span === undefined)) {
    const got = until === undefined ? 'none' : 'both';
    return { field: 'until', message: `until: expected \`until\` or \`for\`, got ${got}` };
  }
  const field = until === undefined ? 'for' : 'until';
  const seconds = span === undefined ? null : parseSpan(String(span));
  const end = until === undefined ? (seconds === null ? null : nowSeconds + seconds) : parseZonedTime(until);
  if (end !== null && end > nowSeconds && end <= nowSeconds + SCHEDULE_LIMITS.pinMaxSeconds) return end;
  const expected =
    field === 'for'
      ? 'a time such as 30m or 2h'
      : 'a time with its offset, such as 2026-12-01T10:00:00+01:00';
  const got = JSON.stringify(String(until ?? span).slice(0, 60));
  return { field, message: `${field}: expected ${expected}, within the next year, got ${got}` };
}

/** Problems of the schedule that the entry would have, by the fields of the body. */
function inBody(problems: readonly FieldProblem[]): readonly FieldProblem[] {
  return problems.map(({ field, message }) => ({
    field: field.replace(/^schedule\.pin\.?/, ''),
    message: message.replace(/^schedule\.pin\.?/, ''),
  }));
}
