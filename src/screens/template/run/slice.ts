/** Slices of lists and texts, with the rules of Python. */
import { isList, plainText, SafeText, typeName, type Value } from '../values.ts';
import { charactersOf } from './lookup.ts';
import type { Run } from './run.ts';

/** The values between `[` and `]`; undefined or none for those that are left out. */
export interface Bounds {
  readonly from: Value;
  readonly to: Value;
  readonly step: Value;
}

/**
 * The items from `from` up to, but without `to`. Negative positions count from the end.
 * Undefined and none stay what they are.
 */
export function sliceOf(value: Value, bounds: Bounds, run: Run): Value {
  if (value === undefined || value === null) return value;
  const text = plainText(value);
  if (text === undefined && !isList(value)) {
    throw run.error(`[from:to] needs a list or text, got ${typeName(value)}`);
  }
  const items = text === undefined ? (value as readonly Value[]) : charactersOf(text, run);
  const part = picked(items, bounds, run);
  if (text === undefined) return part;
  return value instanceof SafeText ? new SafeText(part.join('')) : part.join('');
}

function picked(items: readonly Value[], bounds: Bounds, run: Run): readonly Value[] {
  const { length } = items;
  const step = wholeOf(bounds.step, run) ?? 1;
  if (step === 0) throw run.error('the step of a part [from:to:step] cannot be 0');
  // Backwards both ends are one lower: the first item taken is at most the last one, and `to` may be before the first.
  const [low, high] = step > 0 ? [0, length] : [-1, length - 1];
  const place = (position: number | undefined, otherwise: number): number => {
    if (position === undefined) return otherwise;
    return Math.min(high, Math.max(low, position < 0 ? position + length : position));
  };
  const from = place(wholeOf(bounds.from, run), step > 0 ? low : high);
  const to = place(wholeOf(bounds.to, run), step > 0 ? high : low);
  const count = Math.max(0, Math.ceil((to - from) / step));
  run.spend(count);
  return Array.from({ length: count }, (_, index) => items[from + index * step]);
}

function wholeOf(value: Value, run: Run): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  throw run.error(`the numbers of a part [from:to] must be whole, got ${typeName(value)}`);
}
