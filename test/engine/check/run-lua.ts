/** A Lua runtime for the tests of this folder. */
import { LuaRuntime } from '../../../src/screens/script/lua-runtime.ts';

export const lua: LuaRuntime = await LuaRuntime.load();
