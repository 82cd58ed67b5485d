/** `http_get`, `http_post`, `http_request`, `http_response`. */
import type { FetchAnswer } from '../../fetch/request.ts';
import type { FunctionGroup, LuaFunction } from '../function-group.ts';
import { LuaRaise, type LuaStack } from '../lua-stack.ts';
import { readRequest } from './http-options.ts';

/** A function that returns the body for any status, and raises an error when there is no answer. */
function bodyFunction(name: string, method: string): LuaFunction {
  return (lua, run) => {
    const answer = run.http(readRequest(lua, name, method));
    if (!answer.ok) throw new LuaRaise(answer.error);
    lua.pushBytes(answer.body);
    return 1;
  };
}

/** Push the table that `http_response` returns. */
function pushResponse(lua: LuaStack, answer: FetchAnswer): void {
  lua.api.lua_createtable(lua.L, 0, 7);
  const table = lua.top;
  lua.pushBoolean(answer.ok && answer.status >= 200 && answer.status < 300);
  lua.setField(table, 'ok');
  lua.pushBoolean(answer.ok && answer.fromCache);
  lua.setField(table, 'from_cache');
  if (!answer.ok) {
    lua.pushText(answer.error);
    lua.setField(table, 'error');
    return;
  }
  lua.pushNumber(answer.status);
  lua.setField(table, 'status');
  lua.pushBytes(answer.body);
  lua.setField(table, 'body');
  lua.pushText(answer.finalUrl);
  lua.setField(table, 'url');
  lua.api.lua_createtable(lua.L, 0, 16);
  const headers = lua.top;
  for (const [name, value] of Object.entries(answer.headers)) {
    lua.pushText(value);
    lua.setField(headers, name);
  }
  lua.setField(table, 'headers');
}

export const httpGroup: FunctionGroup = {
  functions: {
    http_get: bodyFunction('http_get', 'GET'),
    http_post: bodyFunction('http_post', 'POST'),
    http_request: bodyFunction('http_request', 'GET'),
    http_response: (lua, run) => {
      const answer = run.http(readRequest(lua, 'http_response', 'GET'));
      // The script may look whether it came from the cache.
      if (answer.ok && !answer.fromCache) run.noteUnrepeatable('cache_state');
      pushResponse(lua, answer);
      return 1;
    },
  },
};
