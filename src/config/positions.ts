/** Finds where in a config file something stands. */
import type { Position } from '../base/position.ts';
import type { Mapping } from '../domain/mapping.ts';
import type { YamlEntry, YamlNode } from '../yaml/node.ts';
import type { ParsedConfig } from './parse.ts';

/** An entry under `devices`, and where its parts stand. */
export interface LocatedMapping {
  readonly mapping: Mapping;
  /** The place of what is at these keys below the entry; of what is around it where there is nothing. */
  positionOf(keys: readonly string[]): Position;
}

/** All devices that have a usable entry. Those that are read together come last. */
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

/** The place of a key at the top of the file, and of its beginning where there is no such key. */
export function positionOfSetting({ content }: Pick<ParsedConfig, 'content'>, key: string): Position {
  const { line, column } = entryOf(content.rest.tree.root, key) ?? { line: 1, column: 1 };
  return { line: content.lineOf(line), column };
}

function placed(mapping: Mapping, entry: YamlEntry, lineOf: (own: number) => number): LocatedMapping {
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
