/** Reads what a server answers. */
import { isPlainObject, type PlainObject, type PlainValue } from '../../platform/base/plain.ts';

export type Json = PlainObject;

/** The object in a body; null where there is none. */
export function jsonObjectOf(body: Buffer): Json | null {
  try {
    const value: PlainValue = JSON.parse(body.toString('utf8'));
    return isPlainObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** A text that is not empty. */
export function textField(json: Json | null, name: string): string | null {
  const value = json?.[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** True for bytes that begin as a PNG does and end with its last chunk. */
export function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, 8).equals(PNG_SIGNATURE) && bytes.subarray(-8, -4).toString('latin1') === 'IEND';
}
