/** The filters of a list of the fleet: query parameters, each of which a device has to pass. */

import { FLEET_STATES, type FleetState } from '../../domain/fleet-state.ts';
import { globFits, parseGlob } from '../../domain/glob.ts';
import { shortCode } from '../../domain/registration-code.ts';
import { isInRange, parseVersionRange, readVersion } from '../../domain/version-range.ts';
import { AppError } from '../../platform/base/errors.ts';
import { didYouMean } from '../../platform/base/nearest.ts';
import { quoteShort } from '../../platform/base/one-line.ts';
import { readTime } from '../read-time.ts';
import type { FleetDevice } from './fleet-devices.ts';
import { FLEET_LIMITS } from './fleet-limits.ts';

export type Passes = (device: FleetDevice) => boolean;

/** Reads the values of a parameter. @throws {AppError} invalid_query */
type ReadFilter = (values: readonly string[], name: string) => Passes;

/** What can be asked of a battery in per cent, and of a signal in dBm: some more than all values that devices have. */
export const BATTERY_BOUND = { min: 0, max: 101 } as const;
export const RSSI_BOUND = { min: -200, max: 100 } as const;

const FILTERS = {
  state: (values, name) => {
    const states = new Set(values.map((value) => readState(value, name)));
    return ({ conditions }) =>
      conditions.length === 0 ? states.has('ok') : conditions.some((condition) => states.has(condition));
  },
  screen: named(({ screen }) => screenNames(screen)),
  panel: named(({ display }) => [display.panel]),
  tag: named(({ own }) => own?.tags ?? []),
  group: named(({ groups }) => groups),
  model: named(({ record }) => [record?.report.model ?? null]),
  firmware: (values, name) => {
    const ranges = values.map((value) => {
      const range = parseVersionRange(value);
      if (range === null)
        throw refused(name, 'a version such as 1.5.2 or 1.5.*, or a bound such as <1.6', value);
      return range;
    });
    return ({ record }) => {
      const said = record?.report.firmwareVersion ?? null;
      if (said === null) return false;
      const version = readVersion(said);
      return ranges.some((range) => isInRange(range, version));
    };
  },
  battery_below: (values, name) => {
    const most = readBound(values, name, BATTERY_BOUND);
    return ({ batteryPercent }) => batteryPercent !== null && batteryPercent < most;
  },
  rssi_below: (values, name) => {
    const most = readBound(values, name, RSSI_BOUND);
    return ({ record }) => (record?.report.rssi ?? most) < most;
  },
  seen_before: (values, name) => {
    const beforeMs = readTime(name, only(values)) ?? 0;
    return ({ record }) => record !== null && record.lastSeenMs < beforeMs;
  },
  q: (values) => {
    const text = only(values).toLowerCase();
    // An address in any spelling, a code with its hyphen.
    const bare = text.replaceAll(/[:-]/g, '');
    return (device) => isIn(device, text, bare);
  },
} as const satisfies Readonly<Record<string, ReadFilter>>;

export type FilterName = keyof typeof FILTERS;
export const FILTER_NAMES = Object.keys(FILTERS) as readonly FilterName[];

export interface NamedFilter {
  readonly name: FilterName;
  readonly passes: Passes;
}

/** Filters whose values stand between commas, or in parameters of their own. A free text may have commas. */
export const LIST_FILTERS: readonly string[] = [
  ...['state', 'screen', 'panel', 'tag', 'group', 'model', 'firmware'],
];

/**
 * Read all filters of a query.
 * @throws {AppError} invalid_query
 */
export function readFilters(query: URLSearchParams): Passes {
  const filters = namedFilters(query);
  return (device) => filters.every(({ passes }) => passes(device));
}

/**
 * The filters of a query, each by itself.
 * @throws {AppError} invalid_query
 */
export function namedFilters(query: URLSearchParams): readonly NamedFilter[] {
  return FILTER_NAMES.flatMap((name) => {
    const values = query
      .getAll(name)
      .flatMap((value) => (LIST_FILTERS.includes(name) ? value.split(',') : value));
    if (values.length === 0) return [];
    if (values.length > FLEET_LIMITS.filterValues) {
      throw refused(name, `at most ${FLEET_LIMITS.filterValues} values`, String(values.length));
    }
    for (const value of values) {
      const isGood = value !== '' && value.length <= FLEET_LIMITS.filterCharacters;
      if (!isGood) throw refused(name, `1 to ${FLEET_LIMITS.filterCharacters} characters`, value);
    }
    return [{ name, passes: FILTERS[name](values, name) }];
  });
}

/** The names by which people know a screen: `handle/path`, and the path without the handle, or without its folders. */
function screenNames(screen: string | null): readonly string[] {
  if (screen === null) return [];
  const parts = screen.split('/');
  return parts.map((_, at) => parts.slice(at).join('/'));
}

/** One of some names, with `*` for any characters. */
function named(namesOf: (device: FleetDevice) => readonly (string | null)[]): ReadFilter {
  return (values) => {
    const globs = values.map(parseGlob);
    return (device) =>
      namesOf(device).some((name) => {
        const lower = name?.toLowerCase() ?? null;
        return lower !== null && globs.some((glob) => globFits(glob, lower));
      });
  };
}

function readState(value: string, name: string): FleetState {
  const state = FLEET_STATES.find((known) => known === value);
  if (state !== undefined) return state;
  throw refused(name, `one of ${FLEET_STATES.join(', ')}`, value, didYouMean(value, FLEET_STATES));
}

/** Numbers as JSON writes them. */
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

function readBound(
  values: readonly string[],
  name: string,
  { min, max }: { readonly min: number; readonly max: number },
): number {
  const text = only(values);
  const number = NUMBER.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw refused(name, `a number from ${min} to ${max}`, text);
}

/** The value of a filter that is no list: the route takes no second one. */
function only([value = '']: readonly string[]): string {
  return value;
}

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

function refused(name: string, expected: string, got: string, hint = ''): AppError {
  return new AppError('invalid_query', {
    detail: `${name}: expected ${expected}, got ${quoteShort(got)}${hint || '.'}`,
  });
}
