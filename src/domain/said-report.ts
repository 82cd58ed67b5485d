/**
 * What a device said in the call that told it of a picture, as some bytes for the picture's address: a server that did not
 * hear that call makes the same picture of it, also where it has never heard of the device. Only what the display follows
 * from and what the screen has read, exactly as it was said.
 */
import type { DisplayField } from './device-display.ts';
import type { Size } from './panel.ts';
import type { DeviceReport } from './report.ts';

/** In the order of their bits; the first ones are what differs from call to call. New ones go to the end. */
const NUMBERS = ['batteryVoltage', 'percentCharged', 'rssi'] as const;
const TEXTS = ['firmwareVersion', 'model', 'board'] as const;

/** Its bit, behind those of the others; width and height are two bytes each. */
const SIZE_MASK = 1 << (NUMBERS.length + TEXTS.length);
const SIZE_BYTES = 4;

type Field = (typeof NUMBERS)[number] | (typeof TEXTS)[number];

export type SaidReport = Partial<Pick<DeviceReport, Field | 'size'>>;

/** How screens call the fields. */
const NAMES: Readonly<Record<Field, string>> = {
  batteryVoltage: 'battery_voltage',
  percentCharged: 'percent_charged',
  rssi: 'rssi',
  firmwareVersion: 'firmware_version',
  model: 'model',
  board: 'board',
};

const VERSION = 1;
const HEAD_BYTES = 2;
const MOST_BYTES = 160;
/** Two characters of a number in a byte; the end is a character of its own. */
const NIBBLES = '0123456789.-e+';
const END = 15;

/**
 * The bytes of what a picture follows from of a report; null where that is nothing.
 * @param reads  JSON of a `RunReads`
 * @param mostBytes  fields that do not fit into it are left out, the last ones first
 * @param display  fields that the display follows from: without them there is no equal picture, so they go first
 */
export function packSaid(
  report: DeviceReport,
  reads: string,
  mostBytes: number,
  display: readonly DisplayField[] = [],
): Buffer | null {
  const readsAll = reads.includes('["all","device"]');
  const isRead = (field: Field): boolean =>
    readsAll || reads.includes(`["field","device","${NAMES[field]}"]`);
  let packed: Buffer | null = null;
  const taken: SaidReport = {};
  for (const field of new Set([...display, ...[...NUMBERS, ...TEXTS].filter(isRead)])) {
    if (report[field] === null) continue;
    Object.assign(taken, { [field]: report[field] });
    const longer = pack(taken);
    if (longer.length > mostBytes) break;
    packed = longer;
  }
  return packed;
}

/** Read what `packSaid` has written. Null for another version, and for whatever is not of its form. */
export function unpackSaid(bytes: Uint8Array): SaidReport | null {
  const [version, mask = 0] = bytes;
  if (version !== VERSION || bytes.length > MOST_BYTES || mask >= SIZE_MASK << 1) return null;
  const said: Said = {};
  const nibbles = readNumbers(bytes, mask, said);
  const texts = nibbles === null ? null : readTexts(bytes, Math.ceil(nibbles / 2), mask, said);
  const end = texts === null ? null : readSize(bytes, texts, mask, said);
  return end === bytes.length ? said : null;
}

type Said = Record<string, string | number | Size>;

/** @returns the nibble behind the last number; null where one cannot be read */
function readNumbers(bytes: Uint8Array, mask: number, said: Said): number | null {
  let nibble = HEAD_BYTES * 2;
  for (const [bit, field] of NUMBERS.entries()) {
    if ((mask & (1 << bit)) === 0) continue;
    const from = nibble;
    while (nibble < bytes.length * 2 && nibbleAt(bytes, nibble) !== END) nibble++;
    const codes = Array.from({ length: nibble - from }, (_, n) => nibbleAt(bytes, from + n));
    const text = codes.map((code) => NIBBLES[code] ?? ' ').join('');
    const number = Number(text);
    if (nibble === bytes.length * 2 || text.trim() === '' || !Number.isFinite(number)) return null;
    said[field] = number;
    nibble++;
  }
  return nibble;
}

function nibbleAt(bytes: Uint8Array, nibble: number): number {
  const byte = bytes[nibble >> 1] ?? 0;
  return nibble % 2 === 0 ? byte >> 4 : byte & 15;
}

/** @returns where the last text ends; null where one cannot be read */
function readTexts(bytes: Uint8Array, from: number, mask: number, said: Said): number | null {
  let at = from;
  for (const [index, field] of TEXTS.entries()) {
    if ((mask & (1 << (NUMBERS.length + index))) === 0) continue;
    const length = bytes[at] ?? 0;
    if (length === 0 || at + 1 + length > bytes.length) return null;
    said[field] = Buffer.from(bytes.subarray(at + 1, at + 1 + length)).toString();
    at += 1 + length;
  }
  return at;
}

/** @returns where the size ends; null where there is none */
function readSize(bytes: Uint8Array, at: number, mask: number, said: Said): number | null {
  if ((mask & SIZE_MASK) === 0) return at;
  if (at + SIZE_BYTES > bytes.length) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, SIZE_BYTES);
  said['size'] = { widthPx: view.getUint16(0), heightPx: view.getUint16(2) };
  return at + SIZE_BYTES;
}

function pack(said: SaidReport): Buffer {
  let mask = 0;
  const nibbles: number[] = [];
  for (const [bit, field] of NUMBERS.entries()) {
    const value = said[field];
    if (value === undefined) continue;
    mask |= 1 << bit;
    for (const character of String(value)) nibbles.push(NIBBLES.indexOf(character));
    nibbles.push(END);
  }
  if (nibbles.length % 2 === 1) nibbles.push(END);
  const bytes = [VERSION, 0];
  for (let n = 0; n < nibbles.length; n += 2) bytes.push(((nibbles[n] ?? 0) << 4) | (nibbles[n + 1] ?? 0));
  for (const [index, field] of TEXTS.entries()) {
    const value = said[field];
    if (value === undefined || value === null) continue;
    mask |= 1 << (NUMBERS.length + index);
    const text = Buffer.from(value);
    bytes.push(text.length, ...text);
  }
  if (said.size) {
    const { widthPx, heightPx } = said.size;
    mask |= SIZE_MASK;
    bytes.push(widthPx >> 8, widthPx & 0xff, heightPx >> 8, heightPx & 0xff);
  }
  bytes[1] = mask;
  return Buffer.from(bytes);
}
