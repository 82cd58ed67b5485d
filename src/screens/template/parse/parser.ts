/**
 * Extends nunjucks' parser by syntax of Jinja: trailing commas, tuples, slices, tests whose argument has no parentheses,
 * and `if … else …` expressions in a row.
 */
import nodes from 'nunjucks/src/nodes.js';
import parser from 'nunjucks/src/parser.js';

type Node = parser.ParserNode;
type Token = parser.ParserToken;

/** Names that continue an expression, and so are no argument of the test before them. */
const KEYWORDS = new Set(['and', 'or', 'not', 'in', 'is', 'if', 'else']);
/** Types of tokens with which the argument of a test can start. */
const ARGUMENT_STARTS = new Set([
  'string',
  'int',
  'float',
  'boolean',
  'none',
  'symbol',
  'left-bracket',
  'left-curly',
]);

function at({ lineno, colno }: Token | Node): { readonly lineno: number; readonly colno: number } {
  return { lineno, colno };
}

/** The parser of templates. Methods that override nunjucks' own keep its names and its messages. */
export class TemplateParser extends parser.Parser {
  /** `a if b else c if d else e`: another choice may follow `else`. */
  override parseInlineIf(): Node {
    let node = this.parseOr();
    while (this.skipSymbol('if')) {
      const cond = this.parseOr();
      const else_ = this.skipSymbol('else') ? this.parseInlineIf() : null;
      node = choice(node, cond, else_);
    }
    return node;
  }

  /** `value is test`, `value is not test(argument)`, `value is test argument`. */
  override parseIs(): Node {
    const left = this.parseCompare();
    if (!this.skipSymbol('is')) return left;
    const negated = this.skipSymbol('not');
    const node = binary('Is', left, this.#test());
    return negated ? unary('Not', node) : node;
  }

  /** The name of a test, with its argument if there is one. */
  #test(): Node {
    const name = this.parsePrimary(true);
    const next = this.peekToken();
    const isArgument =
      ARGUMENT_STARTS.has(next.type) && !(next.type === 'symbol' && KEYWORDS.has(next.value));
    return isArgument ? call(name, [this.parsePrimary()]) : this.parsePostfix(name);
  }

  override parseAggregate(): Node | null {
    const open = this.nextToken();
    switch (open.type) {
      case 'left-paren':
        return this.#group(open);
      case 'left-bracket':
        return this.#list(open);
      case 'left-curly':
        return this.#map(open);
      default:
        return null;
    }
  }

  /** A value in parentheses; a tuple, which is a list here, when it has a comma or is empty. */
  #group(open: Token): Node {
    const children: Node[] = [];
    const hasComma = this.#items('right-paren', open, () => children.push(this.parseExpression()));
    const typename = hasComma || children.length === 0 ? 'Array' : 'Group';
    return nodeWith(open, { typename, children });
  }

  #list(open: Token): Node {
    const children: Node[] = [];
    this.#items('right-bracket', open, () => children.push(this.#itemOrSlice()));
    return nodeWith(open, { typename: 'Array', children });
  }

  #itemOrSlice(): Node {
    const first = this.peekToken();
    const from = first.type === 'colon' ? null : this.parseExpression();
    if (!this.skip('colon')) return from ?? this.parseExpression();
    const to = this.#bound();
    const step = this.skip('colon') ? this.#bound() : null;
    return nodeWith(first, { typename: 'Slice', from, to, step });
  }

  /** A bound or the step of a slice; null when it is left out. */
  #bound(): Node | null {
    const { type } = this.peekToken();
    return type === 'colon' || type === 'right-bracket' ? null : this.parseExpression();
  }

  #map(open: Token): Node {
    const children: Node[] = [];
    this.#items('right-curly', open, () => {
      const key = this.parsePrimary();
      if (!this.skip('colon'))
        this.fail('parseAggregate: expected colon after dict key', open.lineno, open.colno);
      children.push(pair(key, this.parseExpression()));
    });
    return nodeWith(open, { typename: 'Dict', children });
  }

  /** Arguments of a call, or parameters of a macro. */
  override parseSignature(tolerant = false): Node | null {
    const open = this.peekToken();
    if (!this.skip('left-paren')) {
      if (tolerant) return null;
      this.fail('expected arguments', open.lineno, open.colno);
    }
    const named = new nodes.KeywordArgs(open.lineno, open.colno);
    const children: (Node | nodes.KeywordArgs)[] = [];
    this.#items('right-paren', null, () => {
      const argument = this.parseExpression();
      if (this.skipValue('operator', '=')) named.addChild(pair(argument, this.parseExpression()));
      else children.push(argument);
    });
    if (named.children.length > 0) children.push(named);
    return nodeWith(open, { typename: 'NodeList', children });
  }

  /**
   * Read items up to a closing bracket.
   * @param open  the token at which a missing comma is reported; null for the place where it is missing
   * @returns     whether there was a comma
   */
  #items(close: string, open: Token | null, read: () => void): boolean {
    let hasComma = false;
    while (!this.skip(close)) {
      read();
      if (this.skip('comma')) hasComma = true;
      else if (this.peekToken().type !== close) this.#missingComma(open);
    }
    return hasComma;
  }

  #missingComma(open: Token | null): never {
    const { lineno, colno } = open ?? this.peekToken();
    const where = open === null ? 'parseSignature' : 'parseAggregate';
    this.fail(`${where}: expected comma after expression`, lineno, colno);
  }
}

function nodeWith<Fields extends { readonly typename: string }>(
  place: Token | Node,
  fields: Fields,
): Fields & Node {
  return { ...at(place), ...fields };
}

function choice(body: Node, cond: Node, else_: Node | null): Node {
  return nodeWith(body, { typename: 'InlineIf', body, cond, else_ });
}

function binary(typename: string, left: Node, right: Node): Node {
  return nodeWith(left, { typename, left, right });
}

function unary(typename: string, target: Node): Node {
  return nodeWith(target, { typename, target });
}

function call(name: Node, children: readonly Node[]): Node {
  return nodeWith(name, {
    typename: 'FunCall',
    name,
    args: nodeWith(name, { typename: 'NodeList', children }),
  });
}

function pair(key: Node, value: Node): Node {
  return nodeWith(key, { typename: 'Pair', key, value });
}
