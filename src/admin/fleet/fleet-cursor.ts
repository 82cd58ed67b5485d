/** Where a page of the fleet ends, as a text: the next page begins behind the device there, whatever has come or gone since. */
import { AppError } from '../../platform/base/errors.ts';
import { FLEET_LIMITS } from './fleet-limits.ts';
import type { FleetOrder, Place, SortValue } from './fleet-sort.ts';

/** The cursor behind a device in an order. */
export function cursorText({ text }: FleetOrder, { value, key }: Place): string {
  return Buffer.from(JSON.stringify([text, value, key])).toString('base64url');
}

/**
 * Read a cursor that a list in this order has given; null where there is none.
 * @throws {AppError} invalid_query
 */
export function readCursor(text: string | null, order: FleetOrder): Place | null {
  if (text === null) return null;
  const parts = text.length > FLEET_LIMITS.cursorCharacters ? null : parsed(text);
  const [sort, value, key] = parts ?? [];
  if (typeof key !== 'string' || !isSortValue(value)) {
    throw refused('expected the `next` of the page before');
  }
  if (sort !== order.text) {
    throw refused(
      `expected the \`next\` of a list with the same \`sort\`, got one of ${JSON.stringify(sort)}`,
    );
  }
  return { value, key };
}

function refused(message: string): AppError {
  return new AppError('invalid_query', { detail: `cursor: ${message}.` });
}

function parsed(text: string): readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function isSortValue(value: unknown): value is SortValue {
  return value === null || typeof value === 'string' || typeof value === 'number';
}
