import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeNode, isNothing, type YamlNode } from '../../../src/platform/yaml/node.ts';
import { parseYaml } from '../../../src/platform/yaml/parse.ts';

function node(text: string): YamlNode {
  const tree = parseYaml(text, { maxNodes: 1000, maxDepth: 10 });
  assert.ok(tree.ok);
  return tree.value.root;
}

it('describes what came in the words of the file', () => {
  assert.equal(describeNode(node('{a: 1}')), 'a map');
  assert.equal(describeNode(node('[1]')), 'a list');
  assert.equal(describeNode(node('')), 'nothing');
  assert.equal(describeNode(node('0x10')), '0x10');
  assert.equal(describeNode(node('true')), 'true');
  assert.equal(describeNode(node('"a\\nb"')), 'the text "a\\nb"');
});

it('cuts long texts short', () => {
  assert.ok(describeNode(node('x'.repeat(10_000))).length < 80);
});

it('knows nothing from an empty text', () => {
  assert.equal(isNothing(node('~')), true);
  assert.equal(isNothing(node('""')), false);
});
