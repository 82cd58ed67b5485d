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
  let node: YamlNode = content.rest.tree.root;
  let found: Position = { line: 1, column: 1 };
  for (const key of keys) {
    const entry = entryOf(node, key);
    if (entry === undefined) break;
    found = entry;
    node = entry.value;
  }
  return { line: content.lineOf(found.line), column: found.column };
}

function placed(mapping: MappingEntry, entry: YamlEntry, lineOf: (own: number) => number): LocatedMapping {
  return {
    mapping,
    positionOf: (keys) => {
      let found = entry;
      for (const key of keys) {
        const next = entryOf(found.value, key);
        if (next === undefined) break;
        found = next;
      }
      return { line: lineOf(found.line), column: found.column };
    },
  };
}

function entryOf(node: YamlNode, key: string): YamlEntry | undefined {
  return node.kind === 'map' ? node.entries.find((entry) => entry.key === key) : undefined;
}
