/** A fleet in the registry of a server, as if all its devices had called. */

import { type DeviceId, parseDeviceId } from '../../../src/domain/device-id.ts';
import { longCode } from '../../../src/domain/registration-code.ts';
import { type DeviceReport, NO_REPORT } from '../../../src/domain/report.ts';
import { type DeviceRecord, newRecord } from '../../../src/fleet/register/device-record.ts';
import type { Registry } from '../../../src/fleet/register/registry.ts';
import { macOf } from './mac.ts';

/** The address of a device of the fleet. */
export function fleetMac(number: number): DeviceId {
  return parseDeviceId(macOf('02', number)) as DeviceId;
}

/** Entries of a config for so many devices. */
export function fleetEntries(count: number, screen = 'plain'): string {
  const numbers = Array.from({ length: count }, (_, number) => number);
  return numbers
    .map((number) => `  "${fleetMac(number)}": { screen: ${screen}, name: Room ${number} }\n`)
    .join('');
}

export interface Called extends Partial<Omit<DeviceRecord, 'report'>> {
  readonly report?: Partial<DeviceReport>;
}

/** Let a device have called: just now, with a refresh of a quarter of an hour, unless told otherwise. */
export function letCall(registry: Registry, id: DeviceId, { report, ...more }: Called = {}): DeviceRecord {
  const record = registry.get(id) ?? newRecord(id, Date.now());
  const told = { toldRefreshSeconds: 900, registrationCode: longCode(`token of ${id}`) };
  Object.assign(record, { ...told, ...more, report: { ...NO_REPORT, model: 'og', ...report } });
  registry.touch(record);
  return record;
}
