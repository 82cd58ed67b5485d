import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findAssets } from '../../src/config/assets.ts';
import { readCommon } from '../../src/yaml/common.ts';
import type { YamlNode } from '../../src/yaml/node.ts';
import { parseAny } from '../../src/yaml/parse.ts';

const BOUNDS = { maxNodes: 10_000, maxDepth: 12 };

/** What the fast reader makes of a text, and how many entries it left to the package. */
function common(text: string): { readonly root: YamlNode | null; readonly slices: readonly string[] } {
  const slices: string[] = [];
  const root = readCommon(text, BOUNDS, (slice) => {
    slices.push(slice);
    const tree = parseAny(slice, BOUNDS);
    return tree.ok && tree.value.warnings.length === 0 ? tree.value.root : null;
  });
  return { root, slices };
}

/** Reads the text, which must be of the usual shape throughout, and compares with the package's reading. */
function assertUsual(text: string): void {
  const { root, slices } = common(text);
  assert.deepEqual(slices, []);
  assert.ok(root !== null, `not read: ${JSON.stringify(text)}`);
  assertSame(text, root);
}

function assertSame(text: string, root: YamlNode): void {
  const tree = parseAny(text, BOUNDS);
  assert.ok(tree.ok, `the package refuses ${JSON.stringify(text)}`);
  assert.deepEqual(root, tree.value.root, JSON.stringify(text));
  assert.deepEqual(tree.value.warnings, []);
}

/** Pieces that change what a line means. */
const PIECES = [
  ...[
    'a',
    'key',
    '"q"',
    "'s'",
    '"x: y"',
    "'it''s'",
    '1',
    '-2',
    '1.5',
    'true',
    'null',
    '~',
    '0x1F',
    '1e3',
    '.5',
    '+1',
  ],
  ...[
    'AA:BB:CC',
    'http://x/y',
    ': ',
    ': ',
    ': ',
    ':',
    '\n',
    '\n',
    '\n  ',
    '\n    ',
    '\n\n',
    '\r\n',
    '- ',
    '---',
    '...',
  ],
  ...[
    '#',
    ' # c',
    '# c',
    '  ',
    '{ a: 1 }',
    '{',
    '}',
    '[',
    ']',
    '[a, b]',
    ', ',
    '{}',
    '&x ',
    '*x',
    '<<: *x',
    '!!str ',
  ],
  ...[
    '|\n',
    '>-\n',
    '|+\n',
    '"multi\n  line"',
    '\\',
    '? ',
    'é',
    '日',
    '\t',
    '%',
    '@',
    '`',
    '"\\u0041"',
    '"\\x41"',
    '.inf',
  ],
  ...[
    '\n  key: v',
    '\nkey: v',
    '\n    k2: 5',
    '\n  - it',
    '\n- it',
    '\n  c:',
    '12345678901234567890',
    '\u00a0',
    '\ufeff',
  ],
];

describe('the fast reader', () => {
  it('reads maps, lists, scalars, quotes, comments and places as the package does', () => {
    assertUsual(
      'a: 1\nb:\n  c: x y # c\n  "AA:BB": \'it\'\'s\'\n\n  # d\n  e:\n    - x\n    - "y\\n"\nf: [1, -2.5, {g: ~x}]\n'.replace(
        '~x',
        'x',
      ),
    );
    assertUsual(
      '---\na:\n- x\n- {b: 1}\nc:\nd: # none\ne: null\nf: TRUE\ng: -0\nh: 007\ni: .5\nj: a#b\nk: a:b\n',
    );
    assertUsual('a:  \r\n    b:   "x"   # c\r\n    11:22:33:44:55:66: 11:22\r\n');
    assertUsual('a: { b: "c", \'d\': [ ], e: {}, } # f\nlast: é -x');
  });

  it('reads the shipped config but for the values that go over several lines', () => {
    const text = readFileSync(findAssets().configFile, 'utf8');
    const { root, slices } = common(text);
    assert.ok(root !== null);
    assertSame(text, root);
    assert.ok(slices.length <= 2, `${slices.length} entries were left to the package`);
  });

  it('leaves entries of other shapes to the package, and them alone', () => {
    const text =
      'a: 1\nb:\n  c: |\n    text\n    # no comment\n\n  d: !!str 5\n  e: 0x1F\nf:\n  - g: 1\n    h: 2\ni: 3\n';
    const { root, slices } = common(text);
    assert.ok(root !== null);
    assertSame(text, root);
    assert.deepEqual(slices, [
      '  c: |\n    text\n    # no comment\n\n',
      '  d: !!str 5\n',
      '  e: 0x1F\n',
      'f:\n  - g: 1\n    h: 2\n',
    ]);
  });

  it('leaves a text to the package as a whole when there is anything to say about it', () => {
    for (const text of [
      ...[
        '',
        '# c\n',
        '- a\n',
        'a: 1\na: 2\n',
        'a: 1\n  b: 2\n',
        '  a: 1\nb: 2\n',
        'a: &x 1\nb: *x\n',
        'a: 1\n---\nb: 2\n',
      ],
      ...[
        'a: !odd 1\n',
        'a: 12345678901234567890\n',
        'a:\t1\n',
        '\ufeffa: 1\n',
        'a: "\n',
        'a: [1\n',
        '? a\n: b\n',
        '<<: {a: 1}\n',
      ],
    ]) {
      assert.equal(common(text).root, null, JSON.stringify(text));
    }
  });

  it('finds a doubled key in small maps and in large ones', () => {
    for (const length of [1, 11, 12, 13, 40]) {
      const text = Array.from({ length }, (_, index) => `k${index}: 1\n`).join('');
      assertUsual(text);
      assert.equal(common(`${text}k0: 2\n`).root, null, String(length));
      assert.equal(common(`${text}k${length - 1}: 2\n`).root, null, String(length));
    }
  });

  it('stops at the deepest nesting that is allowed', () => {
    const nested = (levels: number) =>
      Array.from({ length: levels }, (_, level) => `${' '.repeat(level)}k:`).join('\n');
    assert.ok(common(nested(11)).root !== null);
    assert.equal(common(nested(12)).root, null);
    assert.equal(common(`a: ${'['.repeat(12)}${']'.repeat(12)}`).root, null);
  });

  it('leaves endless lines to the package', () => {
    for (const value of ['x', '"x"', "'x'", '[x]', '{x: 1}']) {
      const text = `a: ${value.replace('x', 'long '.repeat(1_000_000))}\n`;
      assert.equal(common(text).root, null);
    }
  });

  it('reads whatever it reads as the package does', () => {
    const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 16 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (any) => {
        const { root } = common(`k: 1\n${any}`);
        if (root !== null) assertSame(`k: 1\n${any}`, root);
      }),
      { numRuns: 3000 },
    );
  });
});
