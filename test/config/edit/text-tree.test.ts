import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readTextTree, type TextNode } from '../../../src/config/edit/text-tree.ts';
import { ConfigParser } from '../../../src/config/read/parse.ts';

const TEXT = `# first
default_screen: "a/b" # said
devices:
  'AA:BB:CC:DD:EE:01':   # one
    screen: local/x
    params: { a: 'it''s', "b": "x\\"y", c: 12, d: , e: [1, two , "three"] }
  AA:BB:CC:DD:EE:02:
    params:
      long: |-
        first
        second
      folded: >-
        |-
      plain: goes
        on here
      list:
        - one
        - "(hidden)"
      empty:
  # between
  AA:BB:CC:DD:EE:03: &anchor { name: Hall }
  AA:BB:CC:DD:EE:04: { <<: *anchor, screen: local/y }
  AA:BB:CC:DD:EE:05: { name: "ünï 😀", screen: z }
admin:
  token: |
    secret
panels: {}
`;

/** Path and text of each value as it stands. */
function cutOut(text: string, node: TextNode, path = ''): readonly string[] {
  if (node.kind === 'alias') return [`${path} = alias`];
  if (node.kind === 'scalar')
    return [`${path} = ${JSON.stringify(node.value)} ${text.slice(node.start, node.end)}`];
  if (node.kind === 'list')
    return node.items.flatMap((item, index) => cutOut(text, item, `${path}/${index}`));
  return [
    ...node.entries.flatMap(({ key, value }) => cutOut(text, value, `${path}/${key}`)),
    ...node.merged.flatMap((value) => cutOut(text, value, `${path}/<<`)),
  ];
}

describe('the tree of a text', () => {
  for (const [name, text] of [
    ['with line feeds', TEXT],
    ['with carriage returns', TEXT.replaceAll('\n', '\r\n')],
    ['behind a byte order mark', `\ufeff${TEXT}`],
  ] as const) {
    it(`is the same whether devices were read alone or not, ${name}`, () => {
      const content = new ConfigParser('config').read(text);
      assert.ok(content.ok, JSON.stringify(content));
      assert.ok(content.value.entries.length >= 2 || text.startsWith('\ufeff'));
      const whole = { ...content.value, entries: [] };
      const [parts, all] = [content.value, whole].map((one) => cutOut(text, readTextTree(one)).toSorted());
      assert.deepEqual(parts, all);
      assert.ok(
        all?.some((line) => line.includes('/b = "x\\"y" "x\\"y"')),
        all?.join('\n'),
      );
    });
  }
});
