/** Compiles blocks, and the tags that refer to other files. */

import type { AstNode, BlockNode, FromImportNode, ImportNode, IncludeNode } from '../parse/ast.ts';
import { type Context, type Frame, GO_ON, type Statement, UNSET } from '../run/frame.ts';
import { importMember, importModule, include, runBlock } from '../run/templates.ts';
import { positionOf, syntaxError } from '../template-error.ts';
import type { Value } from '../values.ts';
import { compileAssign, UnitBuilder } from './unit.ts';

/** Compile a block: its body becomes a unit that derived templates can replace. */
export function compileBlock(node: BlockNode, unit: UnitBuilder): Statement {
  const name = node.name.value;
  const place = positionOf(node);
  if (unit.kind === 'macro') throw syntaxError(place, 'a block cannot stand inside a macro');
  const { file } = unit;
  if (file.blocks.has(name)) throw syntaxError(place, `there are two blocks named '${name}' in this file`);
  const inner = new UnitBuilder(file, 'block', name);
  file.blocks.set(name, { name, slots: 0, body: () => GO_ON });
  const body = file.compilers.body(node.body, inner);
  file.blocks.set(name, { name, slots: inner.slots, body });
  if (file.isDerived && unit.kind === 'template') return () => GO_ON;
  const contextOf = contextWithLocals(unit);
  return (frame) => {
    runBlock(name, 0, frame, contextOf(frame), place);
    return GO_ON;
  };
}

/** The context of a block or an included file: that of the template, with the local variables of this place. */
function contextWithLocals(unit: UnitBuilder): (frame: Frame) => Context {
  const locals = unit.locals();
  if (locals.length === 0) return (frame) => frame.context;
  return (frame) => {
    const names = new Map<string, Value>();
    for (const [name, read] of locals) {
      const value = read(frame.vars);
      if (value !== UNSET) names.set(name, value);
    }
    return frame.context.inner(names);
  };
}

/** Compile `include`. Names that the included file sets are not seen outside of it. */
export function compileInclude(node: IncludeNode, unit: UnitBuilder): Statement {
  const names = unit.file.compilers.expression(node.template, unit);
  const place = positionOf(node);
  const optional = node.ignoreMissing === true;
  const contextOf = contextWithLocals(unit);
  return (frame) => {
    include(names(frame), optional, frame, contextOf(frame).inner(), place);
    return GO_ON;
  };
}

/** Compile `import "file" as name`. */
export function compileImport(node: ImportNode, unit: UnitBuilder): Statement {
  const { target } = node;
  if (target.typename !== 'Symbol') throw syntaxError(positionOf(target), "expected a plain name after 'as'");
  const name = unit.file.compilers.expression(node.template, unit);
  const place = positionOf(node);
  const assign = compileAssign(target.value, false, unit);
  return (frame) => {
    assign(frame, importModule(name(frame), node.withContext === true, frame, place));
    return GO_ON;
  };
}

/** Compile `from "file" import a, b as c`. */
export function compileFromImport(node: FromImportNode, unit: UnitBuilder): Statement {
  const file = unit.file.compilers.expression(node.template, unit);
  const place = positionOf(node);
  const withContext = node.withContext === true;
  const wanted = node.names.children.map((child) => {
    const [name, alias] = importedName(child);
    return { name, place: positionOf(child), assign: compileAssign(alias, false, unit) };
  });
  return (frame) => {
    const module = importModule(file(frame), withContext, frame, place);
    for (const entry of wanted) entry.assign(frame, importMember(module, entry.name, entry.place));
    return GO_ON;
  };
}

function importedName(node: AstNode): readonly [name: string, alias: string] {
  if (node.typename === 'Symbol') return [node.value, node.value];
  if (node.typename === 'Pair' && node.key.typename === 'Symbol' && node.value.typename === 'Symbol') {
    return [node.key.value, node.value.value];
  }
  throw syntaxError(positionOf(node), "expected plain names after 'import'");
}
