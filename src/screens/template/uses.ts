/** Lists the filters, tests and functions that a template uses, to check it against another template engine. */
import type { Position } from '../../platform/base/position.ts';
import { asTemplateError } from './engine.ts';
import { type AstNode, nodesIn } from './parse/ast.ts';
import { parseTemplate } from './parse/parse.ts';
import { positionOf } from './template-error.ts';

/** One use of a filter, a test or a function. */
export interface TemplateUse extends Position {
  readonly kind: 'filter' | 'test' | 'function';
  readonly name: string;
  /** Names of the arguments that are given by name. */
  readonly named: readonly string[];
}

/** All uses in a template, in no particular order; none when it cannot be parsed. */
export function usesIn(source: string): TemplateUse[] {
  const found: TemplateUse[] = [];
  try {
    for (const node of nodesIn(parseTemplate(source))) {
      const use = useOf(node);
      if (use !== null) found.push(use);
    }
  } catch (error) {
    asTemplateError(error, undefined);
    return [];
  }
  return found;
}

function useOf(node: AstNode): TemplateUse | null {
  if (node.typename === 'Filter') {
    return { kind: 'filter', name: node.name.value, named: namedIn(node.args), ...positionOf(node.name) };
  }
  if (node.typename === 'FunCall' && node.name?.typename === 'Symbol') {
    return { kind: 'function', name: node.name.value, named: namedIn(node.args), ...positionOf(node.name) };
  }
  if (node.typename === 'Is' && node.right.typename === 'Symbol') {
    return { kind: 'test', name: node.right.value, named: [], ...positionOf(node.right) };
  }
  return null;
}

function namedIn({ children }: { readonly children: readonly AstNode[] }): string[] {
  return children.flatMap((child) => {
    if (child.typename !== 'KeywordArgs') return [];
    return child.children.flatMap((pair) =>
      pair.typename === 'Pair' && pair.key.typename === 'Symbol' ? [pair.key.value] : [],
    );
  });
}
