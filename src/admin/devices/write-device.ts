/** Writes the entry of a device: gives it one, or changes settings of the one it has. */
import { z } from 'zod';
import type { PlannedChange } from '../../config/source/writer.ts';
import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import { DEFAULT_KEY } from '../../domain/mapping.ts';
import { AppError, type FieldProblem } from '../../platform/base/errors.ts';
import type { PlainObject, PlainValue } from '../../platform/base/plain.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import type { AdminApi, AdminCall } from '../admin-api.ts';
import { createDeviceBody, updateDeviceBody } from '../bodies.ts';
import { changeConfig, changedNames } from '../config-text/change-config.ts';
import { readBodyFields } from '../read-fields.ts';
import type { View } from '../view.ts';
import { type Lookups, newEntry, withScreenHints } from './check-device.ts';
import { screenByTags, screenMissing } from './effective-mapping.ts';
import { notExpected } from './entry-digest.ts';
import { type DeviceKey, findEntry, lookUpDevice, parseDeviceKey } from './find-device.ts';
import { unknownCode } from './unknown-code.ts';
import { planUpdate } from './update-entry.ts';

export const writtenSchema = z
  .object({
    key: z.string().describe('As it stands in the config file'),
    screen: z
      .string()
      .nullable()
      .describe('Null where neither the entry nor a group nor the default names one'),
  })
  .meta({ id: 'DeviceWritten', examples: [{ key: 'AA:BB:CC:DD:EE:FF', screen: 'service-builtin/weather' }] });

export type DeviceWritten = View<typeof writtenSchema>;

/**
 * Add an entry for a device.
 * @throws {AppError} invalid_body with every problem, device_exists, and what stops a write
 */
export async function createDevice(api: AdminApi, call: AdminCall, body: PlainValue): Promise<DeviceWritten> {
  const unknown = await unknownCode(api, body);
  const written = await changeConfig(api, call, ({ snapshot }) => {
    const lookups = { config: snapshot, catalogue: api.catalogue };
    const read = readEntry(body, lookups, api.registry, unknown);
    if (!read.ok) return read;
    const { key, keyText, entry } = read.value;
    const known = lookUpDevice(snapshot, api.registry, key)?.mapping ?? null;
    if (known !== null) return err(deviceExists(keyText, known.key));
    const { screen = null } = entry;
    const written = { key: keyText, screen: screen === null ? null : String(screen) };
    return ok<PlannedChange<DeviceWritten>>({
      edits: [{ kind: 'set', path: ['devices', keyText], value: entry }],
      value: written,
    });
  });
  const changed = changedNames(body);
  call.log.info({ ...written, changed }, 'admin: device created');
  return written;
}

interface NewEntry {
  readonly key: DeviceKey;
  readonly keyText: string;
  readonly entry: PlainObject;
}

function readEntry(
  body: PlainValue,
  lookups: Lookups,
  registry: AdminApi['registry'],
  unknown: readonly FieldProblem[],
): Result<NewEntry, AppError> {
  const { fields, problems } = readBodyFields(createDeviceBody, body);
  const { key: keyText, screen: ref, expected: _, ...settings } = fields;
  const malformed = [...withScreenHints(problems, body, lookups), ...unknown];
  const key = keyText === undefined ? null : parseDeviceKey(keyText);
  const missing = missingOfNew(lookups.config, registry, key, keyText ?? '');
  const entry = newEntry(ref, settings, malformed, lookups, missing);
  if (!entry.ok || key === null || keyText === undefined) {
    return err(new AppError('invalid_body', { problems: entry.ok ? [] : entry.error }));
  }
  return ok({ key, keyText: writtenKey(key, keyText), entry: entry.value });
}

/** Says why nobody gives a new entry a screen: by what its device has said, if it has called. */
export function missingOfNew(
  config: ConfigSnapshot,
  registry: AdminApi['registry'],
  key: DeviceKey | null,
  keyText: string,
): ReturnType<typeof screenMissing> | null {
  if (key === null) return null;
  // A default entry that names none leaves it to the default screen.
  if (key.kind === 'default')
    return () => (config.defaultScreen === null ? 'there is no default_screen' : null);
  const record = lookUpDevice(config, registry, key)?.record ?? null;
  return screenMissing(config, key.kind === 'mac' ? key.id : keyText, record);
}

/** MAC addresses are written in their normal form; codes as they were typed, with or without hyphens. */
export function writtenKey(key: DeviceKey, text: string): string {
  switch (key.kind) {
    case 'mac':
      return key.id;
    case 'code':
      return text.trim().toUpperCase();
    case 'default':
      return DEFAULT_KEY;
  }
}

function deviceExists(asked: string, existing: string): AppError {
  const as = asked === existing ? '' : ` as ${JSON.stringify(existing)}`;
  return new AppError('device_exists', {
    detail: `key: the device ${JSON.stringify(asked)} has an entry already${as}; use PATCH to change it.`,
  });
}

/**
 * Change settings of a device that has an entry.
 * @param expected the header `If-Match`; null without one
 * @throws {AppError} unknown_device, device_changed, invalid_body with every problem, and what stops a write
 */
export async function updateDevice(
  api: AdminApi,
  call: AdminCall,
  keyText: string,
  body: PlainValue,
  expected: string | null,
): Promise<DeviceWritten> {
  const written = await changeConfig(api, call, ({ snapshot, valueAt }) => {
    const found = findEntry(snapshot, api.registry, keyText);
    if (!found.ok) return found;
    const { mapping } = found.value;
    const changed = notExpected(mapping, expected);
    if (changed !== null) return err(changed);
    const shown = screenByTags(snapshot, found.value);
    const missing = screenMissing(snapshot, mapping.key, found.value.record);
    const at = ['devices', mapping.key];
    const lookups = { config: snapshot, catalogue: api.catalogue };
    const before = { mapping, shown, missing, at, written: valueAt(at) };
    const planned = planUpdate(updateDeviceBody, body, before, lookups);
    if (!planned.ok) return planned;
    const { edits, screen } = planned.value;
    return ok({ edits, value: { key: mapping.key, screen } });
  });
  const changed = changedNames(body);
  call.log.info({ ...written, changed }, 'admin: device updated');
  return written;
}
