/** Reads the `groups` section: which devices are in a group, and what they show. */
import { GROUP_LIMITS } from '../../domain/group-limits.ts';
import type { Group } from '../../domain/mapping.ts';
import type { Panel } from '../../domain/panel.ts';
import type { Findings } from '../../platform/yaml/findings.ts';
import type { MapReader } from '../../platform/yaml/map-reader.ts';
import type { YamlEntry, YamlMap } from '../../platform/yaml/node.ts';
import { namedAs, readEntries } from './entries.ts';
import { GROUP_KEYS, GROUPS } from './keys.ts';
import { readSelector } from './read-selector.ts';
import { panelProblem, readScreenName, readSettings } from './read-settings.ts';

/** Read the section. A group in which something is wrong could take other devices than those that are meant: so it is refused. */
export function readGroups(
  section: YamlMap,
  panels: ReadonlyMap<string, Panel>,
  findings: Findings,
): readonly Group[] {
  return readEntries(section, SECTION, findings, (reader, entry) => readGroup(reader, entry, panels));
}

const SECTION = {
  path: GROUPS,
  keys: GROUP_KEYS,
  strictness: 'skip',
  most: GROUP_LIMITS.groups,
  isNamed: namedAs(GROUPS, isGroupName, 'a name of letters, digits, `.`, `_` and `-`'),
} as const;

/** A name of a group. */
export const GROUP_NAME: RegExp = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** True for the name of a group. */
export function isGroupName(text: string): boolean {
  return GROUP_NAME.test(text);
}

function readGroup(
  reader: MapReader<string>,
  entry: YamlEntry,
  panels: ReadonlyMap<string, Panel>,
): Group | undefined {
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
  if (message !== null) reader.findings.warn(entry, `${reader.path}${message}`);
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
