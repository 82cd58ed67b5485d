import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { luaFailure, luaValue } from '../run-lua.ts';

interface Square {
  readonly left: number;
  readonly top: number;
  readonly edge: number;
}

/** The background of a code, and the returned size. */
function square(options: string, scale = 1): Square & { readonly size: number } {
  const source = `local svg, size = qr_svg("HELLO", ${options}) return { svg, size }`;
  const [svg, size] = luaValue(source, { globals: { layout: { scale } } }) as [string, number];
  const found = /<rect x="(-?\d+)" y="(-?\d+)" width="(\d+)" height="\3" fill="#ffffff"\/>/.exec(svg);
  assert.ok(found !== null, svg.slice(0, 200));
  return { left: Number(found[1]), top: Number(found[2]), edge: Number(found[3]), size };
}

/** The code of a short text has 21 modules, 29 with the default margin. */
const MODULES = 29;

describe('qr_svg', () => {
  it('is a background and one path with crisp edges', () => {
    const svg = luaValue('return (qr_svg("HELLO"))') as string;
    assert.match(
      svg,
      /^<g shape-rendering="crispEdges" stroke="none"><rect [^>]*\/><path fill="#000000" d="(?:M\d+ \d+h\d+v\d+h-\d+z)+"\/><\/g>$/,
    );
    const bare = luaValue('return (qr_svg("HELLO", { light = "none", dark = "navy" }))') as string;
    assert.match(bare, /^<g [^>]*><path fill="navy" d="[^"]*"\/><\/g>$/);
  });

  it('places the anchor at the point', () => {
    const edge = MODULES * 2;
    const at = (anchor: string) => {
      const { left, top } = square(`{ x = 100, y = 200, module = 2, anchor = "${anchor}" }`);
      return [left, top];
    };
    assert.deepEqual(at('top-left'), [100, 200]);
    assert.deepEqual(at('top'), [100 - edge / 2, 200]);
    assert.deepEqual(at('top-right'), [100 - edge, 200]);
    assert.deepEqual(at('left'), [100, 200 - edge / 2]);
    assert.deepEqual(at('center'), [100 - edge / 2, 200 - edge / 2]);
    assert.deepEqual(at('right'), [100 - edge, 200 - edge / 2]);
    assert.deepEqual(at('bottom-left'), [100, 200 - edge]);
    assert.deepEqual(at('bottom'), [100 - edge / 2, 200 - edge]);
    assert.deepEqual(at('bottom-right'), [100 - edge, 200 - edge]);
  });

  it('has modules of whole pixels that fit into the size, and returns its own size', () => {
    assert.equal(square('{ size = 100 }').size, 3 * MODULES);
    assert.equal(square(`{ size = ${4 * MODULES} }`).edge, 4 * MODULES);
    assert.equal(square(`{ size = ${4 * MODULES - 0.01} }`).edge, 3 * MODULES);
    assert.equal(square('{ margin = 0, module = 3 }').edge, 63);
    assert.equal(square('{ margin = 10, module = 1 }').edge, 41);
  });

  it('has modules of four pixels on a small panel, and more on a large one', () => {
    assert.equal(square('{}').edge, 4 * MODULES);
    assert.equal(square('{}', 2.34).edge, 9 * MODULES);
    assert.equal(square('{}', 0.01).edge, MODULES);
  });

  it('is placed on whole pixels for every point', () => {
    assert.deepEqual(square('{ x = 10.4, y = 20.6, module = 1 }'), { left: 10, top: 21, edge: 29, size: 29 });
    assert.deepEqual(square('{ x = -3, y = 0.5, module = 1, anchor = "center" }').left, -17);
  });

  it('gives the same bytes for the same data', () => {
    assert.equal(luaValue('return qr_svg("x") == qr_svg("x") and qr_svg("x") ~= qr_svg("y")'), true);
  });

  it('accepts as much data as a code holds, and reports the limit for more', () => {
    for (const [ecc, bytes] of Object.entries({ low: 2953, medium: 2331, quartile: 1663, high: 1273 })) {
      assert.equal(
        luaValue(
          `return (qr_svg(("\\xff"):rep(${bytes}), { ecc = "${ecc}", module = 1, margin = 0 })):match('width="(%d+)"')`,
        ),
        '177',
      );
      const failure = luaFailure(`\nqr_svg(("\\xff"):rep(${bytes + 1}), { ecc = "${ecc}" })`);
      assert.equal(failure.line, 2);
      assert.match(failure.message, new RegExp(`${bytes + 1} bytes are too many; .* holds ${bytes} bytes`));
    }
    assert.match(luaFailure('qr_svg(("x"):rep(9000000))').message, /9000000 bytes are too many/);
    assert.equal(luaValue('return #qr_svg(("7"):rep(7089), { ecc = "low" }) > 0'), true);
  });

  it('refuses options that it cannot use', () => {
    const wrong: readonly (readonly [options: string, message: RegExp])[] = [
      ['{ colour = "red" }', /unknown option 'colour'.*; there are anchor, dark/],
      ['{ ecc = "best" }', /'ecc' must be one of low, medium, quartile, high, got 'best'/],
      ['{ anchor = "middle" }', /'anchor' must be one of top-left/],
      ['{ dark = "red\\"/><script>" }', /'dark' must be a colour/],
      ['{ light = "url(#x)" }', /'light' must be a colour/],
      ['{ module = 1.5 }', /'module' must be a whole number, got 1.5/],
      ['{ module = 0 }', /'module' must be at least 1/],
      ['{ margin = -1 }', /'margin' must be at least 0/],
      ['{ size = 20 }', /needs a size of 29 pixels at least, got 20/],
      ['{ size = 100, module = 2 }', /exclude each other/],
      ['{ x = 0/0 }', /'x' must be at least/],
      ['{ x = "left" }', /'x' must be a number, got a string/],
      ['5', /bad argument #2 to 'qr_svg' \(table expected, got number\)/],
    ];
    for (const [options, message] of wrong)
      assert.match(luaFailure(`qr_svg("HELLO", ${options})`).message, message);
    assert.match(luaFailure('qr_svg("")').message, /an empty string cannot be encoded/);
    assert.match(
      luaFailure('qr_svg()').message,
      /bad argument #1 to 'qr_svg' \(string expected, got no value\)/,
    );
  });
});
