/** Finds the start of an expression. */
import type { Position } from '../../../platform/base/position.ts';
import { positionOf } from '../template-error.ts';
import type { AstNode } from './ast.ts';

/** Position of the first character of an expression. The parser positions members and calls at their dots and brackets. */
export function startOf(node: AstNode): Position {
  let first: AstNode = node;
  for (let next: AstNode | null = node; next !== null; next = leftOf(next)) first = next;
  return positionOf(first);
}

/** The part of an expression that is written before its operator, dot, bracket or bar. */
function leftOf(node: AstNode): AstNode | null {
  switch (node.typename) {
    case 'LookupVal':
      return node.target;
    case 'FunCall':
      return node.name;
    case 'Filter':
      // The input of a filter section is its body, which is written after the name.
      return node.args.children[0]?.typename === 'Capture' ? null : (node.args.children[0] ?? null);
    case 'Compare':
      return node.expr;
    case 'InlineIf':
      return node.body;
    default:
      return 'left' in node ? node.left : null;
  }
}
