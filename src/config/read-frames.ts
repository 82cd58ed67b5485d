/** Reads the `frames` section: what has no MAC address, and fetches its picture from an address with a token. */
import { LIMITS } from '../base/limits.ts';
import { parseDeviceId } from '../domain/device-id.ts';
import { FRAME_NAME } from '../domain/frame-tokens.ts';
import { type FrameEntry, isDefaultKey } from '../domain/mapping.ts';
import type { Size } from '../domain/panel.ts';
import type { Findings } from '../yaml/findings.ts';
import { asMap, MapReader } from '../yaml/map-reader.ts';
import type { YamlMap } from '../yaml/node.ts';
import { FRAME_KEYS, FRAMES } from './keys.ts';
import { readMapping } from './read-devices.ts';

type FrameReader = MapReader<(typeof FRAME_KEYS)[number]>;

/** Read the section. @param panels  those that entries may name */
export function readFrames(
  section: YamlMap,
  panels: ReadonlyMap<string, unknown>,
  findings: Findings,
): ReadonlyMap<string, FrameEntry> {
  const frames = new Map<string, FrameEntry>();
  for (const entry of section.entries) {
    const path = `${FRAMES}.${entry.key}`;
    if (!isFrameName(entry.key)) {
      const got = JSON.stringify(entry.key.slice(0, 80));
      findings.warn(
        entry,
        `${FRAMES}: expected a name of letters, digits, \`.\`, \`_\` and \`-\`, got ${got}; it is left out`,
      );
      continue;
    }
    const map = asMap(entry.value, path, findings);
    if (map === undefined) continue;
    const reader: FrameReader = new MapReader(map, { path, keys: FRAME_KEYS, findings, strictness: 'skip' });
    const mapping = readMapping(entry, reader);
    const size = readSize(reader);
    if (mapping === undefined) continue;
    frames.set(entry.key, { mapping, size });
    if (mapping.panel !== undefined && !panels.has(mapping.panel)) {
      findings.warn(entry, `${path}: there is no panel ${JSON.stringify(mapping.panel)}`);
    }
  }
  return frames;
}

/** Devices have entries of their own. */
export function isFrameName(key: string): boolean {
  return FRAME_NAME.test(key) && parseDeviceId(key) === null && !isDefaultKey(key);
}

/** Both or neither. */
function readSize(reader: FrameReader): Size | null {
  const widthPx = reader.integer('width', 1, LIMITS.pictureEdgePx);
  const heightPx = reader.integer('height', 1, LIMITS.pictureEdgePx);
  if (widthPx !== undefined && heightPx !== undefined) return { widthPx, heightPx };
  if (widthPx !== undefined || heightPx !== undefined) {
    const message = `${reader.path}: width and height only count together; they are left out`;
    reader.findings.warn(reader.position, message);
  }
  return null;
}
