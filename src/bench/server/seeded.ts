/** Numbers that look random and are always the same for a text: the same bench is the same everywhere. */
import { sha256 } from '../../base/hash.ts';

/** Gives the next number, an integer from 0 to one below the bound. */
export type Draw = (bound: number) => number;

/** The numbers of a text: mulberry32, begun with its digest. */
export function seeded(text: string): Draw {
  const digest = sha256(text);
  let state = Buffer.from(digest.buffer, digest.byteOffset, digest.byteLength).readUInt32LE(0);
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

/** One item of a list. */
export function pickOne<T>(draw: Draw, list: readonly [T, ...T[]]): T {
  return list[draw(list.length)] ?? list[0];
}
