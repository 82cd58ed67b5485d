/** Finds the device that the `{key}` of an address, or the `key` of a body, means. */

import { type ConfigSnapshot, mappingByCode, ownMapping } from '../../domain/config-snapshot.ts';
import { type DeviceId, parseDeviceId } from '../../domain/device-id.ts';
import { DEFAULT_KEY, isDefaultKey, type MappingEntry } from '../../domain/mapping.ts';
import { isLongCode, parseRegistrationCode } from '../../domain/registration-code.ts';
import type { DeviceRecord } from '../../fleet/register/device-record.ts';
import type { Registry } from '../../fleet/register/registry.ts';
import { AppError } from '../../platform/base/errors.ts';
import { quoteShort } from '../../platform/base/one-line.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';

/** A key in its normal form: a MAC address, a short or long registration code without hyphen, or `DEFAULT`. */
export type DeviceKey =
  | { readonly kind: 'mac'; readonly id: DeviceId }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'default' };

/** What was found of a device: an entry of the config, a record, or both. */
export interface FoundDevice {
  readonly mapping: MappingEntry | null;
  readonly record: DeviceRecord | null;
}

/** A device with an entry. */
export interface FoundEntry extends FoundDevice {
  readonly mapping: MappingEntry;
}

/** Read a key: a MAC address in any spelling, a registration code with or without hyphen, or `DEFAULT`, in any case. */
export function parseDeviceKey(text: string): DeviceKey | null {
  if (isDefaultKey(text)) return { kind: 'default' };
  const id = parseDeviceId(spellOut(text.trim()));
  if (id !== null) return { kind: 'mac', id };
  const code = parseRegistrationCode(text);
  return code === null ? null : { kind: 'code', code };
}

/** Some routers print addresses without separators, and people copy them. */
function spellOut(text: string): string {
  return /^[\da-f]{12}$/i.test(text) ? text.replaceAll(/..(?=.)/g, '$&:') : text;
}

/**
 * The device of a key. An entry under this very key comes first, then the entry that the device has under its other
 * name: a device that is mapped by its registration code is found by its MAC address too.
 */
export function lookUpDevice(config: ConfigSnapshot, registry: Registry, key: DeviceKey): FoundDevice | null {
  if (key.kind === 'default') {
    const mapping = config.devices.get(DEFAULT_KEY);
    return mapping === undefined ? null : { mapping, record: null };
  }
  const record = key.kind === 'mac' ? registry.get(key.id) : registry.byRegistrationCode(key.code);
  const entry =
    key.kind === 'mac'
      ? config.devices.get(key.id)
      : (mappingByCode(config, key.code) ?? (record === null ? entryByShortCode(config, key.code) : null));
  const mapping = entry ?? (record === null ? null : ownMapping(config, record.id, record.registrationCode));
  return mapping === null && record === null ? null : { mapping, record };
}

/** The device of an entry, if it has called; to read only. @param normalKey  a MAC address or a code in normal form */
export function recordOfEntry(registry: Registry, normalKey: string): Readonly<DeviceRecord> | null {
  const id = parseDeviceId(normalKey);
  return id === null ? registry.peekByCode(normalKey) : registry.peek(id);
}

/** The device that a key in the config or an address means, if it has called; to read only. */
export function recordOfKey(registry: Registry, keyText: string): Readonly<DeviceRecord> | null {
  const key = parseDeviceKey(keyText);
  if (key === null || key.kind === 'default') return null;
  return key.kind === 'mac' ? registry.peek(key.id) : registry.peekByCode(key.code);
}

/** The entry of a device that never called, whose long code is in the config, found by the short code. */
function entryByShortCode({ devices }: ConfigSnapshot, code: string): MappingEntry | null {
  if (isLongCode(code)) return null;
  for (const [key, mapping] of devices) if (key.startsWith(code)) return mapping;
  return null;
}

/**
 * The device of the `{key}` in an address.
 * @throws {AppError} unknown_device
 */
export function requireDevice(config: ConfigSnapshot, registry: Registry, text: string): FoundDevice {
  const key = parseDeviceKey(text);
  const known = key === null ? null : lookUpDevice(config, registry, key);
  if (known !== null) return known;
  throw new AppError('unknown_device', { detail: `There is no device ${quoteShort(text)}.` });
}

/** The entry of the device that the `{key}` in an address means, for calls that change or remove it. */
export function findEntry(
  config: ConfigSnapshot,
  registry: Registry,
  text: string,
): Result<FoundEntry, AppError> {
  const key = parseDeviceKey(text);
  const { mapping = null, record = null } = (key && lookUpDevice(config, registry, key)) ?? {};
  return mapping === null ? err(noEntry(text)) : ok({ mapping, record });
}

/** The error for a device without an entry, where only one with an entry will do. */
export function noEntry(text: string): AppError {
  return new AppError('unknown_device', {
    detail: `The config has no entry for a device ${quoteShort(text)}.`,
  });
}
