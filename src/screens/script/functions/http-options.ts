/** Reads the arguments of the `http_*` functions into a request. */

import { wordSet } from '../../../platform/base/words.ts';
import type { FetchRequest } from '../../fetch/request.ts';
import { HTTP_MAX_REDIRECTS, HTTP_MAX_TIMEOUT_MS, HTTP_TIMEOUT_MS } from '../../fetch/request.ts';
import { hasTable, textArgument } from '../function-group.ts';
import { encodeJson } from '../json/encode.ts';
import type { LuaStack } from '../lua-stack.ts';
import { LUA_TYPE } from '../lua-wasm.ts';
import { OptionTable } from '../option-table.ts';

type Header = [name: string, value: string];

const KNOWN = wordSet(`
  method params headers body json basic_auth timeout follow_redirects max_redirects cache_ttl
`);

const CREDENTIALS = ['username', 'password'] as const;

/** Read `(url, options)` from the arguments of the function `name`, and fill in the defaults. */
export function readRequest(lua: LuaStack, name: string, defaultMethod: string): FetchRequest {
  const url = textArgument(lua, 1, name);
  if (!hasTable(lua, 2, name)) return { ...defaults(defaultMethod), url };
  const options = new HttpOptions(lua, 2, name);
  options.refuseUnknown(KNOWN);
  const headers = options.headers();
  return {
    url: withParams(url, options.params()),
    method: (options.text('method') ?? defaultMethod).toUpperCase(),
    headers,
    body: options.body(headers),
    timeoutMs: Math.min(
      Math.round(options.number('timeout', HTTP_TIMEOUT_MS / 1000, 0.001) * 1000),
      HTTP_MAX_TIMEOUT_MS,
    ),
    followRedirects: options.boolean('follow_redirects', true),
    maxRedirects: Math.min(
      Math.floor(options.number('max_redirects', HTTP_MAX_REDIRECTS, 0)),
      HTTP_MAX_REDIRECTS,
    ),
    cacheTtlSeconds: options.number('cache_ttl', 0, 0),
  };
}

function defaults(method: string): Omit<FetchRequest, 'url'> {
  return {
    method,
    headers: [],
    body: null,
    timeoutMs: HTTP_TIMEOUT_MS,
    followRedirects: true,
    maxRedirects: HTTP_MAX_REDIRECTS,
    cacheTtlSeconds: 0,
  };
}

class HttpOptions extends OptionTable {
  /** Names and values of `params`, sorted by name. A list stands for several values of one name. */
  params(): Header[] {
    return this.#pairs('params');
  }

  headers(): Header[] {
    const headers = this.#pairs('headers');
    const auth = this.#basicAuth();
    if (auth !== null) headers.push(['authorization', auth]);
    return headers;
  }

  /** The body from `json` or `body`. `json` adds a content type to the headers unless the script has set one. */
  body(headers: Header[]): Uint8Array | null {
    const { lua } = this;
    const json = this.read('json', 'a value', (index) => encodeJson(lua, index));
    const body = this.read('body', 'a string', (index) => lua.bytes(index));
    if (json === null) return body;
    if (body !== null) throw this.wrong("options 'body' and 'json' exclude each other");
    if (!headers.some(([name]) => name.toLowerCase() === 'content-type')) {
      headers.push(['content-type', 'application/json']);
    }
    return Buffer.from(json, 'latin1');
  }

  #basicAuth(): string | null {
    const { lua } = this;
    return this.read('basic_auth', 'a table with username and password', (index) => {
      if (lua.type(index) !== LUA_TYPE.table) return null;
      this.refuseUnknownOf('basic_auth', index, CREDENTIALS);
      const parts = CREDENTIALS.map((key) => {
        lua.field(index, key);
        const bytes = lua.bytes(-1) ?? new Uint8Array(0);
        lua.pop(1);
        return bytes;
      });
      const credentials = Buffer.concat(
        [parts[0] ?? '', Buffer.from(':'), parts[1] ?? ''].map((part) => Buffer.from(part)),
      );
      return `Basic ${credentials.toString('base64')}`;
    });
  }

  #pairs(key: string): Header[] {
    const { lua } = this;
    const pairs = this.read(key, 'a table', (index) => {
      if (lua.type(index) !== LUA_TYPE.table) return null;
      const found = new Map<string, string[]>();
      const names = this.keys(index, `'${key}'`, (name, value) =>
        found.set(name, this.#values(value, `${key}.${name}`)),
      );
      return names.flatMap((name) => (found.get(name) ?? []).map((value): Header => [name, value]));
    });
    return pairs ?? [];
  }

  #values(index: number, where: string): string[] {
    const { lua } = this;
    if (lua.type(index) !== LUA_TYPE.table) return [this.#scalar(index, where)];
    const values: string[] = [];
    lua.beforeRaw(index);
    const length = Number(lua.api.lua_rawlen(lua.L, index));
    for (let n = 1; n <= length; n++) {
      lua.api.lua_rawgeti(lua.L, index, BigInt(n));
      values.push(this.#scalar(lua.top, where));
      lua.pop(1);
    }
    return values;
  }

  #scalar(index: number, where: string): string {
    const { lua } = this;
    if (lua.type(index) === LUA_TYPE.boolean) return String(lua.boolean(index));
    const text = lua.text(index);
    if (text === null)
      throw this.wrong(`'${where}' must be a string or a number, got a ${lua.typeName(index)}`);
    return text;
  }
}

/** The URL with query parameters added before its fragment. */
function withParams(url: string, params: readonly Header[]): string {
  if (params.length === 0) return url;
  const query = params
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  const [address = '', ...fragment] = url.split('#');
  const joined = `${address}${address.includes('?') ? '&' : '?'}${query}`;
  return fragment.length === 0 ? joined : `${joined}#${fragment.join('#')}`;
}
