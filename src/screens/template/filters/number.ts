/** Filters that parse, round and format numbers. */
import { plural } from '../../../platform/base/words.ts';
import type { Args, Filter } from '../signature.ts';
import { plainText, type Value } from '../values.ts';
import { anyFilter, numberFilter, valueFilter } from './define.ts';

const MAX_DECIMALS = 15;

function halfAway(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value));
}

const ROUNDING: ReadonlyMap<string, (value: number) => number> = new Map([
  ['common', halfAway],
  ['ceil', Math.ceil],
  ['floor', Math.floor],
]);

/** Round to a number of decimals; `common` rounds halves away from zero. */
function rounded(value: number, precision: number, round: (value: number) => number): number {
  const factor = 10 ** precision;
  const scaled = value * factor;
  // Adding 0 turns -0 into 0.
  return Number.isFinite(scaled) ? round(scaled) / factor + 0 : value;
}

const DECIMAL = /^\s*[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i;
/** Longer texts are not read as numbers. */
const MAX_DIGITS = 400;

function numberIn(value: Value): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'boolean') return Number(value);
  const text = plainText(value);
  if (text === undefined || text.length > MAX_DIGITS || !DECIMAL.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** A whole number in a base other than ten, with or without a prefix such as `0x`. */
function integerInBase(value: Value, base: number): number | undefined {
  const text = plainText(value)?.trim().toLowerCase();
  if (text === undefined || text.length > MAX_DIGITS) return numberIn(value);
  const [, sign = '', digits = ''] = /^([+-]?)(?:0[xob])?([0-9a-z]+)$/.exec(text) ?? [];
  const fits = digits !== '' && Array.from(digits).every((digit) => Number.parseInt(digit, 36) < base);
  const number = fits ? Number(`${sign}1`) * Number.parseInt(digits, base) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

function toInteger(input: Value, args: Args): Value {
  const base = args.integer(1, 10, 2, 36);
  const value = base === 10 ? numberIn(input) : integerInBase(input, base);
  if (value !== undefined) return Math.trunc(value) + 0;
  return args.values[0] === undefined ? 0 : args.values[0];
}

/** A number with separators: `1.234,50`. */
function formatted(value: number, decimals: number, thousands: string, point: string): string {
  const text = decimals < 0 ? String(value) : rounded(value, decimals, halfAway).toFixed(decimals);
  const [, sign = '', whole = '', fraction] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === '') return text;
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, () => thousands);
  return sign + grouped + (fraction === undefined ? '' : point + fraction);
}

function fileSize(bytes: number, binary: boolean): string {
  const base = binary ? 1024 : 1000;
  if (Math.abs(bytes) < base) return plural(Math.round(bytes), 'byte');
  const units = binary
    ? ['KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB', 'YiB']
    : ['kB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'];
  let size = bytes / base;
  let unit = 0;
  while (Math.abs(size) >= base && unit < units.length - 1) {
    size /= base;
    unit += 1;
  }
  return `${rounded(size, 1, halfAway).toFixed(1)} ${units[unit]}`;
}

export const NUMBER_FILTERS: Readonly<Record<string, Filter>> = {
  round: numberFilter('precision method', (value, args, run) => {
    const round = ROUNDING.get(args.text(1, 'common'));
    if (round === undefined) throw run.error("filter 'round': method must be 'common', 'ceil' or 'floor'");
    return rounded(value, args.integer(0, 0, -MAX_DECIMALS, MAX_DECIMALS), round);
  }),
  abs: numberFilter('', (value) => Math.abs(value)),
  number: numberFilter('decimals thousands point', (value, args, run) => {
    const thousands = args.text(1, ',');
    run.grow(400 + 110 * thousands.length);
    return formatted(value, args.integer(0, -1, -1, MAX_DECIMALS), thousands, args.text(2, '.'));
  }),
  filesizeformat: numberFilter('binary', (value, args) => fileSize(value, args.flag(0, false))),
  pluralize: valueFilter('singular plural', (input, args) => {
    const count = Array.isArray(input) ? input.length : numberIn(input);
    if (count === undefined) throw args.refuse('a number or a list', input);
    return Math.abs(count) === 1 ? args.text(0, '') : args.text(1, 's');
  }),
  int: anyFilter('default base', toInteger),
  float: anyFilter('default', (input, args) => {
    const value = numberIn(input);
    if (value !== undefined) return value;
    return args.values[0] === undefined ? 0 : args.values[0];
  }),
};
