/** `scale_font`, `scale_pixel`, `greys`: adapt sizes and greys to the panel. */
import { badArgument, type FunctionGroup, numberArgument } from '../function-group.ts';
import { panelScale } from '../panel-facts.ts';

const MAX_GREYS = 256;

export const layoutGroup: FunctionGroup = {
  functions: {
    scale_font: (lua, run) => {
      lua.api.lua_pushnumber(lua.L, numberArgument(lua, 1, 'scale_font') * panelScale(run));
      return 1;
    },
    scale_pixel: (lua, run) => {
      lua.pushNumber(Math.round(numberArgument(lua, 1, 'scale_pixel') * panelScale(run)));
      return 1;
    },
    greys: (lua) => {
      const count = numberArgument(lua, 1, 'greys');
      if (!Number.isInteger(count) || count < 2 || count > MAX_GREYS) {
        throw badArgument(1, 'greys', `a whole number from 2 to ${MAX_GREYS} expected, got ${count}`);
      }
      lua.api.lua_createtable(lua.L, count, 0);
      for (let n = 0; n < count; n++) {
        const value = Math.round((n * 255) / (count - 1));
        lua.api.lua_createtable(lua.L, 0, 3);
        const entry = lua.top;
        lua.pushNumber(value);
        lua.setField(entry, 'value');
        lua.pushText(`#${value.toString(16).padStart(2, '0').repeat(3)}`);
        lua.setField(entry, 'color');
        lua.pushText(value < 128 ? '#ffffff' : '#000000');
        lua.setField(entry, 'text_color');
        lua.api.lua_rawseti(lua.L, -2, BigInt(n + 1));
      }
      return 1;
    },
  },
};
