/**
 * Finds expressions that Tera 1 groups in another way. There a filter applies to the whole calculation on its left, back
 * to the previous filter: `a * 100 | round / 100` is `((a * 100) | round) / 100`. Here, as in Jinja, it applies to the one
 * value before it.
 */
import type { Failure } from '../../platform/base/failure.ts';
import { oneLine } from '../../platform/base/one-line.ts';
import { byPosition, type Position } from '../../platform/base/position.ts';
import { asTemplateError, templateFailure } from './engine.ts';
import { offsetOf } from './offsets.ts';
import { type AstNode, type BinaryNode, type FilterNode, nodesIn, startOf } from './parse/ast.ts';
import { parseTemplate } from './parse/parse.ts';
import { positionOf, TemplateError } from './template-error.ts';

/** Arithmetic operators of Tera, which has no `//` and no `**`. */
const ARITHMETIC: ReadonlySet<string> = new Set(['Add', 'Sub', 'Mul', 'Div', 'Mod']);
const JOINING: ReadonlySet<string> = new Set(['Concat']);

/** Nodes that may be operands in Tera, apart from filters. */
const OPERANDS: ReadonlySet<string> = new Set(['Symbol', 'LookupVal', 'FunCall', 'Literal', 'Group', 'Neg']);

/** Characters of an expression that a warning shows. */
const MAX_SHOWN = 40;

/** A filter that applies to more operands in Tera than here. */
interface Difference {
  readonly filter: FilterNode;
  /** The first operand that Tera applies it to. */
  readonly first: AstNode;
}

/** A warning for every filter that applies to more operands in Tera than here; none for a template that cannot be parsed. */
export function precedenceWarnings(name: string, source: string): Failure[] {
  const inner = new Set<AstNode>();
  const found: Difference[] = [];
  try {
    for (const node of nodesIn(parseTemplate(source))) {
      if (!isChain(node) || inner.has(node)) continue;
      const operators = ARITHMETIC.has(node.typename) ? ARITHMETIC : JOINING;
      const operands = operandsOf(node, operators, inner);
      if (operators === JOINING || !operands.some(isText)) found.push(...differences(operands));
    }
  } catch (error) {
    asTemplateError(error, undefined);
    return [];
  }
  return found
    .map((difference) => templateFailure(warning(difference, source), name, undefined))
    .toSorted((a, b) => byPosition(placeOfFailure(a), placeOfFailure(b)));
}

function placeOfFailure({ line = 1, column = 1 }: Failure): Position {
  return { line, column };
}

function isChain(node: AstNode): node is BinaryNode {
  return ARITHMETIC.has(node.typename) || JOINING.has(node.typename);
}

/**
 * The operands of a chain of operators in the order of the text; what is in brackets is one operand.
 * @param inner  takes the nodes of the chain below its first, so that they are not examined again
 */
function operandsOf(node: BinaryNode, operators: ReadonlySet<string>, inner: Set<AstNode>): AstNode[] {
  const operands: AstNode[] = [];
  const open: AstNode[] = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (operators.has(next.typename)) {
      const { left, right } = next as BinaryNode;
      inner.add(next);
      open.push(right, left);
    } else operands.push(next);
  }
  return operands;
}

/** True for a text, which Tera does not calculate with, whatever filters stand behind it. */
function isText(node: AstNode): boolean {
  const value = node.typename === 'Filter' ? firstFilter(node).args.children[0] : node;
  return value?.typename === 'Literal' && typeof value.value === 'string';
}

/** Filters among the operands that Tera applies to several of them: to all since the previous filter. */
function differences(operands: readonly AstNode[]): Difference[] {
  const found: Difference[] = [];
  let first = 0;
  for (const [index, operand] of operands.entries()) {
    if (operand.typename !== 'Filter') continue;
    const start = operands[first];
    const taken = operands.slice(first, index + 1);
    if (start !== undefined && taken.length > 1 && taken.every(isTeraOperand)) {
      found.push({ filter: firstFilter(operand), first: start });
    }
    first = index + 1;
  }
  return found;
}

/** True for an operand that Tera can read: arguments of its filters have names. */
function isTeraOperand(node: AstNode): boolean {
  let value: AstNode | undefined = node;
  while (value?.typename === 'Filter') {
    const [input, ...others]: readonly AstNode[] = value.args.children;
    if (others.some((argument) => argument.typename !== 'KeywordArgs')) return false;
    value = input;
  }
  return value !== undefined && OPERANDS.has(value.typename);
}

/** The first of several filters in a row. */
function firstFilter(last: FilterNode): FilterNode {
  let first = last;
  for (let input = first.args.children[0]; input?.typename === 'Filter'; input = first.args.children[0]) {
    first = input;
  }
  return first;
}

function warning({ filter, first }: Difference, source: string): TemplateError {
  const place = positionOf(filter.name);
  const end = source.lastIndexOf('|', offsetOf(source, place));
  const textFrom = (node: AstNode): string =>
    oneLine(source.slice(offsetOf(source, startOf(node)), end), MAX_SHOWN);
  const [input] = filter.args.children;
  const name = filter.name.value;
  const taken = input === undefined ? '' : textFrom(input);
  const message = `'${name}' changes only ${taken}, where Tera 1 reads (${textFrom(first)}) | ${name}: set brackets around what is meant`;
  return new TemplateError('template_syntax', message, place);
}
