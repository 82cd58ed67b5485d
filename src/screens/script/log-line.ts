/** Joins the arguments of a call to a line of the log. */
import { LIMITS } from '../../platform/base/limits.ts';
import type { LuaStack } from './lua-stack.ts';

/** Bytes that hold at least one character more than a line may have. */
const MOST_BYTES = 4 * (LIMITS.scriptLogLineBytes + 1);

/** All arguments as `tostring` shows them, cut off behind the length of a line of the log. */
export function logLine(lua: LuaStack, separator: string): string {
  const { top } = lua;
  let line = '';
  for (let index = 1; index <= top && line.length <= LIMITS.scriptLogLineBytes; index++) {
    line += (index === 1 ? '' : separator) + lua.display(index, MOST_BYTES);
  }
  return line;
}
