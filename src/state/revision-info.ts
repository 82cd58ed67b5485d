/** What is kept of a revision of the config besides its text. */
import { isPlainObject } from '../platform/base/plain.ts';
import type { RevisionInfo } from './state.ts';

export function isRevisionInfo(value: unknown): value is RevisionInfo {
  if (!isPlainObject(value)) return false;
  const { revision, savedMs, note } = value;
  return Number.isSafeInteger(revision) && Number.isFinite(savedMs) && typeof note === 'string';
}
