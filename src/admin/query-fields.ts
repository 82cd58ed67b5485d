/** Query parameters of the admin API by the kind of their values: how each is read, and how the OpenAPI document describes it. */
import { AppError } from '../platform/base/errors.ts';
import { quoteShort } from '../platform/base/one-line.ts';
import { MOMENT_EXPECTED, type Moment, parseMoment } from '../platform/time/moment.ts';

/** A JSON Schema, as far as it is written by hand. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface QueryField<Value> {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly required?: true;
  /** Whether the name alone is a value, too: `?force`. */
  readonly allowEmptyValue?: true;
  /** Whether values stand between commas, or in parameters of their own. */
  readonly isList?: true;
  /**
   * Reads the values; none where the parameter is absent, one where it is no list.
   * @throws {AppError} invalid_query
   */
  read(values: readonly string[], name: string): Value;
}

/** The error for a value that is not what was expected. */
export function wrongQuery(name: string, expected: string, got: string, hint = '.'): AppError {
  return new AppError('invalid_query', {
    detail: `${name}: expected ${expected}, got ${quoteShort(got)}${hint}`,
  });
}

/** A value of any form, which may be left out. */
export function textQuery(description: string, schema: JsonSchema): QueryField<string | null> {
  return { description, schema: { type: 'string', ...schema }, read: ([text = null]) => text };
}

/** A whole number; null where it is left out and has no default. */
export function wholeQuery<Default extends number | null>(
  description: string,
  bounds: { readonly min: number; readonly max: number; readonly default: Default },
  schema: JsonSchema = {},
  expected = `a number from ${bounds.min} to ${bounds.max}`,
): QueryField<number | Default> {
  const { min, max, default: fallback } = bounds;
  return {
    description,
    schema: {
      type: 'integer',
      minimum: min,
      maximum: max,
      ...(fallback === null ? {} : { default: fallback }),
      ...schema,
    },
    read: ([text], name) => {
      if (text === undefined) return fallback;
      const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      if (number >= min && number <= max) return number;
      throw wrongQuery(name, expected, text);
    },
  };
}

/** One of some words; null where it is left out and has no default. */
export function wordQuery<const Word extends string, const Default extends Word | null>(
  description: string,
  words: readonly Word[],
  fallback: Default,
): QueryField<Word | Default> {
  return {
    description,
    schema: { type: 'string', enum: words, ...(fallback === null ? {} : { default: fallback }) },
    read: ([text], name) => {
      if (text === undefined) return fallback;
      const word = words.find((known) => known === text);
      if (word === undefined) throw wrongQuery(name, `one of ${words.join(', ')}`, text);
      return word;
    },
  };
}

/** A parameter that is on when it stands there alone or as `true`. A word that might mean either decides nothing. */
export function flagQuery(description: string): QueryField<boolean> {
  return {
    description,
    schema: { type: 'boolean', default: false },
    allowEmptyValue: true,
    read: ([text = 'false'], name) => {
      const word = text.toLowerCase();
      if (word === '' || word === 'true') return true;
      if (word === 'false') return false;
      throw wrongQuery(name, 'true or false', word);
    },
  };
}

/** Years that every answer can repeat: a time has four digits for them, whatever is added to it. */
const YEARS = /^(?:19[7-9]\d|[2-8]\d{3})-/;
/** What RFC 3339 does not know: a time without its seconds. */
const WITHOUT_SECONDS = '^\\d{4}-\\d\\d-\\d\\d[Tt ]\\d\\d:\\d\\d(?:[Zz]|[+-]\\d\\d:\\d\\d)$';
/** An offset whose plus sign was not escaped: in an address that is a space. */
const WITH_SPACE =
  '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d)[Tt ](?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d+)?)? (?:[01]\\d|2[0-3]):[0-5]\\d$';
const TIME = [{ format: 'date-time' }, { pattern: WITHOUT_SECONDS }, { pattern: WITH_SPACE }];

/** A day, or a time; null where it is left out. */
export function momentQuery(description: string): QueryField<Moment | null> {
  const examples = ['2026-02-21', '2026-02-21T09:00:00Z'];
  return {
    description: `${description}: a date, or a time in RFC 3339`,
    schema: { type: 'string', pattern: YEARS.source, anyOf: [{ format: 'date' }, ...TIME], examples },
    read: ([text], name) => readMoment(text, name, MOMENT_EXPECTED),
  };
}

/** A time with its offset, in ms since 1970; null where it is left out. */
export function timeQuery(description: string): QueryField<number | null> {
  const expected = 'a time with its offset, such as 2026-02-21T09:00:00Z';
  return {
    description: `${description}: RFC 3339 with its offset; now where it is absent`,
    schema: { type: 'string', pattern: YEARS.source, anyOf: TIME, examples: ['2026-02-21T09:00:00Z'] },
    read: ([text], name) => {
      const moment = readMoment(text, name, expected);
      if (moment?.isDate) throw wrongQuery(name, expected, text ?? '');
      return moment?.ms ?? null;
    },
  };
}

function readMoment(text: string | undefined, name: string, expected: string): Moment | null {
  if (text === undefined) return null;
  // A plus sign in an address is a space.
  const moment = YEARS.test(text) ? parseMoment(text.replace(/ (?=\d\d:\d\d$)/, '+')) : null;
  if (moment === null) throw wrongQuery(name, expected, text);
  return moment;
}

/** Values between commas, or in parameters of their own. @param read  of all of them, if there are any */
export function listQuery<Value>(
  description: string,
  items: JsonSchema,
  maxItems: number,
  read: QueryField<Value>['read'],
): QueryField<Value> {
  return {
    description,
    schema: { type: 'array', items, minItems: 1, maxItems },
    isList: true,
    read: (values, name) =>
      read(
        values.flatMap((value) => value.split(',')),
        name,
      ),
  };
}
