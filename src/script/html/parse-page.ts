/** HTML text as a tree, with bounds on its size: a page is a stranger's work. */

import type { Document } from 'domhandler';
import { DomHandler } from 'domhandler';
import { Parser } from 'htmlparser2';
import { LIMITS } from '../../base/limits.ts';
import { LuaRaise } from '../lua-stack.ts';

/** Walking a tree takes a call a level, so its depth must stay far from the end of the stack. */
const MAX_DEPTH = 1_000;

/** A tree builder that stops when the tree gets too large. */
class BoundedHandler extends DomHandler {
  #nodes = 0;

  override onopentag(name: string, attributes: Record<string, string>): void {
    this.#count();
    if (this.tagStack.length > MAX_DEPTH) {
      throw new LuaRaise(`html_parse: elements are nested deeper than ${MAX_DEPTH} levels`);
    }
    super.onopentag(name, attributes);
  }

  override ontext(data: string): void {
    this.#count();
    super.ontext(data);
  }

  override oncomment(data: string): void {
    this.#count();
    super.oncomment(data);
  }

  #count(): void {
    this.#nodes += 1;
    if (this.#nodes > LIMITS.scriptHtmlNodes) {
      throw new LuaRaise(`html_parse: the page has more than ${LIMITS.scriptHtmlNodes} nodes`);
    }
  }
}

/**
 * Parse HTML as forgivingly as browsers do, but without moving elements about: a lone `<tr>` stays a `<tr>`.
 * Names of tags and attributes are lower case, entities are decoded.
 */
export function parsePage(text: string): Document {
  const handler = new BoundedHandler();
  new Parser(handler, { decodeEntities: true }).end(text);
  return handler.root;
}
