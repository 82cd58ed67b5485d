/** Makes the nodes of the tree. */
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
