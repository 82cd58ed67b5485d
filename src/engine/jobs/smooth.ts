/** Smooths the fine texture of a picture and leaves its edges: what is left needs fewer different dots. */

/** A pixel is averaged with so many on each side, in its row, then in its column. */
const REACH_PX = [1, 2, 3, 4] as const;

/** Neighbours count only if no channel differs by more: beyond it lies an edge. By 255. */
const EDGE = [20, 28, 40, 56] as const;

/** How often a picture can be smoothed more than before. */
export const SMOOTHINGS = REACH_PX.length;

const CHANNELS = 4;

/**
 * A smoothed copy of a picture. Pure black and white stay as they are, so that text and paper stay solid.
 * @param rgba   widthPx * heightPx * 4 bytes, row-major, premultiplied; not changed
 * @param grade  1 to `SMOOTHINGS`
 */
export function smoothed(rgba: Uint8Array, widthPx: number, heightPx: number, grade: number): Uint8Array {
  const reach = REACH_PX[grade - 1];
  const edge = EDGE[grade - 1];
  if (reach === undefined || edge === undefined) {
    throw new RangeError(`grade: expected 1 to ${SMOOTHINGS}, got ${grade}`);
  }
  const row = widthPx * CHANNELS;
  const rows: Lines = { lines: heightPx, apart: row, length: widthPx };
  const columns: Lines = { lines: widthPx, apart: CHANNELS, length: heightPx };
  const across = pass(rgba, rows, { stride: CHANNELS, reach, edge });
  return pass(across, columns, { stride: row, reach, edge });
}

/** How a window lies: bytes from one of its pixels to the next, pixels on each side, and what counts as an edge. */
interface Reach {
  readonly stride: number;
  readonly reach: number;
  readonly edge: number;
}

/** Lines of pixels: how many, bytes from the first pixel of one to that of the next, and how many pixels each has. */
interface Lines {
  readonly lines: number;
  readonly apart: number;
  readonly length: number;
}

function pass(from: Uint8Array, { lines, apart, length }: Lines, by: Reach): Uint8Array {
  const to = new Uint8Array(from.length);
  for (let line = 0; line < lines; line += 1) {
    const first = line * apart;
    const last = first + (length - 1) * by.stride;
    for (let at = first; at <= last; at += by.stride) {
      if (isPure(from, at)) copy(from, to, at);
      else average(from, to, at, first, last, by);
    }
  }
  return to;
}

/** Sums of the pixels of one window, kept between pixels so that none is allocated. */
const sums = new Int32Array(CHANNELS);

function average(from: Uint8Array, to: Uint8Array, at: number, first: number, last: number, by: Reach): void {
  const { stride, reach, edge } = by;
  const red = byte(from, at);
  const green = byte(from, at + 1);
  const blue = byte(from, at + 2);
  const alpha = byte(from, at + 3);
  const end = Math.min(last, at + reach * stride);
  sums.fill(0);
  let count = 0;
  for (let near = Math.max(first, at - reach * stride); near <= end; near += stride) {
    const isBeyond =
      Math.abs(byte(from, near) - red) > edge ||
      Math.abs(byte(from, near + 1) - green) > edge ||
      Math.abs(byte(from, near + 2) - blue) > edge ||
      Math.abs(byte(from, near + 3) - alpha) > edge;
    if (isBeyond) continue;
    for (let channel = 0; channel < CHANNELS; channel += 1)
      sums[channel] = sum(channel) + byte(from, near + channel);
    count += 1;
  }
  for (let channel = 0; channel < CHANNELS; channel += 1) {
    to[at + channel] = Math.floor((sum(channel) + (count >> 1)) / count);
  }
}

function sum(channel: number): number {
  return sums[channel] as number;
}

function isPure(rgba: Uint8Array, at: number): boolean {
  const red = rgba[at];
  return rgba[at + 3] === 255 && (red === 0 || red === 255) && red === rgba[at + 1] && red === rgba[at + 2];
}

function copy(from: Uint8Array, to: Uint8Array, at: number): void {
  for (let channel = at; channel < at + CHANNELS; channel += 1) to[channel] = byte(from, channel);
}

function byte(bytes: Uint8Array, at: number): number {
  return bytes[at] as number;
}
