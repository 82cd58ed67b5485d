/** Iterates over the nodes of a syntax tree. */
import type { AstNode, RootNode } from './ast.ts';

/** All nodes of a file, each before its children. Without recursion, since the parser builds long chains as deep trees. */
export function* nodesIn(root: RootNode): Generator<AstNode> {
  const open: object[] = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isNode(next)) {
      yield next;
      open.push(...Object.values(next).filter(isBranch));
    } else if (Array.isArray(next)) {
      for (const child of next) if (isBranch(child)) open.push(child);
    }
  }
}

function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isNode(value: object): value is AstNode {
  return 'typename' in value;
}
