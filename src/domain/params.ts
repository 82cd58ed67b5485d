/** Parameters of a screen: what its metadata declares, and whether a mapping's params fit. */

import { Comparisons, didYouMean } from '../platform/base/nearest.ts';
import { isPlainObject, type PlainObject, type PlainValue } from '../platform/base/plain.ts';
import { parseUrl } from '../platform/base/url.ts';

export const PARAM_TYPES = ['string', 'int', 'float', 'bool', 'enum', 'color', 'url'] as const;

export type ParamType = (typeof PARAM_TYPES)[number];

export interface ParamOption {
  readonly value: string | number | boolean;
  readonly label: string;
}

/** A parameter field definition. Absent keys were not declared. */
export interface ParamField {
  readonly name: string;
  readonly type: ParamType;
  readonly required: boolean;
  readonly default?: PlainValue;
  readonly label?: string;
  readonly description?: string;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  readonly unit?: string;
  readonly mode?: string;
  /** Present exactly for `enum`. */
  readonly options?: readonly ParamOption[];
  readonly sensitive: boolean;
  readonly multiline: boolean;
  readonly hidden: boolean;
  readonly advanced: boolean;
}

/** In the order of the metadata file, no name twice. */
export type ParamSchema = readonly ParamField[];

export interface ParamProblem {
  readonly param: string;
  /** Names the parameter, what was expected and what came; never the value of a sensitive one. */
  readonly message: string;
}

/** A message lists at most so many names. */
const MAX_NAMED = 20;

/** Params of one mapping that are named as unknown: people mend the first ones and look again. */
const MAX_UNKNOWN = 50;
/** Characters of a name in a message. */
const MAX_NAME = 80;

const COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

/**
 * Check params against a schema; all problems at once, in the schema's order. Params that the schema does not declare
 * are accepted. A null counts as absent: that is what `key:` without a value means.
 */
export function checkParams(schema: ParamSchema, params: PlainObject): ParamProblem[] {
  const problems: ParamProblem[] = [];
  for (const field of schema) {
    const value = own(params, field.name);
    const expected = value === undefined ? missing(field) : mismatch(field, value);
    if (expected === null) continue;
    const got = value === undefined ? 'nothing' : describeValue(field, value);
    problems.push({
      param: field.name,
      message: `params.${field.name}: expected ${expected}, got ${got}`,
    });
  }
  return problems;
}

/**
 * The first params that a schema does not declare, with the name that was probably meant. A screen that declares no params at
 * all may take any, so none of them is unknown.
 */
export function unknownParams(
  schema: ParamSchema,
  params: PlainObject,
  comparisons: Comparisons = new Comparisons(),
): ParamProblem[] {
  if (schema.length === 0) return [];
  const known = new Set(schema.map(({ name }) => name));
  const unknown = Object.keys(params).filter((name) => !known.has(name));
  const first = [...known].slice(0, MAX_NAMED).map(shownName).join(', ');
  return unknown.slice(0, MAX_UNKNOWN).map((param) => {
    const hint = didYouMean(param, known, comparisons) || `; it has ${first}`;
    return { param, message: `params.${shownName(param)}: the screen has no such param${hint}` };
  });
}

/** Names of the required params that have neither a value nor a default. */
export function missingParams(schema: ParamSchema, params: PlainObject): string[] {
  const absent = schema.filter((field) => own(params, field.name) === undefined && missing(field) !== null);
  return absent.map((field) => field.name);
}

/** What a default declared in the metadata should have been; null when it fits its own field. */
export function checkDefault(field: ParamField): string | null {
  return field.default === undefined || field.default === null ? null : mismatch(field, field.default);
}

/** The params that a script gets: the mapping's, and the declared default for each that is absent or null. */
export function applyDefaults(schema: ParamSchema, params: PlainObject): PlainObject {
  const absent = schema.filter(
    (field) => field.default !== undefined && own(params, field.name) === undefined,
  );
  if (absent.length === 0) return params;
  return Object.fromEntries([
    ...Object.entries(params),
    ...absent.map((field): [string, PlainValue] => [field.name, field.default ?? null]),
  ]);
}

function shownName(name: string): string {
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
}

function own(params: PlainObject, name: string): PlainValue | undefined {
  return Object.hasOwn(params, name) ? (params[name] ?? undefined) : undefined;
}

function missing(field: ParamField): string | null {
  const hasDefault = field.default !== undefined && field.default !== null;
  return field.required && !hasDefault ? describeField(field) : null;
}

/** What the field expects, if the value does not fit it; else null. */
function mismatch(field: ParamField, value: PlainValue): string | null {
  return fits(field, value) ? null : describeField(field);
}

function fits(field: ParamField, value: PlainValue): boolean {
  switch (field.type) {
    case 'string':
      return typeof value === 'string';
    case 'int':
      return Number.isSafeInteger(value) && inRange(field, Number(value));
    case 'float':
      return typeof value === 'number' && Number.isFinite(value) && inRange(field, value);
    case 'bool':
      return typeof value === 'boolean';
    case 'enum':
      return (field.options ?? []).some((option) => option.value === value);
    case 'color':
      return typeof value === 'string' && COLOR.test(value);
    case 'url':
      return typeof value === 'string' && isWebUrl(value);
  }
}

function inRange({ min, max }: ParamField, value: number): boolean {
  return (min === undefined || value >= min) && (max === undefined || value <= max);
}

function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && parseUrl(text) !== null;
}

function describeField(field: ParamField): string {
  switch (field.type) {
    case 'string':
      return 'a text';
    case 'int':
      return `an integer${describeRange(field)}`;
    case 'float':
      return `a number${describeRange(field)}`;
    case 'bool':
      return 'true or false';
    case 'enum':
      return `one of ${(field.options ?? []).map((option) => JSON.stringify(option.value)).join(', ')}`;
    case 'color':
      return 'a colour such as "#ff8000"';
    case 'url':
      return 'an http or https address';
  }
}

function describeRange({ min, max }: ParamField): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return ` of at least ${min}`;
  return max === undefined ? '' : ` of at most ${max}`;
}

function describeValue(field: ParamField, value: PlainValue): string {
  if (Array.isArray(value)) return 'a list';
  if (isPlainObject(value)) return 'a map';
  if (field.sensitive) return `a ${typeof value} (not shown)`;
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
