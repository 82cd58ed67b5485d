/** Finds the modules that a Lua source asks for, without running it. */

/** A call `require "name"` or `require("name")`. */
export interface LuaRequire {
  readonly name: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in bytes of UTF-16. */
  readonly column: number;
}

/**
 * Everything in Lua that can hide or hold the word: comments, long strings, strings, names. A long bracket that is
 * not closed runs to the end. Each alternative consumes what it starts with, so the scan is linear.
 */
const TOKEN =
  /--\[(=*)\[[\s\S]*?(?:\]\1\]|$(?![\s\S]))|--[^\n]*|\[(=*)\[[\s\S]*?(?:\]\2\]|$(?![\s\S]))|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|[A-Za-z_]\w*|\S/g;

/** The literal names that a source requires, in the order of the file. Names that it computes are not among them. */
export function findRequires(source: string): LuaRequire[] {
  const found: LuaRequire[] = [];
  const lines = new LineCounter(source);
  let before = '';
  let call: RegExpExecArray | null = null;
  for (const match of source.matchAll(TOKEN)) {
    const [token] = match;
    if (token.startsWith('--')) continue;
    if (call !== null && token !== '(') {
      const name = quotedText(token);
      if (name !== null) found.push({ name, ...lines.placeOf(call.index) });
      call = null;
    }
    // A field or method of that name is another function.
    if (token === 'require' && before !== '.' && before !== ':') call = match;
    before = token;
  }
  return found;
}

/** The text of a short string without escapes: names of files have none. */
function quotedText(token: string): string | null {
  return /^(["'])([^"'\\\n]*)\1$/.exec(token)?.[2] ?? null;
}

/** Places of offsets that are asked for in rising order. */
class LineCounter {
  readonly #source: string;
  #line = 1;
  #lineStart = 0;

  constructor(source: string) {
    this.#source = source;
  }

  placeOf(offset: number): { line: number; column: number } {
    for (;;) {
      const end = this.#source.indexOf('\n', this.#lineStart);
      if (end === -1 || end >= offset) break;
      this.#lineStart = end + 1;
      this.#line += 1;
    }
    return { line: this.#line, column: offset - this.#lineStart + 1 };
  }
}
