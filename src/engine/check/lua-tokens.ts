/** Splits Lua source into tokens, in as much detail as the checks need. */
import type { Position } from '../../platform/base/position.ts';

/**
 * Everything in Lua that can hide or hold a word: comments, long strings, strings, names, numbers. A long bracket
 * without end extends to the end of the source. Each alternative consumes its first character, so the scan is linear.
 */
const TOKEN =
  /--\[(=*)\[[\s\S]*?(?:\]\1\]|$(?![\s\S]))|--[^\n]*|\[(=*)\[[\s\S]*?(?:\]\2\]|$(?![\s\S]))|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|[A-Za-z_]\w*|\d[\w.]*|\S/g;

export interface LuaToken {
  readonly text: string;
  /** Where it begins in the source. */
  readonly index: number;
}

/** All tokens of a source, including comments. */
export function* luaTokens(source: string): Generator<LuaToken> {
  for (const match of source.matchAll(TOKEN)) yield { text: match[0], index: match.index };
}

/** True for a comment. */
export function isComment({ text }: LuaToken): boolean {
  return text.startsWith('--');
}

/** The text of a short string without escapes; null for every other token. */
export function quotedText(token: string): string | null {
  return /^(["'])([^"'\\\n]*)\1$/.exec(token)?.[2] ?? null;
}

/** Finds the positions of offsets, which must be asked for in rising order. */
export class LineCounter {
  readonly #source: string;
  #line = 1;
  #lineStart = 0;

  constructor(source: string) {
    this.#source = source;
  }

  positionOf(offset: number): Position {
    for (;;) {
      const end = this.#source.indexOf('\n', this.#lineStart);
      if (end === -1 || end >= offset) break;
      this.#lineStart = end + 1;
      this.#line += 1;
    }
    return { line: this.#line, column: offset - this.#lineStart + 1 };
  }
}
