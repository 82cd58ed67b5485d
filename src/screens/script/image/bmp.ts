/**
 * Writes BMP files, as sketches for microcontrollers read them: bottom row first, no compression, and as few bits a pixel as
 * the colours need. One of black and white has the palette that firmware of TRMNL asks for.
 */
import type { Pixels } from './tone.ts';

const FILE_HEADER_BYTES = 14;
const INFO_HEADER_BYTES = 40;
/** 72 dpi, in pixels a metre. */
const PIXELS_PER_METRE = 2_835;
const MOST_COLOURS = 256;
const BLACK_AND_WHITE = [0x000000, 0xffffff] as const;

/** The file of a picture. */
export function toBmp(pixels: Pixels): Buffer {
  const palette = paletteOf(pixels);
  const bits = palette === null ? 24 : bitsFor(palette.length);
  const rowBytes = Math.ceil((pixels.widthPx * bits) / 32) * 4;
  const start = FILE_HEADER_BYTES + INFO_HEADER_BYTES + (palette?.length ?? 0) * 4;
  const file = Buffer.alloc(start + rowBytes * pixels.heightPx);
  writeHeaders(file, pixels, { bits, start, colours: palette?.length ?? 0 });
  for (const [place, colour] of (palette ?? []).entries()) {
    file.writeUInt32LE(colour, FILE_HEADER_BYTES + INFO_HEADER_BYTES + place * 4);
  }
  const places = new Map((palette ?? []).map((colour, place) => [colour, place]));
  for (let y = 0; y < pixels.heightPx; y++) {
    const to = start + (pixels.heightPx - 1 - y) * rowBytes;
    if (palette === null) writeColours(file, to, pixels, y);
    else writePlaces(file, to, pixels, { y, bits, places });
  }
  return file;
}

function writeHeaders(
  file: Buffer,
  { widthPx, heightPx }: Pixels,
  { bits, start, colours }: { readonly bits: number; readonly start: number; readonly colours: number },
): void {
  file.write('BM', 0, 'latin1');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(start, 10);
  file.writeUInt32LE(INFO_HEADER_BYTES, 14);
  file.writeInt32LE(widthPx, 18);
  file.writeInt32LE(heightPx, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(bits, 28);
  file.writeUInt32LE(file.length - start, 34);
  file.writeUInt32LE(PIXELS_PER_METRE, 38);
  file.writeUInt32LE(PIXELS_PER_METRE, 42);
  file.writeUInt32LE(colours, 46);
}

function colourAt({ data, channels }: Pixels, pixel: number): number {
  if (channels === 1) return (data[pixel] ?? 0) * 0x010101;
  return ((data[pixel * 3] ?? 0) << 16) | ((data[pixel * 3 + 1] ?? 0) << 8) | (data[pixel * 3 + 2] ?? 0);
}

/** The colours, dark ones first; null where there are too many. */
function paletteOf(pixels: Pixels): readonly number[] | null {
  const found = new Set<number>();
  for (let pixel = 0; pixel < pixels.widthPx * pixels.heightPx; pixel++) {
    found.add(colourAt(pixels, pixel));
    if (found.size > MOST_COLOURS) return null;
  }
  const isPlain = [...found].every((colour) => BLACK_AND_WHITE.some((one) => one === colour));
  return isPlain ? BLACK_AND_WHITE : [...found].sort((a, b) => a - b);
}

function bitsFor(colours: number): number {
  if (colours <= 2) return 1;
  return colours <= 16 ? 4 : 8;
}

function writeColours(file: Buffer, to: number, pixels: Pixels, y: number): void {
  for (let x = 0; x < pixels.widthPx; x++) {
    file.writeUIntLE(colourAt(pixels, y * pixels.widthPx + x), to + x * 3, 3);
  }
}

function writePlaces(
  file: Buffer,
  to: number,
  pixels: Pixels,
  row: { readonly y: number; readonly bits: number; readonly places: ReadonlyMap<number, number> },
): void {
  const { y, bits, places } = row;
  for (let x = 0; x < pixels.widthPx; x++) {
    const place = places.get(colourAt(pixels, y * pixels.widthPx + x)) ?? 0;
    const at = to + ((x * bits) >> 3);
    const shift = 8 - bits - ((x * bits) & 7);
    file[at] = (file[at] ?? 0) | (place << shift);
  }
}
