/** Memory after many runs does not grow. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { rounds } from '../../support/rounds.ts';
import { luaValue } from './run-lua.ts';

const MIB = 1024 * 1024;
/** So many scripts, then as many again: what leaks grows in each part, a heap only until it has the size that suits it. */
const PART = rounds(1_200);
const PARTS = 3;
/** Three quarters of what it would be if each script left one page of WebAssembly memory (64 KiB). */
const MOST_GROWTH = (PART * 64 * 1024 * 3) / 4;

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

it('needs no more memory after many different scripts', async () => {
  const run = async (from: number, to: number) => {
    for (let n = from; n < to; n++) {
      runScript(n);
      // As between jobs: native memory is freed in a turn of the event loop.
      if (n % 20 === 0) await setImmediate();
    }
    return process.memoryUsage().rss;
  };
  const sizes = [await run(0, 200)];
  for (let part = 0; part < PARTS; part++) {
    const from = 200 + part * PART;
    sizes.push(await run(from, from + PART));
    const [before = 0, after = 0] = sizes.slice(-2);
    if (after - before < MOST_GROWTH) return;
  }
  assert.fail(`${sizes.map((size) => Math.round(size / MIB)).join(', ')} MiB`);
});
