/** Compiles expressions into closures. All nodes that the parser can put into an expression are listed here. */

import type { Position } from '../../../platform/base/position.ts';
import {
  type AstNode,
  type DictNode,
  type ExpressionNode,
  type InlineIfNode,
  type LookupNode,
  type SliceNode,
  startOf,
} from '../parse/ast.ts';
import type { Expression } from '../run/frame.ts';
import { memberAt, memberNamed } from '../run/lookup.ts';
import { LOOP_MEMBERS } from '../run/loop.ts';
import { sliceOf } from '../run/slice.ts';
import { suggestionOrList } from '../suggestion.ts';
import { positionOf, syntaxError } from '../template-error.ts';
import { emptyMap, isTrue, type Value } from '../values.ts';
import { compileCall, compileFilter, compileTest } from './call.ts';
import { compileCompare, compileIn, compileOperator, compileSign } from './operator.ts';
import type { UnitBuilder } from './unit.ts';

/** Compile an expression into a closure that returns its value. */
export function compileExpression(node: AstNode, unit: UnitBuilder): Expression {
  return unit.nested(node, () => compileNode(node as ExpressionNode, unit));
}

function compileNode(node: ExpressionNode, unit: UnitBuilder): Expression {
  switch (node.typename) {
    case 'Literal':
      return constant(node.value);
    case 'Symbol':
      return unit.read(node.value);
    case 'Group':
      return compileGroup(node.children, node, unit);
    case 'Array':
      return compileList(node.children, unit);
    case 'Dict':
      return compileDict(node, unit);
    case 'LookupVal':
      return compileLookup(node, unit);
    case 'Slice':
      throw syntaxError(positionOf(node), 'a part [from:to] must stand behind a list or text');
    case 'FunCall':
      return compileCall(node, unit);
    case 'Filter':
      return compileFilter(node, unit);
    case 'Is':
      return compileTest(node, unit);
    case 'InlineIf':
      return compileInlineIf(node, unit);
    case 'Compare':
      return compileCompare(node, unit);
    case 'In':
      return compileIn(node.left, node.right, startOf(node), unit);
    case 'Not': {
      const target = compileExpression(node.target, unit);
      return (frame) => !isTrue(target(frame));
    }
    case 'Neg':
    case 'Pos':
      return compileSign(node.typename === 'Neg' ? -1 : 1, node.target, positionOf(node), unit);
    case 'Capture':
      return compileCapture(node.body, unit);
    case 'Caller':
    case 'Macro':
      throw syntaxError(positionOf(node), 'a macro cannot stand here');
    default:
      return compileOperator(node, unit);
  }
}

function constant(value: Value): Expression {
  return () => value;
}

function compileGroup(nodes: readonly AstNode[], at: AstNode, unit: UnitBuilder): Expression {
  const [only] = nodes;
  if (only === undefined || nodes.length > 1) throw syntaxError(positionOf(at), 'a value is missing here');
  return compileExpression(only, unit);
}

function compileList(nodes: readonly AstNode[], unit: UnitBuilder): Expression {
  const items = nodes.map((child) => compileExpression(child, unit));
  return (frame) => items.map((item) => item(frame));
}

function compileDict(node: DictNode, unit: UnitBuilder): Expression {
  const pairs = node.children.flatMap((child) =>
    child.typename === 'Pair' ? [[keyOf(child.key), compileExpression(child.value, unit)] as const] : [],
  );
  return (frame) => {
    const map = emptyMap();
    for (const [key, value] of pairs) map[key] = value(frame);
    return map;
  };
}

function keyOf(node: AstNode): string {
  if (node.typename === 'Symbol') return node.value;
  if (node.typename === 'Literal' && node.value !== null) return String(node.value);
  throw syntaxError(positionOf(node), 'the key of a map must be a name, a text or a number');
}

function compileLookup(node: LookupNode, unit: UnitBuilder): Expression {
  if (node.target === null) throw syntaxError(positionOf(node), 'a value is missing here');
  if (node.val === null) throw syntaxError(positionOf(node), 'expected a key between [ and ]');
  const target = compileExpression(node.target, unit);
  const place = startOf(node);
  const { val } = node;
  if (val.typename === 'Literal' && typeof val.value === 'string') {
    const name = val.value;
    if (node.target.typename === 'Symbol' && node.target.value === 'loop' && unit.isLocal('loop')) {
      checkLoopMember(name, positionOf(val));
    }
    return (frame) => {
      const value = target(frame);
      frame.run.at = place;
      return memberNamed(value, name, frame.run);
    };
  }
  if (val.typename === 'Slice') return compileSlice(target, val, place, unit);
  const key = compileExpression(val, unit);
  return (frame) => {
    const value = target(frame);
    const at = key(frame);
    frame.run.at = place;
    return memberAt(value, at, frame.run);
  };
}

/** `value[from:to:step]`: a part of a list or text. */
function compileSlice(target: Expression, node: SliceNode, place: Position, unit: UnitBuilder): Expression {
  const [from, to, step] = [node.from, node.to, node.step].map((bound) =>
    bound === null ? constant(null) : compileExpression(bound, unit),
  );
  return (frame) => {
    const value = target(frame);
    const bounds = { from: from?.(frame), to: to?.(frame), step: step?.(frame) };
    frame.run.at = place;
    return sliceOf(value, bounds, frame.run);
  };
}

function checkLoopMember(name: string, place: Position): void {
  if (LOOP_MEMBERS.includes(name)) return;
  throw syntaxError(place, `'loop' has no member '${name}'${suggestionOrList(name, LOOP_MEMBERS)}`);
}

function compileInlineIf(node: InlineIfNode, unit: UnitBuilder): Expression {
  const condition = compileExpression(node.cond, unit);
  const body = compileExpression(node.body, unit);
  const otherwise = node.else_ === null ? constant(undefined) : compileExpression(node.else_, unit);
  return (frame) => (isTrue(condition(frame)) ? body(frame) : otherwise(frame));
}

function compileCapture(body: AstNode, unit: UnitBuilder): Expression {
  const write = unit.jumping(false, () => unit.file.compilers.body(body, unit));
  return (frame) =>
    frame.run.capture(() => {
      write(frame);
    });
}
