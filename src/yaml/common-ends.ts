/** Says how much of two texts is the same. */

/** Long pieces are compared many times faster than characters. */
const LONGEST = 65_536;

/** Characters at the beginning of both texts that are the same. */
export function commonPrefix(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let same = 0;
  for (let step = LONGEST; step >= 1; step /= 2) {
    while (same + step <= most && a.slice(same, same + step) === b.slice(same, same + step)) same += step;
  }
  return same;
}

/** Characters at the end of both texts that are the same, `most` of them at most. */
export function commonSuffix(a: string, b: string, most: number): number {
  let same = 0;
  for (let step = LONGEST; step >= 1; step /= 2) {
    while (
      same + step <= most &&
      a.slice(a.length - same - step, a.length - same) === b.slice(b.length - same - step, b.length - same)
    ) {
      same += step;
    }
  }
  return same;
}
