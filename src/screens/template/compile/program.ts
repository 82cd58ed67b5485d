/** Compiles a whole file: its macros and blocks, the file that it extends, and its text. */

import type { Position } from '../../../platform/base/position.ts';
import type { AstNode, ExtendsNode, MacroNode, RootNode } from '../parse/ast.ts';
import { GO_ON, type MacroUnit, type Program } from '../run/frame.ts';
import { positionOf, syntaxError, type TemplateError } from '../template-error.ts';
import { compileExpression } from './expression.ts';
import { compileMacro } from './macro.ts';
import { compileBody } from './statement.ts';
import { type FileBuilder, UnitBuilder } from './unit.ts';

/**
 * Compile a parsed file.
 * @param problems  collects the errors of single statements; without it, the first one is thrown
 * @throws {TemplateError} a name, a tag or the nesting is not allowed
 */
export function compileProgram(source: string, root: RootNode, problems?: TemplateError[]): Program {
  const macros = root.children.filter((node): node is MacroNode => node.typename === 'Macro');
  const parents = root.children.filter((node): node is ExtendsNode => node.typename === 'Extends');
  const file: FileBuilder = {
    compilers: { expression: compileExpression, body: compileBody },
    macros: new Map(),
    blocks: new Map(),
    nodes: 0,
    isDerived: parents.length > 0,
    names: new Set(),
    problems,
  };
  for (const node of macros) declareMacro(node, file);
  for (const node of root.children) collectNames(node, file);
  for (const node of macros) defineMacro(node, file);
  const unit = new UnitBuilder(file, 'template', '');
  const parent = compileParent(parents, unit);
  const own = root.children.filter((node) => node.typename !== 'Macro' && node.typename !== 'Extends');
  const body = compileBody({ ...root, typename: 'Root', lineno: 0, colno: 0, children: own }, unit);
  return {
    source,
    nodes: file.nodes,
    slots: unit.slots,
    body,
    parent,
    blocks: file.blocks,
    macros: file.macros,
  };
}

function compileParent(nodes: readonly ExtendsNode[], unit: UnitBuilder): Program['parent'] {
  const [node, second] = nodes;
  if (node === undefined) return undefined;
  if (second !== undefined) throw syntaxError(positionOf(second), 'a file can extend one other file only');
  return { name: compileExpression(node.template, unit), place: positionOf(node) };
}

/** Make a macro known before any body is compiled: it may be called above its definition, and by other macros. */
function declareMacro(node: MacroNode, file: FileBuilder): void {
  const place: Position = positionOf(node);
  if (node.name.typename !== 'Symbol') throw syntaxError(place, 'a macro needs a plain name');
  const name = node.name.value;
  if (file.macros.has(name)) throw syntaxError(place, `there are two macros named '${name}' in this file`);
  file.macros.set(name, { name, params: [], slots: 0, body: () => GO_ON });
}

function defineMacro(node: MacroNode, file: FileBuilder): void {
  const name = node.name.typename === 'Symbol' ? node.name.value : '';
  const unit: MacroUnit = compileMacro(name, node, new UnitBuilder(file, 'macro', name));
  const declared = file.macros.get(name);
  if (declared !== undefined) Object.assign(declared, unit);
}

/** Collect the names that a statement of the top level sets, so that macros above it may call their values. */
function collectNames(node: AstNode, file: FileBuilder): void {
  if (node.typename === 'Import' && node.target.typename === 'Symbol') file.names.add(node.target.value);
  if (node.typename === 'Set') {
    for (const target of node.targets) if (target.typename === 'Symbol') file.names.add(target.value);
  }
  if (node.typename !== 'FromImport') return;
  for (const child of node.names.children) {
    const name = child.typename === 'Pair' ? child.value : child;
    if (name.typename === 'Symbol') file.names.add(name.value);
  }
}
