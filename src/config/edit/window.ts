/** Finds the few lines of a large file that an edit concerns, so that only those need to be read with all tokens. */
import type { YamlEntry, YamlMap, YamlNode } from '../../base/yaml/node.ts';
import type { ConfigEdit } from './model.ts';
import { startsLine } from './source.ts';

/** Whole lines of a text that are a block map of their own: one entry, or some that follow each other. */
export interface Window {
  /** Offsets of the lines. */
  readonly start: number;
  readonly end: number;
  /** Keys of the edit's path that lead to the map that the entries are in. */
  readonly depth: number;
}

/** Text that is read with all tokens in a few milliseconds: windows this small need not be smaller. */
const SMALL = 16_384;

/** Anchors, aliases, tags and merge keys reach beyond a window. */
const FAR_REACHING = /(?:^|[\s,[{])[&*!](?=\S)|<</;

/** Offset of the beginning of each line, by its number; the first entry is for no line. */
export function lineOffsets(text: string): number[] {
  const offsets = [0, 0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) offsets.push(at + 1);
  return offsets;
}

/** A small window for an edit, or the smallest there is; null when only the whole text will do. */
export function windowFor(
  text: string,
  offsets: readonly number[],
  root: YamlMap,
  edit: ConfigEdit,
): Window | null {
  let found: Window | null = null;
  let map: YamlMap | null = root;
  let limits = { start: 0, end: text.length };
  for (let depth = 0; map !== null && depth < edit.path.length; depth++) {
    const step = narrowed(text, offsets, { map, limits }, edit, depth);
    if (step === null) break;
    found = { ...step.window, depth };
    limits = step.window;
    const isSmall = limits.end - limits.start <= SMALL;
    map = isSmall || step.entry === null ? null : mapBelow(text, offsets, step.entry);
  }
  return found === null || FAR_REACHING.test(text.slice(found.start, found.end)) ? null : found;
}

interface Step {
  readonly window: Omit<Window, 'depth'>;
  /** Where the path goes on; null when the edit adds an entry beside the one of the window. */
  readonly entry: YamlEntry | null;
}

function narrowed(
  text: string,
  offsets: readonly number[],
  { map, limits }: { readonly map: YamlMap; readonly limits: Omit<Window, 'depth'> },
  edit: ConfigEdit,
  depth: number,
): Step | null {
  const index = map.entries.findIndex(({ key }) => key === edit.path[depth]);
  const isLast = depth === edit.path.length - 1;
  // What is left of a map without entries stands behind its key, outside of them.
  if (edit.kind === 'remove' && (index < 0 || (isLast && map.entries.length < 2))) return null;
  const windowOf = (at: number): Omit<Window, 'depth'> | null => entryWindow(text, offsets, map, at, limits);
  if (index >= 0) {
    const window = windowOf(index);
    return window === null ? null : { window, entry: map.entries[index] ?? null };
  }
  for (let at = map.entries.length - 1; at >= 0; at--) {
    const window = windowOf(at);
    if (window === null) return null;
    if (window.end - window.start <= SMALL) return { window, entry: null };
  }
  return null;
}

/** The lines from an entry's key to the next entry's. */
function entryWindow(
  text: string,
  offsets: readonly number[],
  map: YamlMap,
  index: number,
  limits: Omit<Window, 'depth'>,
): Omit<Window, 'depth'> | null {
  const start = keyLine(text, offsets, map.entries[index]);
  const next = map.entries[index + 1];
  const end = next === undefined ? limits.end : keyLine(text, offsets, next);
  if (start === null || end === null) return null;
  return limits.start <= start && start < end && end <= limits.end ? { start, end } : null;
}

/** Offset of the line that an entry's key begins; null when something else begins it. */
function keyLine(text: string, offsets: readonly number[], entry: YamlEntry | undefined): number | null {
  const start = entry === undefined ? undefined : offsets[entry.line];
  if (entry === undefined || start === undefined) return null;
  return startsLine(text, start + entry.column - 1) ? start : null;
}

/** The map that is an entry's value, when it stands in block style below the key and belongs to this entry alone. */
function mapBelow(text: string, offsets: readonly number[], { line, value }: YamlEntry): YamlMap | null {
  const first = firstEntry(value);
  if (value.kind !== 'map' || first === undefined || first.line <= line) return null;
  const head = text.slice(offsets[line], offsets[first.line]);
  return FAR_REACHING.test(head) || /[{[]/.test(head) ? null : value;
}

function firstEntry(node: YamlNode): YamlEntry | undefined {
  return node.kind === 'map' ? node.entries[0] : undefined;
}
