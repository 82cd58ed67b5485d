/** What is known of a device, and what of it a script and a template may know. */
import type { PlainObject, PlainValue } from '../platform/base/plain.ts';
import type { ResolvedMapping } from './mapping.ts';
import type { Size } from './panel.ts';
import { hyphenateCode, isLongCode, shortCode } from './registration-code.ts';
import { type DeviceReport, namedValues } from './report.ts';
import { READINGS, TRAITS } from './report-fields.ts';

/** A device as far as it is known; null where it is not. */
export interface DeviceFacts extends DeviceReport {
  readonly id: string | null;
  readonly name: string | null;
  readonly friendlyId: string | null;
  /** Short or long. */
  readonly registrationCode: string | null;
  /** True when the config has a mapping of the device's own. */
  readonly registered: boolean;
}

/** The facts of a device from its identity, its report and its mapping. The name of a default mapping is not its own. */
export function deviceFacts(
  { id, friendlyId, registrationCode }: Pick<DeviceFacts, 'id' | 'friendlyId' | 'registrationCode'>,
  report: DeviceReport,
  { mapping, own }: Pick<ResolvedMapping, 'mapping' | 'own'>,
): DeviceFacts {
  const name = own ? (mapping.name ?? null) : null;
  // The report last: spread first, V8 adds the other fields to it one by one, which takes 30 times as long.
  return { id, name, friendlyId, registrationCode, registered: own, ...report };
}

/** The facts that stay the same from call to call. */
export function lastingFacts(facts: DeviceFacts): Partial<DeviceFacts> {
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !Object.hasOwn(READINGS, name)));
}

/** Make the `device` table. Only what is known is present. Width and height are the picture's. */
export function deviceTable(facts: DeviceFacts, size: Size): PlainObject {
  const code = facts.registrationCode;
  const fields: Record<string, PlainValue> = {
    mac: facts.id,
    name: facts.name,
    friendly_id: facts.friendlyId,
    ...namedValues(TRAITS, facts),
    width: size.widthPx,
    height: size.heightPx,
    ...namedValues(READINGS, facts),
    registered: facts.registered,
    registration_code: code === null ? null : shortCode(code),
    registration_code_hyphenated: code === null ? null : hyphenateCode(shortCode(code)),
    registration_code_long: code !== null && isLongCode(code) ? hyphenateCode(code) : null,
  };
  const known: Record<string, PlainValue> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== null) known[name] = value;
  return known;
}
