import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readFastEntry } from '../../../src/platform/yaml/fast-entry.ts';
import type { YamlEntry } from '../../../src/platform/yaml/node.ts';
import { parseYaml } from '../../../src/platform/yaml/parse.ts';

const BOUNDS = { maxNodes: 10_000, maxDepth: 12 };

/** Reads an entry, which must be of the usual shape throughout, and compares with the package's reading. */
function assertUsual(text: string): void {
  const entry = readFastEntry(text, BOUNDS);
  assert.ok(entry !== null, `not read: ${JSON.stringify(text)}`);
  assertSame(text, entry);
}

function assertSame(text: string, entry: YamlEntry): void {
  const tree = parseYaml(text, BOUNDS);
  assert.ok(tree.ok, `the package refuses ${JSON.stringify(text)}`);
  const { root } = tree.value;
  assert.deepEqual([entry], root.kind === 'map' ? root.entries : null, JSON.stringify(text));
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
      'k:\n  a: 1\n  b:\n    c: x y # c\n    "AA:BB": \'it\'\'s\'\n\n    # d\n    e:\n      - x\n      - "y\\n"\n  f: [1, -2.5, {g: x}]\n',
    );
    assertUsual('  a:\n  - x\n  - {b: 1}\n');
    assertUsual(
      '  k:\n    c:\n    d: # none\n    e: null\n    f: TRUE\n    g: -0\n    h: 007\n    i: .5\n    j: a#b\n    k: a:b\n',
    );
    assertUsual('a:  \r\n    b:   "x"   # c\r\n    11:22:33:44:55:66: 11:22\r\n');
    assertUsual('k:\n a: { b: "c", \'d\': [ ], e: {}, } # f\n last: é -x');
    // Only spaces are no part of a value before its comment.
    assertUsual('k:\n  a: v\u00a0 # c\n  b: v\u3000  # c\n');
  });

  it('leaves to the package what is unusual, wrong or more than one entry', () => {
    for (const text of [
      ...[
        '',
        '# c\n',
        '- a\n',
        'a: 1\nb: 2\n',
        'k:\n  a: 1\n  a: 2\n',
        'a: 1\n  b: 2\n',
        '  a: 1\nb: 2\n',
        'a: &x 1\n',
        '---\na: 1\n',
        'a: |\n  text\n',
        'a: 0x1F\n',
        'a:\n  - g: 1\n    h: 2\n',
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
      assert.equal(readFastEntry(text, BOUNDS), null, JSON.stringify(text));
    }
  });

  it('finds a doubled key in small maps and in large ones', () => {
    for (const length of [1, 11, 12, 13, 40]) {
      const text = `k:\n${Array.from({ length }, (_, index) => `  k${index}: 1\n`).join('')}`;
      assertUsual(text);
      assert.equal(readFastEntry(`${text}  k0: 2\n`, BOUNDS), null, String(length));
      assert.equal(readFastEntry(`${text}  k${length - 1}: 2\n`, BOUNDS), null, String(length));
    }
  });

  it('stops at the deepest nesting that is allowed', () => {
    const nested = (levels: number) =>
      Array.from({ length: levels }, (_, level) => `${' '.repeat(level)}k:`).join('\n');
    assert.ok(readFastEntry(nested(11), BOUNDS) !== null);
    assert.equal(readFastEntry(nested(12), BOUNDS), null);
    assert.equal(readFastEntry(`a: ${'['.repeat(12)}${']'.repeat(12)}`, BOUNDS), null);
  });

  it('leaves endless lines to the package', () => {
    for (const value of ['x', '"x"', "'x'", '[x]', '{x: 1}']) {
      const text = `a: ${value.replace('x', 'long '.repeat(1_000_000))}\n`;
      assert.equal(readFastEntry(text, BOUNDS), null);
    }
  });

  it('reads whatever it reads as the package does', () => {
    const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 16 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, (any) => {
        const lines = `k:\n  l: 1\n  ${any}`;
        const entry = readFastEntry(lines, BOUNDS);
        if (entry !== null) assertSame(lines, entry);
      }),
      { numRuns: 3000 },
    );
  });
});
