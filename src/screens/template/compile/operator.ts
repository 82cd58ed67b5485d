/** Compiles operators. */
import type { Position } from '../../../platform/base/position.ts';
import { type AstNode, type BinaryName, type BinaryNode, type CompareNode, startOf } from '../parse/ast.ts';
import type { Expression } from '../run/frame.ts';
import { ARITHMETIC, COMPARISONS, isIn, joinTexts, signed } from '../run/operators.ts';
import { positionOf, syntaxError } from '../template-error.ts';
import { isTrue, type Value } from '../values.ts';
import type { UnitBuilder } from './unit.ts';

/** Compile comparisons: `a < b < c` means `a < b and b < c`, with each operand evaluated once. */
export function compileCompare(node: CompareNode, unit: UnitBuilder): Expression {
  const first = unit.file.compilers.expression(node.expr, unit);
  const steps = node.ops.map((operand) => {
    const holds = COMPARISONS.get(operand.type);
    if (holds === undefined) throw syntaxError(positionOf(operand), `unknown comparison '${operand.type}'`);
    return { holds, right: unit.file.compilers.expression(operand.expr, unit), place: startOf(node) };
  });
  return (frame) => {
    let left = first(frame);
    for (const { holds, right, place } of steps) {
      const value = right(frame);
      frame.run.at = place;
      if (!holds(left, value, frame.run)) return false;
      left = value;
    }
    return true;
  };
}

/** Compile `item in container`. */
export function compileIn(item: AstNode, container: AstNode, place: Position, unit: UnitBuilder): Expression {
  const left = unit.file.compilers.expression(item, unit);
  const right = unit.file.compilers.expression(container, unit);
  return (frame) => {
    const value = left(frame);
    const all = right(frame);
    frame.run.at = place;
    return isIn(value, all, frame.run);
  };
}

/** Compile `-value` and `+value`. */
export function compileSign(sign: 1 | -1, target: AstNode, place: Position, unit: UnitBuilder): Expression {
  const operand = unit.file.compilers.expression(target, unit);
  return (frame) => {
    const value = operand(frame);
    frame.run.at = place;
    return signed(sign, value, frame.run);
  };
}

/** Operators by precedence: a chain of operators of one level is evaluated from left to right. */
const LEVELS: readonly (readonly BinaryName[])[] = [
  ['Add', 'Sub'],
  ['Mul', 'Div', 'FloorDiv', 'Mod'],
  ['Pow'],
  ['Concat'],
  ['And'],
  ['Or'],
];

/** Compile a chain of operators of one level. */
export function compileOperator(node: BinaryNode, unit: UnitBuilder): Expression {
  const level = LEVELS.find((names) => names.includes(node.typename));
  if (level === undefined) throw syntaxError(positionOf(node), 'this is not an expression');
  const chain = flatten(node, level);
  const operands = chain.operands.map((operand) => unit.file.compilers.expression(operand, unit));
  switch (node.typename) {
    case 'Concat':
      return joined(operands, startOf(node));
    case 'And':
      return chosen(operands, false);
    case 'Or':
      return chosen(operands, true);
    default:
      return calculated(operands, chain, startOf(node));
  }
}

interface Chain {
  readonly operands: AstNode[];
  readonly operators: BinaryName[];
}

/**
 * A chain of operators of one level in the order of the text. The parser nests `a * b % c` to the right, which is wrong,
 * and long chains deeply to the left. Brackets are nodes of their own, so that the written order can be restored.
 */
function flatten(node: BinaryNode, level: readonly BinaryName[]): Chain {
  const operands: AstNode[] = [];
  const operators: BinaryName[] = [];
  const open: (AstNode | BinaryName)[] = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') operators.push(next);
    else if (isOn(next, level)) open.push(next.right, next.typename, next.left);
    else operands.push(next);
  }
  return { operands, operators };
}

function isOn(node: AstNode, level: readonly BinaryName[]): node is BinaryNode {
  return (level as readonly string[]).includes(node.typename);
}

/** An error of the first step is reported at the start of the chain, one of a later step at its right operand. */
function calculated(operands: readonly Expression[], chain: Chain, start: Position): Expression {
  const [first, ...others] = operands;
  const steps = others.map((operand, index) => {
    const right = chain.operands[index + 1];
    const place = index === 0 || right === undefined ? start : startOf(right);
    return { operand, compute: ARITHMETIC[chain.operators[index] ?? ''], place };
  });
  return (frame) => {
    let value = first?.(frame);
    for (const { operand, compute, place } of steps) {
      const right = operand(frame);
      frame.run.at = place;
      value = compute?.(value, right, frame.run);
    }
    return value;
  };
}

function joined(operands: readonly Expression[], place: Position): Expression {
  return (frame) => {
    const values = operands.map((operand) => operand(frame));
    frame.run.at = place;
    return joinTexts(values, frame.run);
  };
}

/** `and` returns the first false value, `or` the first true one, otherwise both the last. */
function chosen(operands: readonly Expression[], stopAt: boolean): Expression {
  return (frame) => {
    let value: Value;
    for (const operand of operands) {
      value = operand(frame);
      if (isTrue(value) === stopAt) return value;
    }
    return value;
  };
}
