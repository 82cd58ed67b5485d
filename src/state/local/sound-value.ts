/** Reads values from shelves by their form. */
import { readSound } from '../unreadable.ts';
import type { Backing, Shelf } from './backing.ts';

/**
 * A value that is of its form; undefined where there is none. One that is not counts as none, and is set aside until another
 * one is written: a server goes on without it.
 */
export function soundValue<Value>(
  { setAside }: Pick<Backing, 'setAside'>,
  shelf: Shelf<Value>,
  key: string,
  isWhole: (value: unknown) => boolean,
): Value | undefined {
  const isThere = { value: true };
  const value = readSound(() => {
    const read = shelf.get(key);
    isThere.value = read !== undefined;
    return read;
  });
  if (value !== undefined && isWhole(value)) return value;
  if (isThere.value) setAside.note(shelf.name, key);
  return undefined;
}
