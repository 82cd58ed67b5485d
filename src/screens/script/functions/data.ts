/** `data_get`: what others have pushed. */
import { DATA_NAME_EXPECTED, isDataName } from '../../../domain/pushed-data.ts';
import type { ClockWindow } from '../../../platform/time/clock-window.ts';
import { badArgument, type FunctionGroup, numberArgument, textArgument } from '../function-group.ts';
import { pushJson } from '../json/decode.ts';
import { LuaRaise, type LuaStack } from '../lua-stack.ts';
import type { RunContext } from '../run-context.ts';

const NAME = 'data_get';
/** Ages are given in steps of a minute: all devices that call within one share the result of a screen. */
const DEFAULT_STEP = 60;
/** The longest time that data are kept. */
const MAX_STEP = 30 * 86_400;

function nameArgument(lua: LuaStack): string {
  const name = textArgument(lua, 1, NAME);
  if (isDataName(name)) return name;
  throw badArgument(1, NAME, `${DATA_NAME_EXPECTED} expected, got ${JSON.stringify(name.slice(0, 70))}`);
}

function stepArgument(lua: LuaStack): number {
  const step = lua.isNoneOrNil(2) ? DEFAULT_STEP : numberArgument(lua, 2, NAME);
  if (Number.isInteger(step) && step >= 1 && step <= MAX_STEP) return step;
  throw badArgument(2, NAME, `a whole number of seconds from 1 to ${MAX_STEP} expected, got ${step}`);
}

/** The age of data in seconds, in whole steps. What was read of the clock stays the same until the next step. */
function ageOf(run: RunContext, updatedMs: number, step: number): number {
  const updated = Math.floor(updatedMs / 1000);
  const stepsAt = (seconds: number): number => Math.max(0, Math.floor((seconds - updated) / step));
  const windowOf = (seconds: number): ClockWindow => {
    const steps = stepsAt(seconds);
    // Data that were pushed while the script ran are of its future.
    return { from: steps === 0 ? 0 : updated + steps * step, until: updated + (steps + 1) * step };
  };
  return stepsAt(run.nowSeconds(windowOf)) * step;
}

export const dataGroup: FunctionGroup = {
  functions: {
    data_get: (lua, run) => {
      const name = nameArgument(lua);
      const step = stepArgument(lua);
      const answer = run.data(name);
      if (answer === null) throw new LuaRaise(`${NAME}: too many names in one run`);
      if (!answer.ok) {
        lua.pushNil();
        return 1;
      }
      pushJson(lua, answer.bytes);
      lua.pushNumber(ageOf(run, answer.updatedMs, step));
      return 2;
    },
  },
};
