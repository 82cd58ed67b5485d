/** Refuses an entry for a registration code that no device has shown: a typing error would make an entry for nobody. */

import { ownMapping } from '../../domain/config-snapshot.ts';
import { hyphenateCode, shortCode } from '../../domain/registration-code.ts';
import type { FieldProblem } from '../../platform/base/errors.ts';
import { nearest } from '../../platform/base/nearest.ts';
import { isPlainObject, type PlainValue } from '../../platform/base/plain.ts';
import type { AdminApi } from '../admin-api.ts';
import { type DeviceKey, lookUpDevice, parseDeviceKey } from './find-device.ts';

/** Devices without an entry whose codes are compared, those seen last. */
const MAX_COMPARED = 2000;
/** Most codes that a message names. */
const MAX_SIMILAR = 3;

/** The problem of the `key` of a body, unless the body says that the code is expected. Asks the state store, too. */
export async function unknownCode(api: AdminApi, body: PlainValue): Promise<readonly FieldProblem[]> {
  if (!isPlainObject(body) || body['expected'] === true || typeof body['key'] !== 'string') return [];
  const key = parseDeviceKey(body['key']);
  if (key === null || (await isShown(api, key))) return [];
  const asked = JSON.stringify(body['key'].trim().slice(0, 40));
  const message = `key: no device has shown the code ${asked}${similarCodes(api, key)}; with "expected": true it gets an entry before its first call`;
  return [{ field: 'key', message }];
}

/** True for whatever is no code, for a code that has an entry, and for one that a device has shown to any server. */
export async function isShown({ config, registry, keeper }: AdminApi, key: DeviceKey): Promise<boolean> {
  if (key.kind !== 'code' || lookUpDevice(config(), registry, key) !== null) return true;
  return (await keeper.findByCode(key.code)) !== null;
}

function similarCodes(api: AdminApi, key: DeviceKey): string {
  if (key.kind !== 'code') return '';
  const config = api.config();
  const waiting = new Set(
    api.registry
      .ids()
      .slice(-MAX_COMPARED)
      .flatMap((id) => api.registry.peek(id) ?? [])
      .filter(({ id, registrationCode }) => ownMapping(config, id, registrationCode) === null)
      .flatMap(({ registrationCode }) => (registrationCode === null ? [] : [shortCode(registrationCode)])),
  );
  const similar: string[] = [];
  for (let found = nearest(shortCode(key.code), waiting); found !== null; ) {
    similar.push(hyphenateCode(found));
    waiting.delete(found);
    found = similar.length < MAX_SIMILAR ? nearest(shortCode(key.code), waiting) : null;
  }
  return similar.length === 0 ? '' : ` (waiting for an entry: ${similar.join(', ')})`;
}
