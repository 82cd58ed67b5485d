/** `PATCH /api/admin/devices/{key}`: changes single settings of a device. */
import type { PlainValue } from '../../platform/base/plain.ts';
import { err, ok } from '../../platform/base/result.ts';
import type { AdminApi, AdminCall } from '../admin-api.ts';
import { updateDeviceBody } from '../bodies.ts';
import { changeConfig, changedNames } from '../config-text/change-config.ts';
import type { DeviceWritten } from './create-device.ts';
import { screenByTags, screenMissing } from './effective-mapping.ts';
import { notExpected } from './entry-digest.ts';
import { findEntry } from './find-device.ts';
import { planUpdate } from './update-entry.ts';

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
