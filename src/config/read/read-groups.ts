/** Reads the `groups` section: which devices are in a group, and what they show. */
import { GROUP_LIMITS } from '../../domain/group-limits.ts';
import type { Group } from '../../domain/mapping.ts';
import type { Panel } from '../../domain/panel.ts';
import type { Findings } from '../../platform/yaml/findings.ts';
import { asMap, MapReader } from '../../platform/yaml/map-reader.ts';
import type { YamlEntry, YamlMap } from '../../platform/yaml/node.ts';
import { GROUP_KEYS, GROUPS } from './keys.ts';
import { readSelector } from './read-selector.ts';
import { panelProblem, readScreenName, readSettings } from './read-settings.ts';

/** Read the section. A group in which something is wrong could take other devices than those that are meant: so it is refused. */
export function readGroups(
  section: YamlMap,
  panels: ReadonlyMap<string, Panel>,
  findings: Findings,
): readonly Group[] {
  const { entries } = section;
  const beyond = entries[GROUP_LIMITS.groups];
  if (beyond !== undefined) {
    findings.problem(beyond, `${GROUPS}: expected at most ${GROUP_LIMITS.groups}, got ${entries.length}`);
  }
  return entries.flatMap((entry) => readGroup(entry, panels, findings) ?? []);
}

/** A name of a group. */
export const GROUP_NAME: RegExp = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** True for the name of a group. */
export function isGroupName(text: string): boolean {
  return GROUP_NAME.test(text);
}

function readGroup(
  entry: YamlEntry,
  panels: ReadonlyMap<string, Panel>,
  findings: Findings,
): Group | undefined {
  const path = `${GROUPS}.${entry.key}`;
  if (!isGroupName(entry.key)) {
    const got = JSON.stringify(entry.key.slice(0, 80));
    findings.problem(
      entry,
      `${GROUPS}: expected a name of letters, digits, \`.\`, \`_\` and \`-\`, got ${got}`,
    );
    return undefined;
  }
  const map = asMap(entry.value, path, findings);
  if (map === undefined) return undefined;
  const reader = new MapReader(map, { path, keys: GROUP_KEYS, findings, strictness: 'skip' });
  const match = readMatch(reader);
  const adoptedOnly = readAdoptedOnly(reader);
  if (match === undefined) return undefined;
  const group = {
    name: entry.key,
    ...match,
    screen: readScreenName(entry, reader) ?? null,
    adoptedOnly,
    ...readSettings(reader, 'group'),
  };
  const message = panelProblem(group, panels);
  if (message !== null) findings.warn(entry, `${path}${message}`);
  return group;
}

/** A mistake in it is a problem: the group would take strangers. */
function readAdoptedOnly(reader: MapReader<string>): boolean {
  const node = reader.node('adopted_only');
  if (node === undefined) return false;
  if (node.kind === 'scalar' && typeof node.value === 'boolean') return node.value;
  reader.findings.problem(node, `${reader.pathOf('adopted_only')}: expected true or false`);
  return true;
}

function readMatch(reader: MapReader<string>): Pick<Group, 'match' | 'written'> | undefined {
  if (reader.node('match') !== undefined) return readSelector(reader);
  const message = `${reader.path}: expected a \`match\` that says which devices are in the group, got none`;
  reader.findings.problem(reader.positionOf('match'), message);
  return undefined;
}
