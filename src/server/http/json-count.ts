/** Counts what a JSON body consists of before it is parsed: 8 MiB of brackets take a second. */
import { AppError } from '../../platform/base/errors.ts';
import type { Slices } from '../../platform/base/turns.ts';

const [QUOTE, BACKSLASH, COMMA, COLON] = [...Buffer.from('"\\,:')];
const [LIST, LIST_END, MAP, MAP_END] = [...Buffer.from('[]{}')];

/** Bytes between two looks at the clock. */
const STEP = 262_144;

/** How much a body may consist of. */
export interface CountBounds {
  readonly values: number;
  /** Keys of one map. */
  readonly keys: number;
}

/**
 * Count values and keys. What is no JSON is counted, too, and refused later.
 * @throws {AppError} invalid_body when there are more than a call needs
 */
export function* checkCount(bytes: Buffer, most: CountBounds): Slices<void> {
  if (bytes.length <= Math.min(most.values, most.keys)) return;
  const count = new Count(most);
  let isText = false;
  let end = STEP;
  for (let at = 0; at < bytes.length; at++) {
    if (at >= end) {
      end = at + STEP;
      yield;
    }
    const byte = bytes[at];
    if (byte === QUOTE) isText = !isText;
    else if (!isText) count.take(byte);
    else if (byte === BACKSLASH) at += 1;
  }
}

class Count {
  readonly #most: CountBounds;
  #values = 0;
  /** Keys so far of the innermost list or map, and of those around it. */
  #keys = 0;
  readonly #around: number[] = [];

  constructor(most: CountBounds) {
    this.#most = most;
  }

  /** Take a byte outside of texts. */
  take(byte: number | undefined): void {
    switch (byte) {
      case COMMA:
        this.#value();
        break;
      case COLON:
        this.#keys += 1;
        if (this.#keys > this.#most.keys) throw tooMany(`${this.#most.keys} keys in one map`);
        break;
      case LIST:
      case MAP:
        this.#value();
        this.#around.push(this.#keys);
        this.#keys = 0;
        break;
      case LIST_END:
      case MAP_END:
        this.#keys = this.#around.pop() ?? 0;
        break;
      default:
    }
  }

  #value(): void {
    this.#values += 1;
    if (this.#values > this.#most.values) throw tooMany(`${this.#most.values} values`);
  }
}

function tooMany(what: string): AppError {
  return new AppError('invalid_body', { detail: `The body has more than ${what}.` });
}
