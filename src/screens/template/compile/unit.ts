/** The state of the compiler in one body (of a template, a block or a macro): variables, nesting and costs. */
import type { AstNode } from '../parse/ast.ts';
import { TEMPLATE_NESTING } from '../parse/tokens.ts';
import {
  type BlockUnit,
  type Expression,
  type Frame,
  GO_ON,
  type MacroUnit,
  type Statement,
  UNSET,
} from '../run/frame.ts';
import { limitError, positionOf, TemplateError } from '../template-error.ts';
import type { Value } from '../values.ts';

/** The two halves of the compiler, which call each other. */
interface Compilers {
  expression(node: AstNode, unit: UnitBuilder): Expression;
  /** Compiles a list of statements, which pays for its own steps. */
  body(node: AstNode, unit: UnitBuilder): Statement;
}

/** The state that all bodies of one file share. */
export interface FileBuilder {
  readonly compilers: Compilers;
  /** All macros of the file, known before any body is compiled. */
  readonly macros: Map<string, MacroUnit>;
  readonly blocks: Map<string, BlockUnit>;
  /** Nodes compiled so far. */
  nodes: number;
  /** True when the file extends another one, which then prints its blocks. */
  readonly isDerived: boolean;
  /** Names that the file sets or imports outside of loops and macros. */
  readonly names: Set<string>;
  /** Collects the errors of single statements, to check a file; undefined to throw the first one. */
  readonly problems: TemplateError[] | undefined;
}

/** Errors of one file that are collected. */
const MAX_PROBLEMS = 20;

interface Variable {
  readonly slot: number;
  /** True when it always has a value where it is in scope, such as the item of a loop. */
  readonly always: boolean;
}

/** The variables of a loop, a macro or a block. */
interface VariableScope {
  readonly variables: Map<string, Variable>;
}

/** One body under compilation: its variables, its nesting, and the steps that its nodes cost. */
export class UnitBuilder {
  readonly file: FileBuilder;
  readonly kind: 'template' | 'block' | 'macro';
  /** Name of the block or macro. */
  readonly name: string;
  /** Number of variables that a frame needs. */
  slots = 0;
  /** Nodes compiled since the innermost body began. */
  weight = 0;
  /** True where `break` is allowed: in the body of a loop, but not in text that is captured there. */
  canJump = false;
  #depth = 0;
  readonly #scopes: VariableScope[] = [];

  constructor(file: FileBuilder, kind: UnitBuilder['kind'], name: string) {
    this.file = file;
    this.kind = kind;
    this.name = name;
    if (kind !== 'template') this.openScope();
  }

  /** True outside of loops, blocks and macros, where `set` sets a name of the whole template. */
  get isTopLevel(): boolean {
    return this.#scopes.length === 0;
  }

  /** Enter a loop, a macro or a block. */
  openScope(): VariableScope {
    const scope: VariableScope = { variables: new Map() };
    this.#scopes.push(scope);
    return scope;
  }

  /** Leave the innermost scope. */
  closeScope(): void {
    this.#scopes.pop();
  }

  /**
   * The slot of a name in the innermost scope, which must exist; a new one when the name is not declared there.
   * @param always  the variable always has a value where it is in scope
   */
  declare(name: string, always: boolean): number {
    const variables = this.#scopes.at(-1)?.variables;
    const known = variables?.get(name);
    if (known !== undefined) return known.slot;
    const slot = this.slots++;
    variables?.set(name, { slot, always });
    return slot;
  }

  /** True when the innermost scope has the name. */
  isDeclaredHere(name: string): boolean {
    return this.#scopes.at(-1)?.variables.has(name) === true;
  }

  /** True when any open scope has the name. */
  isLocal(name: string): boolean {
    return this.#scopes.some((scope) => scope.variables.has(name));
  }

  /** Compile the reading of a name: the innermost variable that has a value, else the name in the template's context. */
  read(name: string): Expression {
    let reader: Expression = (frame) => frame.context.get(name);
    if (name === 'caller' && this.kind === 'macro') reader = (frame) => frame.caller;
    for (const scope of this.#scopes) {
      const variable = scope.variables.get(name);
      if (variable !== undefined) reader = readVariable(variable, reader);
    }
    return reader;
  }

  /** All local names of this place, each with a function that reads its value. */
  locals(): readonly (readonly [name: string, read: (vars: readonly Value[]) => Value])[] {
    const names = new Map<string, number[]>();
    for (const scope of this.#scopes) {
      for (const [name, { slot }] of scope.variables) names.set(name, [slot, ...(names.get(name) ?? [])]);
    }
    return [...names].map(([name, slots]) => [name, (vars) => firstSet(vars, slots)]);
  }

  /** Compile the body of a loop (`canJump`) or captured text (not `canJump`). */
  jumping<T>(canJump: boolean, compile: () => T): T {
    const before = this.canJump;
    this.canJump = canJump;
    const result = compile();
    this.canJump = before;
    return result;
  }

  /** Compile one statement. If errors are collected, a faulty statement is recorded and left out. */
  recovering(compile: () => Statement): Statement {
    const { problems } = this.file;
    if (problems === undefined) return compile();
    const { canJump } = this;
    const depth = this.#depth;
    const scopes = this.#scopes.length;
    try {
      return compile();
    } catch (error) {
      const isOne = error instanceof TemplateError && error.code === 'template_syntax';
      if (!isOne || problems.length >= MAX_PROBLEMS) throw error;
      problems.push(error);
      this.canJump = canJump;
      this.#depth = depth;
      this.#scopes.length = scopes;
      return () => GO_ON;
    }
  }

  /**
   * Compile a node one level deeper; it costs one step.
   * @throws {TemplateFault} the nesting is too deep
   */
  nested<T>(node: AstNode, compile: () => T): T {
    this.#depth += 1;
    this.weight += 1;
    this.file.nodes += 1;
    if (this.#depth > TEMPLATE_NESTING) {
      throw limitError(positionOf(node), `the template is nested more than ${TEMPLATE_NESTING} deep here`);
    }
    const result = compile();
    this.#depth -= 1;
    return result;
  }
}

function readVariable({ slot, always }: Variable, otherwise: Expression): Expression {
  if (always) return (frame) => frame.vars[slot];
  return (frame) => {
    const value = frame.vars[slot];
    return value === UNSET ? otherwise(frame) : value;
  };
}

function firstSet(vars: readonly Value[], slots: readonly number[]): Value {
  for (const slot of slots) {
    const value = vars[slot];
    if (value !== UNSET) return value;
  }
  return UNSET;
}

/** Sets a name to a value. */
export type Assign = (frame: Frame, value: Value) => void;

/**
 * Compile an assignment: outside of loops, blocks and macros the name belongs to the template, inside to the innermost.
 * @param global  the name belongs to the template in any case
 */
export function compileAssign(name: string, global: boolean, unit: UnitBuilder): Assign {
  if (global || unit.isTopLevel) {
    unit.file.names.add(name);
    return (frame, value) => frame.context.set(name, value);
  }
  const slot = unit.declare(name, false);
  return (frame, value) => {
    frame.vars[slot] = value;
  };
}
