/** `time_now`, `time_format`, `time_parse`. */
import {
  beginningOf,
  CLOCK_UNITS,
  type ClockUnit,
  clockWindow,
} from '../../../platform/time/clock-window.ts';
import { formatTime, parseTime, type TimeOptions } from '../../../platform/time/strftime.ts';
import { badArgument, type FunctionGroup, numberArgument, textArgument } from '../function-group.ts';
import { LuaRaise, type LuaStack } from '../lua-stack.ts';

/** Longest format or text that is accepted, in characters. */
const MAX_TEXT = 4_096;

/** The optional arguments zone and locale at `index` and behind it. */
function timeOptions(lua: LuaStack, index: number, name: string): TimeOptions {
  const zone = lua.isNoneOrNil(index) ? undefined : textArgument(lua, index, name);
  const locale = lua.isNoneOrNil(index + 1) ? undefined : textArgument(lua, index + 1, name);
  return {
    ...(zone === undefined ? {} : { zone }),
    // An unknown locale is refused by strftime, with the locales that exist.
    ...(locale === undefined ? {} : { locale: locale as NonNullable<TimeOptions['locale']> }),
  };
}

function boundedText(lua: LuaStack, index: number, name: string): string {
  const text = textArgument(lua, index, name);
  if (text.length > MAX_TEXT) throw badArgument(index, name, `longer than ${MAX_TEXT} characters`);
  return text;
}

/** The unit that `time_now` is to give the beginning of; seconds when it is left out. */
function unitArgument(lua: LuaStack): ClockUnit {
  if (lua.isNoneOrNil(1)) return 'second';
  const text = textArgument(lua, 1, 'time_now');
  const unit = CLOCK_UNITS.find((known) => known === text);
  if (unit !== undefined) return unit;
  const units = CLOCK_UNITS.map((known) => `'${known}'`).join(', ');
  throw badArgument(1, 'time_now', `one of ${units} expected, got '${text.slice(0, 40)}'`);
}

/** Run a function of strftime; its RangeErrors become errors of the script. */
function checked<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) throw new LuaRaise(`${name}: ${error.message}`);
    throw error;
  }
}

export const timeGroup: FunctionGroup = {
  functions: {
    time_now: (lua, run) => {
      const unit = unitArgument(lua);
      const zone = lua.isNoneOrNil(2) ? undefined : textArgument(lua, 2, 'time_now');
      const ahead = lua.isNoneOrNil(3) ? 0 : Math.floor(numberArgument(lua, 3, 'time_now'));
      lua.pushNumber(
        checked('time_now', () => {
          const seconds = run.nowSeconds((now) => {
            const { from, until } = clockWindow(now + ahead, unit, zone);
            return { from: from - ahead, until: until - ahead };
          });
          return beginningOf(seconds + ahead, unit, zone);
        }),
      );
      return 1;
    },
    time_format: (lua) => {
      const name = 'time_format';
      const seconds = numberArgument(lua, 1, name);
      const format = boundedText(lua, 2, name);
      const options = timeOptions(lua, 3, name);
      lua.pushText(checked(name, () => formatTime(seconds, format, options)));
      return 1;
    },
    time_parse: (lua) => {
      const name = 'time_parse';
      const text = boundedText(lua, 1, name);
      const format = boundedText(lua, 2, name);
      const options = timeOptions(lua, 3, name);
      const seconds = checked(name, () => parseTime(text, format, options));
      if (seconds === null) lua.pushNil();
      else lua.pushNumber(seconds);
      return 1;
    },
  },
};
