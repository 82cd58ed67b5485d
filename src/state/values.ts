/** Checks what is given to an engine, so that all of them refuse the same. */
import { randomInt } from 'node:crypto';
import { PUSHES, type PushKind } from './kinds.ts';
import { STATE_LIMITS } from './limits.ts';
import type { Push, StoredDevice } from './state.ts';
import { StateError } from './state-error.ts';

/** @throws {StateError} too_large */
export function checkKey(key: string): void {
  checkBytes('a key', key, STATE_LIMITS.keyBytes);
  if (key === '') throw new StateError('too_large', 'The state store takes no empty key.');
}

/** @throws {StateError} too_large */
export function checkRecord(what: string, text: string): void {
  checkBytes(what, text, STATE_LIMITS.recordBytes);
}

/** @throws {StateError} too_large */
export function checkBytes(what: string, value: string | Buffer, most: number): void {
  // A text takes at least as many bytes as it has characters.
  const bytes = value.length > most ? value.length : Buffer.byteLength(value);
  if (bytes <= most) return;
  throw new StateError('too_large', `The state store takes ${what} of at most ${most} bytes, got ${bytes}.`);
}

/** @throws {StateError} too_large */
export function checkPush(kind: PushKind, name: string, { head, body }: Push): void {
  checkKey(name);
  checkBytes('the head of a push', head, STATE_LIMITS.pushHeadBytes);
  checkBytes('a push', body, PUSHES[kind].bodyBytes);
}

/** @throws {StateError} too_large */
export function checkIdentity(id: string, identity: string, codes: readonly string[]): void {
  checkKey(id);
  checkRecord('an identity', identity);
  for (const code of codes) checkKey(code);
  const most = STATE_LIMITS.codesPerDevice;
  if (codes.length <= most) return;
  throw new StateError(
    'too_large',
    `The state store takes at most ${most} codes a device, got ${codes.length}.`,
  );
}

/** @throws {StateError} too_large */
export function checkDevice({ id, identity, codes, contact }: StoredDevice): void {
  checkIdentity(id, identity, codes);
  if (contact !== null) checkRecord('a contact', contact);
}

/** A time that something is kept for, within what makes sense. */
export function boundedMs(ms: number): number {
  return Math.min(Math.max(Math.ceil(ms), 1), STATE_LIMITS.longestMs);
}

/** The first revision of an identity. Stays an integer that Lua and JSON keep. */
export function firstRevision(): number {
  return randomInt(1, 2 ** 47);
}
