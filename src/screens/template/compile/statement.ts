/** Compiles statements into closures, and lists of statements into bodies that pay for their steps. */

import type { Position } from '../../../platform/base/position.ts';
import {
  type AstNode,
  type CaptureNode,
  type IfNode,
  type SetNode,
  type SwitchNode,
  startOf,
} from '../parse/ast.ts';
import { BREAK, CONTINUE, type Expression, GO_ON, type Signal, type Statement } from '../run/frame.ts';
import { isEqual } from '../run/operators.ts';
import { printedMarkup } from '../run/text.ts';
import { dataError, positionOf, syntaxError } from '../template-error.ts';
import { isList, isTrue, SafeText } from '../values.ts';
import { compileBlock, compileFromImport, compileImport, compileInclude } from './inherit.ts';
import { compileFor } from './loop.ts';
import { compileUndefinedWarning } from './undefined-warning.ts';
import { compileAssign, type UnitBuilder } from './unit.ts';

/** Compile a list of statements. Each run of it costs as many steps as it has nodes, without those of inner lists. */
export function compileBody(node: AstNode, unit: UnitBuilder): Statement {
  const outerWeight = unit.weight;
  unit.weight = 1;
  const parts = unit.nested(node, () =>
    statementsOf(node).map((child) => unit.recovering(() => compileStatement(child, unit))),
  );
  const { weight } = unit;
  unit.weight = outerWeight;
  const [only] = parts;
  const place = startOf(statementsOf(node)[0] ?? node);
  if (parts.length === 1 && only !== undefined) {
    return (frame) => {
      frame.run.at = place;
      frame.run.spend(weight);
      return only(frame);
    };
  }
  return (frame) => {
    frame.run.at = place;
    frame.run.spend(weight);
    for (const part of parts) {
      const signal = part(frame);
      if (signal !== GO_ON) return signal;
    }
    return GO_ON;
  };
}

/** Statements as a flat list: the parser puts every piece of output into a list of its own. */
function statementsOf(node: AstNode): AstNode[] {
  if (node.typename === 'NodeList' || node.typename === 'Output' || node.typename === 'Root') {
    return node.children.flatMap(statementsOf);
  }
  if (node.typename === 'TemplateData' && node.value === '') return [];
  return [node];
}

function compileStatement(node: AstNode, unit: UnitBuilder): Statement {
  switch (node.typename) {
    case 'TemplateData':
      return compileText(node.value, positionOf(node));
    case 'If':
      return compileIf(node, unit);
    case 'For':
      return compileFor(node, unit);
    case 'Set':
      return compileSet(node, unit);
    case 'Switch':
      return compileSwitch(node, unit);
    case 'Block':
      return compileBlock(node, unit);
    case 'Include':
      return compileInclude(node, unit);
    case 'Import':
      return compileImport(node, unit);
    case 'FromImport':
      return compileFromImport(node, unit);
    case 'Break':
    case 'Continue':
      return compileJump(node.typename === 'Break' ? BREAK : CONTINUE, positionOf(node), unit);
    case 'Extends':
      throw syntaxError(positionOf(node), "'extends' must stand outside of all other tags, once a file");
    case 'Macro':
      throw syntaxError(positionOf(node), 'a macro must stand outside of all other tags of its file');
    case 'IfAsync':
    case 'AsyncEach':
    case 'AsyncAll':
      throw syntaxError(positionOf(node), 'asynchronous tags are not available: use if and for');
    default:
      return compileOutput(node, unit);
  }
}

function compileText(text: string, place: Position): Statement {
  // The lexer joins texts character by character, which V8 keeps as a tree. Reading a character makes it flat.
  text.charCodeAt(0);
  return (frame) => {
    frame.run.at = place;
    frame.run.emitVerbatim(text);
    return GO_ON;
  };
}

function compileOutput(node: AstNode, unit: UnitBuilder): Statement {
  const place = startOf(node);
  const value = unit.file.compilers.expression(node, unit);
  const warnOfUndefined = compileUndefinedWarning(node, 'prints', unit);
  return (frame) => {
    const { run } = frame;
    const result = value(frame);
    run.at = place;
    if (result instanceof SafeText) run.emitSafe(result);
    else if (result === undefined) warnOfUndefined(frame);
    else {
      if (typeof result === 'string' && MARKUP.test(result)) run.warn(place, PRINTED_MARKUP);
      run.emit(printedMarkup(result, run));
    }
    return GO_ON;
  };
}

/** Text that is markup, such as the result of a script's `qr_svg`. */
const MARKUP = /^\s*<(?:svg|g|path|rect|circle|line|image|text|tspan)[\s>]/;
const PRINTED_MARKUP = 'markup is printed as text: add | safe if it shall be drawn';

function compileIf(node: IfNode, unit: UnitBuilder): Statement {
  const branches: (readonly [Expression, Statement])[] = [];
  let rest: AstNode | null = node;
  while (rest?.typename === 'If') {
    const condition = unit.file.compilers.expression(rest.cond, unit);
    branches.push([condition, unit.file.compilers.body(rest.body, unit)]);
    rest = rest.else_;
  }
  const otherwise = rest === null ? undefined : unit.file.compilers.body(rest, unit);
  return (frame) => {
    for (const [condition, body] of branches) {
      if (isTrue(condition(frame))) return body(frame);
    }
    return otherwise === undefined ? GO_ON : otherwise(frame);
  };
}

/** An empty case shares the body of the next one, as in C; unlike in C, there is no fall-through behind a body. */
function compileSwitch(node: SwitchNode, unit: UnitBuilder): Statement {
  const { expression, body } = unit.file.compilers;
  const subject = expression(node.expr, unit);
  const place = positionOf(node);
  const cases = node.cases.map((entry) => ({
    value: expression(entry.cond, unit),
    body: entry.body.children.length === 0 ? undefined : body(entry.body, unit),
  }));
  const otherwise = node.default === null ? undefined : body(node.default, unit);
  return (frame) => {
    const value = subject(frame);
    frame.run.at = place;
    const from = cases.findIndex((entry) => isEqual(value, entry.value(frame), frame.run));
    const taken = from === -1 ? undefined : cases.slice(from).find((entry) => entry.body !== undefined)?.body;
    return (taken ?? otherwise)?.(frame) ?? GO_ON;
  };
}

function compileJump(signal: Signal, place: Position, unit: UnitBuilder): Statement {
  if (!unit.canJump) throw syntaxError(place, "'break' and 'continue' work inside a loop only");
  return () => signal;
}

function compileSet(node: SetNode, unit: UnitBuilder): Statement {
  const value = unit.file.compilers.expression(assigned(node), unit);
  const targets = node.targets.map((target) => {
    if (target.typename === 'Symbol') return compileAssign(target.value, node.global === true, unit);
    throw syntaxError(
      positionOf(target),
      "'set' needs a plain name; values inside of data cannot be changed",
    );
  });
  const place = positionOf(node);
  return (frame) => {
    const result = value(frame);
    const isUnpacked = targets.length > 1 && isList(result);
    if (isUnpacked && result.length !== targets.length) {
      throw dataError(place, `'set' has ${targets.length} names for a list of ${result.length}`);
    }
    targets.forEach((assign, index) => {
      assign(frame, isUnpacked ? result[index] : result);
    });
    return GO_ON;
  };
}

function assigned(node: SetNode): AstNode | CaptureNode {
  const value = node.value ?? node.body;
  if (value === undefined) throw syntaxError(positionOf(node), "'set' needs a value");
  return value;
}
