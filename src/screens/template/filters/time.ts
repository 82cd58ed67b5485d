/** Filters that format times. */
import type { TimeLocale } from '../../../platform/time/locale.ts';
import { formatTime, type TimeOptions } from '../../../platform/time/strftime.ts';
import type { Run } from '../run/run.ts';
import type { Args, Filter } from '../signature.ts';
import { plainText, type Value } from '../values.ts';
import { valueFilter } from './define.ts';

const ISO =
  /^\s*(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?(?:\s*(Z|[+-]\d\d:?\d\d))?\s*$/i;
const MAX_TEXT = 64;
const MAX_FORMAT = 256;
/** Cost of one call: `Intl` takes 20 µs for the offset of a time zone, and 300 µs for its name (`%Z`). */
const STEPS = 100;
const STEPS_WITH_ZONE_NAME = 2000;
/** About 270 000 years, the range of JavaScript's dates. */
const MAX_SECONDS = 8.6e12;
/** Most characters that a directive of two characters can become: a long name or a padded number. */
const MAX_GROWTH = 128;

interface Moment {
  readonly epochSeconds: number;
  /** Time zone to show it in unless another one is given; undefined for that of the server. */
  readonly ownZone: string | undefined;
  /** True for a text without a time zone, whose time of day is shown as it is. */
  readonly isLocal: boolean;
}

function momentOf(value: Value, args: Args): Moment {
  if (typeof value === 'number') return { epochSeconds: value, ownZone: undefined, isLocal: false };
  const text = plainText(value);
  const parsed = text === undefined || text.length > MAX_TEXT ? undefined : parsed8601(text);
  if (parsed === undefined) {
    throw args.refuse('a Unix timestamp or a text like 2026-01-31T18:05:00Z', value);
  }
  return parsed;
}

function parsed8601(text: string): Moment | undefined {
  if (/^\s*-?\d+(\.\d+)?\s*$/.test(text)) {
    return { epochSeconds: Number(text), ownZone: undefined, isLocal: false };
  }
  const match = ISO.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const utc = Date.UTC(year, month - 1, day, hour, minute, second) / 1000;
  const isReal =
    new Date(utc * 1000).getUTCDate() === day && month >= 1 && month <= 12 && hour < 24 && minute < 60;
  if (!isReal || second > 60) return undefined;
  const zone = match[7]?.toUpperCase();
  if (zone === undefined) return { epochSeconds: utc, ownZone: 'UTC', isLocal: true };
  // `Z` gives the moment, but not the zone in which it is to be shown.
  if (zone === 'Z') return { epochSeconds: utc, ownZone: undefined, isLocal: false };
  const [sign = '', hours = '', minutes = ''] = [zone.slice(0, 1), zone.slice(1, 3), zone.slice(-2)];
  const offset = Number(`${sign}1`) * (Number(hours) * 3600 + Number(minutes) * 60);
  return { epochSeconds: utc - offset, ownZone: `${sign}${hours}:${minutes}`, isLocal: false };
}

/** @param standard  the format when none is given */
function timeFilter(standard: string): Filter {
  return valueFilter('format timezone|zone locale', (input, args, run) => {
    const format = args.text(0, standard);
    if (format.length > MAX_FORMAT) throw run.error(`the format has more than ${MAX_FORMAT} characters`);
    const moment = momentOf(input, args);
    const zone = moment.isLocal ? moment.ownZone : (args.optionalText(1) ?? moment.ownZone);
    if (!(Math.abs(moment.epochSeconds) < MAX_SECONDS))
      throw run.error('this time is too far away to be shown');
    run.grow(format.length * MAX_GROWTH);
    run.spend(format.includes('Z') ? STEPS_WITH_ZONE_NAME : STEPS);
    return written(moment.epochSeconds, format, optionsOf(zone, args.optionalText(2)), run);
  });
}

function optionsOf(zone: string | undefined, locale: string | undefined): TimeOptions {
  const options: { zone?: string; locale?: TimeLocale } = {};
  if (zone !== undefined) options.zone = zone;
  // An unknown locale is refused by name further down.
  if (locale !== undefined) options.locale = locale as TimeLocale;
  return options;
}

function written(epochSeconds: number, format: string, options: TimeOptions, run: Run): string {
  try {
    return formatTime(epochSeconds, format, options);
  } catch (error) {
    // The message names an unknown zone or locale.
    if (error instanceof RangeError) throw run.error(error.message);
    throw error;
  }
}

export const TIME_FILTERS: Readonly<Record<string, Filter>> = {
  format_time: timeFilter('%H:%M'),
  date: timeFilter('%Y-%m-%d'),
};
