/** Reads times by the directives of strftime. */
import { breakTime, DAY_SECONDS, dayNumber, isoDayNumber } from './calendar.ts';
import { compositeOf } from './format.ts';
import type { LocaleNames } from './locale.ts';

/** What the directives of a format have found; a field is absent when no directive has set it. */
interface Fields {
  epoch?: number;
  year?: number;
  century?: number;
  yearOfCentury?: number;
  month?: number;
  day?: number;
  yearDay?: number;
  hour?: number;
  hour12?: number;
  afternoon?: boolean;
  minute?: number;
  second?: number;
  /** 0 = Sunday. */
  weekday?: number;
  weekFromSunday?: number;
  weekFromMonday?: number;
  isoYear?: number;
  isoWeek?: number;
  offsetSeconds?: number;
}

type NumberField = {
  [K in keyof Fields]-?: NonNullable<Fields[K]> extends number ? K : never;
}[keyof Fields];

interface NumberRule {
  readonly field: NumberField;
  readonly digits: number;
  readonly min: number;
  readonly max: number;
  readonly signed?: boolean;
}

const rule = (field: NumberField, digits: number, min: number, max: number): NumberRule => ({
  field,
  digits,
  min,
  max,
});

const NUMBERS: Readonly<Record<string, NumberRule>> = {
  C: rule('century', 2, 0, 99),
  G: { ...rule('isoYear', 4, -9999, 9999), signed: true },
  H: rule('hour', 2, 0, 23),
  I: rule('hour12', 2, 1, 12),
  M: rule('minute', 2, 0, 59),
  S: rule('second', 2, 0, 60),
  U: rule('weekFromSunday', 2, 0, 53),
  V: rule('isoWeek', 2, 1, 53),
  W: rule('weekFromMonday', 2, 0, 53),
  Y: { ...rule('year', 4, -9999, 9999), signed: true },
  d: rule('day', 2, 1, 31),
  e: rule('day', 2, 1, 31),
  j: rule('yearDay', 3, 1, 366),
  k: rule('hour', 2, 0, 23),
  l: rule('hour12', 2, 1, 12),
  m: rule('month', 2, 1, 12),
  s: { ...rule('epoch', 13, -8.64e12, 8.64e12), signed: true },
  u: rule('weekday', 1, 1, 7),
  w: rule('weekday', 1, 0, 6),
  y: rule('yearOfCentury', 2, 0, 99),
};

const TOKEN = /%[-_0^#]*(?:[1-9]\d*)?[EO]?(:{0,2}[A-Za-z%+])|\s+|[^%\s]+|%/g;

/** Read a text by a format; null when it does not match, is too long, or is not a real date. */
export function readFormat(
  text: string,
  format: string,
  names: LocaleNames,
  offsetAt: (localSeconds: number) => number,
): number | null {
  const reader = new FieldReader(text, names);
  return reader.format(format) && reader.atEnd() ? toEpoch(reader.fields, offsetAt) : null;
}

class FieldReader {
  readonly fields: Fields = {};
  readonly #text: string;
  readonly #names: LocaleNames;
  #at = 0;

  constructor(text: string, names: LocaleNames) {
    this.#text = text;
    this.#names = names;
  }

  atEnd(): boolean {
    this.#skipSpace();
    return this.#at === this.#text.length;
  }

  format(format: string): boolean {
    for (const [token, letter] of format.matchAll(TOKEN)) {
      if (!(letter === undefined ? this.#literal(token) : this.#directive(letter))) return false;
    }
    return true;
  }

  #literal(token: string): boolean {
    if (/^\s/.test(token)) {
      this.#skipSpace();
      return true;
    }
    if (!this.#text.startsWith(token, this.#at)) return false;
    this.#at += token.length;
    return true;
  }

  #directive(letter: string): boolean {
    const numberRule = NUMBERS[letter];
    if (numberRule !== undefined) return this.#number(numberRule);
    const composite = compositeOf(letter, this.#names);
    if (composite !== undefined) return this.format(composite);
    switch (letter) {
      case 'a':
      case 'A':
        return this.#name('weekday', 0, this.#names.weekdays, this.#names.weekdaysShort);
      case 'b':
      case 'B':
      case 'h':
        return this.#name('month', 1, this.#names.months, this.#names.monthsShort);
      case 'p':
      case 'P':
        return this.#halfDay();
      case 'z':
      case ':z':
      case '::z':
        return this.#offset();
      case 'Z':
        return this.#match(/[A-Za-z+\-\d:]*/y) !== null;
      case 'g':
        return this.#match(/\d{1,2}/y) !== null;
      case 'n':
      case 't':
        return this.#literal(' ');
      default:
        return this.#literal(letter === '%' ? '%' : `%${letter}`);
    }
  }

  #number({ field, digits, min, max, signed }: NumberRule): boolean {
    this.#skipSpace();
    const match = this.#match(new RegExp(`${signed ? '[+-]?' : ''}\\d{1,${digits}}`, 'y'));
    if (match === null) return false;
    const value = Number(match[0]);
    if (value < min || value > max) return false;
    this.fields[field] = field === 'weekday' ? value % 7 : value;
    return true;
  }

  /** The longest of some names that the text continues with, in any case. */
  #name(field: 'weekday' | 'month', first: number, ...lists: readonly (readonly string[])[]): boolean {
    const rest = this.#text.slice(this.#at).toLowerCase();
    let length = 0;
    for (const list of lists) {
      for (const [n, name] of list.entries()) {
        if (name.length <= length || !rest.startsWith(name.toLowerCase())) continue;
        length = name.length;
        this.fields[field] = n + first;
      }
    }
    this.#at += length;
    return length > 0;
  }

  #halfDay(): boolean {
    const match = this.#match(/[ap]\.?m\.?/iy);
    if (match === null) return false;
    this.fields.afternoon = match[0].toLowerCase().startsWith('p');
    return true;
  }

  #offset(): boolean {
    const match = this.#match(/Z|([+-])(\d\d):?(\d\d)?(?::?(\d\d))?/iy);
    if (match === null) return false;
    const seconds = Number(match[2] ?? 0) * 3600 + Number(match[3] ?? 0) * 60 + Number(match[4] ?? 0);
    this.fields.offsetSeconds = match[1] === '-' ? -seconds : seconds;
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match !== null) this.#at += match[0].length;
    return match;
  }

  #skipSpace(): void {
    this.#match(/\s*/y);
  }
}

function toEpoch(fields: Fields, offsetAt: (localSeconds: number) => number): number | null {
  if (fields.epoch !== undefined) return fields.epoch;
  const day = dayOf(fields);
  if (day === null) return null;
  const seconds = hourOf(fields) * 3600 + (fields.minute ?? 0) * 60 + (fields.second ?? 0);
  const local = day * DAY_SECONDS + seconds;
  return local - (fields.offsetSeconds ?? offsetAt(local));
}

function hourOf({ hour, hour12, afternoon }: Fields): number {
  if (hour !== undefined) return hour;
  return ((hour12 ?? 0) % 12) + (afternoon ? 12 : 0);
}

/** POSIX: without a century, 69..99 are 1969..1999 and 00..68 are 2000..2068. */
function yearOf({ year, century, yearOfCentury }: Fields): number | undefined {
  if (year !== undefined) return year;
  if (yearOfCentury === undefined) return century === undefined ? undefined : century * 100;
  if (century !== undefined) return century * 100 + yearOfCentury;
  return yearOfCentury + (yearOfCentury < 69 ? 2000 : 1900);
}

/** The day that the fields name; missing fields are those of 1970-01-01. */
function dayOf(fields: Fields): number | null {
  const year = yearOf(fields) ?? fields.isoYear ?? 1970;
  if (fields.month === undefined && fields.day === undefined) {
    const other = dayWithoutMonth(fields, year);
    if (other !== undefined) return other;
  }
  const day = fields.day ?? 1;
  const number = dayNumber(year, (fields.month ?? 1) - 1, day);
  // 31 April becomes 1 May: there is no such day.
  return breakTime(number * DAY_SECONDS).day === day ? number : null;
}

/** A day given by its number in the year or by a week; undefined when the fields have neither. */
function dayWithoutMonth(fields: Fields, year: number): number | null | undefined {
  const { isoYear, isoWeek, weekday, yearDay } = fields;
  if (yearDay !== undefined) return inYear(dayNumber(year, 0, yearDay), year);
  if (isoWeek !== undefined) return isoDayNumber(isoYear ?? year, isoWeek, weekday || 7);
  return weekDay(fields, year);
}

function inYear(number: number, year: number): number | null {
  return breakTime(number * DAY_SECONDS).year === year ? number : null;
}

/** A day given by `%U` or `%W` and a weekday. */
function weekDay({ weekFromSunday, weekFromMonday, weekday }: Fields, year: number): number | undefined {
  const first = dayNumber(year, 0, 1);
  const firstWeekday = breakTime(first * DAY_SECONDS).weekday;
  if (weekFromSunday !== undefined) {
    return first - firstWeekday + (firstWeekday === 0 ? -7 : 0) + weekFromSunday * 7 + (weekday ?? 0);
  }
  if (weekFromMonday === undefined) return undefined;
  const sinceMonday = (firstWeekday + 6) % 7;
  return first - sinceMonday + (sinceMonday === 0 ? -7 : 0) + weekFromMonday * 7 + (((weekday ?? 1) + 6) % 7);
}
