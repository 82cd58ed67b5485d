/** Writes the directives of strftime as glibc does. */
import { type BrokenTime, isoWeek, weekOfYear } from './calendar.ts';
import type { LocaleNames } from './locale.ts';

interface FormatInput {
  readonly epochSeconds: number;
  readonly time: BrokenTime;
  readonly offsetSeconds: number;
  readonly abbreviation: () => string;
  readonly names: LocaleNames;
}

/** `%`, flags, width, an ignored `E` or `O`, colons, and the letter. */
const DIRECTIVE = /%([-_0^#]*)((?:[1-9]\d*)?)[EO]?(:{0,2}[A-Za-z%+])/g;
const MAX_WIDTH = 255;

interface NumberRule {
  readonly width: number;
  readonly fill: '0' | ' ';
  readonly value: (input: FormatInput) => number;
}

function number(width: number, value: (input: FormatInput) => number, fill: '0' | ' ' = '0'): NumberRule {
  return { width, fill, value };
}

const hour12 = ({ time }: FormatInput): number => ((time.hour + 11) % 12) + 1;
const positiveMod = (value: number, by: number): number => ((value % by) + by) % by;

const NUMBERS: Readonly<Record<string, NumberRule>> = {
  C: number(2, ({ time }) => Math.floor(time.year / 100)),
  G: number(1, ({ time }) => isoWeek(time).year),
  H: number(2, ({ time }) => time.hour),
  I: number(2, hour12),
  M: number(2, ({ time }) => time.minute),
  S: number(2, ({ time }) => time.second),
  U: number(2, ({ time }) => weekOfYear(time, 0)),
  V: number(2, ({ time }) => isoWeek(time).week),
  W: number(2, ({ time }) => weekOfYear(time, 1)),
  Y: number(1, ({ time }) => time.year),
  d: number(2, ({ time }) => time.day),
  e: number(2, ({ time }) => time.day, ' '),
  g: number(2, ({ time }) => positiveMod(isoWeek(time).year, 100)),
  j: number(3, ({ time }) => time.yearDay + 1),
  k: number(2, ({ time }) => time.hour, ' '),
  l: number(2, hour12, ' '),
  m: number(2, ({ time }) => time.month + 1),
  s: number(1, ({ epochSeconds }) => epochSeconds),
  u: number(1, ({ time }) => time.weekday || 7),
  w: number(1, ({ time }) => time.weekday),
  y: number(2, ({ time }) => positiveMod(time.year, 100)),
};

const TEXTS: Readonly<Record<string, (input: FormatInput) => string>> = {
  A: ({ names, time }) => names.weekdays[time.weekday] ?? '',
  B: ({ names, time }) => names.months[time.month] ?? '',
  Z: ({ abbreviation }) => abbreviation(),
  a: ({ names, time }) => names.weekdaysShort[time.weekday] ?? '',
  b: ({ names, time }) => names.monthsShort[time.month] ?? '',
  h: ({ names, time }) => names.monthsShort[time.month] ?? '',
  P: ({ time }) => (time.hour < 12 ? 'am' : 'pm'),
  p: ({ time }) => (time.hour < 12 ? 'AM' : 'PM'),
  z: ({ offsetSeconds }) => offsetText(offsetSeconds, ''),
  ':z': ({ offsetSeconds }) => offsetText(offsetSeconds, ':'),
  '::z': ({ offsetSeconds }) => `${offsetText(offsetSeconds, ':')}:${pad2(Math.abs(offsetSeconds) % 60)}`,
  n: () => '\n',
  t: () => '\t',
  '%': () => '%',
};

/** Directives that are short for other directives, in every locale. */
const COMPOSITES: Readonly<Record<string, string>> = {
  D: '%m/%d/%y',
  F: '%Y-%m-%d',
  R: '%H:%M',
  T: '%H:%M:%S',
  r: '%I:%M:%S %p',
};

/** The format that a composite directive stands for, or undefined. */
export function compositeOf(letter: string, names: LocaleNames): string | undefined {
  if (letter === 'c') return names.dateTime;
  if (letter === 'x') return names.date;
  if (letter === 'X') return names.time;
  return COMPOSITES[letter];
}

/** Write a time. An unknown directive stays as it is. */
export function writeFormat(format: string, input: FormatInput): string {
  return format.replace(DIRECTIVE, (directive: string, flags: string, width: string, letter: string) => {
    const wanted = Math.min(Number(width || 0), MAX_WIDTH);
    const rule = NUMBERS[letter];
    if (rule !== undefined) return numberText(rule, input, flags, wanted);
    const composite = compositeOf(letter, input.names);
    const text = composite === undefined ? TEXTS[letter]?.(input) : writeFormat(composite, input);
    return text === undefined ? directive : cased(text, letter, flags).padStart(wanted, padOf(flags) ?? ' ');
  });
}

function numberText(rule: NumberRule, input: FormatInput, flags: string, width: number): string {
  const value = rule.value(input);
  const digits = String(Math.abs(value));
  const fill = padOf(flags) ?? rule.fill;
  const sign = value < 0 ? '-' : '';
  if (fill === '') return sign + digits;
  const total = Math.max(width || rule.width, 1);
  return fill === '0'
    ? sign + digits.padStart(total - sign.length, '0')
    : (sign + digits).padStart(total, ' ');
}

/** The padding that the flags ask for; the last one counts. Undefined without one. */
function padOf(flags: string): '' | ' ' | '0' | undefined {
  let pad: '' | ' ' | '0' | undefined;
  for (const flag of flags) {
    if (flag === '-') pad = '';
    else if (flag === '_') pad = ' ';
    else if (flag === '0') pad = '0';
  }
  return pad;
}

/** `^` gives upper case; `#` the opposite case: lower for AM, PM and the zone, upper for all others. */
function cased(text: string, letter: string, flags: string): string {
  if (flags.includes('^')) return text.toUpperCase();
  if (!flags.includes('#')) return text;
  return letter === 'p' || letter === 'Z' ? text.toLowerCase() : text.toUpperCase();
}

function pad2(value: number): string {
  return String(value).padStart(2, '0');
}

function offsetText(seconds: number, separator: string): string {
  const minutes = Math.trunc(Math.abs(seconds) / 60);
  return `${seconds < 0 ? '-' : '+'}${pad2(Math.trunc(minutes / 60))}${separator}${pad2(minutes % 60)}`;
}
