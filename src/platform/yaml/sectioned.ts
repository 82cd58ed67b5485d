/**
 * Reads texts that have one large section, again and again: entries of the section whose lines were in the text before
 * are not read again. The result is the same as reading the whole text at once.
 */
import { ok, type Result } from '../base/result.ts';
import type { YamlBounds } from './build.ts';
import { type EntryLines, findEntryLines, type SectionLines } from './entry-lines.ts';
import { isNothing, LoneEntry, type YamlEntry, type YamlNode, type YamlProblem } from './node.ts';
import { parseEntry, parseYaml, tokensOf, type YamlTree } from './parse.ts';
import type { TokenBudget } from './read-tokens.ts';

/** What is made of an entry. */
export interface KeptEntry {
  readonly entry: LoneEntry;
}

/** Lines of an entry that means the same wherever it stands, and what the caller has made of it. */
export interface PlacedEntry<Kept extends KeptEntry> extends EntryLines {
  readonly kept: Kept;
}

/** A text, read. */
export interface SectionedText<Kept extends KeptEntry> {
  readonly text: string;
  /** Entries of the section that were read alone, in the order of the text. Lines of their nodes count from their own. */
  readonly entries: readonly PlacedEntry<Kept>[];
  /** True when the last of them is the last of the section. */
  readonly endsSection: boolean;
  /** The text with a comment in place of every run of those entries, and its tree. */
  readonly rest: { readonly text: string; readonly tree: YamlTree };
  /** Number in the text of a line of the rest. */
  lineOf(restLine: number): number;
}

/** An entry by its lines; null when these cannot be read alone. */
interface Remembered<Kept> {
  readonly lines: string;
  readonly kept: Kept | null;
}

/** Anchors, aliases, tags and merge keys reach beyond an entry. */
const FAR_REACHING = /(?:^|[\s,[{])[&*!](?=\S)|<</;

/** Replaces entries in the rest of the text. Like the first line of an entry, it ends the node before it. */
const PLACEHOLDER = '#\n';

/** Makes something of the tree of an entry, and of what is kept of it, given with its lines. */
type Keep<Kept> = (tree: YamlEntry, text: string, entry: LoneEntry) => Kept;

/** Reads one text after another. */
export class SectionedReader<Kept extends KeptEntry> {
  private readonly section: string;
  private readonly bounds: YamlBounds;
  private readonly keep: Keep<Kept>;
  private readonly isOnce: boolean;
  /** An entry is a level below the section. */
  private readonly entryBounds: YamlBounds;
  private readonly readAgain = (lines: string): YamlEntry | null => parseEntry(lines, this.entryBounds);
  /** The entries of the last text, and of the one before: a text that is looked at does not drive out the one in use. */
  private remembered: ReadonlyMap<string, Remembered<Kept>> = new Map();
  private older: ReadonlyMap<string, Remembered<Kept>> = new Map();
  private rest: { readonly text: string; readonly tree: Result<YamlTree, readonly YamlProblem[]> } | null =
    null;

  /**
   * @param section key of the section, letters only
   * @param keep    makes something of an entry, given with its lines, that is remembered as long as they stand there
   * @param options.isOnce  one text is read, and nothing is remembered for the next
   */
  constructor(
    section: string,
    bounds: YamlBounds,
    keep: Keep<Kept>,
    options: { readonly isOnce?: boolean } = {},
  ) {
    this.section = section;
    this.bounds = bounds;
    this.keep = keep;
    this.isOnce = options.isOnce ?? false;
    this.entryBounds = { maxNodes: bounds.maxNodes, maxDepth: bounds.maxDepth - 1 };
  }

  /** Read a text. All problems are returned at once, in the order of the file. */
  read(text: string): Result<SectionedText<Kept>, readonly YamlProblem[]> {
    const section = findEntryLines(text, this.section);
    const sectioned = section === null ? null : this.readParts(text, section);
    if (sectioned !== null) return ok(sectioned);
    const tree = this.readRest(text);
    if (!tree.ok) return tree;
    const rest = { text, tree: tree.value };
    return ok({ text, entries: [], endsSection: false, rest, lineOf: (line) => line });
  }

  /** Read the entries and the rest; null when they do not fit together: the text has to be read as a whole. */
  private readParts(text: string, section: SectionLines): SectionedText<Kept> | null {
    const entries = this.readEntries(text, section.entries);
    const { rest, lineOf } = withoutEntries(text, entries);
    const tree = this.readRest(rest);
    if (!tree.ok || !this.fits(tree.value.root, entries, section)) return null;
    const endsSection = entries.length > 0 && entries.at(-1)?.end === section.entries.at(-1)?.end;
    return { text, entries, endsSection, rest: { text: rest, tree: tree.value }, lineOf };
  }

  /** The entries that can be read alone. */
  private readEntries(text: string, lines: readonly EntryLines[]): readonly PlacedEntry<Kept>[] {
    const budget = { left: tokensOf(this.bounds) };
    const remembered = new Map<string, Remembered<Kept>>();
    const entries: PlacedEntry<Kept>[] = [];
    for (const place of lines) {
      const { start, end, line, endLine } = place;
      const own = text.slice(start, end);
      const before = this.isOnce ? undefined : (this.remembered.get(own) ?? this.older.get(own));
      const read = before ?? this.readAlone(own, budget);
      if (!this.isOnce) remembered.set(read.lines, read);
      if (read.kept !== null) entries.push({ start, end, line, endLine, kept: read.kept });
    }
    this.older = this.remembered;
    this.remembered = remembered;
    return entries;
  }

  private readAlone(lines: string, budget: TokenBudget): Remembered<Kept> {
    // A slice keeps the whole text in memory, and so would everything that is read from it.
    const copy: string = JSON.parse(JSON.stringify(lines));
    if (FAR_REACHING.test(copy)) return { lines: copy, kept: null };
    const tree = parseEntry(copy, this.entryBounds, budget);
    return { lines: copy, kept: tree && this.keep(tree, copy, new LoneEntry(tree, copy, this.readAgain)) };
  }

  private readRest(text: string): Result<YamlTree, readonly YamlProblem[]> {
    if (this.rest?.text !== text) this.rest = { text, tree: parseYaml(text, this.bounds) };
    return this.rest.tree;
  }

  /** True when the section of the rest has all other entries, and no key is doubled. */
  private fits(
    root: YamlNode,
    entries: readonly PlacedEntry<Kept>[],
    { line, entries: { length } }: SectionLines,
  ): boolean {
    const [first, found] =
      root.kind === 'map' ? [root.entries[0], root.entries.find(({ key }) => key === this.section)] : [];
    // In a flow map, the root begins at a brace before its first key.
    const isBlock = root.line === first?.line && root.column === first.column;
    if (!isBlock || found?.line !== line || found.column !== 1) return false;
    const left = found.value.kind === 'map' ? found.value.entries : [];
    if (left.length === 0 && !isNothing(found.value)) return false;
    if (left.length + entries.length !== length) return false;
    const keys = new Set(left.map(({ key }) => key));
    let { size } = root;
    for (const { kept } of entries) {
      keys.add(kept.entry.key);
      size += kept.entry.size;
    }
    return keys.size === length && size <= this.bounds.maxNodes;
  }
}

/** The text with a placeholder for every run of entries. */
function withoutEntries(
  text: string,
  entries: readonly EntryLines[],
): { readonly rest: string; readonly lineOf: (restLine: number) => number } {
  const parts: string[] = [];
  /** For each placeholder its line in the rest, and how much further down in the text the lines after it stand. */
  const gaps: { readonly line: number; moved: number }[] = [];
  let [done, moved] = [0, 0];
  for (const { start, end, line, endLine } of entries) {
    const gap = gaps.at(-1);
    const height = endLine - line;
    if (gap !== undefined && start === done) {
      moved += height;
      gap.moved = moved;
    } else {
      parts.push(text.slice(done, start), PLACEHOLDER);
      gaps.push({ line: line - moved, moved: moved + height - 1 });
      moved += height - 1;
    }
    done = end;
  }
  return {
    rest: parts.join('') + text.slice(done),
    lineOf: (restLine) => restLine + (gaps.findLast(({ line }) => line < restLine)?.moved ?? 0),
  };
}
