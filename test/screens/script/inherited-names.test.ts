import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { FetchAnswer, FetchRequest } from '../../../src/screens/fetch/request.ts';
import { assertUnpolluted, INHERITED_NAMES, mapOfInherited } from '../../support/hostile/inherited-names.ts';
import { luaFailure, luaValue } from './run-lua.ts';

const NAMES = `{ ${INHERITED_NAMES.map((name) => `"${name}"`).join(', ')} }`;

describe('names that every JavaScript object inherits', () => {
  afterEach(assertUnpolluted);

  it('are absent as attributes of elements that do not have them', () => {
    const source = `
      local doc, found = html_parse("<p class=x>a</p>"), {}
      local p = doc:select_one("p")
      for _, name in ipairs(${NAMES}) do
        found[#found + 1] = p:attr(name)
        for _, test in ipairs({ "", "=x", "^=x", "$=x", "*=x", "~=x", "|=x", "!=x" }) do
          local hits = #doc:select("[" .. name .. test .. "]")
          if hits ~= (test == "!=x" and 1 or 0) then found[#found + 1] = name .. test end
        end
      end
      return table.concat(found, " ")`;
    assert.equal(luaValue(source), '');
  });

  it('are ordinary attributes and tags when the page has them', () => {
    const source = `
      local found = {}
      for _, name in ipairs(${NAMES}) do
        local tag = (name:gsub("^_+", "x"))
        local doc = html_parse("<p " .. name .. "=1 " .. name .. "=2>a</p><p>b</p><" .. tag .. ">c</" .. tag .. ">")
        local p = doc:select("p")
        found[#found + 1] = p[1]:attr(name) .. tostring(p[2]:attr(name)) .. doc:select_one(tag:lower()):text()
          .. #doc:select("[" .. name .. "='1']")
      end
      return found`;
    assert.deepEqual(
      luaValue(source),
      INHERITED_NAMES.map(() => '1nilc1'),
    );
  });

  it('are ordinary keys of tables: in params, in results and in JSON', () => {
    const globals = { params: mapOfInherited({ polluted: 'yes' }) };
    const source = `
      local out = json_decode(json_encode(params))
      for _, name in ipairs(${NAMES}) do
        if params[name].polluted ~= "yes" then error(name) end
      end
      if params.nothing ~= nil then error("something") end
      return out`;
    const value = luaValue(source, { globals }) as Record<string, unknown>;
    assert.deepEqual(Object.keys(value).sort(), [...INHERITED_NAMES].sort());
    for (const name of INHERITED_NAMES) assert.equal(Object.hasOwn(value, name), true, name);
  });

  it('are unknown options, ordinary headers, and not among the choices', () => {
    for (const name of INHERITED_NAMES) {
      assert.match(luaFailure(`return qr_svg("x", { ["${name}"] = 1 })`).message, /unknown option/);
      assert.match(luaFailure(`return qr_svg("x", { ecc = "${name}" })`).message, /must be one of/);
      assert.match(luaFailure(`return qr_svg("x", { anchor = "${name}" })`).message, /must be one of/);
      assert.match(luaFailure(`return http_get("http://x/", { ["${name}"] = 1 })`).message, /unknown option/);
    }
    const sent: string[][] = [];
    const http = (request: FetchRequest): FetchAnswer => {
      sent.push(request.headers.map(([name]) => name));
      const facts = { status: 200, fromCache: false, finalUrl: 'http://x/' };
      return { ok: true, ...facts, headers: mapOfInherited('h'), body: Buffer.from('') };
    };
    const source = `
      local headers, found = {}, {}
      for _, name in ipairs(${NAMES}) do headers[name] = "x" end
      local answer = http_response("http://x/", { headers = headers })
      for _, name in ipairs(${NAMES}) do found[#found + 1] = answer.headers[name] or "-" end
      return found`;
    assert.deepEqual(
      luaValue(source, { http }),
      INHERITED_NAMES.map(() => 'h'),
    );
    assert.deepEqual(sent[0]?.toSorted(), [...INHERITED_NAMES].sort());
  });

  it('are unknown modules, assets, time zones and directives of time formats', () => {
    for (const name of INHERITED_NAMES) {
      assert.match(luaFailure(`return require("${name}")`).message, /does not exist|not found/);
      assert.equal(
        luaValue(`return type(read_asset) == "function" and (pcall(read_asset, "${name}"))`),
        false,
      );
      assert.equal(
        typeof luaValue(`local ok, text = pcall(time_format, 0, "%${name}") return tostring(text)`),
        'string',
      );
      assert.equal(luaValue(`return (pcall(time_format, 0, "%A", "${name}"))`) !== undefined, true);
    }
  });
});
