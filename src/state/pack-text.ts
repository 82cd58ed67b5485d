/** Revisions of the config as they are stored: their texts compressed, since dozens are kept, and what is known of each. */

import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { isPlainObject } from '../platform/base/plain.ts';
import { STATE_LIMITS } from './limits.ts';
import type { RevisionInfo } from './state.ts';
import { unreadable } from './unreadable.ts';
import { checkBytes } from './values.ts';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** @throws {StateError} too_large */
export async function packText(text: string): Promise<Buffer> {
  checkBytes('a config', text, STATE_LIMITS.configBytes);
  return deflate(text);
}

/** @throws {StateError} damaged */
export async function unpackText(bytes: Buffer): Promise<string> {
  try {
    return (await inflate(bytes, { maxOutputLength: STATE_LIMITS.configBytes })).toString();
  } catch (error) {
    throw unreadable('config', 'the text of a revision', error);
  }
}

export function isRevisionInfo(value: unknown): value is RevisionInfo {
  if (!isPlainObject(value)) return false;
  const { revision, savedMs, note } = value;
  return Number.isSafeInteger(revision) && Number.isFinite(savedMs) && typeof note === 'string';
}
