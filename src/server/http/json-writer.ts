/** Writes JSON in slices: a text of 8 MiB takes 100 ms in one piece. */
import { sizeOfData } from '../../platform/base/data-size.ts';
import { printableJson } from '../../platform/base/printable.ts';
import type { Slices } from '../../platform/base/turns.ts';

/** Characters that are written in one go: mostly in a tenth of a millisecond, in ten where each has to be escaped. */
export const RUN = 16_384;
/** The bytes of an answer, as `JSON.stringify` would have it; what could mislead people is escaped. */
export function* jsonInSlices(value: unknown): Slices<Buffer> {
  const writer = new RunWriter();
  yield* writer.put(value);
  return writer.end();
}

/** The same of a list that is made as it is written, in slices of a millisecond or two. */
export function* listInSlices(slices: Iterable<readonly unknown[]>): Slices<Buffer> {
  const writer = new RunWriter();
  let before = '[';
  for (const slice of slices) {
    for (const item of slice) {
      writer.write(before);
      yield* writer.put(item);
      before = ',';
    }
    yield;
  }
  writer.write(before === '[' ? '[]' : ']');
  return writer.end();
}

class RunWriter {
  readonly #buffers: Buffer[] = [];
  #parts: string[] = [];
  #characters = 0;

  *put(value: unknown): Slices<void> {
    if (typeof value === 'string' && value.length > RUN) yield* this.#putText(value);
    else if (typeof value !== 'object' || value === null || sizeOfData(value, RUN) !== null) {
      this.write(printableJson(JSON.stringify(value) ?? 'null'));
      if (this.#characters >= RUN) yield* this.#flush();
    } else if (Array.isArray(value)) yield* this.#list(value);
    else yield* this.#putMap(value);
  }

  end(): Buffer {
    this.#encode();
    return Buffer.concat(this.#buffers);
  }

  *#list(items: readonly unknown[]): Slices<void> {
    let before = '[';
    for (const item of items) {
      this.write(before);
      yield* this.put(item);
      before = ',';
    }
    this.write(before === '[' ? '[]' : ']');
  }

  *#putMap(map: object): Slices<void> {
    let before = '{';
    for (const [key, item] of Object.entries(map)) {
      if (item === undefined) continue;
      this.write(`${before}${printableJson(JSON.stringify(key))}:`);
      yield* this.put(item);
      before = ',';
    }
    this.write(before === '{' ? '{}' : '}');
  }

  *#putText(text: string): Slices<void> {
    this.write('"');
    for (let from = 0; from < text.length; ) {
      let to = Math.min(from + RUN, text.length);
      to -= plainTail(text, to);
      this.write(printableJson(JSON.stringify(text.slice(from, to))).slice(1, -1));
      from = to;
      yield* this.#flush();
    }
    this.write('"');
  }

  write(part: string): void {
    this.#parts.push(part);
    this.#characters += part.length;
  }

  *#flush(): Slices<void> {
    this.#encode();
    yield;
  }

  #encode(): void {
    this.#buffers.push(Buffer.from(this.#parts.join(''), 'utf8'));
    this.#parts = [];
    this.#characters = 0;
  }
}

/** Most characters of what belongs together: halves, signs upon signs. */
const TAIL = 64;

/** How far before an end something stands behind which it may be cut: what is printable is judged by whole characters. */
function plainTail(text: string, end: number): number {
  if (end === text.length) return 0;
  for (let back = 0; back < TAIL; back++) {
    const code = text.charCodeAt(end - back - 1);
    if (code >= 0x20 && code < 0x7f) return back;
  }
  return 0;
}
