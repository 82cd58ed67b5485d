/**
 * Reads texts that have one large section, again and again: what stands in both the text and the one before it is not
 * read again. What comes out is what reading the whole text at once would say.
 */
import { ok, type Result } from '../base/result.ts';
import type { YamlBounds } from './build.ts';
import type { EntryLines } from './entry-lines.ts';
import { isNothing, type YamlEntry, type YamlNode, type YamlProblem } from './node.ts';
import { parseAlone, parseYaml, type YamlTree } from './parse.ts';
import { type KeptEntry, type Split, type SplitLines, splitLines } from './split-lines.ts';

/** An entry that means the same wherever it stands, and what the caller has made of it. */
export interface PlacedEntry<Kept extends KeptEntry> extends SplitLines<Kept> {
  readonly kept: Kept;
}

/** A text, read. */
export interface SectionedText<Kept extends KeptEntry> {
  readonly text: string;
  /** Entries of the section that were read alone, in the order of the text. Lines of their nodes count from their own. */
  readonly entries: readonly PlacedEntry<Kept>[];
  /** True when the last of them is the last of the section. */
  readonly endsSection: boolean;
  /** All the rest: the text in which a comment stands for every run of those entries, and what that says. */
  readonly rest: { readonly text: string; readonly tree: YamlTree };
  /** Number in the text of a line of the rest. */
  lineOf(restLine: number): number;
}

/** Anchors, aliases, tags and merge keys reach beyond an entry. */
const FAR_REACHING = /(?:^|[\s,[{])[&*!](?=\S)|<</;

/** Stands for entries that were taken out. It ends what stands above it, as their first line did. */
const PLACEHOLDER = '#\n';

/** Reads one text after another. */
export class SectionedReader<Kept extends KeptEntry> {
  private readonly section: string;
  private readonly bounds: YamlBounds;
  private readonly keep: (entry: YamlEntry, text: string) => Kept;
  private last: Split<Kept> | null = null;
  private rest: { readonly text: string; readonly tree: Result<YamlTree, readonly YamlProblem[]> } | null =
    null;

  /**
   * @param section key of the section, letters only
   * @param keep    makes something of an entry, given with its lines, that is remembered as long as they stand there
   */
  constructor(section: string, bounds: YamlBounds, keep: (entry: YamlEntry, text: string) => Kept) {
    this.section = section;
    this.bounds = bounds;
    this.keep = keep;
  }

  /** Read a text. All problems are returned at once, in the order of the file. */
  read(text: string): Result<SectionedText<Kept>, readonly YamlProblem[]> {
    this.last = splitLines(text, this.section, this.last, (lines) => this.readAlone(lines));
    const sectioned = this.last === null ? null : this.withRest(this.last);
    if (sectioned !== null) return ok(sectioned);
    const tree = this.readRest(text);
    if (!tree.ok) return tree;
    const rest = { text, tree: tree.value };
    return ok({ text, entries: [], endsSection: false, rest, lineOf: (line) => line });
  }

  private readAlone(lines: string): Kept | null {
    if (FAR_REACHING.test(lines)) return null;
    // A slice keeps the whole text in memory, and so would all that is read from it.
    const copy: string = JSON.parse(JSON.stringify(lines));
    const { maxNodes, maxDepth } = this.bounds;
    const entry = parseAlone(copy, { maxNodes, maxDepth: maxDepth - 1 });
    return entry && this.keep(entry, copy);
  }

  /** The text with its rest read; null when the two do not fit together: the text is then to be read as a whole. */
  private withRest(split: Split<Kept>): SectionedText<Kept> | null {
    const { text } = split;
    const runs = runsOf(split);
    const entries = runs.length === 1 && runs[0]?.length === split.lines.length ? runs[0] : runs.flat();
    const { rest, lineOf } = withoutRuns(text, runs);
    const tree = this.readRest(rest);
    if (!tree.ok || !this.fits(tree.value.root, split, entries)) return null;
    const endsSection = entries.length > 0 && split.lines.at(-1)?.kept !== null;
    return { text, entries, endsSection, rest: { text: rest, tree: tree.value }, lineOf };
  }

  private readRest(text: string): Result<YamlTree, readonly YamlProblem[]> {
    if (this.rest?.text !== text) this.rest = { text, tree: parseYaml(text, this.bounds) };
    return this.rest.tree;
  }

  /** True when the section of the rest is where the entries were, and has all others and no doubled key. */
  private fits(root: YamlNode, split: Split<Kept>, entries: readonly PlacedEntry<Kept>[]): boolean {
    const first = root.kind === 'map' ? root.entries[0] : undefined;
    const found = root.kind === 'map' ? root.entries.find(({ key }) => key === this.section) : undefined;
    // The braces of a flow map stand before its first key.
    const isBlock = root.line === first?.line && root.column === first.column;
    if (!isBlock || found?.line !== split.head.line || found.column !== 1) return false;
    const left = found.value.kind === 'map' ? found.value.entries : [];
    if (left.length === 0 && !isNothing(found.value)) return false;
    if (split.isDoubled || left.length !== split.left) return false;
    const keys = new Set(left.map(({ key }) => key));
    if (keys.size > 0 && entries.some(({ kept }) => keys.has(kept.entry.key))) return false;
    return root.size + split.size <= this.bounds.maxNodes;
  }
}

/** The entries that were read alone, as they follow each other: the end of one is the beginning of the next. */
function runsOf<Kept extends KeptEntry>({ lines, left }: Split<Kept>): PlacedEntry<Kept>[][] {
  if (left === 0) return lines.length === 0 ? [] : [lines as PlacedEntry<Kept>[]];
  const runs: PlacedEntry<Kept>[][] = [];
  let isOpen = false;
  for (const entry of lines) {
    if (isAlone(entry)) {
      if (isOpen) runs.at(-1)?.push(entry);
      else runs.push([entry]);
    }
    isOpen = isAlone(entry);
  }
  return runs;
}

function isAlone<Kept extends KeptEntry>(entry: SplitLines<Kept>): entry is PlacedEntry<Kept> {
  return entry.kept !== null;
}

/** The text with a placeholder for every run of entries. */
function withoutRuns(
  text: string,
  runs: readonly (readonly EntryLines[])[],
): { readonly rest: string; readonly lineOf: (restLine: number) => number } {
  const parts: string[] = [];
  /** For each placeholder its line in the rest, and how much further down in the text the lines after it stand. */
  const gaps: { readonly line: number; readonly moved: number }[] = [];
  let [done, moved] = [0, 0];
  for (const run of runs) {
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last === undefined) continue;
    parts.push(text.slice(done, first.start), PLACEHOLDER);
    const line = first.line - moved;
    moved += last.line + last.lineEnds - first.line - 1;
    gaps.push({ line, moved });
    done = last.end;
  }
  return {
    rest: parts.join('') + text.slice(done),
    lineOf: (restLine) => restLine + (gaps.findLast(({ line }) => line < restLine)?.moved ?? 0),
  };
}
