/** The `device` table: what a script and a template may know of the device. Only what is known is present. */
import type { PlainObject, PlainValue } from '../base/plain.ts';
import type { Size } from './panel.ts';
import { hyphenateCode, isLongCode, shortCode } from './registration-code.ts';

/** A device as far as it is known; null where it is not. */
export interface DeviceFacts {
  readonly id: string | null;
  readonly name: string | null;
  readonly friendlyId: string | null;
  /** Short or long. */
  readonly registrationCode: string | null;
  /** True when the config has a mapping of the device's own. */
  readonly registered: boolean;
  readonly firmwareVersion: string | null;
  readonly model: string | null;
  readonly board: string | null;
  readonly batteryVoltage: number | null;
  readonly percentCharged: number | null;
  readonly rssi: number | null;
}

/** Make the `device` table. Width and height are the picture's. */
export function deviceTable(facts: DeviceFacts, size: Size): PlainObject {
  const code = facts.registrationCode;
  const fields: Record<string, PlainValue> = {
    mac: facts.id,
    name: facts.name,
    friendly_id: facts.friendlyId,
    model: facts.model,
    board: facts.board,
    firmware_version: facts.firmwareVersion,
    width: size.widthPx,
    height: size.heightPx,
    battery_voltage: facts.batteryVoltage,
    percent_charged: facts.percentCharged,
    rssi: facts.rssi,
    registered: facts.registered,
    registration_code: code === null ? null : shortCode(code),
    registration_code_hyphenated: code === null ? null : hyphenateCode(shortCode(code)),
    registration_code_long: code !== null && isLongCode(code) ? hyphenateCode(code) : null,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
