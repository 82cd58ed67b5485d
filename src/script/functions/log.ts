/** `log_info`, `log_warn`, `log_error`: lines for the server's log. */
import type { FunctionGroup, LuaFunction } from '../function-group.ts';
import type { ScriptLogLevel } from '../script-run.ts';

function logFunction(level: ScriptLogLevel): LuaFunction {
  return (lua, run) => {
    const parts: string[] = [];
    const { top } = lua;
    for (let index = 1; index <= top; index++) parts.push(lua.display(index));
    run.log(level, parts.join(' '));
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
