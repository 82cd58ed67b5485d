/** Compiles filters and tests. Their names are looked up now, so that misspelt ones are found in every branch. */

import type { Position } from '../../../platform/base/position.ts';
import { insteadOfLiquid } from '../filters/liquid.ts';
import { TEMPLATE_FILTERS } from '../filters/registry.ts';
import type { AstNode, FilterNode, IsNode } from '../parse/ast.ts';
import type { Expression } from '../run/frame.ts';
import { Args } from '../signature.ts';
import { suggestionOrList } from '../suggestion.ts';
import { positionOf, syntaxError } from '../template-error.ts';
import { TESTS } from '../tests.ts';
import { SafeText } from '../values.ts';
import { bindArguments, sortArguments } from './arguments.ts';
import type { UnitBuilder } from './unit.ts';

/** Compile `value | name(arguments)`. */
export function compileFilter(node: FilterNode, unit: UnitBuilder): Expression {
  const name = node.name.value;
  const place = positionOf(node.name);
  const filter = TEMPLATE_FILTERS.get(name);
  if (filter === undefined) throw syntaxError(place, unknownFilter(name));
  const [input, ...others] = node.args.children;
  if (input === undefined) throw syntaxError(place, `filter '${name}' has no input`);
  const value = unit.file.compilers.expression(input, unit);
  const owner = `filter '${name}'`;
  const { signature } = filter;
  const bound = bindArguments(owner, signature, sortArguments(others), place, unit);
  return (frame) => {
    const { run } = frame;
    const left = value(frame);
    const args = bound.map((argument) => argument?.(frame));
    run.at = place;
    run.spend(1);
    const result = filter.run(left, new Args(owner, signature, args, run), run);
    return left instanceof SafeText && result instanceof SafeText ? run.withOrigins(left, result) : result;
  };
}

function unknownFilter(name: string): string {
  const dot = name.indexOf('.');
  if (dot === -1) {
    const instead = insteadOfLiquid(name) || suggestionOrList(name, [...TEMPLATE_FILTERS.keys()]);
    return `unknown filter '${name}'${instead}`;
  }
  const filter = name.slice(0, dot);
  return `unknown filter '${name}': a member of the result is written (value | ${filter})${name.slice(dot)}`;
}

/** Compile `value is name(arguments)`. */
export function compileTest(node: IsNode, unit: UnitBuilder): Expression {
  const { name, place, args } = testOf(node.right);
  const test = TESTS.get(name);
  if (test === undefined)
    throw syntaxError(place, `unknown test '${name}'${suggestionOrList(name, [...TESTS.keys()])}`);
  const value = unit.file.compilers.expression(node.left, unit);
  const owner = `test '${name}'`;
  const { signature } = test;
  const bound = bindArguments(owner, signature, sortArguments(args), place, unit);
  return (frame) => {
    const left = value(frame);
    const values = bound.map((argument) => argument?.(frame));
    frame.run.at = place;
    return test.run(left, new Args(owner, signature, values, frame.run), frame.run);
  };
}

interface WrittenTest {
  readonly name: string;
  readonly place: Position;
  readonly args: readonly AstNode[];
}

function testOf(node: AstNode): WrittenTest {
  const place = positionOf(node);
  if (node.typename === 'Symbol') return { name: node.value, place, args: [] };
  if (node.typename === 'FunCall' && node.name?.typename === 'Symbol') {
    return { name: node.name.value, place: positionOf(node.name), args: node.args.children };
  }
  // The parser reads `none`, `true` and `false` as values.
  if (node.typename === 'Literal' && typeof node.value !== 'number' && typeof node.value !== 'string') {
    return { name: node.value === null ? 'none' : String(node.value), place, args: [] };
  }
  throw syntaxError(place, "expected the name of a test after 'is', as in: value is odd");
}
