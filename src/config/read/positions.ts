/** Finds positions in a config file. */
import type { Position } from '../../platform/base/position.ts';
import type { YamlEntry, YamlNode } from '../../platform/yaml/node.ts';
import { DEVICES } from './keys.ts';
import type { ParsedConfig } from './parse.ts';

/**
 * The positions of the values at some keys, from the top level down; each that of the nearest part around it when there is
 * none.
 */
export function positionsOf(
  parsed: Pick<ParsedConfig, 'content' | 'leftDevices'>,
  places: readonly (readonly string[])[],
): readonly Position[] {
  let devices: ReadonlyMap<string, PlacedEntry> | null = null;
  return places.map((keys) => {
    const [section, key, ...below] = keys;
    if (section !== DEVICES || key === undefined) return positionOfSetting(parsed, ...keys);
    devices ??= placedDevices(parsed);
    const device = devices.get(key);
    if (device === undefined) return positionOfSetting(parsed, section);
    const found = placeOf(device.entry.value, below) ?? device.entry;
    return { line: device.lineOf(found.line), column: found.column };
  });
}

/** An entry of a device, and the line in the text of one of its own. */
interface PlacedEntry {
  readonly entry: YamlEntry;
  lineOf(own: number): number;
}

function placedDevices({
  content,
  leftDevices,
}: Pick<ParsedConfig, 'content' | 'leftDevices'>): ReadonlyMap<string, PlacedEntry> {
  const placed = new Map<string, PlacedEntry>();
  for (const { kept, line } of content.entries) {
    placed.set(kept.entry.key, { entry: kept.entry, lineOf: (own) => own + line - 1 });
  }
  for (const { entry } of leftDevices) placed.set(entry.key, { entry, lineOf: content.lineOf });
  return placed;
}

/**
 * The position of the value at these keys, from the top level down, outside `devices`; of the nearest part around it when
 * there is none.
 */
export function positionOfSetting({ content }: Pick<ParsedConfig, 'content'>, ...keys: string[]): Position {
  const found = placeOf(content.rest.tree.root, keys) ?? { line: 1, column: 1 };
  return { line: content.lineOf(found.line), column: found.column };
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
