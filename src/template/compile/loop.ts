/** Compiles `for` loops. */
import { type Place, placeOf, syntaxFault } from '../fault.ts';
import type { AstNode, ForNode } from '../parse/ast.ts';
import { BREAK, type Expression, type Frame, GO_ON, type Statement, UNSET } from '../run/frame.ts';
import { itemsOf, LoopState, tuplesOf } from '../run/loop.ts';
import type { Value } from '../values.ts';
import { startOf } from './start.ts';
import type { UnitBuilder } from './unit.ts';

/** Compile a loop. Its names, and what is set inside of it, live for one turn. */
export function compileFor(node: ForNode, unit: UnitBuilder): Statement {
  const { expression, body: compileBody } = unit.file.compilers;
  const names = namesOf(node.name);
  const source = expression(node.arr, unit);
  const scope = unit.openScope();
  const slots = names.map((name) => unit.declare(name, true));
  const loopSlot = unit.declare('loop', true);
  const body = unit.jumping(true, () => compileBody(node.body, unit));
  const own = [...scope.variables.values()].filter((variable) => !variable.always);
  const resets = own.map((variable) => variable.slot);
  unit.closeScope();
  const otherwise = node.else_ === null ? undefined : compileBody(node.else_, unit);
  const items = listOf(source, names.length, startOf(node.arr));
  const assign = assignerOf(slots);
  return (frame) => {
    const list = items(frame);
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

function namesOf(node: AstNode): string[] {
  const nodes = node.typename === 'Array' ? node.children : [node];
  return nodes.map((child) => {
    if (child.typename === 'Symbol' && child.value !== 'loop') return child.value;
    throw syntaxFault(
      placeOf(child),
      "'for' needs plain names other than 'loop': {% for key, value in map %}",
    );
  });
}

function listOf(source: Expression, names: number, place: Place): (frame: Frame) => readonly Value[] {
  return (frame) => {
    const value = source(frame);
    frame.run.at = place;
    return names === 1 ? itemsOf(value, frame.run) : tuplesOf(value, names, frame.run);
  };
}

function assignerOf(slots: readonly number[]): (vars: Value[], item: Value) => void {
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
