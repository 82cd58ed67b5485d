/** Reads a YAML 1.2 document into a tree with positions. Safe for hostile texts. */
import { type CST, type Document, LineCounter, type ParsedNode } from 'yaml';
import { err, ok, type Result } from '../base/result.ts';
import { TreeBuilder, type YamlBounds } from './build.ts';
import { readFastEntry } from './fast-entry.ts';
import type { YamlEntry, YamlNode, YamlProblem } from './node.ts';
import { composeDocument, type Excess, MAX_PROBLEMS, readTokens, type TokenBudget } from './read-tokens.ts';

export interface YamlTree {
  /** A scalar null for a document without content. */
  readonly root: YamlNode;
  /** Values that were probably meant otherwise: unknown tags, numbers that lose digits. */
  readonly warnings: readonly YamlProblem[];
}

/**
 * Read lines that are one entry of a block map, without the text around them.
 * @param lines whole lines; how far they are indented does not count
 * @param budget see `parseYaml`
 * @returns null for anything else, and when there is something to say about them
 */
export function parseEntry(
  lines: string,
  bounds: YamlBounds,
  budget: TokenBudget = { left: tokensOf(bounds) },
): YamlEntry | null {
  const entry = readFastEntry(lines, bounds);
  if (entry !== null) return entry;
  const tree = parseYaml(lines, bounds, budget);
  if (!tree.ok || tree.value.warnings.length > 0 || tree.value.root.kind !== 'map') return null;
  const [only, ...more] = tree.value.root.entries;
  return only === undefined || more.length > 0 ? null : only;
}

/**
 * Read one YAML document. All problems are returned at once, in the order of the file.
 * @param budget  what the package may still read; for texts that are read one after the other as parts of one
 */
export function parseYaml(
  text: string,
  bounds: YamlBounds,
  budget: TokenBudget = { left: tokensOf(bounds) },
): Result<YamlTree, readonly YamlProblem[]> {
  const lines = new LineCounter();
  const builder = new TreeBuilder(lines, bounds);
  const { tokens, excess } = readTokens(text, lines, bounds.maxDepth, budget);
  // The composer recurses once per level of nesting, and V8 can abort the process when the stack is nearly full.
  const deep = excess === null ? firstTooDeep(tokens, bounds.maxDepth) : null;
  if (excess !== null || deep !== null) {
    return err([tooMuch(excess ?? { offset: deep ?? 0, kind: 'depth' }, bounds, builder)]);
  }
  const { document, second, errors } = composeDocument(tokens, text.length, { lines });
  if (errors.length > 0) {
    return err(errors.map(({ offset, message }) => ({ ...builder.place(offset), message })));
  }
  if (document === undefined) return err([{ line: 1, column: 1, message: 'expected YAML, got nothing' }]);

  const malformed = syntaxProblems(document, builder);
  if (second !== undefined) {
    malformed.push({
      ...builder.place(second),
      message: 'expected one document, got another one after `---`',
    });
  }
  if (malformed.length > 0) return err(malformed.slice(0, MAX_PROBLEMS));

  const root = builder.build(document.contents as ParsedNode | null);
  if (builder.problems.length > 0) return err(builder.problems);
  const unknownTags = document.warnings.map(({ pos, message }) => ({ ...builder.place(pos[0]), message }));
  const warnings = [...unknownTags, ...builder.warnings];
  const { moreWarnings } = builder;
  if (moreWarnings > 0)
    warnings.push({ line: 1, column: 1, message: `and ${moreWarnings} more numbers that lose digits` });
  return ok({ root, warnings });
}

/** Tokens of a text of so many nodes: a key, its colon, a value and a line end. */
export const TOKENS_A_NODE = 4;

/** How many tokens a text may have. */
export function tokensOf({ maxTokens, maxNodes }: YamlBounds): number {
  return maxTokens ?? TOKENS_A_NODE * maxNodes;
}

function tooMuch({ offset, kind }: Excess, bounds: YamlBounds, builder: TreeBuilder): YamlProblem {
  const message =
    kind === 'depth'
      ? `expected at most ${bounds.maxDepth} levels, got more`
      : `expected at most ${tokensOf(bounds)} words, signs and line ends, got more`;
  return { ...builder.place(offset), message };
}

function syntaxProblems(document: Document, builder: TreeBuilder): YamlProblem[] {
  return document.errors.map(({ pos, message }) => ({ ...builder.place(pos[0]), message }));
}

/** Offset of a token that is nested deeper than allowed; null when none is. Walks without recursion. */
function firstTooDeep(tokens: readonly CST.Token[], maxDepth: number): number | null {
  const open = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { token, depth } = next;
    if (depth > maxDepth) return token.offset;
    for (const child of children(token)) open.push({ token: child, depth: depth + 1 });
  }
  return null;
}

function children(token: CST.Token): CST.Token[] {
  if (token.type === 'document') return token.value === undefined ? [] : [token.value];
  if (!('items' in token)) return [];
  return token.items.flatMap(({ key, value }) => [key, value]).filter((child) => !!child);
}
