import assert from 'node:assert/strict';
import { it } from 'node:test';
import { luaFailure, luaValue } from '../run-lua.ts';

it('escapes everything in a URL but unreserved characters, byte by byte', () => {
  assert.equal(
    luaValue('return url_encode("a-Z_0.~ /?&=+ä\\0\\255")'),
    'a-Z_0.~%20%2F%3F%26%3D%2B%C3%A4%00%FF',
  );
});

it('decodes escapes and plus signs, and leaves invalid escapes unchanged', () => {
  assert.equal(luaValue('return url_decode("a%20b+c%C3%a4%zz%")'), 'a b cä%zz%');
});

it('is its own inverse on all bytes', () => {
  const source = `
    local t = {} for i = 0, 255 do t[#t + 1] = string.char(i) end
    local all = table.concat(t)
    return { url_decode(url_encode(all)) == all, base64_decode(base64_encode(all)) == all }`;
  assert.deepEqual(luaValue(source), [true, true]);
});

it('writes base64 with padding, and reads it with or without, spaced, and in the URL alphabet', () => {
  assert.equal(luaValue('return base64_encode("a\\0b\\255")'), 'YQBi/w==');
  for (const text of ['YQBi/w==', 'YQBi/w', 'YQBi_w', ' YQ\\nBi/w== ']) {
    assert.equal(luaValue(`return base64_decode("${text}") == "a\\0b\\255"`), true, text);
  }
  assert.equal(luaValue('return base64_encode(12)'), 'MTI=');
});

it('refuses text that is not base64, and missing arguments', () => {
  for (const text of ['a', 'ab!d', 'abcde', '=', 'a=bc']) {
    assert.match(luaFailure(`base64_decode("${text}")`).message, /not base64|expected/, text);
  }
  for (const name of ['url_encode', 'url_decode', 'base64_encode', 'base64_decode']) {
    assert.match(
      luaFailure(`${name}({})`).message,
      new RegExp(`#1 to '${name}' \\(string expected, got table\\)`),
    );
  }
});

it('accepts megabytes, up to a limit', () => {
  assert.equal(luaValue('return #base64_encode(("x"):rep(9000000))'), 12_000_000);
  assert.match(luaFailure('url_encode((" "):rep(11000000))').message, /longer than \d+ bytes/);
});
