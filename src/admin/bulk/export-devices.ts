/** `GET /api/admin/devices/export`: all entries of the config as a table, or as JSON, that the import takes back. */
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { parseDeviceId } from '../../domain/device-id.ts';
import { shortCode } from '../../domain/registration-code.ts';
import type { DeviceRecord } from '../../fleet/register/device-record.ts';
import { isPlainObject, type PlainObject, type PlainValue } from '../../platform/base/plain.ts';
import type { Slices } from '../../platform/base/turns.ts';
import type { AdminApi } from '../admin-api.ts';
import { PARAM_PREFIX } from '../bodies.ts';
import { withoutMistaken } from '../config-text/config-view.ts';
import { recordOfEntry } from '../devices/find-device.ts';
import { timeText } from '../view.ts';
import { writtenEntries } from './bulk-answer.ts';
import { cellOf, FIRST_COLUMNS, REPORTED_COLUMNS, reportedCell } from './table-cells.ts';

type Reported = Readonly<Record<(typeof REPORTED_COLUMNS)[number], string | number | null>>;

interface ExportedEntry {
  readonly key: string;
  readonly entry: PlainObject;
  readonly reported: Reported;
}

/** It takes less than a millisecond to write so many devices, with all the columns that there may be two. */
const SLICE = 8;

/** Spreadsheets take a file without it for one in the code page of the system. */
const BYTE_ORDER_MARK = '\ufeff';

export const exportSchema = z
  .object({ devices: z.array(z.record(z.string(), z.unknown())) })
  .describe('Each with `key`, the settings of its entry, and what it last told')
  .meta({
    id: 'DeviceList',
    examples: [
      {
        devices: [
          { key: 'AA:BB:CC:DD:EE:FF', screen: 'local/clock', refresh: 900, mac: 'AA:BB:CC:DD:EE:FF' },
        ],
      },
    ],
  });

/** The entries as JSON, in slices. Settings that are not set are absent. */
export function* exportJson(api: AdminApi): Generator<readonly PlainObject[]> {
  for (const slice of exportedSlices(api)) {
    yield slice.map(({ key, entry, reported }) => ({ key, ...known(entry), ...reported }));
  }
}

/** The entries as CSV (RFC 4180) in UTF-8 with a byte order mark. */
export function* exportCsv(api: AdminApi): Slices<Buffer> {
  const columns = [...FIRST_COLUMNS, ...(yield* paramColumns(api))];
  const parts = [Buffer.from(BYTE_ORDER_MARK + csvLines([[...columns, ...REPORTED_COLUMNS]]))];
  for (const slice of exportedSlices(api)) {
    const rows = slice.map(({ key, entry, reported }) => [
      ...columns.map((column) => cellOf(column, column === 'key' ? key : valueInColumn(entry, column))),
      ...REPORTED_COLUMNS.map((name) => reportedCell(reported[name])),
    ]);
    parts.push(Buffer.from(csvLines(rows)));
    yield;
  }
  return Buffer.concat(parts);
}

/** The params of all entries, in the order of the config. */
function* paramColumns(api: AdminApi): Slices<readonly string[]> {
  const names = new Set<string>();
  for (const entry of writtenEntries(api.rawConfig()).values()) {
    for (const name of Object.keys(paramsOf(entry))) names.add(PARAM_PREFIX + name);
    yield;
  }
  return [...names];
}

/** What an entry has in a column; undefined for nothing. */
export function valueInColumn(entry: PlainObject, column: string): PlainValue | undefined {
  const [map, name] = column.startsWith(PARAM_PREFIX)
    ? [paramsOf(entry), column.slice(PARAM_PREFIX.length)]
    : [entry, column];
  return Object.hasOwn(map, name) ? map[name] : undefined;
}

function paramsOf(entry: PlainObject): PlainObject {
  const params = Object.hasOwn(entry, 'params') ? entry['params'] : undefined;
  return isPlainObject(params) ? params : {};
}

function known(entry: PlainObject): PlainObject {
  const names = [...FIRST_COLUMNS, 'params'].filter((name) => Object.hasOwn(entry, name));
  return Object.fromEntries(names.map((name) => [name, entry[name] ?? null]));
}

/** In the order of the config. */
function* exportedSlices(api: AdminApi): Generator<readonly ExportedEntry[]> {
  const written = writtenEntries(api.rawConfig());
  const devices = [...api.config().devices];
  for (let start = 0; start < devices.length; start += SLICE) {
    yield devices.slice(start, start + SLICE).map(([normal, { key }]): ExportedEntry => {
      const shown = withoutMistaken(written.get(key) ?? {});
      const record = recordOfEntry(api.registry, normal);
      return {
        key,
        entry: isPlainObject(shown) ? shown : {},
        reported: reportedOf(record, parseDeviceId(normal)),
      };
    });
  }
}

function reportedOf(record: DeviceRecord | null, id: string | null): Reported {
  const report = record?.report;
  return {
    mac: record?.id ?? id,
    registration_code: shortCode(record?.registrationCode ?? '') || null,
    model: report?.model ?? null,
    firmware_version: report?.firmwareVersion ?? null,
    last_seen: record === null ? null : timeText(record.lastSeenMs),
    battery_voltage: report?.batteryVoltage ?? null,
    percent_charged: report?.percentCharged ?? null,
    rssi: report?.rssi ?? null,
  };
}

/** Cells with a separator of another country are quoted too. */
function csvLines(rows: readonly (readonly string[])[]): string {
  return stringify(rows as string[][], { record_delimiter: '\r\n', quoted_match: /[;\t\r\n]|^\s|\s$/ });
}
