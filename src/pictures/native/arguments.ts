/** Checks of arguments for the native code. They throw a TypeError or RangeError with the expected and the actual value. */
import { types } from 'node:util';
import { kernelConstants } from './constants.ts';

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

/** The options as an object. Its fields may be getters: each must be read only once. */
export function requireOptions(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>>;
  throw new TypeError(`options: expected an object, got ${show(value)}`);
}

/** A width and height that the kernel takes. */
export function requireSize(widthPx: unknown, heightPx: unknown): { widthPx: number; heightPx: number } {
  const { maxEdgePx, maxPixels } = kernelConstants();
  const size = {
    widthPx: requireInteger('widthPx', widthPx, 1, maxEdgePx),
    heightPx: requireInteger('heightPx', heightPx, 1, maxEdgePx),
  };
  const pixels = size.widthPx * size.heightPx;
  if (pixels <= maxPixels) return size;
  throw new RangeError(`widthPx * heightPx: expected at most ${maxPixels} pixels, got ${pixels}`);
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
function isBytes(value: unknown): value is Bytes {
  return types.isUint8Array(value) || types.isUint8ClampedArray(value);
}

/** An array of unsigned bytes. Its length must be checked after all options have been read: getters may change it. */
export function requireBytes(name: string, value: unknown): Bytes {
  if (isBytes(value)) return value;
  throw new TypeError(`${name}: expected a Uint8Array or Uint8ClampedArray, got ${show(value)}`);
}

const lengthOf = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), 'length')
  ?.get as (this: Bytes) => number;

/**
 * Bytes for the native code to read, exactly as many as expected, in memory that nothing can change, shrink or detach
 * before the call returns: arrays on shared or resizable memory are copied, others are not.
 * @throws {RangeError} another length; a detached array has none
 */
export function requireLength(name: string, bytes: Bytes, expected: number): Uint8Array {
  const actual = lengthOf.call(bytes);
  if (actual !== expected) {
    const detached = actual === 0 && bytes.buffer.byteLength === 0 ? ' (empty or detached)' : '';
    throw new RangeError(`${name}: expected ${expected} bytes, got ${actual}${detached}`);
  }
  return isFixed(bytes) ? (bytes as Uint8Array) : new Uint8Array(bytes);
}

/**
 * An array that the native code may write to, or use without a copy.
 * @throws {TypeError} its memory is shared or resizable
 */
export function requireFixed<A extends NodeJS.TypedArray>(name: string, array: A): A {
  if (isFixed(array)) return array;
  throw new TypeError(`${name}: expected memory that is neither shared nor resizable`);
}

function isFixed({ buffer }: NodeJS.TypedArray): boolean {
  const memory = buffer as ArrayBufferLike & { readonly resizable?: boolean };
  return !types.isSharedArrayBuffer(memory) && memory.resizable !== true;
}

/** A list of `#rrggbb` in any case as three bytes an ink. Equal inks are accepted; the first of them is used. */
export function requirePalette(name: string, value: unknown): Uint8Array {
  if (!Array.isArray(value)) throw new TypeError(`${name}: expected a list of "#rrggbb", got ${show(value)}`);
  const count = value.length;
  const { minInks, maxInks } = kernelConstants();
  if (count < minInks || count > maxInks) {
    throw new RangeError(`${name}: expected ${minInks} to ${maxInks} inks, got ${count}`);
  }
  const inks = new Uint8Array(count * 3);
  for (let i = 0; i < count; i++) {
    const ink: unknown = value[i];
    if (typeof ink !== 'string') {
      throw new TypeError(`${name}[${i}]: expected "#rrggbb", got ${show(ink)}`);
    }
    if (!INK.test(ink)) throw new RangeError(`${name}[${i}]: expected "#rrggbb", got ${show(ink)}`);
    const colour = Number.parseInt(ink.slice(1), 16);
    inks[i * 3] = colour >> 16;
    inks[i * 3 + 1] = (colour >> 8) & 255;
    inks[i * 3 + 2] = colour & 255;
  }
  return inks;
}
