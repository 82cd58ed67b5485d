/** Refuses params that YAML or UTF-8 cannot hold: they must come back from the config file as they were. Bodies are not nested deep. */
import type { FieldProblem } from '../platform/base/errors.ts';
import { isPlainObject, type PlainObject, type PlainValue } from '../platform/base/plain.ts';

const MAX_KEY_LENGTH = 255;
/** Problems that one answer names at the most. */
const MAX_PROBLEMS = 20;
const LONE_SURROGATE = /\p{Surrogate}/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for here
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** What is wrong with the values of a map, each with its path. */
export function checkPlain(map: PlainObject, path: string): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const [key, value] of Object.entries(map)) {
    const problem = problems.length < MAX_PROBLEMS ? (badKey(key) ?? badValue(value)) : null;
    if (problem === null) continue;
    const field = `${path}.${key.slice(0, 60).replaceAll(/\p{Surrogate}/gu, '?')}`;
    problems.push({ field, message: `${field}: ${problem}` });
  }
  return problems;
}

function badKey(key: string): string | null {
  const fine = key !== '' && key.length <= MAX_KEY_LENGTH && !LONE_SURROGATE.test(key) && !CONTROL.test(key);
  return fine ? null : `expected a name of 1 to ${MAX_KEY_LENGTH} characters in one line`;
}

function badValue(value: PlainValue): string | null {
  if (typeof value === 'number' && !Number.isFinite(value)) return 'expected a number that a double can hold';
  if (typeof value === 'string' && LONE_SURROGATE.test(value)) return 'expected text that UTF-8 can hold';
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, item] of Object.entries(value)) {
    const problem = (isPlainObject(value) ? badKey(key) : null) ?? badValue(item);
    if (problem !== null) return problem;
  }
  return null;
}
