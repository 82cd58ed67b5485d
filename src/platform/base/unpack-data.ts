/** The other end of `pack-data.ts`: makes the data again, in slices. */
import { CODE, forgetOld, type Piece } from './pack-data.ts';
import { setOwn } from './plain.ts';
import type { Slices } from './turns.ts';

/** Values between two looks at the clock. */
const STEP = 256;

/** A collection that is being made, and the number under which it is kept. */
type Open =
  | { readonly kind: 'list'; readonly made: unknown[]; left: number }
  | { readonly kind: 'object'; readonly made: object; left: number; key: string }
  | {
      readonly kind: 'map';
      readonly made: Map<unknown, unknown>;
      left: number;
      key: unknown;
      hasKey: boolean;
    };

/** What a code makes: a value, or a collection that its values follow. */
type Step = { readonly value: unknown } | Open;

export class Unpacker {
  readonly #kept = new Map<number, unknown>();
  readonly #last = new Map<number, number>();
  #answer = 0;

  /** Make the next answer of its pieces, which are there by the time they are asked for. */
  *unpack(next: () => Piece): Slices<unknown> {
    this.#answer += 1;
    const reader = new PieceReader(next);
    const seen: unknown[] = [];
    const stack: Open[] = [];
    for (let done = 1; ; done++) {
      if (done % STEP === 0) yield;
      const open = stack.at(-1);
      if (open?.kind === 'object') open.key = reader.key();
      const step = this.#step(reader, seen);
      if ('kind' in step) {
        stack.push(step);
        continue;
      }
      let { value } = step;
      for (;;) {
        const around = stack.at(-1);
        if (around === undefined) {
          this.#forget();
          return value;
        }
        add(around, value);
        if (around.left > 0) break;
        stack.pop();
        value = around.made;
      }
    }
  }

  #step(reader: PieceReader, seen: unknown[]): Step {
    const code = reader.code();
    if (code !== CODE.keep) return this.#made(code, reader, seen);
    const id = reader.argument();
    const step = this.#made(reader.code(), reader, seen);
    this.#kept.set(id, 'kind' in step ? step.made : step.value);
    this.#last.set(id, this.#answer);
    return step;
  }

  #made(code: number, reader: PieceReader, seen: unknown[]): Step {
    switch (code) {
      case CODE.text:
        return { value: reader.text() };
      case CODE.number:
        return { value: reader.number() };
      case CODE.null:
        return { value: null };
      case CODE.true:
      case CODE.false:
        return { value: code === CODE.true };
      case CODE.undefined:
        return { value: undefined };
      case CODE.seen:
        return { value: seen[reader.argument()] };
      case CODE.kept: {
        const id = reader.argument();
        this.#last.set(id, this.#answer);
        return { value: this.#kept.get(id) };
      }
      default:
        return opened(code, reader.argument(), seen);
    }
  }

  #forget(): void {
    forgetOld(this.#last, this.#answer);
    for (const id of this.#kept.keys()) if (!this.#last.has(id)) this.#kept.delete(id);
  }
}

function opened(code: number, count: number, seen: unknown[]): Step {
  const open = emptyOf(code, count);
  if (count === 0) return { value: open.made };
  seen.push(open.made);
  return open;
}

function emptyOf(code: number, left: number): Open {
  if (code === CODE.list) return { kind: 'list', made: [], left };
  if (code === CODE.map) return { kind: 'map', made: new Map(), left, key: undefined, hasKey: false };
  return { kind: 'object', made: {}, left, key: '' };
}

function add(open: Open, value: unknown): void {
  if (open.kind === 'list') open.made.push(value);
  else if (open.kind === 'object') setOwn(open.made as Record<string, unknown>, open.key, value);
  else if (!open.hasKey) {
    open.key = value;
    open.hasKey = true;
    return;
  } else {
    open.made.set(open.key, value);
    open.hasKey = false;
  }
  open.left -= 1;
}

class PieceReader {
  readonly #next: () => Piece;
  #piece: Piece;
  #code = 0;
  #text = 0;
  #number = 0;

  constructor(next: () => Piece) {
    this.#next = next;
    this.#piece = next();
  }

  code(): number {
    this.#advance();
    return this.argument();
  }

  /** Stands in the piece of its code. */
  argument(): number {
    return this.#piece.codes[this.#code++] ?? 0;
  }

  key(): string {
    this.#advance();
    return this.text();
  }

  text(): string {
    return this.#piece.texts[this.#text++] ?? '';
  }

  number(): number {
    return this.#piece.numbers[this.#number++] ?? 0;
  }

  /** To the next piece, where this one is read to its end. */
  #advance(): void {
    const { codes, texts } = this.#piece;
    if (this.#code < codes.length || this.#text < texts.length) return;
    this.#piece = this.#next();
    this.#code = 0;
    this.#text = 0;
    this.#number = 0;
  }
}
