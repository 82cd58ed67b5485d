import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placeEntry } from '../../../src/config/edit/place-entry.ts';
import { parseYaml } from '../../../src/platform/yaml/parse.ts';
import { randomNumbers } from '../../support/random.ts';

const BLOCK = `groups:
  # People look at these.
  # Two lines.
  halls:
    match: { tag: hall } # by the window
    # inside
    screen: a

  # A comment apart.

  "kindles": { match: { panel: "kindle_*" } }
  # The last.
  berlin: { match: { network: 10.1.0.0/16 } }
default_screen: x
`;

function placed(text: string, key: string, name: string, before?: string | null): string | null {
  return placeEntry(text, { path: ['groups'], key, name, before });
}

describe('an entry that is placed', () => {
  it('is moved with the comments above and within it, and leaves what stands apart', () => {
    assert.equal(
      placed(BLOCK, 'berlin', 'berlin', 'halls'),
      `groups:
  # The last.
  berlin: { match: { network: 10.1.0.0/16 } }

  # A comment apart.

  # People look at these.
  # Two lines.
  halls:
    match: { tag: hall } # by the window
    # inside
    screen: a
  "kindles": { match: { panel: "kindle_*" } }
default_screen: x
`,
    );
    assert.equal(placed(placed(BLOCK, 'berlin', 'berlin', 'halls') ?? '', 'berlin', 'berlin', null), BLOCK);
  });

  it('is renamed where it is, in its quotes', () => {
    assert.equal(placed(BLOCK, 'halls', 'lobby'), BLOCK.replace('halls:', 'lobby:'));
    assert.equal(placed(BLOCK, 'kindles', 'readers'), BLOCK.replace('"kindles"', 'readers'));
    assert.equal(placed(BLOCK, 'halls', '007'), BLOCK.replace('halls:', '"007":'));
  });

  it('is placed in braces, without a line end at the end of the text, and with those of other systems', () => {
    assert.equal(
      placed('groups: { a: 1, b: { c: 2 }, d: 3 } # x', 'd', 'e', 'a'),
      'groups: { e: 3, a: 1, b: { c: 2 } } # x',
    );
    assert.equal(placed('groups:\n  a: 1\n  b: 2', 'b', 'b', 'a'), 'groups:\n  b: 2\n  a: 1\n');
    assert.equal(
      placed('\ufeffgroups:\r\n  a: 1\r\n  # b\r\n  b: 2\r\n', 'b', 'b', 'a'),
      '\ufeffgroups:\r\n  # b\r\n  b: 2\r\n  a: 1\r\n',
    );
  });

  it('is not placed where it is none, or where a merge key brings others in', () => {
    assert.equal(placed(BLOCK, 'none', 'x'), null);
    assert.equal(placed(BLOCK, 'halls', 'halls', 'none'), null);
    assert.equal(placed('a: &a { x: 1 }\ngroups: { <<: *a, b: 1 }\n', 'b', 'b', null), null);
    assert.equal(placed('a: &a { x: 1 }\ngroups: *a\n', 'x', 'y'), null);
  });

  it('has the order and the values that are asked for, and each comment once, whatever the text', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const below = randomNumbers(seed);
      const count = 2 + below(5);
      const names = Array.from({ length: count }, (_, index) => `g${index}`);
      const text = `groups:\n${names.map((name) => entryText(below, name)).join('')}rest: 1\n`;
      const moved = names[below(count)] ?? '';
      const others = names.filter((name) => name !== moved);
      const at = below(count);
      const result = placed(text, moved, 'new', others[at] ?? null);
      const what = `seed ${seed}\n${text}\n${moved} before ${others[at]}\n${result}`;
      assert.ok(result !== null, what);
      assert.deepEqual(keysOf(result), others.toSpliced(at, 0, 'new'), what);
      assert.deepEqual(commentsOf(result), commentsOf(text), what);
      assert.equal(result.split('\n').filter((line) => line.trim() === '').length, blanks(text), what);
    }
  });
});

/** An entry in one of the forms that people write, its comments numbered. */
function entryText(below: (most: number) => number, name: string): string {
  const head = Array.from({ length: below(3) }, (_, index) => `  # ${name} head ${index}\n`).join('');
  const forms = [
    `  ${name}: { a: 1, b: [x, y] } # ${name} beside\n`,
    `  ${name}:\n    a: 1\n    # ${name} within\n    b: [x, y]\n    # ${name} below\n`,
    `  "${name}":\n    a: |\n      text\n\n      more\n    b: 2\n`,
    `  ? ${name}\n  : { a: 1 }\n`,
  ];
  return `${head}${forms[below(forms.length)]}${below(3) === 0 ? '\n' : ''}`;
}

function keysOf(text: string): readonly string[] {
  const parsed = parseYaml(text, { maxNodes: 1000, maxDepth: 20 });
  assert.ok(parsed.ok);
  const { root } = parsed.value;
  const groups = root.kind === 'map' ? root.entries.find(({ key }) => key === 'groups')?.value : undefined;
  return groups?.kind === 'map' ? groups.entries.map(({ key }) => key) : [];
}

function commentsOf(text: string): readonly string[] {
  return [...text.matchAll(/#.*$/gm)].map(([comment]) => comment).sort();
}

function blanks(text: string): number {
  return text.split('\n').filter((line) => line.trim() === '').length;
}
