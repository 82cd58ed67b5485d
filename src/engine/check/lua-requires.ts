/** Finds the modules that a Lua source requires, without running it. */
import { isComment, LineCounter, type LuaToken, luaTokens, quotedText } from './lua-tokens.ts';

/** A call `require "name"` or `require("name")`. */
export interface LuaRequire {
  readonly name: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in bytes of UTF-16. */
  readonly column: number;
}

/** The literal names that a source requires, in the order of the file. Computed names are not included. */
export function findRequires(source: string): LuaRequire[] {
  const found: LuaRequire[] = [];
  const lines = new LineCounter(source);
  let before = '';
  let call: LuaToken | null = null;
  for (const token of luaTokens(source)) {
    const { text } = token;
    if (isComment(token)) continue;
    if (call !== null && text !== '(') {
      const name = quotedText(text);
      if (name !== null) found.push({ name, ...lines.positionOf(call.index) });
      call = null;
    }
    // A field or method with that name is another function.
    if (text === 'require' && before !== '.' && before !== ':') call = token;
    before = text;
  }
  return found;
}
