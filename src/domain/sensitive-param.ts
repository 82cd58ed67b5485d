/** A param that was sensitive once, and whether an admin has opened it since. */
import { isPlainObject, ownValue, readPlainObject } from '../platform/base/plain.ts';

export interface SensitiveParam {
  /** `handle/path` of the screen. */
  readonly screen: string;
  /** Its name; `*` for all of the source of the screen, of which there were too many. */
  readonly param: string;
  /** True once an admin has said that it is no secret. */
  readonly isOpen: boolean;
  /** How often it was hidden and opened: of two records the one with more changes counts. */
  readonly changes: number;
  /** When it was changed last, in ms since 1970. */
  readonly atMs: number;
}

/** The form in which it is stored. */
export function sensitiveText(param: SensitiveParam): string {
  return JSON.stringify(param);
}

/** Null for another text. */
export function readSensitive(text: string): SensitiveParam | null {
  const read = readPlainObject(text);
  if (!isPlainObject(read)) return null;
  const [screen, param, isOpen] = ['screen', 'param', 'isOpen'].map((name) => ownValue(read, name));
  const [changes, atMs] = ['changes', 'atMs'].map((name) => Number(ownValue(read, name)));
  if (typeof screen !== 'string' || typeof param !== 'string' || typeof isOpen !== 'boolean') return null;
  if (changes === undefined || atMs === undefined) return null;
  return Number.isSafeInteger(changes) && Number.isFinite(atMs)
    ? { screen, param, isOpen, changes, atMs }
    : null;
}
