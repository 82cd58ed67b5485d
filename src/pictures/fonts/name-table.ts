/** Reads names of a font, and writes the small name table of an instance. */

/** Name identifiers (OpenType 1.9, "name"). */
export const NAME_ID = {
  family: 1,
  subfamily: 2,
  full: 4,
  postScript: 6,
  typographicFamily: 16,
  typographicSubfamily: 17,
} as const;

const WINDOWS = 3;
const WINDOWS_ENGLISH = 0x0409;
const MACINTOSH = 1;
/** Longer than any real family name. */
const MAX_NAME_BYTES = 512;

/** The names of a font by identifier; English wins, then any Windows or Unicode name, then a Macintosh one. */
export function readNames(table: Buffer): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  const ranks = new Map<number, number>();
  if (table.length < 6) return names;
  const count = table.readUInt16BE(2);
  const strings = table.readUInt16BE(4);
  for (let i = 0; i < count && 18 + i * 12 <= table.length; i += 1) {
    const record = 6 + i * 12;
    const platform = table.readUInt16BE(record);
    const id = table.readUInt16BE(record + 6);
    const rank = rankOf(platform, table.readUInt16BE(record + 4));
    if (rank <= (ranks.get(id) ?? 0)) continue;
    const from = strings + table.readUInt16BE(record + 10);
    const length = Math.min(table.readUInt16BE(record + 8), MAX_NAME_BYTES);
    const name = decode(table.subarray(from, from + length), platform === MACINTOSH);
    if (name === '') continue;
    names.set(id, name);
    ranks.set(id, rank);
  }
  return names;
}

function rankOf(platform: number, language: number): number {
  if (platform === WINDOWS) return language === WINDOWS_ENGLISH ? 4 : 2;
  if (platform === MACINTOSH) return language === 0 ? 1 : 0;
  return platform === 0 ? 3 : 0;
}

function decode(bytes: Buffer, macintosh: boolean): string {
  if (macintosh) return bytes.toString('latin1').trim();
  const even = Buffer.from(bytes.subarray(0, bytes.length & ~1));
  return even.swap16().toString('utf16le').replaceAll('\0', '').trim();
}

/** A name table in which the font is called `family` (Windows, English, UTF-16). */
export function writeNames(family: string): Buffer {
  const text = Buffer.from(family, 'utf16le').swap16();
  const style = Buffer.from('Regular', 'utf16le').swap16();
  const ids: readonly number[] = [NAME_ID.family, NAME_ID.subfamily, 3, NAME_ID.full, NAME_ID.postScript];
  const table = Buffer.alloc(6 + ids.length * 12);
  table.writeUInt16BE(ids.length, 2);
  table.writeUInt16BE(table.length, 4);
  ids.forEach((id, i) => {
    const record = 6 + i * 12;
    const subfamily = id === NAME_ID.subfamily;
    table.writeUInt16BE(WINDOWS, record);
    table.writeUInt16BE(1, record + 2);
    table.writeUInt16BE(WINDOWS_ENGLISH, record + 4);
    table.writeUInt16BE(id, record + 6);
    table.writeUInt16BE(subfamily ? style.length : text.length, record + 8);
    table.writeUInt16BE(subfamily ? text.length : 0, record + 10);
  });
  return Buffer.concat([table, text, style]);
}
