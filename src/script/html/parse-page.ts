/** HTML text as a tree, with bounds on its size: a page is a stranger's work. */
import type { Document } from 'domhandler';
import { DomHandler } from 'domhandler';
import { Parser } from 'htmlparser2';
import { LIMITS } from '../../base/limits.ts';
import { LuaRaise } from '../lua-stack.ts';

/** Walking a tree takes a call a level, so its depth must stay far from the end of the stack. */
const MAX_DEPTH = 1_000;

/** The one name that an ordinary object cannot hold. */
const PROTO = '__proto__';
/** Nodes between two looks at the clock: a few milliseconds. */
const NODES_PER_CHECKPOINT = 2_000;

/** A tree builder that stops when the tree gets too large. */
class BoundedHandler extends DomHandler {
  #nodes = 0;
  /** Its value in the tag that is being read: the parser keeps attributes in an ordinary object. */
  #proto: string | null = null;

  readonly #checkpoint: () => void;

  constructor(checkpoint: () => void) {
    super();
    this.#checkpoint = checkpoint;
  }

  onattribute(name: string, value: string): void {
    if (name === PROTO) this.#proto ??= value;
  }

  override onopentag(name: string, attributes: Record<string, string>): void {
    this.#count();
    if (this.tagStack.length > MAX_DEPTH) {
      throw new LuaRaise(`html_parse: elements are nested deeper than ${MAX_DEPTH} levels`);
    }
    // Without a prototype: what the page does not say is absent under every name.
    const own: Record<string, string> = Object.assign(Object.create(null), attributes);
    if (this.#proto !== null) own[PROTO] = this.#proto;
    this.#proto = null;
    super.onopentag(name, own);
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
    if (this.#nodes % NODES_PER_CHECKPOINT === 0) this.#checkpoint();
    if (this.#nodes > LIMITS.scriptHtmlNodes) {
      throw new LuaRaise(`html_parse: the page has more than ${LIMITS.scriptHtmlNodes} nodes`);
    }
  }
}

/**
 * Parse HTML as forgivingly as browsers do, but without moving elements about: a lone `<tr>` stays a `<tr>`.
 * Names of tags and attributes are lower case, entities are decoded.
 * @param checkpoint  called every few milliseconds; may end the parsing by what it throws
 */
export function parsePage(text: string, checkpoint: () => void): Document {
  const handler = new BoundedHandler(checkpoint);
  new Parser(handler, { decodeEntities: true }).end(text);
  return handler.root;
}
