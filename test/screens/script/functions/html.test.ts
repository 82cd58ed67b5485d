import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { luaFailure, luaValue } from '../run-lua.ts';

const PAGE = `<!doctype html><html><body class="a b"><h1 id=top>Caf&eacute; &amp; Bar</h1>
<table class=board><tr data-line="S1"><td>10:00<td>Main<tr data-line=S2 HIDDEN><td>10:05</td><td><b>North</b> Gate</td></table>
<a href="/x?a=1&amp;b=2">one</a><a>two</a><script>var x = "<p>";</script></body></html>`;

function query(source: string): unknown {
  return luaValue(`local doc = html_parse(params.page) ${source}`, { globals: { params: { page: PAGE } } });
}

describe('html_parse', () => {
  it('finds elements by CSS selectors, in the order of the page', () => {
    const source = 'local t = {} for i, e in ipairs(doc:select("td, h1")) do t[i] = e:text() end return t';
    assert.deepEqual(query(source), ['Café & Bar', '10:00', 'Main', '10:05', 'North Gate']);
  });

  it('gives lists a length, indices and each', () => {
    const source = `
      local rows = doc:select("table.board tr")
      local seen = {}
      rows:each(function(row, i) seen[i] = row:tag() .. row:attr("data-line") end)
      return { #rows, rows[2]:select_one("b"):text(), seen, rows[3] == nil, #doc:select("nav") }`;
    assert.deepEqual(query(source), [2, 'North', ['trS1', 'trS2'], true, 0]);
  });

  it('lets each yield', () => {
    const source = `
      local next = coroutine.wrap(function() doc:select("td"):each(function(e) coroutine.yield(e:text()) end) end)
      return { next(), next() }`;
    assert.deepEqual(query(source), ['10:00', 'Main']);
  });

  it('reads attributes with names in any case, decoded; a missing one is nil', () => {
    const source = `local row = doc:select("tr")[2]
      return { doc:select_one("a"):attr("HREF"), row:attr("hidden"), row:attr("class") == nil }`;
    assert.deepEqual(query(source), ['/x?a=1&b=2', '', true]);
  });

  it('returns text and inner HTML', () => {
    assert.deepEqual(
      query('local c = doc:select("td")[4] return { c:text(), c:html(), doc:select_one("h1"):html() }'),
      ['North Gate', '<b>North</b> Gate', 'Café &amp; Bar'],
    );
    assert.equal(query('return doc:select_one("script"):text()'), 'var x = "<p>";');
  });

  it('keeps table rows of a fragment with tag and attributes', () => {
    const source = `local doc = html_parse('<tr class="x"><td>1</td></tr><tr><td>2</td></tr>')
      return { #doc:select("tr"), doc:select_one("tr.x > td"):text(), doc:html() }`;
    assert.deepEqual(luaValue(source), [2, '1', '<tr class="x"><td>1</td></tr><tr><td>2</td></tr>']);
  });

  it('searches below an element only', () => {
    const source = `local row = doc:select("tr")[1]
      return { #row:select("td"), #row:select("tr"), row:select_one("a") == nil }`;
    assert.deepEqual(query(source), [2, 0, true]);
  });

  it('understands the usual selectors', () => {
    const selectors = {
      'tr:first-child': 1,
      'td:nth-child(2)': 2,
      'a:not([href])': 1,
      '[data-line^="S"]': 2,
      'h1 + table': 1,
      'body.a.b > h1#top': 1,
      'tr:has(b)': 1,
      'a:contains("two")': 1,
    };
    for (const [selector, count] of Object.entries(selectors)) {
      assert.equal(query(`return #doc:select([=[${selector}]=])`), count, selector);
    }
  });

  it('accepts any text as HTML', () => {
    for (const text of ['', 'plain', '<', '<<>>', '</p>', '<p', '&#xD800;&nope;', '\u0000<b>\u0000']) {
      const source = 'return type(html_parse(params.text):text())';
      assert.equal(luaValue(source, { globals: { params: { text } } }), 'string');
    }
  });
});

describe('misuse and hostile pages', () => {
  it('reports an invalid selector', () => {
    assert.match(
      luaFailure('html_parse("<p>"):select("p[")').message,
      /^select: 'p\[' is no valid CSS selector: /,
    );
    assert.match(
      luaFailure('html_parse("<p>"):select_one("p:nope")').message,
      /^select_one: 'p:nope' is no valid/,
    );
    assert.match(luaFailure('html_parse("<p>"):select(("a,"):rep(9999))').message, /too long/);
  });

  it('refuses method calls on other values than nodes', () => {
    const source = 'local d = html_parse("<p>") d.text(5)';
    assert.match(luaFailure(source).message, /document or element expected; call it as node:method\(\)/);
    assert.match(luaFailure('html_parse("<p>").select_one("p")').message, /document or element expected/);
    assert.match(luaFailure('html_parse(nil)').message, /string expected, got nil/);
  });

  it('limits depth, nodes and bytes', () => {
    assert.match(luaFailure('html_parse(("<b>"):rep(5000))').message, /nested deeper than 1000 levels/);
    assert.match(luaFailure('html_parse(("<b>x</b>"):rep(150000))').message, /more than 200000 nodes/);
    assert.match(
      luaFailure('for _ = 1, 9 do html_parse(("x"):rep(1e6)) end').message,
      /bytes of HTML in one run/,
    );
  });

  it('hides its metatables', () => {
    const source =
      'local d = html_parse("<p>") return { getmetatable(d), getmetatable(d:select("p")), (pcall(setmetatable, d, {})) }';
    assert.deepEqual(luaValue(source), [false, false, false]);
  });
});
