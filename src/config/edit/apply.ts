/** Makes one edit in a text: finds the place, and separates values that aliases and merge keys share. */
import type { ParsedNode } from 'yaml';
import { isPlainObject, type PlainObject } from '../../platform/base/plain.ts';
import { TreeBuilder } from '../../platform/yaml/build.ts';
import { toPlain, type YamlNode } from '../../platform/yaml/node.ts';
import { CONFIG_BOUNDS } from '../read/parse.ts';
import { moveAnchors } from './anchors.ts';
import { applyEdit, type ConfigEdit, valueAt } from './model.ts';
import {
  follow,
  isMergePair,
  nodesBelow,
  pairKey,
  parseSource,
  type Source,
  type SourcePair,
  type Spot,
  spliced,
} from './source.ts';
import { assignment, removal } from './write.ts';

/**
 * Make one edit.
 * @param text  YAML known to be good, without byte order mark
 * @param value what the text says, with every alias and merge expanded
 * @returns the new text, not yet checked; null when the edit cannot be made
 */
export function applyToText(text: string, value: PlainObject, edit: ConfigEdit): string | null {
  const source = parseSource(text);
  const spot = follow(source, edit.path);
  const found = spot.pairs.length === edit.path.length;
  // Where the path ends although there is a value, it continues behind an alias or a merge key.
  const place = edit.path.slice(0, spot.maps.length);
  if (!found && place.length < edit.path.length && spot.maps.length > 0) {
    if (isPlainObject(valueAt(value, place))) return applyToCopy(text, value, edit, place);
  }
  const apart = keepShared(source, spot, found ? spot.pairs.at(-1) : undefined);
  if (apart !== null) return applyToText(apart, value, edit);
  if (edit.kind === 'set') return spliced(text, assignment(source, spot, edit.path, edit.value));
  if (mergedKeys(source, spot).has(edit.path.at(-1) ?? '')) {
    const unmerged = withoutMerge(source, spot, value, edit.path);
    return unmerged === null ? null : applyToText(unmerged, value, edit);
  }
  const [map, pair] = [spot.maps.at(-1), spot.pairs.at(-1)];
  if (!found || map === undefined || pair === undefined) return text;
  return spliced(text, removal(source, map, pair, spot.pairs.at(-2)));
}

/** The edited value is shared with other places: this place gets an edited copy of its own. */
function applyToCopy(
  text: string,
  value: PlainObject,
  edit: ConfigEdit,
  place: readonly string[],
): string | null {
  const edited = applyEdit(value, edit);
  const copy = edited === null ? undefined : valueAt(edited, place);
  return copy === undefined ? null : applyToText(text, value, { kind: 'set', path: place, value: copy });
}

/** The text with copies for the other users of what the edit touches; null when there are none. */
function keepShared(source: Source, { maps }: Spot, replaced: SourcePair | undefined): string | null {
  if (!source.text.includes('*')) return null;
  const touched = [...(maps as readonly unknown[] as ParsedNode[]), ...nodesBelow(replaced)];
  const { anchored } = built(source);
  const splices = moveAnchors(source, touched, replaced, (node) => {
    const there = anchored.get(node);
    return there === undefined ? undefined : toPlain(there);
  });
  return splices.length === 0 ? null : spliced(source.text, splices);
}

/** The keys that `<<` brings into the last map on the path. */
function mergedKeys(source: Source, { maps }: Spot): ReadonlySet<string> {
  const merges = maps.at(-1)?.items.filter(isMergePair) ?? [];
  if (merges.length === 0) return new Set();
  const builder = built(source);
  return new Set(merges.flatMap(({ value }) => keysIn(builder.build(value))));
}

function keysIn(node: YamlNode): string[] {
  if (node.kind === 'list') return node.items.flatMap(keysIn);
  return node.kind === 'map' ? node.entries.map(({ key }) => key) : [];
}

/** The text in which the last map on the path has the merged entries as its own, except the one to be removed. */
function withoutMerge(
  source: Source,
  { maps }: Spot,
  value: PlainObject,
  path: readonly string[],
): string | null {
  const place = path.slice(0, -1);
  const own = new Set(maps.at(-1)?.items.map(pairKey));
  let text: string | null = source.text;
  for (const [key, inner] of Object.entries(valueAt(value, place) ?? {})) {
    if (own.has(key) || key === path.at(-1)) continue;
    text = applyToText(text, value, { kind: 'set', path: [...place, key], value: inner });
    if (text === null) return null;
  }
  for (;;) {
    const next = parseSource(text);
    const spot = follow(next, path);
    const map = spot.maps.at(-1);
    const merge = map?.items.find(isMergePair);
    if (map === undefined || merge === undefined) return text;
    text =
      keepShared(next, spot, merge) ?? spliced(text, removal(next, map, merge, spot.pairs[place.length - 1]));
  }
}

function built({ lines, document }: Source): TreeBuilder {
  const builder = new TreeBuilder(lines, CONFIG_BOUNDS);
  builder.build(document.contents as ParsedNode | null);
  return builder;
}
