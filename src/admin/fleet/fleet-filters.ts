/** The filters of a list of the fleet: query parameters, each of which a device has to pass. */

import { FLEET_STATES, type FleetState } from '../../domain/fleet-state.ts';
import { globFits, parseGlob } from '../../domain/glob.ts';
import { shortCode } from '../../domain/registration-code.ts';
import { isInRange, parseVersionRange, readVersion } from '../../domain/version-range.ts';
import { didYouMean } from '../../platform/base/nearest.ts';
import { type JsonSchema, listQuery, momentQuery, type QueryField, wrongQuery } from '../query-fields.ts';
import type { FleetDevice } from './fleet-devices.ts';
import { FLEET_LIMITS } from './fleet-limits.ts';

export type Passes = (device: FleetDevice) => boolean;

/** What can be asked of a battery in per cent, and of a signal in dBm: some more than all values that devices have. */
const BATTERY_BOUND = { min: 0, max: 101 } as const;
const RSSI_BOUND = { min: -200, max: 100 } as const;

/** A version or a beginning of one, or one or two bounds. */
const BOUND = '(?:<=?|>=?)\\s*\\d{1,9}(?:\\.\\d{1,9}){0,5}';
const VERSIONS = {
  type: 'string',
  pattern: `^\\s*(?:[^<>=\\s,]+|${BOUND}(?:\\s+${BOUND})?)?\\s*$`,
  minLength: 1,
  maxLength: FLEET_LIMITS.filterCharacters,
  examples: ['<1.6', '1.5.*', '1.5.2'],
};

/** A filter; null where the query does not have it. */
type Filter = QueryField<Passes | null>;

/** All filters, each a query parameter. */
export const FLEET_FILTERS = {
  state: listFilter(
    'Devices with one of these conditions',
    { type: 'string', enum: FLEET_STATES },
    (values, name) => {
      const states = new Set(values.map((value) => readState(value, name)));
      return ({ conditions }) =>
        conditions.length === 0 ? states.has('ok') : conditions.some((condition) => states.has(condition));
    },
  ),
  screen: named('Screens, with or without their handle', 'clock*', ({ screen }) => screenNames(screen)),
  panel: named('Panels', 'trmnl_og', ({ display }) => [display.panel]),
  tag: named('Tags', 'hall', ({ own }) => own?.tags ?? []),
  group: named('Groups', 'halls', ({ groups }) => groups),
  model: named('Models', 'og', ({ record }) => [record?.report.model ?? null]),
  firmware: listFilter('Versions: one, a beginning and `*`, or a bound', VERSIONS, (values, name) => {
    const ranges = values.map((value) => {
      const range = parseVersionRange(value);
      if (range === null)
        throw wrongQuery(name, 'a version such as 1.5.2 or 1.5.*, or a bound such as <1.6', value);
      return range;
    });
    return ({ record }) => {
      const said = record?.report.firmwareVersion ?? null;
      if (said === null) return false;
      const version = readVersion(said);
      return ranges.some((range) => isInRange(range, version));
    };
  }),
  battery_below: boundFilter('Per cent', BATTERY_BOUND, (most) => ({ batteryPercent }) => {
    return batteryPercent !== null && batteryPercent < most;
  }),
  rssi_below: boundFilter(
    'dBm',
    RSSI_BOUND,
    (most) =>
      ({ record }) =>
        (record?.report.rssi ?? most) < most,
  ),
  seen_before: seenBefore('Devices whose last call was before it'),
  q: textFilter('A part of key, name, code, tags, screen or MAC address', 'kitchen'),
} as const satisfies Readonly<Record<string, Filter>>;

export type FilterName = keyof typeof FLEET_FILTERS;

/** The filters of a query as they were read. */
export type ReadFilters = Readonly<Record<FilterName, Passes | null>>;

function listFilter(
  description: string,
  items: JsonSchema,
  read: (values: readonly string[], name: string) => Passes,
): Filter {
  const { filterValues: most } = FLEET_LIMITS;
  return listQuery(description, items, most, (values, name) => {
    if (values.length === 0) return null;
    if (values.length > most) throw wrongQuery(name, `at most ${most} values`, String(values.length));
    for (const value of values) requireLength(value, name);
    return read(values, name);
  });
}

/** One of some names, with `*` for any characters. */
function named(
  description: string,
  example: string,
  namesOf: (device: FleetDevice) => readonly (string | null)[],
): Filter {
  const pattern = `^[^,]{1,${FLEET_LIMITS.filterCharacters}}$`;
  const items = { type: 'string', pattern, examples: [example] };
  return listFilter(`${description}; \`*\` stands for any characters`, items, (values) => {
    const globs = values.map(parseGlob);
    return (device) =>
      namesOf(device).some((name) => {
        const lower = name?.toLowerCase() ?? null;
        return lower !== null && globs.some((glob) => globFits(glob, lower));
      });
  });
}

function boundFilter(
  description: string,
  { min, max }: { readonly min: number; readonly max: number },
  below: (most: number) => Passes,
): Filter {
  return {
    description,
    schema: { type: 'number', minimum: min, maximum: max },
    read: ([text], name) => {
      if (text === undefined) return null;
      requireLength(text, name);
      const number = NUMBER.test(text) ? Number(text) : Number.NaN;
      if (number >= min && number <= max) return below(number);
      throw wrongQuery(name, `a number from ${min} to ${max}`, text);
    },
  };
}

function seenBefore(description: string): Filter {
  const moment = momentQuery(description);
  return {
    ...moment,
    read: (values, name) => {
      for (const value of values) requireLength(value, name);
      const before = moment.read(values, name);
      if (before === null) return null;
      return ({ record }) => record !== null && record.lastSeenMs < before.ms;
    },
  };
}

function textFilter(description: string, example: string): Filter {
  return {
    description,
    schema: { type: 'string', minLength: 1, maxLength: FLEET_LIMITS.filterCharacters, examples: [example] },
    read: ([given], name) => {
      if (given === undefined) return null;
      requireLength(given, name);
      const text = given.toLowerCase();
      // An address in any spelling, a code with its hyphen.
      const bare = text.replaceAll(/[:-]/g, '');
      return (device) => isIn(device, text, bare);
    },
  };
}

/** @throws {AppError} invalid_query */
function requireLength(value: string, name: string): void {
  const { filterCharacters: most } = FLEET_LIMITS;
  if (value === '' || value.length > most) throw wrongQuery(name, `1 to ${most} characters`, value);
}

/** The names by which people know a screen: `handle/path`, and the path without the handle, or without its folders. */
function screenNames(screen: string | null): readonly string[] {
  if (screen === null) return [];
  const parts = screen.split('/');
  return parts.map((_, at) => parts.slice(at).join('/'));
}

function readState(value: string, name: string): FleetState {
  const state = FLEET_STATES.find((known) => known === value);
  if (state !== undefined) return state;
  throw wrongQuery(name, `one of ${FLEET_STATES.join(', ')}`, value, didYouMean(value, FLEET_STATES) || '.');
}

/** Numbers as JSON writes them. */
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

function isIn(device: FleetDevice, text: string, bare: string): boolean {
  const { key, mac, own, record } = device;
  const code = shortCode(record?.registrationCode ?? '').toLowerCase();
  return (
    key.toLowerCase().includes(text) ||
    (own?.name?.toLowerCase().includes(text) ?? false) ||
    (own?.tags?.some((tag) => tag.toLowerCase().includes(text)) ?? false) ||
    (bare !== '' &&
      (bareOf(mac ?? '').includes(bare) || bareOf(key).includes(bare) || code.includes(bare))) ||
    // Looked up only for those that nothing else has found.
    (device.screen?.toLowerCase().includes(text) ?? false)
  );
}

function bareOf(text: string): string {
  return text.toLowerCase().replaceAll(/[:-]/g, '');
}
