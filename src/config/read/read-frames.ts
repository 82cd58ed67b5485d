/** Reads the `frames` section: what has no MAC address, and fetches its picture from an address with a token. */
import { parseDeviceId } from '../../domain/device-id.ts';
import { FRAME_NAME } from '../../domain/frame-tokens.ts';
import { type FrameEntry, hasScreen, isDefaultKey } from '../../domain/mapping.ts';
import type { Panel } from '../../domain/panel.ts';
import type { Findings } from '../../platform/yaml/findings.ts';
import type { YamlEntry, YamlMap } from '../../platform/yaml/node.ts';
import { readEntries } from './entries.ts';
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
  readEntries(section, SECTION, findings, (reader, entry) => {
    const mapping = readEntry(entry, reader, 'frame');
    const size = readSize(reader);
    if (!hasScreen(mapping)) {
      findings.problem(reader.position, noScreen(reader.path));
      return;
    }
    frames.set(entry.key, { mapping, size });
    const message = panelProblem(mapping, panels);
    if (message !== null) findings.warn(entry, `${reader.path}${message}`);
  });
  return frames;
}

const SECTION = {
  path: FRAMES,
  keys: FRAME_KEYS,
  strictness: 'skip',
  isNamed(entry: YamlEntry, findings: Findings): boolean {
    if (isFrameName(entry.key)) return true;
    const got = JSON.stringify(entry.key.slice(0, 80));
    const message = `${FRAMES}: expected a name of letters, digits, \`.\`, \`_\` and \`-\`, got ${got}; it is left out`;
    findings.warn(entry, message);
    return false;
  },
} as const;

/** Devices have entries of their own. */
export function isFrameName(key: string): boolean {
  return FRAME_NAME.test(key) && parseDeviceId(key) === null && !isDefaultKey(key);
}
