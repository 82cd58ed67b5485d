/** Checks of what callers hand to the native code: TypeError or RangeError with the expected and the actual value. */
import { types } from 'node:util';
import { LIMITS } from '../base/limits.ts';

/** Longest edge and most pixels that the kernel takes (`native/kernel/picture.h`). */
const EDGE_MAX_PX = 32_768;
const PIXELS_MAX = 2 ** 26;

const INK = /^#[0-9a-f]{6}$/i;
const TEXT_SHOWN = 40;

/** Bytes of pixels or indices, as callers hold them. */
export type Bytes = Uint8Array | Uint8ClampedArray;

/** A value for an error message, without calling any code of its owner. */
export function show(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > TEXT_SHOWN ? `${value.slice(0, TEXT_SHOWN)}…` : value);
  }
  if (typeof value === 'number' || typeof value === 'boolean' || value == null) return String(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'an object';
  return `a ${typeof value}`;
}

/** The options as an object whose fields can be read; each field must be read once only, as it may be a getter. */
export function requireOptions(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>>;
  throw new TypeError(`options: expected an object, got ${show(value)}`);
}

/** A width and height that the kernel takes. */
export function requireSize(widthPx: unknown, heightPx: unknown): { widthPx: number; heightPx: number } {
  const size = {
    widthPx: requireInteger('widthPx', widthPx, 1, EDGE_MAX_PX),
    heightPx: requireInteger('heightPx', heightPx, 1, EDGE_MAX_PX),
  };
  const pixels = size.widthPx * size.heightPx;
  if (pixels <= PIXELS_MAX) return size;
  throw new RangeError(`widthPx * heightPx: expected at most ${PIXELS_MAX} pixels, got ${pixels}`);
}

/** An integer within bounds. */
export function requireInteger(name: string, value: unknown, min: number, max: number): number {
  const number = requireNumber(name, value, min, max);
  if (Number.isInteger(number)) return number;
  throw new RangeError(`${name}: expected an integer from ${min} to ${max}, got ${number}`);
}

/** A number within bounds. */
export function requireNumber(name: string, value: unknown, min: number, max: number): number {
  if (typeof value !== 'number') {
    throw new TypeError(`${name}: expected a number from ${min} to ${max}, got ${show(value)}`);
  }
  // Also false for NaN.
  if (value >= min && value <= max) return value;
  throw new RangeError(`${name}: expected a number from ${min} to ${max}, got ${value}`);
}

/** A boolean, false when it is absent. */
export function optionalBoolean(name: string, value: unknown): boolean {
  if (value === undefined) return false;
  if (typeof value === 'boolean') return value;
  throw new TypeError(`${name}: expected true or false, got ${show(value)}`);
}

/** True for the two kinds of array that hold unsigned bytes, of any realm and subclass. */
export function isBytes(value: unknown): value is Bytes {
  return types.isUint8Array(value) || types.isUint8ClampedArray(value);
}

/** An array of unsigned bytes. Its length is checked later, by `requireLength`: getters may still change it. */
export function requireBytes(name: string, value: unknown): Bytes {
  if (isBytes(value)) return value;
  throw new TypeError(`${name}: expected a Uint8Array or Uint8ClampedArray, got ${show(value)}`);
}

const lengthOf = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), 'length')
  ?.get as (this: Bytes) => number;

/**
 * The same bytes as a plain Uint8Array of exactly the expected length, memory that nobody can change, shrink
 * or detach before the native call returns. Arrays on shared or resizable memory are copied, others are not.
 * @throws {RangeError} another length; a detached array has none
 */
export function requireLength(name: string, bytes: Bytes, expected: number): Uint8Array {
  const actual = lengthOf.call(bytes);
  if (actual !== expected) {
    const detached = actual === 0 && bytes.buffer.byteLength === 0 ? ' (empty or detached)' : '';
    throw new RangeError(`${name}: expected ${expected} bytes, got ${actual}${detached}`);
  }
  const memory = bytes.buffer as ArrayBufferLike & { readonly resizable?: boolean };
  if (types.isSharedArrayBuffer(memory) || memory.resizable === true) return new Uint8Array(bytes);
  return bytes as Uint8Array;
}

/** A list of `#rrggbb` in any case as three bytes an ink. Equal inks are accepted; the first of them is used. */
export function requirePalette(name: string, value: unknown): Uint8Array {
  if (!Array.isArray(value)) throw new TypeError(`${name}: expected a list of "#rrggbb", got ${show(value)}`);
  const count = value.length;
  if (count < LIMITS.paletteMinInks || count > LIMITS.paletteMaxInks) {
    throw new RangeError(
      `${name}: expected ${LIMITS.paletteMinInks} to ${LIMITS.paletteMaxInks} inks, got ${count}`,
    );
  }
  const inks = new Uint8Array(count * 3);
  for (let i = 0; i < count; i++) {
    const ink: unknown = value[i];
    if (typeof ink !== 'string') {
      throw new TypeError(`${name}[${i}]: expected "#rrggbb", got ${show(ink)}`);
    }
    if (!INK.test(ink)) throw new RangeError(`${name}[${i}]: expected "#rrggbb", got ${show(ink)}`);
    writeInk(inks, i, ink);
  }
  return inks;
}

/** A palette that has been checked as three bytes an ink. */
export function paletteBytes(palette: readonly string[]): Uint8Array {
  const inks = new Uint8Array(palette.length * 3);
  for (const [i, ink] of palette.entries()) writeInk(inks, i, ink);
  return inks;
}

function writeInk(inks: Uint8Array, place: number, ink: string): void {
  const colour = Number.parseInt(ink.slice(1), 16);
  inks[place * 3] = colour >> 16;
  inks[place * 3 + 1] = (colour >> 8) & 255;
  inks[place * 3 + 2] = colour & 255;
}
