/**
 * Finds expressions that Tera 1 reads otherwise. There a filter takes the whole calculation on its left, up to the filter
 * before it: `a * 100 | round / 100` is `((a * 100) | round) / 100`. Here, as in Jinja, it takes the value next to it.
 */
import type { Failure } from '../base/failure.ts';
import { oneLine } from '../base/one-line.ts';
import { byPosition, type Position } from '../base/position.ts';
import { asFault, failureOf } from './engine.ts';
import { offsetOf } from './origins.ts';
import type { AstNode, BinaryNode, FilterNode } from './parse/ast.ts';
import { parseTemplate } from './parse/parse.ts';
import { startOf } from './parse/start.ts';
import { nodesIn } from './parse/walk.ts';
import { positionOf, TemplateError } from './template-error.ts';

/** Operators of Tera's calculations. It has no `//` and no `**`. */
const CALCULATING: ReadonlySet<string> = new Set(['Add', 'Sub', 'Mul', 'Div', 'Mod']);
const JOINING: ReadonlySet<string> = new Set(['Concat']);

/** What may stand in a calculation of Tera, filters and brackets aside. */
const VALUES: ReadonlySet<string> = new Set(['Symbol', 'LookupVal', 'FunCall', 'Literal', 'Group', 'Neg']);

const MAX_SHOWN = 40;

/** A filter that Tera would give more than its left neighbour. */
interface Reading {
  readonly filter: FilterNode;
  /** The first value that Tera would give it. */
  readonly first: AstNode;
}

/** A warning for every filter that Tera would give more than it gets here; none for a template that cannot be parsed. */
export function precedenceWarnings(name: string, source: string): Failure[] {
  const inner = new Set<AstNode>();
  const found: Reading[] = [];
  try {
    for (const node of nodesIn(parseTemplate(source))) {
      if (!isChain(node) || inner.has(node)) continue;
      const operators = CALCULATING.has(node.typename) ? CALCULATING : JOINING;
      const operands = operandsOf(node, operators, inner);
      if (operators === JOINING || !operands.some(isText)) found.push(...readings(operands));
    }
  } catch (error) {
    asFault(error, undefined);
    return [];
  }
  return found
    .map((reading) => failureOf(warning(reading, source), name, undefined))
    .toSorted((a, b) => byPosition(placeOfFailure(a), placeOfFailure(b)));
}

function placeOfFailure({ line = 1, column = 1 }: Failure): Position {
  return { line, column };
}

function isChain(node: AstNode): node is BinaryNode {
  return CALCULATING.has(node.typename) || JOINING.has(node.typename);
}

/** The values of a calculation in the order of the text; what is in brackets is one value. */
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

/** Tera calculates with no texts. */
function isText(node: AstNode): boolean {
  return node.typename === 'Literal' && typeof node.value === 'string';
}

/** A filter begins anew what the next one takes. */
function readings(operands: readonly AstNode[]): Reading[] {
  const found: Reading[] = [];
  let first = 0;
  for (const [index, operand] of operands.entries()) {
    if (operand.typename !== 'Filter') continue;
    const start = operands[first];
    const taken = operands.slice(first, index + 1);
    if (start !== undefined && taken.length > 1 && taken.every(isOfTera)) {
      found.push({ filter: innermost(operand), first: start });
    }
    first = index + 1;
  }
  return found;
}

/** Could stand in a template of Tera: its filters have named arguments only. */
function isOfTera(node: AstNode): boolean {
  let value: AstNode | undefined = node;
  while (value?.typename === 'Filter') {
    const [input, ...others]: readonly AstNode[] = value.args.children;
    if (others.some((argument) => argument.typename !== 'KeywordArgs')) return false;
    value = input;
  }
  return value !== undefined && VALUES.has(value.typename);
}

/** Of several filters in a row the one that is used first. */
function innermost(filter: FilterNode): FilterNode {
  const [input] = filter.args.children;
  return input?.typename === 'Filter' ? innermost(input) : filter;
}

function warning({ filter, first }: Reading, source: string): TemplateError {
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
