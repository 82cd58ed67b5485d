/**
 * Reads JSON in slices: `JSON.parse` takes 80 ms for the longest bodies. A text is walked through once, by its brackets and
 * quotes alone, and parsed in runs of whole values; what is longer than a run is put together of several.
 */
import { type PlainValue, setOwn } from '../../platform/base/plain.ts';
import type { Slices } from '../../platform/base/turns.ts';

/** Characters that are parsed in one go, in half a millisecond or less. */
const RUN = 65_536;
/** Signs between two looks at the clock. */
const STEP = 4_096;

const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const [LIST, LIST_END, MAP_END] = [0x5b, 0x5d, 0x7d];

const SPACE = /^[ \t\n\r]*$/;

/** A list or map that is open; the first one is the text as a whole, which has one value. */
interface Open {
  readonly kind: 'text' | 'list' | 'map';
  readonly start: number;
  /** Where what is not parsed yet begins, and its last value with its key. */
  run: number;
  item: number;
  /** Made of the runs before; null while all of it fits into a run of what is around it. */
  made: unknown[] | Record<string, unknown> | null;
  /** A value of several runs ends here, and only a comma or the end may follow. */
  isAfter: boolean;
}

/**
 * The value of a text.
 * @throws {SyntaxError}
 */
export function* parseJsonInSlices(text: string): Slices<PlainValue> {
  if (text.length <= RUN) return JSON.parse(text);
  return yield* new RunReader(text).read();
}

class RunReader {
  readonly #text: string;
  readonly #stack: Open[] = [open('text', 0)];

  constructor(text: string) {
    this.#text = text;
  }

  *read(): Slices<PlainValue> {
    // Brackets, commas and quotes; another one for each text, because it knows where it is.
    const signs = /[[\]{},"]/g;
    let steps = 0;
    for (let found = signs.exec(this.#text); found !== null; found = signs.exec(this.#text)) {
      steps += 1;
      if (steps % STEP === 0) yield;
      const at = found.index;
      if (found[0] === '"') signs.lastIndex = yield* this.#string(at);
      else if (this.#sign(this.#text.charCodeAt(at), at)) yield;
    }
    return this.#end();
  }

  /** @returns true where something was parsed */
  #sign(code: number, at: number): boolean {
    if (code === COMMA) return this.#comma(at);
    if (code === LIST_END || code === MAP_END) return this.#close(code, at);
    this.#stack.push(open(code === LIST ? 'list' : 'map', at));
    return false;
  }

  get #top(): Open {
    const top = this.#stack.at(-1);
    if (top === undefined) throw new SyntaxError('unexpected bracket');
    return top;
  }

  /** @returns true where something was parsed */
  #comma(at: number): boolean {
    const top = this.#top;
    if (top.kind === 'text') throw new SyntaxError('unexpected comma');
    if (top.isAfter) {
      this.#expectSpace(top.run, at);
      top.isAfter = false;
      top.run = at + 1;
    } else if (at - top.run >= RUN) {
      this.#parseRun(top, at);
      top.run = at + 1;
    }
    top.item = at + 1;
    return top.run === at + 1;
  }

  /** @returns true where something was parsed */
  #close(code: number, at: number): boolean {
    const top = this.#top;
    if (top.kind !== (code === LIST_END ? 'list' : 'map')) {
      throw new SyntaxError('unexpected bracket');
    }
    this.#stack.pop();
    if (top.made === null && at - top.start < RUN) return false;
    if (top.isAfter) this.#expectSpace(top.run, at);
    else this.#parseRun(top, at, top.made === null);
    this.#add(top.start, top.made ?? [], at + 1);
    return true;
  }

  /** The whole strings of a run are parsed with it, and longer ones in pieces. @returns where it ends */
  *#string(start: number): Slices<number> {
    const text = this.#text;
    let end = start;
    let steps = 0;
    do {
      steps += 1;
      if (steps % STEP === 0) yield;
      end = text.indexOf('"', end + 1);
      if (end < 0) throw new SyntaxError('unterminated string');
    } while (this.#isEscaped(end, start));
    if (end - start >= RUN && this.#isValue(start)) {
      const parts: string[] = [];
      for (let from = start + 1; from < end; ) {
        const to = this.#pieceEnd(from, end);
        parts.push(JSON.parse(`"${text.slice(from, to)}"`));
        from = to;
        yield;
      }
      this.#add(start, parts.join(''), end + 1);
    }
    return end + 1;
  }

  #isEscaped(quote: number, start: number): boolean {
    let at = quote;
    while (at - 1 > start && this.#text.charCodeAt(at - 1) === BACKSLASH) at -= 1;
    return (quote - at) % 2 === 1;
  }

  /** False for a key. */
  #isValue(start: number): boolean {
    const top = this.#top;
    return top.kind !== 'map' || this.#text.slice(top.item, start).trimEnd().endsWith(':');
  }

  /** Where a piece of a string may end: not within an escape. */
  #pieceEnd(from: number, end: number): number {
    let to = from + RUN;
    if (to >= end) return end;
    // An escape has six characters at most; its backslash is not escaped itself.
    for (let at = to - 1; at > to - 6; at--) {
      if (this.#text.charCodeAt(at) === BACKSLASH && !this.#isEscaped(at, from - 1)) {
        to = at;
        break;
      }
    }
    return to;
  }

  /** Put a value of several runs where it belongs. */
  #add(start: number, value: unknown, end: number): void {
    const around = this.#top;
    if (around.isAfter) throw new SyntaxError('unexpected value');
    if (around.item > around.run) this.#parseRun(around, around.item - 1);
    const before = this.#text.slice(around.item, start);
    if (around.kind === 'map') {
      const entry = Object.keys(JSON.parse(`{${before}0}`));
      around.made ??= {};
      setOwn(around.made as Record<string, unknown>, entry[0] ?? '', value);
    } else {
      if (!SPACE.test(before)) throw new SyntaxError('unexpected text before a value');
      around.made ??= [];
      (around.made as unknown[]).push(value);
    }
    around.isAfter = true;
    around.run = end;
    around.item = end;
  }

  /** Parse the whole values of a run. @param isAll  it is all there is: it may be empty */
  #parseRun(open: Open, end: number, isAll = false): void {
    const run = this.#text.slice(open.run, end);
    if (open.kind === 'list') {
      const items: unknown[] = JSON.parse(`[${run}]`);
      if (items.length === 0 && !isAll) throw new SyntaxError('expected a value');
      open.made ??= [];
      for (const item of items) (open.made as unknown[]).push(item);
      return;
    }
    const entries = Object.entries(JSON.parse(`{${run}}`));
    if (entries.length === 0 && !isAll) throw new SyntaxError('expected an entry');
    open.made ??= {};
    for (const [key, value] of entries) setOwn(open.made as Record<string, unknown>, key, value);
  }

  #expectSpace(from: number, to: number): void {
    if (!SPACE.test(this.#text.slice(from, to))) throw new SyntaxError('unexpected text behind a value');
  }

  #end(): PlainValue {
    const top = this.#top;
    if (top.kind !== 'text' || this.#stack.length > 1) throw new SyntaxError('unexpected end');
    if (!top.isAfter) return JSON.parse(this.#text);
    this.#expectSpace(top.run, this.#text.length);
    return (top.made as PlainValue[])[0] ?? null;
  }
}

function open(kind: Open['kind'], start: number): Open {
  const inside = kind === 'text' ? 0 : start + 1;
  return { kind, start, run: inside, item: inside, made: null, isAfter: false };
}
