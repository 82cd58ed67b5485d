import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PlainValue } from '../../../src/platform/base/plain.ts';
import { toPlain, type YamlProblem } from '../../../src/platform/yaml/node.ts';
import { parseYaml } from '../../../src/platform/yaml/parse.ts';

const BOUNDS = { maxNodes: 10_000, maxDepth: 64 };

function value(text: string): PlainValue {
  const tree = parseYaml(text, BOUNDS);
  assert.ok(tree.ok, tree.ok ? '' : JSON.stringify(tree.error));
  return toPlain(tree.value.root);
}

function problems(text: string): readonly YamlProblem[] {
  const tree = parseYaml(text, BOUNDS);
  assert.ok(!tree.ok, 'expected problems');
  return tree.error;
}

describe('values', () => {
  it('reads maps, lists and scalars by the YAML 1.2 core schema', () => {
    const text = 'a: 1\nb: [x, 2.5, true, null]\nc: {d: "1"}\ne: yes\nf: 0x1f\ng:\n';
    assert.deepEqual(value(text), {
      a: 1,
      b: ['x', 2.5, true, null],
      c: { d: '1' },
      e: 'yes',
      f: 31,
      g: null,
    });
  });

  it('reads an empty document, and one of comments, as null', () => {
    assert.equal(value(''), null);
    assert.equal(value('# nothing\n'), null);
  });

  it('reads CRLF, a byte order mark, and a last line without end', () => {
    assert.deepEqual(value('\ufeffa: 1\r\nb:\r\n  - x'), { a: 1, b: ['x'] });
  });

  it('keeps an unquoted MAC address a text, also as a key', () => {
    assert.deepEqual(value('11:22:33:44:55:06: 11:22:33:44:55:00'), {
      '11:22:33:44:55:06': '11:22:33:44:55:00',
    });
  });

  it('makes __proto__ a key like any other', () => {
    const read = value('__proto__: {polluted: 1}\nconstructor: 2');
    assert.deepEqual(Object.keys(read ?? {}), ['__proto__', 'constructor']);
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
  });

  it('keeps the source of scalars, of which the value alone does not tell the digits', () => {
    const tree = parseYaml('a: 0123\n', BOUNDS);
    assert.ok(tree.ok && tree.value.root.kind === 'map');
    const scalar = tree.value.root.entries[0]?.value;
    assert.ok(scalar?.kind === 'scalar');
    assert.deepEqual([scalar.value, scalar.source], [123, '0123']);
  });

  it('warns of integers that lose digits and of unknown tags', () => {
    const tree = parseYaml('a: 12345678901234567890\nb: !secret x\n', BOUNDS);
    assert.ok(tree.ok);
    const lines = tree.value.warnings.map(({ line, message }) => `${line} ${message}`);
    assert.equal(lines.length, 2);
    assert.ok(lines.some((line) => line.startsWith('1 12345678901234567890 loses digits')));
    assert.ok(lines.some((line) => line.startsWith('2 ') && line.includes('!secret')));
  });
});

describe('aliases and merge keys', () => {
  it('repeats what an anchor names', () => {
    assert.deepEqual(value('a: &x {n: 1}\nb: *x'), { a: { n: 1 }, b: { n: 1 } });
  });

  it('merges a map or a list of maps; own keys win, then the first source', () => {
    const text = 'a: &a {p: 1, q: 1}\nb: &b {q: 2, r: 2}\nc:\n  r: 3\n  <<: [*a, *b]\nd: {<<: *a}';
    const read = value(text);
    assert.deepEqual(read, {
      a: { p: 1, q: 1 },
      b: { q: 2, r: 2 },
      c: { r: 3, p: 1, q: 1 },
      d: { p: 1, q: 1 },
    });
  });

  it('leaves a quoted << alone', () => {
    assert.deepEqual(value('"<<": 1'), { '<<': 1 });
  });

  it('refuses an alias without anchor, one inside its own anchor, and a merge of something else', () => {
    assert.deepEqual(problems('a: *x'), [{ line: 1, column: 4, message: 'there is no anchor &x before *x' }]);
    assert.deepEqual(problems('a: &x [*x]'), [{ line: 1, column: 8, message: '*x contains itself' }]);
    assert.match(problems('a:\n  <<: 5')[0]?.message ?? '', /expected a map .* after <<, got 5/);
  });
});

describe('problems', () => {
  it('have the place and the reason of a doubled key', () => {
    const [problem] = problems('a: 1\nb: 2\na: 3\n');
    assert.deepEqual(problem, {
      line: 3,
      column: 1,
      message: 'the key "a" is here twice; the first is in line 1',
    });
  });

  it('have the place of a tab, an open bracket, an open quote', () => {
    assert.equal(problems('a:\n  b: 1\n\tc: 2')[0]?.line, 3);
    assert.equal(problems('a: 1\nb: [1, 2\nc: 3')[0]?.line, 3);
    assert.match(problems('a: "x\n')[0]?.message ?? '', /quote/);
  });

  it('tell of a second document, of keys that are maps, of numbers that are none', () => {
    assert.equal(problems('a: 1\n---\nb: 2\n')[0]?.line, 2);
    assert.match(problems('? {a: 1}\n: 2')[0]?.message ?? '', /expected a text as key, got a map/);
    assert.match(problems('a: .nan')[0]?.message ?? '', /finite/);
  });
});

describe('hostile text', () => {
  it('cannot expand: a bomb of aliases is refused', () => {
    const levels = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
    const bomb = levels.map((name, level) => {
      const item = level === 0 ? '1' : `*${levels[level - 1]}`;
      return `${name}: &${name} [${Array(10).fill(item).join(',')}]`;
    });
    assert.match(
      problems(bomb.join('\n'))[0]?.message ?? '',
      /at most 10000 values with every alias expanded/,
    );
  });

  it('cannot nest: brackets, dashes, keys and chains of aliases are refused', () => {
    for (const [name, text] of Object.entries({
      brackets: '['.repeat(20_000),
      braces: '{a: '.repeat(20_000),
      dashes: '- '.repeat(20_000),
      keys: '? '.repeat(20_000),
      aliases: Array.from({ length: 100 }, (_, n) => `k${n}: &k${n} [${n === 0 ? 1 : `*k${n - 1}`}]`).join(
        '\n',
      ),
    })) {
      assert.match(problems(text)[0]?.message ?? '', /at most 64 levels/, name);
    }
  });

  it('cannot copy: many merges of a long map are refused', () => {
    const base = `a: &a {${Array.from({ length: 500 }, (_, n) => `k${n}: 1`).join(', ')}}`;
    const merges = Array.from({ length: 100 }, (_, n) => `m${n}: {<<: *a}`);
    const [problem] = problems([base, ...merges].join('\n'));
    assert.deepEqual(problem, {
      line: 22,
      column: 7,
      message: 'expected << to copy at most 10000 entries in all, got more',
    });
  });

  it('gives few problems, however much is wrong', () => {
    assert.equal(problems('a: 1\n'.repeat(5000)).length, 20);
  });
});
