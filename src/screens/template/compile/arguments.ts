/** Sorts the arguments of calls by position and by name, and binds them to signatures. */

import type { Position } from '../../../platform/base/position.ts';
import type { AstNode, MacroNode } from '../parse/ast.ts';
import type { Expression } from '../run/frame.ts';
import type { Signature } from '../signature.ts';
import { suggestionOrList } from '../suggestion.ts';
import { positionOf, syntaxError } from '../template-error.ts';
import type { UnitBuilder } from './unit.ts';

/** Arguments as they are written. */
export interface WrittenArguments {
  readonly positional: readonly AstNode[];
  readonly named: readonly (readonly [name: string, value: AstNode])[];
  /** The body of a `call` section. */
  readonly caller: MacroNode | undefined;
}

/** Sort the parser's one list of arguments. */
export function sortArguments(nodes: readonly AstNode[]): WrittenArguments {
  const positional: AstNode[] = [];
  const named: (readonly [string, AstNode])[] = [];
  let caller: MacroNode | undefined;
  for (const node of nodes) {
    if (node.typename !== 'KeywordArgs') {
      positional.push(node);
      continue;
    }
    for (const pair of node.children) {
      if (pair.typename !== 'Pair') continue;
      if (pair.value.typename === 'Caller') caller = pair.value;
      else named.push([argumentName(pair.key, named), pair.value]);
    }
  }
  return { positional, named, caller };
}

function argumentName(key: AstNode, before: readonly (readonly [string, AstNode])[]): string {
  if (key.typename !== 'Symbol') {
    throw syntaxError(positionOf(key), "expected the name of an argument before '='; equality is written ==");
  }
  if (before.some(([name]) => name === key.value)) {
    throw syntaxError(positionOf(key), `the argument '${key.value}' is given twice`);
  }
  return key.value;
}

/**
 * Bind written arguments to a signature.
 * @param owner  the called filter, test or function, for messages: `filter 'round'`
 * @returns      an expression for each argument; undefined for those left out
 * @throws {TemplateFault} an argument is unknown, missing, given twice, or there are too many
 */
export function bindArguments(
  owner: string,
  signature: Signature,
  written: WrittenArguments,
  place: Position,
  unit: UnitBuilder,
): readonly (Expression | undefined)[] {
  const { params, rest } = signature;
  const bound: (Expression | undefined)[] = params.map(() => undefined);
  if (written.positional.length > params.length && !rest) {
    const count = params.length === 0 ? 'no arguments' : `at most ${params.length}`;
    throw syntaxError(place, `${owner} takes ${count}, got ${written.positional.length}`);
  }
  written.positional.forEach((node, index) => {
    bound[index] = unit.file.compilers.expression(node, unit);
  });
  for (const [name, node] of written.named) {
    const index = params.findIndex((param) => param.names.includes(name));
    if (index === -1)
      throw syntaxError(place, `${owner} has no argument '${name}'${knownArguments(name, params)}`);
    if (bound[index] !== undefined)
      throw syntaxError(place, `${owner} is given the argument '${name}' twice`);
    bound[index] = unit.file.compilers.expression(node, unit);
  }
  const missing = params.find((param, index) => param.required && bound[index] === undefined);
  if (missing !== undefined) throw syntaxError(place, `${owner} needs the argument '${missing.names[0]}'`);
  return bound;
}

function knownArguments(name: string, params: Signature['params']): string {
  const known = params.map((param) => param.names[0] ?? '');
  return known.length === 0 ? '; it takes none' : suggestionOrList(name, known);
}
