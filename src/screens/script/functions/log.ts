/** `log_info`, `log_warn`, `log_error`: write to the server's log. */
import type { FunctionGroup, LuaFunction } from '../function-group.ts';
import type { LuaStack } from '../lua-stack.ts';
import { SCRIPT_LOG_LINE_BYTES } from '../run-context.ts';
import type { ScriptLogLevel } from '../script-run.ts';

/** Bytes that hold at least one character more than a line may have. */
const MOST_BYTES = 4 * (SCRIPT_LOG_LINE_BYTES + 1);

/** All arguments as `tostring` shows them, cut off behind the length of a line of the log. */
export function logLine(lua: LuaStack, separator: string): string {
  const { top } = lua;
  let line = '';
  for (let index = 1; index <= top && line.length <= SCRIPT_LOG_LINE_BYTES; index++) {
    line += (index === 1 ? '' : separator) + lua.display(index, MOST_BYTES);
  }
  return line;
}

function logFunction(level: ScriptLogLevel): LuaFunction {
  return (lua, run) => {
    run.log(level, logLine(lua, ' '));
    return 0;
  };
}

export const logGroup: FunctionGroup = {
  functions: {
    log_info: logFunction('info'),
    log_warn: logFunction('warn'),
    log_error: logFunction('error'),
  },
};
