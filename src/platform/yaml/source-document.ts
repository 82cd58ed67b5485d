/** Reads a text that was read before as a document of the yaml package, with the tokens of each node, as edits need them. */
import { type Document, LineCounter } from 'yaml';
import { composeDocument, readTokens } from './read-tokens.ts';

/** @param text YAML known to be one good document, and so within its bounds */
export function readSourceDocument(text: string): {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
} {
  const lines = new LineCounter();
  const unbounded = Number.POSITIVE_INFINITY;
  const { tokens } = readTokens(text, lines, unbounded, { left: unbounded });
  const { document } = composeDocument(tokens, text.length, { lines, keepSourceTokens: true });
  if (document === undefined) throw new Error('expected a good YAML document');
  return { document, lines };
}
