import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type LoneEntry, toPlain, type YamlEntry } from '../../../src/platform/yaml/node.ts';
import { parseYaml } from '../../../src/platform/yaml/parse.ts';
import { SectionedReader, type SectionedText } from '../../../src/platform/yaml/sectioned.ts';
import { rounds } from '../../support/rounds.ts';

const BOUNDS = { maxNodes: 200, maxDepth: 8 };

type Text = SectionedText<{ readonly entry: LoneEntry }>;

const keepEntry = (_tree: YamlEntry, _text: string, entry: LoneEntry): { readonly entry: LoneEntry } => ({
  entry,
});

/** A reader, and the keys of the entries that it has read so far. */
function reader(): { readonly read: (text: string) => Text; readonly seen: string[] } {
  const seen: string[] = [];
  const sections = new SectionedReader('devices', BOUNDS, (_tree, _text, entry) => {
    seen.push(entry.key);
    return { entry };
  });
  const read = (text: string): Text => {
    const result = sections.read(text);
    assert.ok(result.ok, result.ok ? '' : JSON.stringify(result.error));
    assertSame(text, result.value);
    return result.value;
  };
  return { read, seen };
}

/** Every scalar with its place, as `line:column path=value`, in any order. */
function places(node: YamlEntry['value'], path: string, lineOf: (line: number) => number): string[] {
  if (node.kind === 'map') {
    return node.entries.flatMap((entry) => [
      `${lineOf(entry.line)}:${entry.column} key ${path}/${entry.key}`,
      ...places(entry.value, `${path}/${entry.key}`, lineOf),
    ]);
  }
  if (node.kind === 'list') return node.items.flatMap((item, at) => places(item, `${path}/${at}`, lineOf));
  return [`${lineOf(node.line)}:${node.column} ${path}=${JSON.stringify(node.value)}`];
}

/** Asserts that the parts say together what the package reads, at the same places. */
function assertSame(text: string, { entries, rest, lineOf }: Text): void {
  const whole = parseYaml(text, BOUNDS);
  assert.ok(whole.ok, `the package refuses ${JSON.stringify(text)}`);
  const expected = places(whole.value.root, '', (line) => line);
  const own = entries.flatMap(({ kept: { entry }, line }) => [
    `${line}:${entry.column} key /devices/${entry.key}`,
    ...places(entry.value, `/devices/${entry.key}`, (inside) => inside + line - 1),
  ]);
  const others = places(rest.tree.root, '', lineOf).filter(
    (place) => own.length === 0 || !place.endsWith(' /devices=null'),
  );
  assert.deepEqual([...own, ...others].sort(), expected.sort(), JSON.stringify(text));
  for (const { kept } of entries) {
    assert.deepEqual(kept.entry.plain, toPlain(kept.entry.value));
    assert.equal(kept.entry.size, kept.entry.value.size);
  }
  for (const { start, end, kept } of entries) assert.ok(text.slice(start, end).includes(kept.entry.key));
}

const A = '  a:\n    x: 1 # one\n\n';
const B = '  "b":\n    - 5\n';
const C = "  'c': {y: [1]}\n# end of c\n";

describe('SectionedReader', () => {
  it('reads entries alone, and the rest of the text without them', () => {
    const text = `head: 1\ndevices: # all\n  # first\n${A}${B}${C}tail:\n  t: 2\n`;
    const { entries, rest, endsSection } = reader().read(text);
    assert.deepEqual(
      entries.map(({ line, kept }) => [line, kept.entry.key, toPlain(kept.entry.value)]),
      [
        [4, 'a', { x: 1 }],
        [7, 'b', [5]],
        [9, 'c', { y: [1] }],
      ],
    );
    assert.equal(rest.text, 'head: 1\ndevices: # all\n  # first\n#\ntail:\n  t: 2\n');
    assert.ok(endsSection);
  });

  it('reads again only what has changed, wherever that stands', () => {
    const { read, seen } = reader();
    const head = 'head: 1\ndevices:\n';
    read(head + A + B + C);
    assert.deepEqual(seen.splice(0), ['a', 'b', 'c']);
    read(head + A + B.replace('5', '6') + C);
    assert.deepEqual(seen.splice(0), ['b']);
    read(`${head}${A}  new:\n    n: 1\n${B.replace('5', '6')}${C}`);
    assert.deepEqual(seen.splice(0), ['new']);
    read(`# more\n${head}${A}${B.replace('5', '6')}${C}tail: 1\n`);
    read(`${head}${B.replace('5', '6')}${C}`);
    read(`${head}${C}${B.replace('5', '6')}`);
    assert.deepEqual(seen.splice(0), []);
  });

  it('leaves entries with anchors, aliases, tags and merge keys with the rest', () => {
    const text = `base: &b {x: 1}\ndevices:\n${A}  m:\n    <<: *b\n${B}  n: &n 1\n  o: !!str 2\ntail: *n\n`;
    const { entries, rest, endsSection } = reader().read(text);
    assert.deepEqual(
      entries.map(({ kept }) => kept.entry.key),
      ['a', 'b'],
    );
    assert.match(rest.text, /^base: .*\ndevices:\n#\n {2}m:\n {4}<<: \*b\n#\n {2}n: /);
    assert.ok(!endsSection);
  });

  it('reads a text whole when its section is written in another way', () => {
    for (const text of [
      'devices: {a: 1}\n',
      'devices: &d\n  a: 1\nx: *d\n',
      '{\ndevices: {a: 1}}\n',
      'devices:\n  ? a\n  : 1\n',
      'base: &b {x: 1}\ndevices:\n  a: 1\n  <<: *b\n',
      '%YAML 1.2\n---\ndevices:\n  a: 1\n',
      'devices:\n- a\n',
      'devices:\n  - a: 1\n',
      '# devices\n',
    ]) {
      assert.deepEqual(reader().read(text).entries, [], text);
    }
  });

  it('says the same as the package of doubled keys and bounds, in one part or in two', () => {
    const read = (text: string) => new SectionedReader('devices', BOUNDS, keepEntry).read(text);
    const many = (count: number): string =>
      `devices:\n${Array.from({ length: count }, (_, index) => `  d${index}: {x: 1}\n`).join('')}`;
    for (const text of [
      `devices:\n${A}${B}${A}`,
      `devices:\n${A}  a: &a 1\n`,
      many(101),
      `devices:\n  a: ${'['.repeat(7)}${']'.repeat(7)}\n`,
      `devices:\n${A}x: [1\n`,
      `devices:\n${A} b: 1\n`,
    ]) {
      const whole = parseYaml(text, BOUNDS);
      assert.ok(!whole.ok, text);
      assert.deepEqual(read(text), whole, text);
    }
    assert.ok(read(many(99)).ok);
  });

  it('reads every text of a random sequence as the package does, or refuses it as well', () => {
    const pieces = [
      ...[
        A,
        B,
        C,
        '  d:\n    k: |\n      text\n\n    # c\n',
        '  e:\n',
        '  f: "x\n    y"\n',
        '  g: |+\n    t\n\n',
        '   h: 1\n',
      ],
      ...[
        'tail: 1\n',
        'devices:\n',
        '# c\n',
        '\n',
        '  i: &i 1\n',
        '  j: *i\n',
        '  k: *z\n',
        '  - l\n',
        '---\n',
        '...\n',
        '\t\n',
      ],
      ...[
        '  "m: 1\n',
        "  n: 'o\n",
        '  o: {\n',
        '  }\n',
        'z: &z 1\n',
        '  <<: {q: 1}\n',
        '  r: "\\u0041"\r\n',
        '  s: \r t\n',
        '    u: 1',
      ],
    ];
    const text = fc
      .array(fc.constantFrom(...pieces), { maxLength: 8 })
      .map((parts) => `devices:\n${parts.join('')}`);
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (texts) => {
        const sections = new SectionedReader('devices', BOUNDS, keepEntry);
        for (const one of texts) {
          const result = sections.read(one);
          if (result.ok) assertSame(one, result.value);
          else assert.deepEqual(result, parseYaml(one, BOUNDS), one);
          const alone = new SectionedReader('devices', BOUNDS, keepEntry, { isOnce: true }).read(one);
          if (alone.ok) assertSame(one, alone.value);
          else assert.deepEqual(alone, result, one);
        }
      }),
      { numRuns: rounds(1500) },
    );
  });
});
