/** Adds blank characters to the `cmap` of an instance. */

type Entry = readonly [codePoint: number, glyph: number];

const SPACE = 0x20;

/**
 * A `cmap` with the same characters, and `codePoints` mapped to the glyph of the space where they have none.
 * Null when the table has no subtable of format 4 or 12 with a space in it.
 */
export function addBlankCharacters(cmap: Buffer, codePoints: Iterable<number>): Buffer | null {
  const glyphs = new Map(readEntries(cmap));
  const space = glyphs.get(SPACE);
  if (space === undefined) return null;
  for (const codePoint of codePoints) if (!glyphs.has(codePoint)) glyphs.set(codePoint, space);
  return writeFormat12([...glyphs].sort((a, b) => a[0] - b[0]));
}

/** All characters of a table that HarfBuzz wrote. Its subtables agree; the one of format 12 has more characters. */
function readEntries(cmap: Buffer): readonly Entry[] {
  const offsets = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) => cmap.readUInt32BE(8 + i * 8));
  const format = (offset: number): number => cmap.readUInt16BE(offset);
  const wide = offsets.find((offset) => format(offset) === 12);
  if (wide !== undefined) return readFormat12(cmap, wide);
  const narrow = offsets.find((offset) => format(offset) === 4);
  return narrow === undefined ? [] : readFormat4(cmap, narrow);
}

function readFormat12(cmap: Buffer, at: number): readonly Entry[] {
  const entries: Entry[] = [];
  for (let i = 0; i < cmap.readUInt32BE(at + 12); i += 1) {
    const group = at + 16 + i * 12;
    const first = cmap.readUInt32BE(group);
    const glyph = cmap.readUInt32BE(group + 8);
    for (let n = first; n <= cmap.readUInt32BE(group + 4); n += 1) entries.push([n, glyph + n - first]);
  }
  return entries;
}

function readFormat4(cmap: Buffer, at: number): readonly Entry[] {
  const entries: Entry[] = [];
  const doubled = cmap.readUInt16BE(at + 6);
  const starts = at + 16 + doubled;
  for (let i = 0; i < doubled; i += 2) {
    const first = cmap.readUInt16BE(starts + i);
    const delta = cmap.readUInt16BE(starts + doubled + i);
    const offsetAt = starts + 2 * doubled + i;
    const offset = cmap.readUInt16BE(offsetAt);
    for (let n = first; n <= cmap.readUInt16BE(at + 14 + i) && n !== 0xffff; n += 1) {
      const listed = offset === 0 ? n : cmap.readUInt16BE(offsetAt + offset + (n - first) * 2);
      if (offset === 0 || listed !== 0) entries.push([n, (listed + delta) & 0xffff]);
    }
  }
  return entries;
}

/** One table with one subtable for all of Unicode (OpenType 1.9, "cmap", format 12). */
function writeFormat12(entries: readonly Entry[]): Buffer {
  const groups: [first: number, last: number, glyph: number][] = [];
  for (const [codePoint, glyph] of entries) {
    const last = groups.at(-1);
    if (last !== undefined && codePoint === last[1] + 1 && glyph === last[2] + codePoint - last[0]) {
      last[1] = codePoint;
    } else groups.push([codePoint, codePoint, glyph]);
  }
  const table = Buffer.alloc(12 + 16 + groups.length * 12);
  table.writeUInt16BE(1, 2);
  table.writeUInt16BE(3, 4);
  table.writeUInt16BE(10, 6);
  table.writeUInt32BE(12, 8);
  table.writeUInt16BE(12, 12);
  table.writeUInt32BE(table.length - 12, 16);
  table.writeUInt32BE(groups.length, 24);
  groups.forEach(([first, last, glyph], i) => {
    table.writeUInt32BE(first, 28 + i * 12);
    table.writeUInt32BE(last, 32 + i * 12);
    table.writeUInt32BE(glyph, 36 + i * 12);
  });
  return table;
}
