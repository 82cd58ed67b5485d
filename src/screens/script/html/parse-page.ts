/** Parses HTML into a tree. Its size is limited, since pages come from other servers. */
import { type Document, DomHandler } from 'domhandler';
import { Parser } from 'htmlparser2';
import { LuaRaise } from '../lua-stack.ts';

/** Nodes of one page. */
const SCRIPT_HTML_NODES = 200_000;

/** Functions on trees are recursive, so that the depth must stay far below the end of the stack. */
const MAX_DEPTH = 1_000;

/** The only name that ordinary objects cannot have as a property of their own by assignment. */
const PROTO = '__proto__';
/** Nodes between two checkpoints: a few milliseconds. */
const NODES_PER_CHECKPOINT = 2_000;

/** Builds the tree, and raises an error when it gets too large. */
class BoundedHandler extends DomHandler {
  #nodes = 0;
  /** The attribute `__proto__` of the current tag, which the parser loses: it keeps attributes in an ordinary object. */
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
    // Without a prototype, so that no attribute is found that the page does not have.
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
    if (this.#nodes > SCRIPT_HTML_NODES) {
      throw new LuaRaise(`html_parse: the page has more than ${SCRIPT_HTML_NODES} nodes`);
    }
  }
}

/**
 * Parse HTML. Errors are tolerated as in browsers, but elements are not moved: a `<tr>` without a table stays where it is.
 * Names of tags and attributes become lower case, entities are decoded.
 * @param checkpoint  called every few milliseconds; what it throws ends the parsing
 * @throws {LuaRaise} the page has too many nodes or is nested too deeply
 */
export function parsePage(text: string, checkpoint: () => void): Document {
  const handler = new BoundedHandler(checkpoint);
  new Parser(handler, { decodeEntities: true }).end(text);
  return handler.root;
}
