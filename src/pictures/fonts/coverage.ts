/** Reads the `cmap` of a font into sorted ranges of code points, and looks code points up in them. */

/** Pairs of first and last code point, ascending, not touching. */
export type CodePointRanges = Uint32Array;

const LAST_CODE_POINT = 0x10ffff;
/** Ranges that a damaged or hostile table may claim; real fonts stay below 20 000. */
const MAX_RANGES = 100_000;

/**
 * Code points that have a glyph, from the best Unicode subtable (formats 4, 6, 10, 12 and 13).
 * Empty when the table is missing, damaged or of another kind.
 */
export function readCoverage(cmap: Buffer): CodePointRanges {
  try {
    return merge(readRanges(cmap));
  } catch (error) {
    // Reading past the end means that the table is cut off.
    if (error instanceof RangeError) return new Uint32Array(0);
    throw error;
  }
}

/** True when `codePoint` lies in one of the ranges. */
export function includesCodePoint(coverage: CodePointRanges, codePoint: number): boolean {
  let low = 0;
  let high = coverage.length >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (codePoint > (coverage[middle * 2 + 1] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low * 2 < coverage.length && codePoint >= (coverage[low * 2] ?? LAST_CODE_POINT);
}

type Ranges = [number, number][];

function readRanges(cmap: Buffer): Ranges {
  const at = bestSubtable(cmap);
  if (at === 0) return [];
  switch (cmap.readUInt16BE(at)) {
    case 4:
      return readFormat4(cmap, at);
    case 6:
      return readList(cmap.readUInt16BE(at + 6), cmap.readUInt16BE(at + 8), cmap, at + 10);
    case 10:
      return readList(cmap.readUInt32BE(at + 12), cmap.readUInt32BE(at + 16), cmap, at + 20);
    case 12:
    case 13:
      return readGroups(cmap, at);
    default:
      return [];
  }
}

/** Preference for subtables by platform and encoding, symbol fonts (3, 0) last; others have no Unicode characters. */
const SUBTABLE_RANK: ReadonlyMap<string, number> = new Map([
  ['3.10', 5],
  ['0.4', 4],
  ['0.6', 4],
  ['3.1', 3],
  ['0.3', 2],
  ['0.2', 2],
  ['0.1', 2],
  ['0.0', 2],
  ['3.0', 1],
]);

/** Offset of the richest Unicode subtable; 0 when there is none. */
function bestSubtable(cmap: Buffer): number {
  let best = 0;
  let offset = 0;
  const count = cmap.readUInt16BE(2);
  for (let i = 0; i < count; i += 1) {
    const record = 4 + i * 8;
    const rank = SUBTABLE_RANK.get(`${cmap.readUInt16BE(record)}.${cmap.readUInt16BE(record + 2)}`) ?? 0;
    if (rank > best) {
      best = rank;
      offset = cmap.readUInt32BE(record + 4);
    }
  }
  return offset;
}

/** Segments with a delta, or with an offset into an array of glyphs where 0 means "none". */
function readFormat4(cmap: Buffer, at: number): Ranges {
  const ranges: Ranges = [];
  const doubled = cmap.readUInt16BE(at + 6);
  const ends = at + 14;
  const starts = ends + doubled + 2;
  // Segments of a valid table do not overlap, so together they list each of the 65 536 characters at most once.
  let listed = 0;
  for (let i = 0; i < doubled && listed < 0x10000; i += 2) {
    const last = cmap.readUInt16BE(ends + i);
    const first = cmap.readUInt16BE(starts + i);
    if (first > last || first === 0xffff) continue;
    const delta = cmap.readUInt16BE(starts + doubled + i);
    const offsetAt = starts + 2 * doubled + i;
    const offset = cmap.readUInt16BE(offsetAt);
    if (offset === 0) addDeltaRange(ranges, first, last, delta);
    else addListed(ranges, first, last - first + 1, cmap, offsetAt + offset);
    listed += last - first + 1;
  }
  return ranges;
}

/** All characters of a segment, except the one that its delta maps to glyph 0. */
function addDeltaRange(ranges: Ranges, first: number, last: number, delta: number): void {
  const hole = (0x10000 - delta) & 0xffff;
  if (hole < first || hole > last) {
    ranges.push([first, last]);
    return;
  }
  if (hole > first) ranges.push([first, hole - 1]);
  if (hole < last) ranges.push([hole + 1, last]);
}

function readList(first: number, count: number, cmap: Buffer, at: number): Ranges {
  const ranges: Ranges = [];
  addListed(ranges, first, Math.min(count, LAST_CODE_POINT + 1), cmap, at);
  return ranges;
}

function addListed(ranges: Ranges, first: number, count: number, cmap: Buffer, at: number): void {
  for (let i = 0; i < count; i += 1) {
    if (at + i * 2 + 2 > cmap.length) return;
    if (cmap.readUInt16BE(at + i * 2) === 0) continue;
    const previous = ranges.at(-1);
    if (previous !== undefined && previous[1] === first + i - 1) previous[1] = first + i;
    else ranges.push([first + i, first + i]);
  }
}

function readGroups(cmap: Buffer, at: number): Ranges {
  const ranges: Ranges = [];
  const count = Math.min(cmap.readUInt32BE(at + 12), MAX_RANGES);
  for (let i = 0; i < count; i += 1) {
    const group = at + 16 + i * 12;
    const first = cmap.readUInt32BE(group);
    const last = cmap.readUInt32BE(group + 4);
    if (first <= last && last <= LAST_CODE_POINT) ranges.push([first, last]);
  }
  return ranges;
}

function merge(ranges: Ranges): CodePointRanges {
  ranges.sort((a, b) => a[0] - b[0]);
  const merged: Ranges = [];
  for (const [first, last] of ranges.slice(0, MAX_RANGES)) {
    const previous = merged.at(-1);
    if (previous !== undefined && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
    else merged.push([first, last]);
  }
  return Uint32Array.from(merged.flat());
}
