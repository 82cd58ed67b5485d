/** Reads a `match`: a selector, which says which devices something is about. A mistake in it is a problem. */

import { parseSelector, type Selector } from '../../domain/selector.ts';
import type { PlainValue } from '../../platform/base/plain.ts';
import type { Position } from '../../platform/base/position.ts';
import { type MapReader, textOfScalar } from '../../platform/yaml/map-reader.ts';
import type { YamlNode } from '../../platform/yaml/node.ts';

/** A selector, and the same as it is written. */
export interface WrittenSelector {
  readonly match: Selector;
  readonly written: PlainValue;
}

/** The selector under `match`; undefined where there is none, or one that cannot be used. */
export function readSelector(reader: MapReader<'match'>): WrittenSelector | undefined {
  const node = reader.node('match');
  if (node === undefined) return undefined;
  const written = asTexts(node);
  const selector = parseSelector(written);
  if (selector.ok) return { match: selector.value, written };
  for (const { path, message } of selector.error) {
    const at = [reader.pathOf('match'), ...path].join('.');
    reader.findings.problem(positionOf(node, path), `${at}: ${message}`);
  }
  return undefined;
}

/** Maps, lists and texts. A number is its text in the file: `1.10` is a version. */
function asTexts(node: YamlNode): PlainValue {
  switch (node.kind) {
    case 'map':
      return Object.fromEntries(node.entries.map(({ key, value }) => [key, asTexts(value)]));
    case 'list':
      return node.items.map(asTexts);
    case 'scalar':
      return textOfScalar(node) ?? null;
  }
}

/** The position of a key in a map, or in any of the maps of a list. */
function positionOf(node: YamlNode, path: readonly string[]): Position {
  const [key, ...rest] = path;
  const maps = node.kind === 'list' ? node.items : [node];
  for (const map of maps) {
    const entry = map.kind === 'map' ? map.entries.find((one) => one.key === key) : undefined;
    if (entry !== undefined) return rest.length === 0 ? entry : positionOf(entry.value, rest);
  }
  return node;
}
