/** Query parameters that may be left out, by the kind of their values. For the OpenAPI document. */
import type { Parameter, Schema } from './parts.ts';

/** The years that times in queries may lie in: every answer that repeats one has four digits for it. */
const YEARS = '^(?:19[7-9]\\d|[2-8]\\d{3})-';
/** What RFC 3339 does not know: a time without its seconds. */
const WITHOUT_SECONDS = '^\\d{4}-\\d\\d-\\d\\d[Tt ]\\d\\d:\\d\\d(?:[Zz]|[+-]\\d\\d:\\d\\d)$';
/** An offset whose plus sign was not escaped: in an address that is a space. */
const WITH_SPACE =
  '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d)[Tt ](?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d+)?)? (?:[01]\\d|2[0-3]):[0-5]\\d$';

const TIME = [{ format: 'date-time' }, { pattern: WITHOUT_SECONDS }, { pattern: WITH_SPACE }];

/** A parameter with a schema of its own. */
export function queryParameter(name: string, description: string, schema: Schema): Parameter {
  return { name, in: 'query', required: false, description, schema };
}

/** Any text. */
export function textQuery(name: string, description: string, example: string): Parameter {
  return queryParameter(name, description, { type: 'string', examples: [example] });
}

/** One of some words; the first one where it is left out. */
export function choiceQuery(name: string, words: readonly string[], description: string): Parameter {
  return queryParameter(name, description, { type: 'string', enum: words, default: words[0] });
}

/** A whole number. */
export function wholeQuery(
  name: string,
  description: string,
  bounds: { readonly minimum: number; readonly maximum: number; readonly default: number },
): Parameter {
  return queryParameter(name, description, { type: 'integer', ...bounds });
}

/** Something that is on or off; on also where the name stands there alone. */
export function flagQuery(name: string, description: string): Parameter {
  return { ...queryParameter(name, description, { type: 'boolean', default: false }), allowEmptyValue: true };
}

/** A day, or a time. */
export function momentQuery(name: string, description: string): Parameter {
  const examples = ['2026-02-21', '2026-02-21T09:00:00Z'];
  const anyOf = [{ format: 'date' }, ...TIME];
  const described = `${description}: a date, or a time in RFC 3339`;
  return queryParameter(name, described, { type: 'string', pattern: YEARS, anyOf, examples });
}

/** A time with its offset. */
export function timeQuery(name: string, description: string): Parameter {
  const schema = { type: 'string', pattern: YEARS, anyOf: TIME, examples: ['2026-02-21T09:00:00Z'] };
  return queryParameter(name, `${description}: RFC 3339 with its offset; now where it is absent`, schema);
}

/** Values between commas. */
export function listQuery(name: string, description: string, items: Schema, maxItems: number): Parameter {
  const schema = { type: 'array', items, minItems: 1, maxItems };
  return { ...queryParameter(name, description, schema), style: 'form', explode: false };
}
