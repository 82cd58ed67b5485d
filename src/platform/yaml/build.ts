/** Converts the nodes of the yaml package into our tree: aliases, merge keys, doubled keys, limits. */
import { isAlias, isMap, isScalar, isSeq, type LineCounter, type ParsedNode, type Scalar } from 'yaml';
import type { Position } from '../base/position.ts';
import { leaf, listNode, mapNode } from './make-node.ts';
import { describeNode, type YamlEntry, type YamlMap, type YamlNode, type YamlProblem } from './node.ts';
import { MAX_PROBLEMS } from './read-tokens.ts';

/** Limits of what is read, so that a few bytes of aliases or brackets cannot exhaust the process. */
export interface YamlBounds {
  /** Most nodes, aliases expanded. */
  readonly maxNodes: number;
  /** Deepest nesting, aliases expanded. */
  readonly maxDepth: number;
  /** Most tokens that the yaml package makes of it: words, signs and line ends. A node takes up to four. */
  readonly maxTokens?: number;
}

/** Further warnings are only counted: a list of numbers may have one for each. */
const MAX_WARNINGS = 100;

type Source = ParsedNode | null | undefined;

const MERGE_KEY = '<<';

/** Converts one document; collects what is wrong in `problems` and `warnings`. */
export class TreeBuilder {
  readonly problems: YamlProblem[] = [];
  readonly warnings: YamlProblem[] = [];
  /** Those that are not in `warnings`. */
  moreWarnings = 0;
  private readonly lines: LineCounter;
  private readonly bounds: YamlBounds;
  /** The nodes that were made of the anchored nodes of the source. */
  readonly anchored = new Map<object, YamlNode>();
  /** Anchors in the order of the file; null while the anchored node is still being read. */
  private readonly anchors = new Map<string, YamlNode | null>();
  /** Entries that merge keys have copied so far. */
  private copied = 0;

  constructor(lines: LineCounter, bounds: YamlBounds) {
    this.lines = lines;
    this.bounds = bounds;
  }

  /** Build the tree below a node. `fallback` is the position of a node that is absent, such as after `key:`. */
  build(source: Source, fallback: Position = { line: 1, column: 1 }): YamlNode {
    if (source === null || source === undefined) return nothing(fallback);
    const place = this.place(source.range[0]);
    if (isAlias(source)) return this.resolve(source.source, place);
    if (source.anchor !== undefined) this.anchors.set(source.anchor, null);
    const node = this.bounded(this.convert(source, place));
    if (source.anchor !== undefined) {
      this.anchors.set(source.anchor, node);
      this.anchored.set(source, node);
    }
    return node;
  }

  /** Line and column of an offset in the text. */
  place(offset: number): Position {
    const { line, col } = this.lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  }

  private convert(source: Exclude<ParsedNode, { source: string; value?: never }>, place: Position): YamlNode {
    if (isMap(source)) {
      return this.map(source.items as { key: Source; value: Source }[], place);
    }
    if (isSeq(source)) {
      const items = (source.items as Source[]).map((item) => this.build(item, place));
      return listNode(items, place);
    }
    if (isScalar(source)) return this.scalar(source, place);
    return nothing(place);
  }

  private scalar(source: Scalar, place: Position): YamlNode {
    const text = source.source ?? '';
    const value = source.value;
    if (typeof value === 'number') return leaf(this.number(value, text, place), text, place);
    if (value === null || typeof value === 'boolean' || typeof value === 'string') {
      return leaf(value, text, place);
    }
    this.problem(place, 'expected a map, a list, a text, a number, true, false or null, got a typed value');
    return nothing(place);
  }

  private number(value: number, text: string, place: Position): number | string {
    if (!Number.isFinite(value)) {
      // Digits around an `e` that overflow are not a quantity but a name, such as the commit 12e4567.
      if (/\d/.test(text)) return text;
      this.problem(place, `expected a finite number, got ${text}`);
    }
    if (Number.isInteger(value) && !Number.isSafeInteger(value) && /^[-+]?\d+$/.test(text)) {
      if (this.warnings.length >= MAX_WARNINGS) this.moreWarnings++;
      else {
        const message = `${text} loses digits as a number; quote it to keep it as text`;
        this.warnings.push({ ...place, message });
      }
    }
    return value;
  }

  private map(pairs: readonly { key: Source; value: Source }[], place: Position): YamlMap {
    const own = new Map<string, YamlEntry>();
    const merges: YamlMap[] = [];
    for (const { key, value } of pairs) {
      const at = key ? this.place(key.range[0]) : place;
      if (isScalar(key) && key.value === MERGE_KEY && key.type === 'PLAIN') {
        merges.push(...this.mergeSources(this.build(value, at), at));
        continue;
      }
      const name = this.key(key, at);
      const before = own.get(name);
      if (before !== undefined) {
        this.problem(
          at,
          `the key ${JSON.stringify(name)} is here twice; the first is in line ${before.line}`,
        );
      }
      own.set(name, { key: name, ...at, value: this.build(value, at) });
    }
    for (const entry of merges.flatMap((source) => source.entries)) {
      if (!own.has(entry.key)) own.set(entry.key, entry);
    }
    return mapNode([...own.values()], place);
  }

  private key(key: Source, at: Position): string {
    const node = this.build(key, at);
    if (node.kind === 'scalar') return typeof node.value === 'string' ? node.value : node.source;
    this.problem(at, `expected a text as key, got ${describeNode(node)}`);
    return '';
  }

  /** The maps that `<<: *base` or `<<: [*a, *b]` names; the first one that has a key gives its value. */
  private mergeSources(value: YamlNode, at: Position): YamlMap[] {
    const sources: YamlMap[] = [];
    for (const source of value.kind === 'list' ? value.items : [value]) {
      if (source.kind !== 'map') {
        this.problem(at, `expected a map (or a list of maps) after <<, got ${describeNode(source)}`);
        continue;
      }
      // Unlike an alias, a merge copies: a short line may copy a long map, and there can be many such lines.
      this.copied += source.entries.length;
      if (this.copied <= this.bounds.maxNodes) sources.push(source);
      else this.problem(at, `expected << to copy at most ${this.bounds.maxNodes} entries in all, got more`);
    }
    return sources;
  }

  private resolve(name: string, place: Position): YamlNode {
    const target = this.anchors.get(name);
    if (target) return { ...target, ...place };
    this.problem(
      place,
      target === null ? `*${name} contains itself` : `there is no anchor &${name} before *${name}`,
    );
    return nothing(place);
  }

  private bounded(node: YamlNode): YamlNode {
    const { maxNodes, maxDepth } = this.bounds;
    if (node.size <= maxNodes && node.height <= maxDepth) return node;
    this.problem(
      node,
      node.size > maxNodes
        ? `expected at most ${maxNodes} values with every alias expanded, got more`
        : `expected at most ${maxDepth} levels with every alias expanded, got more`,
    );
    return nothing(node);
  }

  private problem({ line, column }: Position, message: string): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ line, column, message });
  }
}

function nothing(place: Position): YamlNode {
  return leaf(null, '', place);
}
