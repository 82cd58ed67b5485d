/** Compiles the parameters and bodies of macros. */
import type { AstNode, MacroNode } from '../parse/ast.ts';
import type { MacroUnit } from '../run/frame.ts';
import { positionOf, syntaxError } from '../template-error.ts';
import { sortArguments } from './arguments.ts';
import type { UnitBuilder } from './unit.ts';

/** Compile a macro. Its parameters are declared in the innermost scope of `unit`. */
export function compileMacro(name: string, node: MacroNode, unit: UnitBuilder): MacroUnit {
  const { compilers } = unit.file;
  const written = sortArguments(node.args.children);
  const params: MacroUnit['params'][number][] = [];
  for (const param of written.positional) {
    params.push({
      name: paramName(param),
      slot: declareParam(paramName(param), param, unit),
      fallback: undefined,
    });
  }
  for (const [param, value] of written.named) {
    const fallback = compilers.expression(value, unit);
    params.push({ name: param, slot: declareParam(param, value, unit), fallback });
  }
  const body = compilers.body(node.body, unit);
  return { name, params, body, slots: unit.slots };
}

function paramName(node: AstNode): string {
  if (node.typename === 'Symbol') return node.value;
  throw syntaxError(positionOf(node), 'expected the name of a parameter');
}

function declareParam(name: string, node: AstNode, unit: UnitBuilder): number {
  if (unit.isDeclaredHere(name))
    throw syntaxError(positionOf(node), `the parameter '${name}' is declared twice`);
  return unit.declare(name, true);
}
