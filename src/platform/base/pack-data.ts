/**
 * Plain data on its way between threads, in pieces: a message is copied by both ends in one go, which takes a second for a
 * million values. What is shared within the data is shared on the other side, too.
 */
import type { Slices } from './turns.ts';

/** One message. */
export interface Piece {
  readonly codes: Int32Array;
  readonly texts: readonly string[];
  readonly numbers: Float64Array;
}

/** What a code means; those of a collection are followed by a count. */
export const CODE = {
  null: 0,
  true: 1,
  false: 2,
  undefined: 3,
  /** The next text, or the next number, of the piece. */
  text: 4,
  number: 5,
  /** A list, with its number of values. */
  list: 6,
  /** An object, with its number of pairs: each is a text of the piece and a value. */
  object: 7,
  /** A map, with its number of pairs of values. */
  map: 8,
  /** The collection with this number among all of this answer that are not empty. */
  seen: 9,
  /** The next value has this number from now on, for later answers too. */
  keep: 10,
  /** The value that has this number. */
  kept: 11,
} as const;

/** A piece takes half a millisecond or less. */
const PIECE_CODES = 4_000;
const PIECE_CHARACTERS = 65_536;
/** Values between two looks at the clock. */
const STEP = 256;

/**
 * For so many answers after the last one that had it, what is kept is remembered, on both sides: the text in use, one that
 * is looked at, and one that replaces it.
 */
export const KEPT_ANSWERS = 4;

const lasting = new WeakSet<object>();

/** Send an object once, and name it afterwards: it must not change. */
export function sentOnce<T extends object>(value: T): T {
  lasting.add(value);
  return value;
}

/** A collection that is being packed, and what of it comes next. */
type Open =
  | { readonly kind: 'list'; readonly items: readonly unknown[]; at: number }
  | {
      readonly kind: 'object';
      readonly keys: readonly string[];
      readonly values: Record<string, unknown>;
      at: number;
    }
  | { readonly kind: 'map'; readonly items: Iterator<unknown>; left: number };

/** One end of a line, on which answer follows answer. */
export class Packer {
  readonly #ids = new WeakMap<object, number>();
  /** By number: the last answer that had it. */
  readonly #kept = new Map<number, number>();
  #answer = 0;
  #nextId = 0;

  /** Pack an answer. Each piece is to be sent before the next one is asked for. */
  *pack(value: unknown, send: (piece: Piece) => void): Slices<void> {
    this.#answer += 1;
    const writer = new PieceWriter(send);
    const seen = new Map<object, number>();
    const stack: Open[] = [];
    let done = 0;
    this.#put(value, writer, seen, stack);
    for (let open = stack.at(-1); open !== undefined; open = stack.at(-1)) {
      done += 1;
      if (done % STEP === 0) yield;
      if (open.kind === 'list') {
        if (open.at === open.items.length) stack.pop();
        else this.#put(open.items[open.at++], writer, seen, stack);
      } else if (open.kind === 'object') {
        const key = open.keys[open.at++];
        if (key === undefined) stack.pop();
        else {
          writer.key(key);
          this.#put(open.values[key], writer, seen, stack);
        }
      } else if (open.left === 0) stack.pop();
      else {
        open.left -= 1;
        this.#put(open.items.next().value, writer, seen, stack);
      }
    }
    writer.end();
    forgetOld(this.#kept, this.#answer);
  }

  #put(value: unknown, writer: PieceWriter, seen: Map<object, number>, stack: Open[]): void {
    if (typeof value !== 'object' || value === null) {
      writer.scalar(value);
      return;
    }
    const before = seen.get(value);
    if (before !== undefined) {
      writer.codes(CODE.seen, before);
      return;
    }
    if (lasting.has(value) && this.#isKept(value, writer)) return;
    this.#open(value, writer, seen, stack);
  }

  /** True where the other side has it. */
  #isKept(value: object, writer: PieceWriter): boolean {
    const id = this.#ids.get(value);
    if (id !== undefined && this.#kept.has(id)) {
      this.#kept.set(id, this.#answer);
      writer.codes(CODE.kept, id);
      return true;
    }
    const given = this.#nextId++;
    this.#ids.set(value, given);
    this.#kept.set(given, this.#answer);
    writer.codes(CODE.keep, given);
    return false;
  }

  #open(value: object, writer: PieceWriter, seen: Map<object, number>, stack: Open[]): void {
    if (Array.isArray(value)) {
      writer.codes(CODE.list, value.length);
      if (value.length === 0) return;
      stack.push({ kind: 'list', items: value, at: 0 });
    } else if (value instanceof Map) {
      writer.codes(CODE.map, value.size);
      if (value.size === 0) return;
      const items = [...value].flat(1)[Symbol.iterator]();
      stack.push({ kind: 'map', items, left: 2 * value.size });
    } else {
      const keys = Object.keys(value);
      writer.codes(CODE.object, keys.length);
      if (keys.length === 0) return;
      stack.push({ kind: 'object', keys, values: value as Record<string, unknown>, at: 0 });
    }
    seen.set(value, seen.size);
  }
}

/** Forget what no answer has had for long. The other end does the same. */
export function forgetOld(kept: Map<number, number>, answer: number): void {
  for (const [id, last] of kept) if (last <= answer - KEPT_ANSWERS) kept.delete(id);
}

class PieceWriter {
  readonly #send: (piece: Piece) => void;
  #codes: number[] = [];
  #texts: string[] = [];
  #numbers: number[] = [];
  #characters = 0;

  constructor(send: (piece: Piece) => void) {
    this.#send = send;
  }

  codes(code: number, argument: number): void {
    this.#endFull();
    this.#codes.push(code, argument);
  }

  key(key: string): void {
    this.#endFull();
    this.#text(key);
  }

  scalar(value: unknown): void {
    this.#endFull();
    if (typeof value === 'string') {
      this.#codes.push(CODE.text);
      this.#text(value);
    } else if (typeof value === 'number') {
      this.#codes.push(CODE.number);
      this.#numbers.push(value);
    } else if (value === null) this.#codes.push(CODE.null);
    else if (value === undefined) this.#codes.push(CODE.undefined);
    else if (typeof value === 'boolean') this.#codes.push(value ? CODE.true : CODE.false);
    else throw new TypeError(`expected plain data, got a ${typeof value}`);
  }

  end(): void {
    const [codes, numbers] = [Int32Array.from(this.#codes), Float64Array.from(this.#numbers)];
    this.#send({ codes, numbers, texts: this.#texts });
    this.#codes = [];
    this.#numbers = [];
    this.#texts = [];
    this.#characters = 0;
  }

  #text(text: string): void {
    this.#texts.push(text);
    this.#characters += text.length;
  }

  /** Before a value or a key: a code, its argument and its text stay together. */
  #endFull(): void {
    if (this.#codes.length >= PIECE_CODES || this.#characters >= PIECE_CHARACTERS) this.end();
  }
}
