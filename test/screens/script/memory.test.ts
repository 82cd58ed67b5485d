/** Memory after many runs does not grow. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { luaValue } from './run-lua.ts';

const MIB = 1024 * 1024;
/** A leak of one page of WebAssembly memory (64 KiB) for each script would be as much after a thousand scripts. */
const MOST_GROWTH = 48 * MIB;

/** A script with another source, other values, another module and another size of memory for each `n`. */
function runScript(n: number): void {
  const source = `
    local m = require("m${n}")
    local t = {}
    for i = 1, ${200 + (n % 300)} do t[i] = { name = "row" .. i .. "-${n}", f = function() return i end } end
    local s = ("x"):rep(${(n % 40) * 50_000})
    local page = html_parse("<p id=a${n}>text ${n}</p>")
    return { json_encode({ ${n}, #t, #s, m }), page:select_one("p"):text() }`;
  const expected = [`[${n},${200 + (n % 300)},${(n % 40) * 50_000},"module ${n}"]`, `text ${n}`];
  const files = { [`m${n}.lua`]: `return "module ${n}"` };
  assert.deepEqual(luaValue(source, { chunkName: `s${n}.lua`, files }), expected);
}

it('needs no more memory after a thousand different scripts', async () => {
  const run = async (from: number, to: number) => {
    for (let n = from; n < to; n++) {
      runScript(n);
      // As between jobs: native memory is freed in a turn of the event loop.
      if (n % 20 === 0) await setImmediate();
    }
    return process.memoryUsage().rss;
  };
  const warm = await run(0, 200);
  const after = await run(200, 1_200);
  assert.ok(after - warm < MOST_GROWTH, `${Math.round((after - warm) / MIB)} MiB more`);
});
