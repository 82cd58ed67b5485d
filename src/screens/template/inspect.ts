/** Checks a template without rendering it: finds errors that do not depend on the data, and the files that it refers to. */
import type { Failure } from '../../platform/base/failure.ts';
import { byPosition, type Position } from '../../platform/base/position.ts';
import { compileProgram } from './compile/program.ts';
import { asTemplateError, templateFailure } from './engine.ts';
import { type AstNode, nodesIn, type RootNode } from './parse/ast.ts';
import { parseTemplate } from './parse/parse.ts';
import { positionOf, type TemplateError } from './template-error.ts';

/** A tag that refers to other files. */
interface TemplateReference extends Position {
  readonly tag: 'include' | 'extends' | 'import';
  /** Candidates: the first one that exists is used. */
  readonly names: readonly string[];
  /** Written with `ignore missing`. */
  readonly optional: boolean;
}

/** What a check of a template found. */
interface TemplateInspection {
  /** In the order of the file; only the first one when the file cannot be parsed. */
  readonly problems: readonly Failure[];
  /** Without those whose names are computed from data. */
  readonly references: readonly TemplateReference[];
}

/**
 * Check the text of a template.
 * @param name  file name for the problems
 */
export function inspectTemplate(name: string, source: string): TemplateInspection {
  const errors: TemplateError[] = [];
  let references: TemplateReference[] = [];
  try {
    const root = parseTemplate(source);
    references = referencesIn(root);
    compileProgram(source, root, errors);
  } catch (error) {
    errors.push(asTemplateError(error, undefined));
  }
  const nowhere: Position = { line: 0, column: 0 };
  const sorted = errors.toSorted((a, b) => byPosition(a.place ?? nowhere, b.place ?? nowhere));
  return { problems: sorted.map((error) => templateFailure(error, name, source)), references };
}

/** All references of a file, in its order. */
function referencesIn(root: RootNode): TemplateReference[] {
  const found: TemplateReference[] = [];
  for (const node of nodesIn(root)) {
    const reference = referenceOf(node);
    if (reference !== null) found.push(reference);
  }
  return found.toSorted(byPosition);
}

function referenceOf(node: AstNode): TemplateReference | null {
  switch (node.typename) {
    case 'Include':
      return reference(node, 'include', node.template, node.ignoreMissing === true);
    case 'Extends':
      return reference(node, 'extends', node.template, false);
    case 'Import':
    case 'FromImport':
      return reference(node, 'import', node.template, false);
    default:
      return null;
  }
}

function reference(
  node: AstNode,
  tag: TemplateReference['tag'],
  template: AstNode,
  optional: boolean,
): TemplateReference | null {
  const parts = template.typename === 'Array' ? template.children : [template];
  const names = parts.flatMap((part) =>
    part.typename === 'Literal' && typeof part.value === 'string' ? [part.value] : [],
  );
  // With a computed name in the list, a file may be found whatever the other names are.
  return names.length === 0 || names.length < parts.length
    ? null
    : { ...positionOf(node), tag, names, optional };
}
