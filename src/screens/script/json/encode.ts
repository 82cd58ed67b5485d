/**
 * Encodes Lua values as JSON text.
 *
 * A table with the keys 1..n (n > 0), or an empty one that came from a list, is a list; every other table is a map
 * with its keys in byte order. Integers are written exactly, floats in the shortest form that is read back as the
 * same number, whole ones without a fraction. Bytes of strings are copied unchanged.
 */
import { LIMITS } from '../../../platform/base/limits.ts';
import { HTTP_RESPONSE_BYTES } from '../../fetch/request.ts';
import { SCRIPT_RESULT_DEPTH } from '../from-lua.ts';
import { LuaRaise, type LuaStack } from '../lua-stack.ts';
import { LUA_TYPE } from '../lua-wasm.ts';
import { LIST_METATABLE } from '../metatables.ts';
import { listItems, mapEntries, type TableKey } from '../table-entries.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes exactly these
const ESCAPED = /["\\\u0000-\u001f]/g;

/**
 * The JSON text of the value at an absolute index, one character (0..255) for each byte.
 * @throws {LuaRaise} the value has no JSON form, contains itself, or is too large
 */
export function encodeJson(lua: LuaStack, index: number): string {
  return new Encoder(lua).value(index);
}

class Encoder {
  readonly #lua: LuaStack;
  readonly #parents: number[] = [];
  #nodes = 0;
  #bytes = 0;

  constructor(lua: LuaStack) {
    this.#lua = lua;
  }

  value(index: number): string {
    const lua = this.#lua;
    this.#nodes += 1;
    if (this.#nodes > LIMITS.scriptResultNodes) {
      throw new LuaRaise(`json_encode: more than ${LIMITS.scriptResultNodes} values`);
    }
    const type = lua.type(index);
    switch (type) {
      case LUA_TYPE.nil:
        return 'null';
      case LUA_TYPE.boolean:
        return lua.boolean(index) ? 'true' : 'false';
      case LUA_TYPE.number:
        return this.#number(index);
      case LUA_TYPE.string:
        return this.#string(lua.binary(index) ?? '');
      case LUA_TYPE.table:
        return this.#table(index);
      default:
        if (type === LUA_TYPE.lightUserdata && lua.api.lua_touserdata(lua.L, index) === 0) return 'null';
        throw new LuaRaise(`json_encode: a ${lua.typeName(index)} has no JSON form`);
    }
  }

  #number(index: number): string {
    const { api, L } = this.#lua;
    if (api.lua_isinteger(L, index) !== 0) return String(api.lua_tointegerx(L, index, 0));
    const value = api.lua_tonumberx(L, index, 0);
    if (!Number.isFinite(value)) throw new LuaRaise(`json_encode: ${value} has no JSON form`);
    return String(value);
  }

  #string(binary: string): string {
    this.#bytes += binary.length;
    if (this.#bytes > HTTP_RESPONSE_BYTES) {
      throw new LuaRaise(`json_encode: more than ${HTTP_RESPONSE_BYTES} bytes of text`);
    }
    return `"${binary.replace(ESCAPED, escapeOf)}"`;
  }

  #table(index: number): string {
    const lua = this.#lua;
    const { api, L } = lua;
    const address = api.lua_topointer(L, index);
    if (this.#parents.includes(address)) throw new LuaRaise('json_encode: the table contains itself');
    if (this.#parents.length >= SCRIPT_RESULT_DEPTH) {
      throw new LuaRaise(`json_encode: tables are nested deeper than ${SCRIPT_RESULT_DEPTH} levels`);
    }
    lua.reserve(6);
    lua.beforeRaw(index);
    this.#parents.push(address);
    const keys: TableKey[] = [];
    const texts: string[] = [];
    api.lua_pushnil(L);
    const keyIndex = api.lua_gettop(L);
    while (api.lua_next(L, index) !== 0) {
      keys.push(this.#key(keyIndex));
      texts.push(this.value(keyIndex + 1));
      api.lua_settop(L, keyIndex);
    }
    this.#parents.pop();
    if (keys.length === 0) return lua.hasMetatable(index, LIST_METATABLE) ? '[]' : '{}';
    const list = listItems(keys, texts);
    return list === null ? this.#map(mapEntries(keys, texts)) : `[${list.join(',')}]`;
  }

  #map(members: readonly (readonly [name: string, text: string])[]): string {
    return `{${members.map(([name, text]) => `${this.#string(name)}:${text}`).join(',')}}`;
  }

  #key(index: number): TableKey {
    const lua = this.#lua;
    const type = lua.type(index);
    if (type === LUA_TYPE.number) return lua.api.lua_tonumberx(lua.L, index, 0);
    if (type === LUA_TYPE.string) return lua.binary(index) ?? '';
    throw new LuaRaise(`json_encode: a ${lua.typeName(index)} cannot be a key`);
  }
}

function escapeOf(character: string): string {
  return ESCAPES[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
