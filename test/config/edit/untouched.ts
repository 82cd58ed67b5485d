/** Says which lines of a file an edit may change, from the text alone, and checks that no other has changed. */
import assert from 'node:assert/strict';
import type { ConfigEdit } from '../../../src/config/edit/model.ts';
import type { YamlEntry, YamlNode } from '../../../src/platform/yaml/node.ts';
import { parseYaml } from '../../../src/platform/yaml/parse.ts';

/** Asserts that every line of `before` that the edit does not touch is in `after`, byte for byte, in the same order. */
export function assertUntouched(before: string, after: string, edit: ConfigEdit): void {
  const old = before.split('\n');
  const mine = touchedLines(before, old, edit);
  const now = after.split('\n');
  let next = 0;
  for (const [index, line] of old.entries()) {
    if (mine.has(index)) continue;
    const isEnd = index === old.length - 1;
    const at = now.findIndex(
      (other, position) => position >= next && (other === line || (isEnd && other === `${line}\r`)),
    );
    assert.ok(
      at >= 0,
      `line ${index + 1} ${JSON.stringify(line)} has changed\n${JSON.stringify(edit)}\n${before}=====\n${after}`,
    );
    next = at + 1;
  }
}

/** Indices of the lines that may change. */
function touchedLines(text: string, lines: readonly string[], edit: ConfigEdit): ReadonlySet<number> {
  const tree = parseYaml(text, { maxNodes: 100_000, maxDepth: 64 });
  assert.ok(tree.ok);
  const way = entriesOnWay(tree.value.root, edit.path);
  const last = way.at(-1);
  const touched = new Set<number>();
  // What is shared moves: to the first alias, or out of a merge key.
  for (const [index, line] of lines.entries()) {
    if (/\*base|&base|<<:/.test(line)) touched.add(index);
  }
  if (last === undefined) return touched;
  const found = way.length === edit.path.length;
  if (found || !hasLinesBelow(last)) addAll(touched, extent(lines, last));
  const parent = way.at(-2);
  if (found && edit.kind === 'remove' && parent?.value.kind === 'map' && parent.value.entries.length === 1) {
    touched.add(parent.line - 1);
  }
  return touched;
}

function entriesOnWay(root: YamlNode, path: readonly string[]): YamlEntry[] {
  const way: YamlEntry[] = [];
  let node: YamlNode | undefined = root;
  for (const key of path) {
    const entry: YamlEntry | undefined =
      node?.kind === 'map' ? node.entries.find((candidate) => candidate.key === key) : undefined;
    if (entry === undefined) break;
    way.push(entry);
    node = entry.value;
  }
  return way;
}

/** True for a map in block style: a new entry gets lines of its own. */
function hasLinesBelow({ line, value }: YamlEntry): boolean {
  return value.kind === 'map' && (value.entries[0]?.line ?? 0) > line && value.line > line;
}

/** The line of an entry's key and those below that are indented deeper, up to the last that is not blank. */
function extent(lines: readonly string[], { line }: YamlEntry): number[] {
  let end = line;
  const column = /^ */.exec(lines[line - 1] ?? '')?.[0].length ?? 0;
  for (let index = line; index < lines.length; index++) {
    const below = lines[index] ?? '';
    const isBlank = below.trim() === '';
    const isClosing = /^ *[}\]]/.test(below);
    if (!isBlank && !isClosing && (/^ */.exec(below)?.[0].length ?? 0) <= column) break;
    if (!isBlank) end = index + 1;
  }
  return Array.from({ length: end - line + 1 }, (_, offset) => line - 1 + offset);
}

function addAll(target: Set<number>, indices: readonly number[]): void {
  for (const index of indices) target.add(index);
}
