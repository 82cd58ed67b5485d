/** Finds positions in a config file. */
import type { Position } from '../base/position.ts';
import type { MappingEntry } from '../domain/mapping.ts';
import type { YamlEntry, YamlNode } from '../yaml/node.ts';
import type { ParsedConfig } from './parse.ts';

/** An entry under `devices`, and the positions of its parts. */
export interface LocatedMapping {
  readonly mapping: MappingEntry;
  /** The position of the value at these keys below the entry; of the nearest part around it when there is none. */
  positionOf(keys: readonly string[]): Position;
}

/** All devices with a usable entry. Those that were not read alone come last. */
export function* locatedMappings({
  content,
  leftDevices,
}: Pick<ParsedConfig, 'content' | 'leftDevices'>): Generator<LocatedMapping> {
  for (const { kept, line } of content.entries) {
    if (kept.mapping !== undefined) yield placed(kept.mapping, kept.entry, (own) => own + line - 1);
  }
  for (const { entry, mapping } of leftDevices) {
    if (mapping !== undefined) yield placed(mapping, entry, (own) => content.lineOf(own));
  }
}

/**
 * The position of the value at these keys, from the top level down, outside `devices`; of the nearest part around it when
 * there is none.
 */
export function positionOfSetting({ content }: Pick<ParsedConfig, 'content'>, ...keys: string[]): Position {
  const found = placeOf(content.rest.tree.root, keys) ?? { line: 1, column: 1 };
  return { line: content.lineOf(found.line), column: found.column };
}

function placed(mapping: MappingEntry, entry: YamlEntry, lineOf: (own: number) => number): LocatedMapping {
  return {
    mapping,
    positionOf: (keys) => {
      const found = placeOf(entry.value, keys) ?? entry;
      return { line: lineOf(found.line), column: found.column };
    },
  };
}

/** The position of the value at these keys, as far as they lead; null where they lead nowhere. */
function placeOf(root: YamlNode, keys: readonly string[]): Position | null {
  let node = root;
  let found: Position | null = null;
  for (const key of keys) {
    const item: YamlNode | undefined = node.kind === 'list' ? node.items[Number(key)] : undefined;
    const entry = entryOf(node, key);
    const next: Position | undefined = item ?? entry;
    if (next === undefined) break;
    found = next;
    node = item ?? entry?.value ?? node;
  }
  return found;
}

function entryOf(node: YamlNode, key: string): YamlEntry | undefined {
  return node.kind === 'map' ? node.entries.find((entry) => entry.key === key) : undefined;
}
