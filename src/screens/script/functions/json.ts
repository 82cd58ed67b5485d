/** `json_encode`, `json_decode`. */
import { bytesArgument, type FunctionGroup } from '../function-group.ts';
import { pushJson } from '../json/decode.ts';
import { encodeJson } from '../json/encode.ts';
import { LuaRaise } from '../lua-stack.ts';

export const jsonGroup: FunctionGroup = {
  functions: {
    json_decode: (lua) => {
      pushJson(lua, bytesArgument(lua, 1, 'json_decode'));
      return 1;
    },
    json_encode: (lua) => {
      if (lua.top === 0) throw new LuaRaise("bad argument #1 to 'json_encode' (value expected)");
      lua.pushBinary(encodeJson(lua, 1));
      return 1;
    },
  },
  prelude: `
local globals, null = ...
globals.json_null = null`,
};
