/** Reads a YAML 1.2 document into a tree with positions. Safe for hostile texts. */
import { Composer, type CST, type Document, LineCounter, type ParsedNode, Parser } from 'yaml';
import { err, ok, type Result } from '../base/result.ts';
import { TreeBuilder, type YamlBounds } from './build.ts';
import { readFastEntry } from './fast-entry.ts';
import type { YamlEntry, YamlNode, YamlProblem } from './node.ts';

export interface YamlTree {
  /** A scalar null for a document without content. */
  readonly root: YamlNode;
  /** Values that were probably meant otherwise: unknown tags, numbers that lose digits. */
  readonly warnings: readonly YamlProblem[];
}

/** Further problems are mostly consequences of the first few. */
const MAX_PROBLEMS = 20;

/**
 * Read lines that are one entry of a block map, without the text around them.
 * @param lines whole lines; how far they are indented does not count
 * @returns null for anything else, and when there is something to say about them
 */
export function parseEntry(lines: string, bounds: YamlBounds): YamlEntry | null {
  const entry = readFastEntry(lines, bounds);
  if (entry !== null) return entry;
  const tree = parseYaml(lines, bounds);
  if (!tree.ok || tree.value.warnings.length > 0 || tree.value.root.kind !== 'map') return null;
  const [only, ...more] = tree.value.root.entries;
  return only === undefined || more.length > 0 ? null : only;
}

/** Read one YAML document. All problems are returned at once, in the order of the file. */
export function parseYaml(text: string, bounds: YamlBounds): Result<YamlTree, readonly YamlProblem[]> {
  const lines = new LineCounter();
  const builder = new TreeBuilder(lines, bounds);
  const tokens = usefulTokens(new Parser(lines.addNewLine).parse(text));
  // The composer recurses once per level of nesting, and V8 can abort the process when the stack is nearly full.
  const deep = firstTooDeep(tokens, bounds.maxDepth);
  if (deep !== null) {
    return err([{ ...builder.place(deep), message: `expected at most ${bounds.maxDepth} levels, got more` }]);
  }
  const composer = new Composer({ uniqueKeys: false, prettyErrors: false, lineCounter: lines });
  const [document, ...more] = [...composer.compose(tokens, true, text.length)];
  if (document === undefined) return err([{ line: 1, column: 1, message: 'expected YAML, got nothing' }]);

  const malformed = syntaxProblems(document, builder);
  const second = more[0]?.range?.[0];
  if (second !== undefined) {
    malformed.push({
      ...builder.place(second),
      message: 'expected one document, got another one after `---`',
    });
  }
  if (malformed.length > 0) return err(malformed.slice(0, MAX_PROBLEMS));

  const root = builder.build(document.contents as ParsedNode | null);
  if (builder.problems.length > 0) return err(builder.problems.slice(0, MAX_PROBLEMS));
  const unknownTags = document.warnings.map(({ pos, message }) => ({ ...builder.place(pos[0]), message }));
  return ok({ root, warnings: [...unknownTags, ...builder.warnings] });
}

/** The tokens of a text up to its first few errors: the composer takes long for each error. */
function usefulTokens(parsed: Iterable<CST.Token>): CST.Token[] {
  const tokens: CST.Token[] = [];
  let mistakes = 0;
  for (const token of parsed) {
    tokens.push(token);
    if (token.type === 'error') mistakes++;
    if (mistakes > MAX_PROBLEMS) break;
  }
  return tokens;
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
