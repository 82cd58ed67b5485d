/** What a device says of itself in the headers of a call. Telemetry that does not parse is ignored, never an error. */
import { LIMITS } from '../platform/base/limits.ts';
import type { Size } from './panel.ts';
import { READINGS, type ReportField, type ReportFields, TRAITS } from './report-fields.ts';
import { parseSensors, type SensorReading } from './sensors.ts';

/** Null where the device does not say. */
type Value<Field extends ReportField> = Kinds[Field['kind']] | null;

interface Kinds {
  readonly text: string;
  readonly number: number;
  readonly integer: number;
  readonly flag: boolean;
  readonly sensors: string;
}

/** The value that screens and admins get. */
type Named<Field extends ReportField> = Field['kind'] extends 'sensors'
  ? readonly SensorReading[] | null
  : Value<Field>;

/** The values of some fields. */
type ReportValues<Fields extends ReportFields> = { readonly [Field in keyof Fields]: Value<Fields[Field]> };

/** The same by the names that screens and admins know. */
type NamedValues<Fields extends ReportFields> = {
  readonly [Field in keyof Fields as Fields[Field]['name']]: Named<Fields[Field]>;
};

type Listed<Fields extends ReportFields> = {
  readonly [Field in keyof Fields as Fields[Field]['isListed'] extends true ? Field : never]: Fields[Field];
};

export interface DeviceReport extends ReportValues<typeof TRAITS>, ReportValues<typeof READINGS> {
  readonly size: Size | null;
  /** The `Colors` header as it came. */
  readonly colors: string | null;
  /** The beginning of the `User-Agent` header. It leads to a panel, and is shown to nobody. */
  readonly userAgent: string | null;
  /** Fields of which the device says in this call that it does not know them; absent for none. */
  readonly unknown?: readonly string[];
}

const FIELDS: readonly (readonly [string, ReportField])[] = Object.entries({ ...TRAITS, ...READINGS });

/** Those that a device can take back. */
const UNKNOWN = FIELDS.filter(([, { unknown }]) => unknown !== undefined);

function isUnknown({ unknown }: ReportField, value: string | undefined): boolean {
  return unknown !== undefined && readNumber(value) === unknown;
}

/**
 * A report without values. Made by JSON, as V8 keeps an object as a slow table that got more than a dozen fields one by one,
 * and a report is copied several times in each call of its device.
 */
const BLANK: Readonly<Record<string, unknown>> = JSON.parse(
  JSON.stringify(
    Object.fromEntries(
      ['size', 'colors', 'userAgent', ...FIELDS.map(([name]) => name)].map((name) => [name, null]),
    ),
  ),
);

/** Read a report. `header` gives the value of a header by its lower-case name. */
export function readReport(header: (name: string) => string | undefined): DeviceReport {
  const report: Record<string, unknown> = { ...BLANK };
  // Kindle and KOReader clients send png-width and png-height instead.
  report['size'] =
    readSize(header('width'), header('height')) ?? readSize(header('png-width'), header('png-height'));
  report['colors'] = readColors(header('colors'));
  report['userAgent'] = readText(header('user-agent')?.slice(0, MAX_TEXT));
  for (const [name, field] of FIELDS) report[name] = readField(field, header(field.header));
  const unknown = UNKNOWN.filter(
    ([name, field]) => report[name] === null && isUnknown(field, header(field.header)),
  );
  if (unknown.length > 0) report['unknown'] = unknown.map(([name]) => name);
  return withPercent(report as unknown as DeviceReport);
}

/** No battery of a display has more volts: Kindle, KOReader and Linux clients say per cent in this header. */
const MOST_VOLTS = 6;

function withPercent(report: DeviceReport): DeviceReport {
  const { batteryVoltage, percentCharged } = report;
  if (batteryVoltage === null || batteryVoltage <= MOST_VOLTS) return report;
  const { unknown = [], ...said } = report;
  const rest = unknown.filter((field) => field !== 'percentCharged');
  return {
    ...said,
    batteryVoltage: null,
    percentCharged: percentCharged ?? batteryVoltage,
    ...(rest.length === 0 ? {} : { unknown: rest }),
  };
}

/** The report of a device that says nothing. */
export const NO_REPORT: DeviceReport = readReport(() => undefined);

/** Read a report that was kept as JSON. What could not have come from a device counts as not said. */
export function restoreReport(kept: unknown): DeviceReport {
  const fields = (typeof kept === 'object' && kept !== null ? kept : {}) as Readonly<Record<string, unknown>>;
  const textOf = (value: unknown): string | undefined =>
    ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
  const { widthPx, heightPx } = (fields['size'] ?? {}) as Partial<Record<keyof Size, unknown>>;
  const headers = new Map<string, unknown>(FIELDS.map(([name, { header }]) => [header, fields[name]]));
  headers.set('width', widthPx).set('height', heightPx).set('colors', fields['colors']);
  headers.set('user-agent', fields['userAgent']);
  return readReport((name) => textOf(headers.get(name)));
}

/** What is known after a call: what it says, and what earlier calls said of all else. */
export function mergeReports(earlier: DeviceReport, report: DeviceReport): DeviceReport {
  // Without a rest of the fields, which V8 makes a table that is slow to copy: each call of a device copies its report.
  const merged: Record<string, unknown> = { ...earlier };
  for (const [field, value] of Object.entries(report)) {
    if (value !== null && field !== 'unknown') merged[field] = value;
  }
  for (const field of report.unknown ?? []) merged[field] = null;
  return merged as unknown as DeviceReport;
}

/** The values of some fields, by the names that screens and admins know. */
export function namedValues<Fields extends ReportFields>(
  fields: Fields,
  report: ReportValues<Fields>,
): NamedValues<Fields> {
  const values: Record<string, unknown> = {};
  for (const [field, { name, kind }] of Object.entries(fields)) {
    const value = report[field] ?? null;
    values[name] = kind === 'sensors' && value !== null ? parseSensors(String(value)) : value;
  }
  return values as NamedValues<Fields>;
}

/** Those of some fields that the admin API shows. */
export function listedFields<Fields extends ReportFields>(fields: Fields): Listed<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, { isListed }]) => isListed)) as Listed<Fields>;
}

function readField(field: ReportField, value: string | undefined): string | number | boolean | null {
  const { kind, min, max, unknown } = field;
  // Before the range: -1 is a temperature, too, and devices that say it mean that they do not know.
  if (unknown !== undefined && isUnknown(field, value)) return null;
  switch (kind) {
    case 'text':
      return readText(value);
    case 'number':
      return readNumber(value, min, max);
    case 'integer':
      return readInteger(value, min, max);
    case 'flag':
      return readFlag(value);
    case 'sensors':
      return readSensors(value);
  }
}

/** Firmware says `true` or `1`, as it comes. */
function readFlag(value: string | undefined): boolean | null {
  const text = value?.trim().toLowerCase() ?? '';
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : null;
}

/** Null where no reading is left: what is kept can be read again. */
function readSensors(value: string | undefined): string | null {
  return value === undefined || parseSensors(value).length === 0 ? null : value;
}

/** Characters of a name. */
const MAX_TEXT = 64;

/** Text of a header, without control characters; null when nothing is left, and for one that is too long for a name. */
function readText(value: string | undefined): string | null {
  if (value === undefined || value.length > MAX_TEXT) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
  const text = value.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '').trim();
  return text === '' ? null : text;
}

/** Kept for each device, so it may be no longer than a palette can be. */
function readColors(value: string | undefined): string | null {
  return value === undefined || value.length > LIMITS.colorsHeaderCharacters ? null : value;
}

function readSize(width: string | undefined, height: string | undefined): Size | null {
  const widthPx = readInteger(width, 1, LIMITS.pictureEdgePx);
  const heightPx = readInteger(height, 1, LIMITS.pictureEdgePx);
  return widthPx === null || heightPx === null ? null : { widthPx, heightPx };
}

function readInteger(value: string | undefined, min?: number, max?: number): number | null {
  const number = readNumber(value, min, max);
  return number !== null && Number.isInteger(number) ? number : null;
}

function readNumber(value: string | undefined, min = -Infinity, max = Infinity): number | null {
  const text = value?.trim() ?? '';
  if (!/^[+-]?\d{1,9}(?:\.\d{1,9})?$/.test(text)) return null;
  const number = Number(text);
  return number >= min && number <= max ? number : null;
}
