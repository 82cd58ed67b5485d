/** Reads UTF-8 in slices. */
import { AppError } from './errors.ts';
import type { Slices } from './turns.ts';

/** Bytes between two looks at the clock. */
const STEP = 262_144;

/**
 * A body as text, in slices.
 * @throws {AppError} invalid_body for what is not UTF-8
 */
export function* decoded(bytes: Buffer): Slices<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parts: string[] = [];
  try {
    for (let from = 0; from < bytes.length; from += STEP) {
      if (from > 0) yield;
      parts.push(decoder.decode(bytes.subarray(from, from + STEP), { stream: true }));
    }
    parts.push(decoder.decode());
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new AppError('invalid_body', { detail: 'The body is not UTF-8.' });
  }
  return parts.join('');
}
