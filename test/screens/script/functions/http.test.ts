import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FetchRequest } from '../../../../src/screens/fetch/request.ts';
import { answered, luaFailure, luaValue } from '../run-lua.ts';

/** The request that a call makes. */
function request(call: string): FetchRequest {
  const requests: FetchRequest[] = [];
  luaValue(call, {
    http: (made) => {
      requests.push(made);
      return answered('');
    },
  });
  const [first] = requests;
  assert.ok(first !== undefined && requests.length === 1);
  return first;
}

function refusal(call: string): string {
  return luaFailure(call, { http: () => answered('') }).message;
}

describe('a request', () => {
  it('has default values', () => {
    assert.deepEqual(request('http_get("http://x/a?b=1")'), {
      url: 'http://x/a?b=1',
      method: 'GET',
      headers: [],
      body: null,
      timeoutMs: 10_000,
      followRedirects: true,
      maxRedirects: 5,
      cacheTtlSeconds: 0,
    });
    assert.equal(request('http_post("http://x/")').method, 'POST');
    assert.equal(request('http_request("http://x/", { method = "delete" })').method, 'DELETE');
  });

  it('adds params to the query, sorted and escaped, before the fragment', () => {
    const url = (options: string, address = 'http://x/') => request(`http_get("${address}", ${options})`).url;
    assert.equal(
      url('{ params = { q = "a b&c", n = 5, yes = true } }'),
      'http://x/?n=5&q=a%20b%26c&yes=true',
    );
    assert.equal(url('{ params = { l = { 1, 2 } } }', 'http://x/?a=1#top'), 'http://x/?a=1&l=1&l=2#top');
    assert.equal(url('{ params = {} }'), 'http://x/');
  });

  it('sends headers sorted by name, and basic_auth', () => {
    const { headers } = request(
      'http_get("http://x/", { headers = { ["X-B"] = 2, Accept = "a" }, basic_auth = { username = "ü", password = "p:w" } })',
    );
    assert.deepEqual(headers, [
      ['Accept', 'a'],
      ['X-B', '2'],
      ['authorization', `Basic ${Buffer.from('ü:p:w').toString('base64')}`],
    ]);
  });

  it('sends the bytes of body unchanged, and json with its content type', () => {
    const raw = request('http_post("http://x/", { body = "\\0\\255" })');
    assert.deepEqual([...(raw.body ?? [])], [0, 255]);
    const json = request('http_post("http://x/", { json = { b = "ä", a = 1 } })');
    assert.equal(Buffer.from(json.body ?? []).toString(), '{"a":1,"b":"ä"}');
    assert.deepEqual(json.headers, [['content-type', 'application/json']]);
    const own = request('http_post("http://x/", { json = {}, headers = { ["Content-Type"] = "x/y" } })');
    assert.deepEqual(own.headers, [['Content-Type', 'x/y']]);
  });

  it('reads the timeout in seconds, and limits timeout and redirects', () => {
    assert.equal(request('http_get("http://x/", { timeout = 2.5 })').timeoutMs, 2500);
    const long = { limits: { wallMs: 100_000 } };
    let timeoutMs = 0;
    const http = (made: FetchRequest) => {
      timeoutMs = made.timeoutMs;
      return answered('');
    };
    luaValue('http_get("http://x/", { timeout = 300 })', { ...long, http });
    assert.equal(timeoutMs, 30_000);
    const options = '{ follow_redirects = false, max_redirects = 99, cache_ttl = 60 }';
    const { followRedirects, maxRedirects, cacheTtlSeconds } = request(`http_get("http://x/", ${options})`);
    assert.deepEqual([followRedirects, maxRedirects, cacheTtlSeconds], [false, 5, 60]);
  });

  it('refuses options that are unknown or of the wrong kind', () => {
    const cases: [call: string, message: RegExp][] = [
      ['http_get()', /bad argument #1 to 'http_get' \(string expected, got no value\)/],
      ['http_get("http://x/", 5)', /bad argument #2 to 'http_get' \(table expected, got number\)/],
      [
        'http_get("http://x/", { metod = "GET" })',
        /unknown option 'metod'; did you mean method\?; there are basic_auth, /,
      ],
      [
        'http_get("http://x/", { basic_auth = { user = "x" } })',
        /unknown key of option 'basic_auth': 'user'; did you mean username\?; there are password, username/,
      ],
      ['http_get("http://x/", { timeout = "soon" })', /option 'timeout' must be a number, got a string/],
      ['http_get("http://x/", { timeout = 0 })', /option 'timeout' must be at least 0.001, got 0/],
      ['http_get("http://x/", { cache_ttl = 0/0 })', /option 'cache_ttl' must be at least 0, got NaN/],
      ['http_get("http://x/", { follow_redirects = 1 })', /must be true or false, got a number/],
      [
        'http_get("http://x/", { params = { a = {{}} } })',
        /'params.a' must be a string or a number, got a table/,
      ],
      ['http_get("http://x/", { headers = { "x" } })', /keys of 'headers' must be strings/],
      ['http_get("http://x/", { basic_auth = "x" })', /must be a table with username and password/],
      ['http_post("http://x/", { body = "a", json = 1 })', /'body' and 'json' exclude each other/],
      ['http_post("http://x/", { json = print })', /a function has no JSON form/],
      ['http_post("http://x/", { body = {} })', /option 'body' must be a string, got a table/],
    ];
    for (const [call, message] of cases) assert.match(refusal(call), message);
  });
});

describe('an answer', () => {
  it('is its body, byte by byte, for every status', () => {
    const http = () => answered(Uint8Array.of(0, 255, 13, 10, 0), { status: 404 });
    assert.deepEqual(luaValue('local b = http_get("http://x/") return { #b, b:byte(1, -1) }', { http }), [
      ...[5, 0, 255, 13, 10, 0],
    ]);
  });

  it('of ten megabytes arrives', () => {
    const http = () => answered(new Uint8Array(10 * 1024 * 1024).fill(120));
    assert.equal(luaValue('return #http_get("http://x/")', { http }), 10 * 1024 * 1024);
  });

  it('that fails raises an error with the line, which pcall catches', () => {
    const http = () => ({ ok: false, error: 'GET http://x/: the connection was refused' }) as const;
    const failure = luaFailure('\nhttp_get("http://x/")', { http });
    assert.deepEqual([failure.message, failure.line], ['GET http://x/: the connection was refused', 2]);
    assert.equal(luaValue('return (pcall(http_post, "http://x/"))', { http }), false);
  });

  it('of http_response is a table, and never raises', () => {
    const http = () =>
      answered('{}', { status: 404, headers: { etag: '"1"' }, finalUrl: 'http://x/y', fromCache: true });
    assert.deepEqual(luaValue('return http_response("http://x/")', { http }), {
      ok: false,
      status: 404,
      body: '{}',
      headers: { etag: '"1"' },
      url: 'http://x/y',
      from_cache: true,
    });
    const refused = () => ({ ok: false, error: 'GET http://x/: no' }) as const;
    assert.deepEqual(luaValue('return http_response("http://x/")', { http: refused }), {
      ok: false,
      error: 'GET http://x/: no',
      from_cache: false,
    });
    assert.equal(luaValue('return http_response("http://x/").ok', { http: () => answered('') }), true);
  });

  it('is also available in coroutines, comparators and callbacks', () => {
    const http = ({ url }: FetchRequest) => answered(url.slice(-1));
    const sources = [
      'return coroutine.wrap(function() return http_get("http://x/1") end)()',
      'local t = { 3, 2, 1 } table.sort(t, function(a, b) http_get("http://x/") return a < b end) return tostring(t[1])',
      'return (("x"):gsub("x", function() return http_get("http://x/1") end))',
      'return setmetatable({}, { __index = function() return http_get("http://x/1") end }).y',
    ];
    for (const source of sources) assert.equal(luaValue(source, { http }), '1');
  });
});
