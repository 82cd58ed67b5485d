/**
 * The one door to the yaml package: a text becomes tokens, and these a document, and both stop at their bounds. The
 * package takes some 2 µs a token, whatever a text is made of, so a bound in tokens is a bound in time and memory.
 */
import { Composer, type CST, type Document, Lexer, type LineCounter, Parser } from 'yaml';

/** What may still be read by the package; calls that belong together share one. */
export interface TokenBudget {
  left: number;
}

/** Where a text goes beyond its bounds. */
export interface Excess {
  readonly offset: number;
  readonly kind: 'depth' | 'tokens';
}

/** Further errors are mostly consequences of the first few, and each costs the package more than a token. */
export const MAX_PROBLEMS = 20;

/** Unknown tags: nobody reads more. */
const MAX_WARNINGS = 100;

/**
 * The tokens of a text, up to its first few errors. Depth and number are looked at after each token, because brackets
 * alone would fill the memory.
 */
export function readTokens(
  text: string,
  lines: LineCounter,
  maxDepth: number,
  budget: TokenBudget,
): { readonly tokens: readonly CST.Token[]; readonly excess: Excess | null } {
  const tokens: CST.Token[] = [];
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  let mistakes = 0;
  const take = (token: CST.Token): void => {
    tokens.push(token);
    if (token.type === 'error') mistakes++;
  };
  for (const lexeme of new Lexer().lex(text)) {
    budget.left--;
    if (budget.left < 0) return { tokens, excess: { offset: parser.offset, kind: 'tokens' } };
    for (const token of parser.next(lexeme)) take(token);
    // The document itself stands on the stack, too.
    const deep = parser.stack[maxDepth + 1];
    if (deep !== undefined) return { tokens, excess: { offset: offsetOf(deep, parser), kind: 'depth' } };
    if (mistakes > MAX_PROBLEMS) return { tokens, excess: null };
  }
  for (const token of parser.end()) take(token);
  return { tokens, excess: null };
}

function offsetOf(token: CST.Token, { offset }: Parser): number {
  return 'offset' in token ? token.offset : offset;
}

/** The first document of tokens, and where the second begins. Ends after the first few errors. */
export function composeDocument(
  tokens: readonly CST.Token[],
  length: number,
  options: { readonly lines: LineCounter; readonly keepSourceTokens?: boolean },
): {
  readonly document: Document.Parsed | undefined;
  readonly second: number | undefined;
  /** What made it end; the document is not there then. */
  readonly errors: readonly Said[];
} {
  const { lines, keepSourceTokens = false } = options;
  const composer = new Composer({
    uniqueKeys: false,
    prettyErrors: false,
    lineCounter: lines,
    keepSourceTokens,
  });
  const errors: Said[] = [];
  boundErrors(composer, errors);
  const documents: Document.Parsed[] = [];
  try {
    for (const document of composer.compose(tokens, true, length)) {
      documents.push(document);
      if (documents.length > 1) break;
    }
  } catch (error) {
    if (!(error instanceof TooManyErrors)) throw error;
    return { document: undefined, second: undefined, errors };
  }
  return { document: documents[0], second: documents[1]?.range?.[0], errors: [] };
}

/** A message of the package, and its offset. */
export interface Said {
  readonly offset: number;
  readonly message: string;
}

class TooManyErrors extends Error {}

type OnError = (
  source: CST.Token | number | readonly number[],
  code: string,
  message: string,
  warning?: boolean,
) => void;

/** The composer goes on after errors, and a text can be nothing but errors. Its handler is the only place to stop it. */
function boundErrors(composer: Composer, errors: Said[]): void {
  const handled = composer as unknown as { onError: OnError };
  const note = handled.onError;
  let warnings = 0;
  handled.onError = (source, code, message, warning) => {
    if (warning === true) {
      warnings++;
      if (warnings <= MAX_WARNINGS) note(source, code, message, true);
      return;
    }
    // Each level of nesting reports what was thrown below it.
    if (errors.length >= MAX_PROBLEMS) throw new TooManyErrors();
    errors.push({ offset: placeOf(source), message });
    note(source, code, message, warning);
    if (errors.length >= MAX_PROBLEMS) throw new TooManyErrors();
  };
}

function placeOf(source: Parameters<OnError>[0]): number {
  if (typeof source === 'number') return source;
  return 'offset' in source ? source.offset : (source[0] ?? 0);
}
