/** Compiles calls of functions, methods and filters. */
import type { Position } from '../../../platform/base/position.ts';
import { insteadOfLiquid } from '../filters/liquid.ts';
import { TEMPLATE_FILTERS } from '../filters/registry.ts';
import { FUNCTIONS } from '../functions.ts';
import type {
  AstNode,
  CallNode,
  FilterNode,
  IsNode,
  LookupNode,
  MacroNode,
  SymbolNode,
} from '../parse/ast.ts';
import { type CallArguments, CallerBody, callValue, MacroValue } from '../run/callable.ts';
import type { Expression, Frame, MacroUnit } from '../run/frame.ts';
import { memberNamed } from '../run/lookup.ts';
import { Module, superOf } from '../run/templates.ts';
import { Args, type GlobalFunction } from '../signature.ts';
import { suggestionOrList } from '../suggestion.ts';
import { dataError, positionOf, syntaxError } from '../template-error.ts';
import { TESTS } from '../tests.ts';
import { SafeText } from '../values.ts';
import { bindArguments, sortArguments, type WrittenArguments } from './arguments.ts';
import { compileMacro } from './macro.ts';
import type { UnitBuilder } from './unit.ts';

/** Compile `callee(arguments)`. */
export function compileCall(node: CallNode, unit: UnitBuilder): Expression {
  const callee = node.name;
  const written = sortArguments(node.args.children);
  if (callee === null) throw syntaxError(positionOf(node), 'a value is missing here');
  if (callee.typename === 'Symbol') return compileNamedCall(callee, written, unit);
  if (callee.typename === 'LookupVal') return compileMemberCall(callee, written, unit);
  throw syntaxError(positionOf(node), 'only macros and functions can be called, by their names');
}

function compileNamedCall(callee: SymbolNode, written: WrittenArguments, unit: UnitBuilder): Expression {
  const name = callee.value;
  const place = positionOf(callee);
  if (unit.isLocal(name)) return compileDynamicCall(name, unit.read(name), written, place, unit);
  if (name === 'super') return compileSuper(written, place, unit);
  if (name === 'caller' && unit.kind === 'macro')
    return compileDynamicCall(name, unit.read(name), written, place, unit);
  const macro = unit.file.macros.get(name);
  if (macro !== undefined) {
    const read: Expression = (frame) => new MacroValue(macro, frame.template, frame.context);
    return compileDynamicCall(name, read, written, place, unit);
  }
  if (unit.file.names.has(name)) return compileDynamicCall(name, unit.read(name), written, place, unit);
  const known = FUNCTIONS.get(name);
  if (known !== undefined) {
    return compileFunction(name, known(written.positional.length), written, place, unit);
  }
  const callable = [...FUNCTIONS.keys(), ...unit.file.macros.keys(), ...unit.file.names];
  throw syntaxError(place, `unknown function '${name}'${suggestionOrList(name, callable)}`);
}

function compileFunction(
  name: string,
  definition: GlobalFunction,
  written: WrittenArguments,
  place: Position,
  unit: UnitBuilder,
): Expression {
  const owner = `function '${name}'`;
  if (written.caller !== undefined) throw syntaxError(place, `'call' needs a macro, got the ${owner}`);
  const { signature } = definition;
  const bound = bindArguments(owner, signature, written, place, unit);
  return (frame) => {
    const values = bound.map((argument) => argument?.(frame));
    frame.run.at = place;
    return definition.run(new Args(owner, signature, values, frame.run), frame.run);
  };
}

function compileSuper(written: WrittenArguments, place: Position, unit: UnitBuilder): Expression {
  if (unit.kind !== 'block') throw syntaxError(place, 'super() works inside a block only');
  if (written.positional.length + written.named.length > 0)
    throw syntaxError(place, 'super() takes no arguments');
  return (frame) => superOf(unit.name, frame, place);
}

/** Only imported files, `loop` and cyclers have members that can be called; data has no methods. */
function compileMemberCall(callee: LookupNode, written: WrittenArguments, unit: UnitBuilder): Expression {
  const { target: owner, val } = callee;
  if (owner === null) throw syntaxError(positionOf(callee), 'a value is missing here');
  const place = positionOf(val ?? callee);
  if (val?.typename !== 'Literal' || typeof val.value !== 'string') {
    throw syntaxError(positionOf(callee), 'only macros and functions can be called, by their names');
  }
  const name = val.value;
  if (owner.typename === 'Symbol' && owner.value === 'self' && !unit.isLocal('self')) {
    return compileNamedCall({ ...at(val), typename: 'Symbol', value: name }, written, unit);
  }
  const target = unit.file.compilers.expression(owner, unit);
  const shown = owner.typename === 'Symbol' ? `${owner.value}.${name}` : name;
  const read: Expression = (frame) => {
    const value = target(frame);
    const member = memberNamed(value, name, frame.run);
    if (member === undefined) throw dataError(place, noMember(shown, name, value));
    return member;
  };
  return compileDynamicCall(shown, read, written, place, unit);
}

function at(node: AstNode): { lineno: number | undefined; colno: number | undefined } {
  return { lineno: node.lineno, colno: node.colno };
}

function noMember(shown: string, name: string, owner: unknown): string {
  if (owner instanceof Module) return `unknown macro '${shown}'${suggestionOrList(name, [...owner.names])}`;
  if (name === 'items')
    return `'${shown}' cannot be called: write {% for key, value in map %} without .items()`;
  return `'${shown}' cannot be called: values have no methods, use a filter (value | ${name})`;
}

function compileDynamicCall(
  name: string,
  callee: Expression,
  written: WrittenArguments,
  place: Position,
  unit: UnitBuilder,
): Expression {
  const argumentsOf = compileArguments(written, unit);
  return (frame) => {
    const value = callee(frame);
    return callValue(value, name, argumentsOf(frame), frame, place);
  };
}

function compileArguments(written: WrittenArguments, unit: UnitBuilder): (frame: Frame) => CallArguments {
  const { expression } = unit.file.compilers;
  const positional = written.positional.map((node) => expression(node, unit));
  const named = written.named.map(([name, node]) => [name, expression(node, unit)] as const);
  const body = written.caller === undefined ? undefined : compileCallerBody(written.caller, unit);
  return (frame) => ({
    positional: positional.map((argument) => argument(frame)),
    named: named.map(([name, argument]) => [name, argument(frame)] as const),
    caller: body === undefined ? undefined : new CallerBody(body, frame),
  });
}

/** The body of a `call` section sees the variables around it, so that its own variables are in the same frame. */
function compileCallerBody(node: MacroNode, unit: UnitBuilder): MacroUnit {
  unit.openScope();
  const macro = unit.jumping(false, () => compileMacro('caller', node, unit));
  unit.closeScope();
  return macro;
}

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
