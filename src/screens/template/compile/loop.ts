/** Compiles `for` loops. */
import type { Position } from '../../../platform/base/position.ts';
import { type AstNode, type ForNode, startOf } from '../parse/ast.ts';
import { BREAK, type Expression, type Frame, GO_ON, type Statement, UNSET } from '../run/frame.ts';
import { itemsOf, LoopState, tuplesOf } from '../run/loop.ts';
import { positionOf, syntaxError } from '../template-error.ts';
import { isTrue, type Value } from '../values.ts';
import { compileUndefinedWarning } from './undefined-warning.ts';
import type { UnitBuilder } from './unit.ts';

/** Compile a loop. Its names, and the names set inside of it, keep their values for one turn. */
export function compileFor(node: ForNode, unit: UnitBuilder): Statement {
  const { body: compileBody, expression } = unit.file.compilers;
  const names = namesOf(node.name);
  const { list: listNode, conditions } = splitConditions(node.arr);
  const value = expression(listNode, unit);
  const warnOfUndefined = compileUndefinedWarning(listNode, 'loops over', unit);
  const source: Expression = (frame) => {
    const list = value(frame);
    if (list === undefined) warnOfUndefined(frame);
    return list;
  };
  const scope = unit.openScope();
  const assign = assignerOf(names.map((name) => unit.declare(name, true)));
  const filter = conditions.length === 0 ? undefined : compileConditions(conditions, assign, unit);
  const loopSlot = unit.declare('loop', true);
  const body = unit.jumping(true, () => compileBody(node.body, unit));
  const own = [...scope.variables.values()].filter((variable) => !variable.always);
  const resets = own.map((variable) => variable.slot);
  unit.closeScope();
  const otherwise = node.else_ === null ? undefined : compileBody(node.else_, unit);
  const items = listOf(source, names.length, startOf(listNode));
  return (frame) => {
    const list = filter === undefined ? items(frame) : filter(frame, items(frame));
    const { length } = list;
    if (length === 0) return otherwise === undefined ? GO_ON : otherwise(frame);
    const { vars } = frame;
    const loop = new LoopState(list);
    for (let index = 0; index < length; index++) {
      loop.index0 = index;
      vars[loopSlot] = loop;
      assign(vars, list[index]);
      for (const slot of resets) vars[slot] = UNSET;
      if (body(frame) === BREAK) break;
    }
    return GO_ON;
  };
}

type Assign = (vars: Value[], item: Value) => void;

/** `for x in list if condition`: the parser reads this as a choice without `else`; all of several conditions must hold. */
function splitConditions(node: AstNode): { list: AstNode; conditions: readonly AstNode[] } {
  if (node.typename !== 'InlineIf' || node.else_ !== null) return { list: node, conditions: [] };
  const { list, conditions } = splitConditions(node.body);
  return { list, conditions: [...conditions, node.cond] };
}

type ItemFilter = (frame: Frame, items: readonly Value[]) => readonly Value[];

/** Keeps the items for which all conditions on the names of the loop hold. */
function compileConditions(nodes: readonly AstNode[], assign: Assign, unit: UnitBuilder): ItemFilter {
  const before = unit.weight;
  const conditions = nodes.map((node) => unit.file.compilers.expression(node, unit));
  const weight = unit.weight - before;
  return (frame, items) => {
    frame.run.spend(weight * items.length);
    return items.filter((item) => {
      assign(frame.vars, item);
      return conditions.every((condition) => isTrue(condition(frame)));
    });
  };
}

function namesOf(node: AstNode): string[] {
  const nodes = node.typename === 'Array' ? node.children : [node];
  return nodes.map((child) => {
    if (child.typename === 'Symbol' && child.value !== 'loop') return child.value;
    throw syntaxError(
      positionOf(child),
      "'for' needs plain names other than 'loop': {% for key, value in map %}",
    );
  });
}

function listOf(source: Expression, names: number, place: Position): (frame: Frame) => readonly Value[] {
  return (frame) => {
    const value = source(frame);
    frame.run.at = place;
    return names === 1 ? itemsOf(value, frame.run) : tuplesOf(value, names, frame.run);
  };
}

function assignerOf(slots: readonly number[]): Assign {
  const [only = 0] = slots;
  if (slots.length === 1) {
    return (vars, item) => {
      vars[only] = item;
    };
  }
  return (vars, item) => {
    const parts = item as readonly Value[];
    slots.forEach((slot, index) => {
      vars[slot] = parts[index];
    });
  };
}
