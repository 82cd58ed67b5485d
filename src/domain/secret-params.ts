/** Which params of a screen are secrets, and what of their values no message may say. */
import { isPlainObject, ownValue, type PlainObject, type PlainValue } from '../platform/base/plain.ts';
import type { ParamSchema } from './params.ts';

/** What of a screen decides which of its params are secrets. */
export interface SecretRules {
  readonly params: ParamSchema;
  /** Names that it does not declare any more, and that were sensitive before. */
  readonly onceSensitive?: readonly string[];
}

/** Names of values that are secrets by all that one can tell. */
const TELLING = /key|token|secret|passw|pwd|auth|credential/i;

/** True for a name that says that its value is a secret. */
export function isTelling(name: string): boolean {
  return TELLING.test(name);
}

const sensitiveNames = new WeakMap<ParamSchema, ReadonlySet<string>>();

/** True for a param that the screen calls sensitive, or has called so. */
export function isSensitive({ params: schema, onceSensitive = [] }: SecretRules, name: string): boolean {
  let names = sensitiveNames.get(schema);
  if (names === undefined) {
    names = new Set(schema.filter((field) => field.sensitive).map((field) => field.name));
    sensitiveNames.set(schema, names);
  }
  return names.has(name) || onceSensitive.includes(name);
}

/**
 * The secrets among params, as texts: all that is in a sensitive one, be it a list or a map, and in one that the screen
 * does not know, which may be misspelt. A screen that declares none knows all, but for what is called a key or a password.
 */
export function secretTexts(screen: SecretRules, params: PlainObject): string[] {
  return Object.keys(params).flatMap((name) => {
    const value = ownValue(params, name) ?? null;
    if (isSensitive(screen, name)) return textsIn(value);
    if (screen.params.length === 0) return tellingTexts(name, value);
    return screen.params.some((field) => field.name === name) ? [] : textsIn(value);
  });
}

/** What is called a secret, or is in a map under such a name. */
function tellingTexts(name: string, value: PlainValue): readonly string[] {
  if (isTelling(name)) return textsIn(value);
  return isPlainObject(value)
    ? Object.entries(value).flatMap(([key, inner]) => tellingTexts(key, inner))
    : [];
}

/** Lists and maps of a config stay as they are, and each call of a device asks for their texts. */
const nestedTexts = new WeakMap<object, readonly string[]>();

function textsIn(value: PlainValue): readonly string[] {
  if (value === null || value === '') return [];
  if (typeof value !== 'object') return [String(value)];
  let texts = nestedTexts.get(value);
  if (texts === undefined) {
    texts = Object.values(value).flatMap(textsIn);
    nestedTexts.set(value, texts);
  }
  return texts;
}
