/** The harmless part of Lua's `os`: `os.time`, `os.date`, `os.clock`, `os.difftime`. */
import { type ClockUnit, clockWindow, finestUnit } from '../../../platform/time/clock-window.ts';
import { formatTime, parseTime } from '../../../platform/time/strftime.ts';
import {
  badArgument,
  type FunctionGroup,
  hasTable,
  numberArgument,
  textArgument,
} from '../function-group.ts';
import { LuaRaise, type LuaStack } from '../lua-stack.ts';
import type { RunContext } from '../run-context.ts';

/** Fields of a date table with their strftime directives. */
const DATE_FIELDS = [
  ['year', '%-Y'],
  ['month', '%-m'],
  ['day', '%-d'],
  ['hour', '%-H'],
  ['min', '%-M'],
  ['sec', '%-S'],
  ['yday', '%-j'],
] as const;
/** Range of fields, which are integers of C (Lua 5.4, `getfield` in loslib.c). */
const MAX_FIELD = 2 ** 31 - 1;

/** @param unit  the finest unit that the script sees */
function now(run: RunContext, unit: ClockUnit, zone?: string): number {
  return run.nowSeconds((seconds) => clockWindow(seconds, unit, zone));
}

function field(lua: LuaStack, name: string, fallback: number | null): number {
  lua.field(1, name);
  const isGiven = !lua.isNoneOrNil(-1);
  const value = isGiven ? readInteger(lua) : fallback;
  lua.pop(1);
  if (value === null) {
    throw new LuaRaise(`field '${name}' ${isGiven ? 'is not an integer' : 'missing in date table'}`);
  }
  if (Math.abs(value) > MAX_FIELD) throw new LuaRaise(`field '${name}' is out-of-bound`);
  return value;
}

/** The whole number at the top of the stack, also one that is text; null for anything else. */
function readInteger(lua: LuaStack): number | null {
  const text = lua.number(-1) ?? lua.text(-1)?.trim() ?? '';
  const value = text === '' ? Number.NaN : Number(text);
  return Number.isInteger(value) ? value : null;
}

/** `os.time(table)`: fields may be outside of their ranges, as in C's `mktime`. */
function timeOfTable(lua: LuaStack): number {
  const months = field(lua, 'year', null) * 12 + field(lua, 'month', null) - 1;
  const year = Math.floor(months / 12);
  const seconds = field(lua, 'hour', 12) * 3600 + field(lua, 'min', 0) * 60 + field(lua, 'sec', 0);
  const days = field(lua, 'day', null) - 1 + Math.floor(seconds / 86_400);
  const date = new Date(0);
  date.setUTCFullYear(year, months - year * 12, 1 + days);
  if (Number.isNaN(date.getTime())) throw new LuaRaise('time result cannot be represented');
  const rest = seconds - Math.floor(seconds / 86_400) * 86_400;
  const utc = Math.round(date.getTime() / 1000) + rest;
  // Parsing the same clock time in the local zone applies the rules of the zone for gaps and overlaps.
  const format = '%Y-%m-%d %H:%M:%S';
  const local = parseTime(formatTime(utc, format, { zone: 'UTC' }), format);
  const time = local ?? utc;
  // The fields of the table are normalized, as in Lua: the 32nd of January becomes the 1st of February.
  setDateFields(lua, 1, time, {});
  return time;
}

/** True when the offset of the zone is above the smaller one of those in January and July. */
function isSummerTime(seconds: number, options: { zone?: string }): boolean {
  const year = formatTime(seconds, '%Y', options);
  const offset = (time: number) => {
    const text = formatTime(time, '%z', options);
    return Number(text.slice(0, 3)) * 60 + Number(`${text[0]}${text.slice(3)}`);
  };
  const ends = ['01', '07'].map(
    (month) => parseTime(`${year}-${month}-01`, '%Y-%m-%d', { zone: 'UTC' }) ?? 0,
  );
  return offset(seconds) > Math.min(...ends.map(offset));
}

function pushDateTable(lua: LuaStack, seconds: number, options: { zone?: string }): void {
  lua.api.lua_createtable(lua.L, 0, 9);
  setDateFields(lua, lua.top, seconds, options);
}

function setDateFields(lua: LuaStack, table: number, seconds: number, options: { zone?: string }): void {
  for (const [name, directive] of DATE_FIELDS) {
    lua.pushNumber(Number(formatTime(seconds, directive, options)));
    lua.setField(table, name);
  }
  lua.pushNumber(Number(formatTime(seconds, '%w', options)) + 1);
  lua.setField(table, 'wday');
  lua.pushBoolean(isSummerTime(seconds, options));
  lua.setField(table, 'isdst');
}

export const osGroup: FunctionGroup = {
  functions: {
    'os.clock': (lua, run) => {
      run.noteUnrepeatable('cpu_time');
      lua.api.lua_pushnumber(lua.L, run.time.cpuMs / 1000);
      return 1;
    },
    'os.difftime': (lua) => {
      const later = numberArgument(lua, 1, 'difftime');
      lua.api.lua_pushnumber(lua.L, later - numberArgument(lua, 2, 'difftime'));
      return 1;
    },
    'os.time': (lua, run) => {
      lua.pushNumber(hasTable(lua, 1, 'time') ? timeOfTable(lua) : now(run, 'second'));
      return 1;
    },
    'os.date': (lua, run) => {
      const wanted = lua.isNoneOrNil(1) ? '%c' : textArgument(lua, 1, 'date');
      const isUtc = wanted.startsWith('!');
      const format = isUtc ? wanted.slice(1) : wanted;
      const options: { zone?: string } = isUtc ? { zone: 'UTC' } : {};
      const unit = format === '*t' ? 'second' : finestUnit(format);
      const seconds = lua.isNoneOrNil(2)
        ? now(run, unit, options.zone)
        : Math.floor(numberArgument(lua, 2, 'date'));
      try {
        if (format === '*t') pushDateTable(lua, seconds, options);
        else lua.pushText(formatTime(seconds, format, options));
      } catch (error) {
        if (error instanceof RangeError) throw badArgument(2, 'date', error.message);
        throw error;
      }
      return 1;
    },
  },
};
