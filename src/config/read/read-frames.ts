/** Reads the `frames` section: what has no MAC address, and fetches its picture from an address with a token. */
import { parseDeviceId } from '../../domain/device-id.ts';
import { FRAME_NAME } from '../../domain/frame-tokens.ts';
import { type FrameEntry, hasScreen, isDefaultKey } from '../../domain/mapping.ts';
import type { Panel } from '../../domain/panel.ts';
import type { Findings } from '../../platform/yaml/findings.ts';
import { asMap, MapReader } from '../../platform/yaml/map-reader.ts';
import type { YamlMap } from '../../platform/yaml/node.ts';
import { FRAME_KEYS, FRAMES } from './keys.ts';
import { noScreen, panelProblem, readEntry } from './read-settings.ts';
import { readSize } from './read-values.ts';

/** Read the section. @param panels  those that entries may name */
export function readFrames(
  section: YamlMap,
  panels: ReadonlyMap<string, Panel>,
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
    const reader = new MapReader(map, { path, keys: FRAME_KEYS, findings, strictness: 'skip' });
    const mapping = readEntry(entry, reader, 'frame');
    const size = readSize(reader);
    if (!hasScreen(mapping)) {
      findings.problem(reader.position, noScreen(path));
      continue;
    }
    frames.set(entry.key, { mapping, size });
    const message = panelProblem(mapping, panels);
    if (message !== null) findings.warn(entry, `${path}${message}`);
  }
  return frames;
}

/** Devices have entries of their own. */
export function isFrameName(key: string): boolean {
  return FRAME_NAME.test(key) && parseDeviceId(key) === null && !isDefaultKey(key);
}
