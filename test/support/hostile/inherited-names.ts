/** Names that every ordinary object answers to, though nobody has put them there. */
import assert from 'node:assert/strict';

export const INHERITED_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  'toLocaleString',
  '__defineGetter__',
  '__lookupGetter__',
] as const;

/** What languages, engines and libraries look up in a value that somebody hands them. */
const LOOKED_UP = ['prototype', 'then', 'toJSON', 'default', '__index', '__esModule', 'inspect', 'next'];

/** The same, of all kinds of values that this version of JavaScript has: some 150. */
export const ALL_INHERITED: readonly string[] = [
  ...new Set([
    ...INHERITED_NAMES,
    ...LOOKED_UP,
    ...[Object, Function, Array, String, Map, Promise, Error].flatMap((kind) =>
      Object.getOwnPropertyNames(kind.prototype),
    ),
  ]),
];

/** Such names that are valid for screens, handles, groups and tokens. */
export const INHERITED_SEGMENTS = ALL_INHERITED.filter((name) => /^[A-Za-z][A-Za-z0-9]*$/.test(name));

/** A map with an own entry for each name; `__proto__` among them, which a literal cannot write. */
export function mapOfInherited<T>(value: T): Record<string, T> {
  return Object.fromEntries(INHERITED_NAMES.map((name) => [name, value]));
}

type Random = (below: number) => number;

/** Some of the names, `__proto__` and `constructor` always among them, in any order. */
export function someInherited(
  random: Random,
  count: number,
  of: readonly string[] = ALL_INHERITED,
): string[] {
  const chosen = new Set(['__proto__', 'constructor'].filter((name) => of.includes(name)));
  while (chosen.size < count) chosen.add(of[random(of.length)] ?? 'valueOf');
  return [...chosen].sort((one, other) => (random(2) === 0 ? one.length - other.length : 1));
}

/** The value with such names in one to three of its places: as keys, as texts, as keys beside the others. */
export function withInherited(random: Random, value: unknown): unknown {
  let result = value;
  for (let places = 1 + random(3); places > 0; places--) result = spoil(random, result);
  return result;
}

function spoil(random: Random, value: unknown): unknown {
  const name = ALL_INHERITED[random(ALL_INHERITED.length)] ?? '';
  if (typeof value !== 'object' || value === null) return random(4) === 0 ? { [name]: value } : name;
  if (Array.isArray(value)) {
    if (value.length === 0 || random(4) === 0) return [...value, name];
    const at = random(value.length);
    return value.map((item, index) => (index === at ? spoil(random, item) : item));
  }
  const entries = Object.entries(value);
  const at = random(entries.length + 1);
  if (at === entries.length) return Object.fromEntries([...entries, [name, { polluted: name }]]);
  const isKey = random(3) === 0;
  return Object.fromEntries(
    entries.map(([key, inner], index) => {
      if (index !== at) return [key, inner];
      return isKey ? [name, inner] : [key, spoil(random, inner)];
    }),
  );
}

/** Fails when something has reached the prototype that all objects share. */
export function assertUnpolluted(): void {
  const plain: Record<string, unknown> = {};
  assert.equal(plain['polluted'], undefined);
  assert.equal(Object.getPrototypeOf(plain), Object.prototype);
  assert.deepEqual(Object.keys(Object.prototype), []);
  for (const key in plain) assert.fail(`every object has ${key}`);
}
