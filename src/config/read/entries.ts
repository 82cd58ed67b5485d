/**
 * Reads sections with an entry for each name, and maps within entries. A schema of zod was tried here: it keeps neither
 * the positions nor the words of messages ("expected …, got …"), and is slower for ten thousand devices.
 */
import type { Findings } from '../../platform/yaml/findings.ts';
import { mapNode } from '../../platform/yaml/make-node.ts';
import { asMap, MapReader, type Strictness } from '../../platform/yaml/map-reader.ts';
import { isNothing, type YamlEntry, type YamlMap } from '../../platform/yaml/node.ts';

/** What all entries of a section have in common. */
interface Section<Key extends string> {
  /** Such as `alerts.rules`. */
  readonly path: string;
  readonly keys: readonly Key[];
  readonly strictness: Strictness;
  /** More entries are a problem. */
  readonly most?: number;
  /** True where an entry may be a name alone. */
  readonly isOptional?: boolean;
  /** Whether the name of an entry can be used; what is wrong with it was noted. */
  isNamed?(entry: YamlEntry, findings: Findings): boolean;
}

/** What is read of each entry, in the order of the file; nothing of one that cannot be used. */
export function readEntries<Key extends string, T>(
  section: YamlMap,
  { path, keys, strictness, most = Number.POSITIVE_INFINITY, isOptional = false, isNamed }: Section<Key>,
  findings: Findings,
  read: (reader: MapReader<Key>, entry: YamlEntry) => T | undefined,
): readonly T[] {
  const { entries } = section;
  const beyond = entries[most];
  if (beyond !== undefined) {
    findings.problem(beyond, `${path}: expected at most ${most}, got ${entries.length}`);
  }
  return entries.flatMap((entry): readonly T[] => {
    if (isNamed?.(entry, findings) === false) return [];
    const at = `${path}.${entry.key}`;
    const isAbsent = isOptional && isNothing(entry.value);
    const map = isAbsent ? mapNode([], entry.value) : asMap(entry.value, at, findings);
    if (map === undefined) return [];
    const value = read(new MapReader(map, { path: at, keys, findings, strictness }), entry);
    return value === undefined ? [] : [value];
  });
}

/** Hold the names of a section to a form. */
export function namedAs(
  path: string,
  fits: (name: string) => boolean,
  expected: string,
): NonNullable<Section<string>['isNamed']> {
  return (entry, findings) => {
    if (fits(entry.key)) return true;
    const got = JSON.stringify(entry.key.slice(0, 80));
    findings.problem(entry, `${path}: expected ${expected}, got ${got}`);
    return false;
  };
}

/** A reader of a map within what another one reads. */
export function nested<Key extends string>(
  { findings }: Pick<MapReader<string>, 'findings'>,
  path: string,
  map: YamlMap,
  keys: readonly Key[],
  strictness: Strictness = 'skip',
): MapReader<Key> {
  return new MapReader(map, { path, keys, findings, strictness });
}
