/** `log_info`, `log_warn`, `log_error`: write to the server's log. */
import type { FunctionGroup, LuaFunction } from '../function-group.ts';
import { logLine } from '../log-line.ts';
import type { ScriptLogLevel } from '../script-run.ts';

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
