/** Reads the `devices` section: which screen each device shows, and how. */

import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import { normalDeviceKey } from '../../domain/frame.ts';
import { isDefaultKey, type MappingEntry } from '../../domain/mapping.ts';
import type { Findings } from '../../platform/yaml/findings.ts';
import { asMap, MapReader } from '../../platform/yaml/map-reader.ts';
import type { YamlEntry } from '../../platform/yaml/node.ts';
import { DEVICE_KEYS } from './keys.ts';
import { noScreen, panelProblem, readEntry } from './read-settings.ts';

/** An entry under `devices`, read without the others. */
export interface DeviceEntry<Entry extends YamlEntry = YamlEntry> {
  readonly entry: Entry;
  /** Null for a key that names no device. */
  readonly normalKey: string | null;
  /** Undefined when the entry cannot be used. */
  readonly mapping: MappingEntry | undefined;
}

/** An entry and the line of its key in the file. */
export interface PlacedDevice {
  readonly kept: DeviceEntry;
  readonly line: number;
}

/**
 * Read an entry, without regard to other entries and sections.
 * @param tree  the entry with the nodes of its value
 * @param entry what is kept of it
 */
export function readDevice<Entry extends YamlEntry>(
  tree: YamlEntry,
  findings: Findings,
  entry: Entry,
): DeviceEntry<Entry> {
  const normalKey = normalDeviceKey(tree.key);
  if (normalKey !== null) return { entry, normalKey, mapping: readOwn(tree, findings) };
  findings.warn(
    tree,
    `devices: expected a MAC address, a registration code or DEFAULT, got ${JSON.stringify(tree.key)}; it is left out`,
  );
  return { entry, normalKey, mapping: undefined };
}

/**
 * The entries by the normal form of their keys. Notes doubled devices, panels that do not exist, and entries without a screen
 * where there are no groups that could give one.
 * @param devices in the order of the file
 */
export function gatherMappings(
  devices: readonly PlacedDevice[],
  { panels, groups }: Pick<ConfigSnapshot, 'panels' | 'groups'>,
  findings: Findings,
): ReadonlyMap<string, MappingEntry> {
  const mappings = new Map<string, MappingEntry>();
  let usable = 0;
  for (const { kept, line } of devices) {
    const { entry, normalKey, mapping } = kept;
    if (normalKey === null || mapping === undefined) continue;
    usable++;
    mappings.set(normalKey, mapping);
    if (mapping.screen === null && (groups.length === 0 || isDefaultKey(normalKey))) {
      const { value } = entry;
      const at = { line: line + value.line - entry.line, column: value.column };
      findings.problem(at, noScreen(`devices.${entry.key}`));
    }
    const message = panelProblem(mapping, panels);
    if (message !== null) findings.warn({ line, column: entry.column }, `devices.${entry.key}${message}`);
  }
  if (mappings.size < usable || findings.problems.length > 0) noteDoubles(devices, findings);
  return mappings;
}

/** Note keys that mean the same device, such as a code with and without hyphen. */
function noteDoubles(devices: readonly PlacedDevice[], findings: Findings): void {
  const seen = new Map<string, PlacedDevice>();
  for (const device of devices) {
    const { entry, normalKey } = device.kept;
    if (normalKey === null) continue;
    const before = seen.get(normalKey);
    if (before === undefined) {
      seen.set(normalKey, device);
      continue;
    }
    const [own, other] = [entry.key, before.kept.entry.key].map((key) => JSON.stringify(key));
    findings.problem(
      { line: device.line, column: entry.column },
      `devices: ${own} is the same device as ${other} in line ${before.line}`,
    );
  }
}

function readOwn(entry: YamlEntry, findings: Findings): MappingEntry | undefined {
  const path = `devices.${entry.key}`;
  const map = asMap(entry.value, path, findings);
  if (map === undefined) return undefined;
  const reader = new MapReader(map, { path, keys: DEVICE_KEYS, findings, strictness: 'skip' });
  return readEntry(entry, reader, 'device');
}
