/** The columns of exported devices: what can be set, and what devices say, which is not imported. */
import { PARAM_PREFIX, SETTING_NAMES } from '../bodies.ts';

/** Settings with a column of their own. */
const SETTING_COLUMNS: readonly string[] = SETTING_NAMES.filter(
  (name) => name !== 'params' && name !== 'name',
);

/** Columns that every export has. */
export const FIRST_COLUMNS: readonly string[] = ['key', 'name', 'screen', ...SETTING_COLUMNS];

/** Columns that an import passes over. */
export const TOLD_COLUMNS = [
  'mac',
  'registration_code',
  'model',
  'firmware_version',
  'last_seen',
  'battery_voltage',
  'percent_charged',
  'rssi',
] as const;

/** True for a column that an import passes over. */
export function isToldColumn(name: string): boolean {
  return TOLD_COLUMNS.some((one) => one === name);
}

/** True for a column of a setting, or of a param. */
export function isSetColumn(name: string): boolean {
  return FIRST_COLUMNS.includes(name) || (name.startsWith(PARAM_PREFIX) && name.length > PARAM_PREFIX.length);
}
