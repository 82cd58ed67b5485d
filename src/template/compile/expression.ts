/** Compiles expressions into closures. Every node that nunjucks' parser can put into an expression has its line here. */
import { type Place, placeOf, syntaxFault } from '../fault.ts';
import type {
  AstNode,
  BinaryName,
  BinaryNode,
  CompareNode,
  DictNode,
  ExpressionNode,
  InlineIfNode,
  LookupNode,
} from '../parse/ast.ts';
import type { Expression } from '../run/frame.ts';
import { memberAt, memberNamed } from '../run/lookup.ts';
import { LOOP_MEMBERS } from '../run/loop.ts';
import { ARITHMETIC, COMPARISONS, isIn, joinTexts, signed } from '../run/operators.ts';
import { emptyMap, isTrue, SafeText, type Value } from '../values.ts';
import { suggest } from './arguments.ts';
import { compileCall } from './call.ts';
import { compileFilter, compileTest } from './filter.ts';
import type { UnitBuilder } from './unit.ts';

/** Compile an expression; the closure gives its value. */
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
      return compileIn(node.left, node.right, placeOf(node), unit);
    case 'Not': {
      const target = compileExpression(node.target, unit);
      return (frame) => !isTrue(target(frame));
    }
    case 'Neg':
    case 'Pos':
      return compileSign(node.typename === 'Neg' ? -1 : 1, node.target, placeOf(node), unit);
    case 'Capture':
      return compileCapture(node.body, unit);
    case 'Caller':
    case 'Macro':
      throw syntaxFault(placeOf(node), 'a macro cannot stand here');
    default:
      return compileOperator(node, unit);
  }
}

function constant(value: Value): Expression {
  return () => value;
}

function compileGroup(nodes: readonly AstNode[], at: AstNode, unit: UnitBuilder): Expression {
  const [only] = nodes;
  if (only === undefined || nodes.length > 1) {
    throw syntaxFault(placeOf(at), 'expected one value between ( and ); lists are written [a, b]');
  }
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
  throw syntaxFault(placeOf(node), 'the key of a map must be a name, a text or a number');
}

function compileLookup(node: LookupNode, unit: UnitBuilder): Expression {
  if (node.val === undefined) throw syntaxFault(placeOf(node), 'expected a key between [ and ]');
  const target = compileExpression(node.target, unit);
  const place = placeOf(node);
  const { val } = node;
  if (val.typename === 'Literal' && typeof val.value === 'string') {
    const name = val.value;
    if (node.target.typename === 'Symbol' && node.target.value === 'loop' && unit.isLocal('loop')) {
      checkLoopMember(name, placeOf(val));
    }
    return (frame) => {
      const value = target(frame);
      frame.run.at = place;
      return memberNamed(value, name, frame.run);
    };
  }
  const key = compileExpression(val, unit);
  return (frame) => {
    const value = target(frame);
    const at = key(frame);
    frame.run.at = place;
    return memberAt(value, at, frame.run);
  };
}

function checkLoopMember(name: string, place: Place): void {
  if (LOOP_MEMBERS.includes(name)) return;
  throw syntaxFault(place, `'loop' has no member '${name}'${suggest(name, LOOP_MEMBERS)}`);
}

function compileInlineIf(node: InlineIfNode, unit: UnitBuilder): Expression {
  const condition = compileExpression(node.cond, unit);
  const body = compileExpression(node.body, unit);
  const otherwise = node.else_ === null ? constant(undefined) : compileExpression(node.else_, unit);
  return (frame) => (isTrue(condition(frame)) ? body(frame) : otherwise(frame));
}

/** `a < b < c` means `a < b and b < c`, with every side evaluated once. */
function compileCompare(node: CompareNode, unit: UnitBuilder): Expression {
  const first = compileExpression(node.expr, unit);
  const steps = node.ops.map((operand) => {
    const holds = COMPARISONS.get(operand.type);
    if (holds === undefined) throw syntaxFault(placeOf(operand), `unknown comparison '${operand.type}'`);
    return { holds, right: compileExpression(operand.expr, unit), place: placeOf(operand) };
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

function compileIn(item: AstNode, container: AstNode, place: Place, unit: UnitBuilder): Expression {
  const left = compileExpression(item, unit);
  const right = compileExpression(container, unit);
  return (frame) => {
    const value = left(frame);
    const all = right(frame);
    frame.run.at = place;
    return isIn(value, all, frame.run);
  };
}

function compileSign(sign: 1 | -1, target: AstNode, place: Place, unit: UnitBuilder): Expression {
  const operand = compileExpression(target, unit);
  return (frame) => {
    const value = operand(frame);
    frame.run.at = place;
    return signed(sign, value, frame.run);
  };
}

function compileCapture(body: AstNode, unit: UnitBuilder): Expression {
  const write = unit.jumping(false, () => unit.file.compilers.body(body, unit));
  return (frame) =>
    new SafeText(
      frame.run.capture(() => {
        write(frame);
      }),
    );
}

/** Operators that stand on one level: a chain of them is evaluated from left to right. */
const LEVELS: readonly (readonly BinaryName[])[] = [
  ['Add', 'Sub'],
  ['Mul', 'Div', 'FloorDiv', 'Mod'],
  ['Pow'],
  ['Concat'],
  ['And'],
  ['Or'],
];

function compileOperator(node: BinaryNode, unit: UnitBuilder): Expression {
  const level = LEVELS.find((names) => names.includes(node.typename));
  if (level === undefined) throw syntaxFault(placeOf(node), 'this is not an expression');
  const chain = flatten(node, level);
  const operands = chain.operands.map((operand) => compileExpression(operand, unit));
  switch (node.typename) {
    case 'Concat':
      return joined(operands, placeOf(node));
    case 'And':
      return chosen(operands, false);
    case 'Or':
      return chosen(operands, true);
    default:
      return calculated(operands, chain.operators, placeOf(node));
  }
}

interface Chain {
  readonly operands: AstNode[];
  readonly operators: BinaryName[];
}

/**
 * A chain of operators of one level as it was written. The parser nests `a * b % c` to the right, which is wrong,
 * and long chains deeply to the left; brackets are nodes of their own, so the order of the text can be restored.
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

function calculated(operands: readonly Expression[], names: readonly BinaryName[], place: Place): Expression {
  const [first = constant(undefined), ...others] = operands;
  const steps = others.map((operand, index) => ({ operand, compute: ARITHMETIC[names[index] ?? ''] }));
  return (frame) => {
    let value = first(frame);
    for (const { operand, compute } of steps) {
      const right = operand(frame);
      frame.run.at = place;
      value = compute?.(value, right, frame.run);
    }
    return value;
  };
}

function joined(operands: readonly Expression[], place: Place): Expression {
  return (frame) => {
    const values = operands.map((operand) => operand(frame));
    frame.run.at = place;
    return joinTexts(values, frame.run);
  };
}

/** `and` gives the first false value, `or` the first true one, else the last. */
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
