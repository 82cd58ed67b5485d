/** Looks at a template without rendering it: all that is wrong with it whatever the data, and the files that it names. */
import type { Failure } from '../base/failure.ts';
import { byPosition, type Position } from '../base/position.ts';
import { compileProgram } from './compile/program.ts';
import { asFault, failureOf } from './engine.ts';
import type { AstNode, RootNode } from './parse/ast.ts';
import { parseTemplate } from './parse/parse.ts';
import { nodesIn } from './parse/walk.ts';
import { positionOf, type TemplateError } from './template-error.ts';

/** A tag that names other files. */
export interface TemplateReference extends Position {
  readonly tag: 'include' | 'extends' | 'import';
  /** The first of these that exists is taken. */
  readonly names: readonly string[];
  /** Written with `ignore missing`. */
  readonly optional: boolean;
}

export interface TemplateInspection {
  /** In the order of the file. When the file cannot be parsed, the first problem only. */
  readonly problems: readonly Failure[];
  /** Names that are computed from data are not among them. */
  readonly references: readonly TemplateReference[];
}

/** Look at the text of a template. `name` is for messages. */
export function inspectTemplate(name: string, source: string): TemplateInspection {
  const faults: TemplateError[] = [];
  let references: TemplateReference[] = [];
  try {
    const root = parseTemplate(source);
    references = referencesIn(root);
    compileProgram(source, root, faults);
  } catch (error) {
    faults.push(asFault(error, undefined));
  }
  const nowhere: Position = { line: 0, column: 0 };
  const sorted = faults.toSorted((a, b) => byPosition(a.place ?? nowhere, b.place ?? nowhere));
  return { problems: sorted.map((fault) => failureOf(fault, name, source)), references };
}

/** Every reference of a file. */
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
  // A list with a computed name in it may always find that one.
  return names.length === 0 || names.length < parts.length
    ? null
    : { ...positionOf(node), tag, names, optional };
}
