/** Numbers that look random and are always the same for a text: the same bench is the same everywhere. */
import { sha256 } from '../../platform/base/hash.ts';
import { seededRandom } from '../load/random.ts';

/** Gives the next number, an integer from 0 to one below the bound. */
export type Draw = (bound: number) => number;

/** The numbers of a text: those of the seed that its digest begins with. */
export function seeded(text: string): Draw {
  const digest = sha256(text);
  const random = seededRandom(
    Buffer.from(digest.buffer, digest.byteOffset, digest.byteLength).readUInt32LE(0),
  );
  return (bound) => Math.floor(random() * bound);
}

/** One item of a list. */
export function pickOne<T>(draw: Draw, list: readonly [T, ...T[]]): T {
  return list[draw(list.length)] ?? list[0];
}
