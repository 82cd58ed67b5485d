/** Names of months and weekdays and the composite formats, per locale. */

export type TimeLocale = 'en' | 'de';

export interface LocaleNames {
  readonly months: readonly string[];
  readonly monthsShort: readonly string[];
  /** From Sunday. */
  readonly weekdays: readonly string[];
  readonly weekdaysShort: readonly string[];
  /** What `%c`, `%x` and `%X` stand for. */
  readonly dateTime: string;
  readonly date: string;
  readonly time: string;
}

function short(names: readonly string[], length: number): string[] {
  return names.map((name) => name.slice(0, length));
}

const EN_MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const EN_WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const DE_MONTHS = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
];
const DE_WEEKDAYS = ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag'];

/** `en` is the C locale; `de` follows glibc's de_DE, but has AM and PM, because `%I` alone is ambiguous. */
const LOCALES: Readonly<Record<TimeLocale, LocaleNames>> = {
  en: {
    months: EN_MONTHS,
    monthsShort: short(EN_MONTHS, 3),
    weekdays: EN_WEEKDAYS,
    weekdaysShort: short(EN_WEEKDAYS, 3),
    dateTime: '%a %b %e %H:%M:%S %Y',
    date: '%m/%d/%y',
    time: '%H:%M:%S',
  },
  de: {
    months: DE_MONTHS,
    monthsShort: short(DE_MONTHS, 3),
    weekdays: DE_WEEKDAYS,
    weekdaysShort: short(DE_WEEKDAYS, 2),
    dateTime: '%a %d %b %Y %T %Z',
    date: '%d.%m.%Y',
    time: '%T',
  },
};

/** The names of a locale. @throws {RangeError} for an unknown locale */
export function localeNames(locale: string): LocaleNames {
  const names = Object.hasOwn(LOCALES, locale) ? LOCALES[locale as TimeLocale] : undefined;
  if (names === undefined) {
    throw new RangeError(`unknown locale '${locale}', expected one of: ${Object.keys(LOCALES).join(', ')}`);
  }
  return names;
}
