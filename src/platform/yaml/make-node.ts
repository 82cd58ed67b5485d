/** Makes the nodes of the tree. */

import { isPlainObject, type PlainValue } from '../base/plain.ts';
import type { Position } from '../base/position.ts';
import type { YamlEntry, YamlList, YamlMap, YamlNode, YamlScalar } from './node.ts';

/** A scalar. */
export function leaf(value: YamlScalar['value'], source: string, { line, column }: Position): YamlScalar {
  return { kind: 'scalar', value, source, line, column, size: 1, height: 1 };
}

/** A map of entries that have different keys. */
export function mapNode(entries: readonly YamlEntry[], { line, column }: Position): YamlMap {
  let size = 1;
  let height = 0;
  for (const { value } of entries) {
    size += value.size;
    if (value.height > height) height = value.height;
  }
  return { kind: 'map', entries, line, column, size, height: height + 1 };
}

/** A list. */
export function listNode(items: readonly YamlNode[], { line, column }: Position): YamlList {
  let size = 1;
  let height = 0;
  for (const item of items) {
    size += item.size;
    if (item.height > height) height = item.height;
  }
  return { kind: 'list', items, line, column, size, height: height + 1 };
}

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
