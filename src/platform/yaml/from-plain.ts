/** Makes the tree of plain values, as if they stood in a file: for bodies of the API that mean what the config means. */
import { isPlainObject, type PlainValue } from '../base/plain.ts';
import { leaf, listNode, mapNode } from './make-node.ts';
import type { YamlNode } from './node.ts';

/** All of it stands at the beginning of a text that is not there. */
const PLACE = { line: 1, column: 1 };

/**
 * The tree of a value that is not nested deep.
 * @param maxNodes  most values in it
 * @returns null when there are more
 */
export function treeOfPlain(value: PlainValue, maxNodes: number): YamlNode | null {
  const left = { nodes: maxNodes };
  return nodeOf(value, left);
}

function nodeOf(value: PlainValue, left: { nodes: number }): YamlNode | null {
  left.nodes--;
  if (left.nodes < 0) return null;
  if (typeof value === 'string') return leaf(value, value, PLACE);
  if (Array.isArray(value)) {
    const items: YamlNode[] = [];
    for (const item of value as readonly PlainValue[]) {
      const node = nodeOf(item, left);
      if (node === null) return null;
      items.push(node);
    }
    return listNode(items, PLACE);
  }
  if (!isPlainObject(value)) return leaf(value as null | boolean | number, JSON.stringify(value), PLACE);
  const entries: { key: string; value: YamlNode; line: number; column: number }[] = [];
  for (const [key, inner] of Object.entries(value)) {
    const node = nodeOf(inner, left);
    if (node === null) return null;
    entries.push({ key, value: node, ...PLACE });
  }
  return mapNode(entries, PLACE);
}
