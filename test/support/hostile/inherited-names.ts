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

/** A map with an own entry for each name; `__proto__` among them, which a literal cannot write. */
export function mapOfInherited<T>(value: T): Record<string, T> {
  return Object.fromEntries(INHERITED_NAMES.map((name) => [name, value]));
}

/** Fails when something has reached the prototype that all objects share. */
export function assertUnpolluted(): void {
  const plain: Record<string, unknown> = {};
  assert.equal(plain['polluted'], undefined);
  assert.equal(Object.getPrototypeOf(plain), Object.prototype);
  assert.deepEqual(Object.keys(Object.prototype), []);
  for (const key in plain) assert.fail(`every object has ${key}`);
}
