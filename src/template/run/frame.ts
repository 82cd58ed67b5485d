/** What a compiled template runs in: its variables, and the names that it sees from outside. */
import type { PlainObject } from '../../base/plain.ts';
import type { Position } from '../../base/position.ts';
import { emptyMap, Special, type Value } from '../values.ts';
import type { Run } from './run.ts';

export type Expression = (frame: Frame) => Value;

/** What a statement asks of the loop around it. */
export type Signal = typeof GO_ON | typeof BREAK | typeof CONTINUE;
export const GO_ON = 0;
export const BREAK = 1;
export const CONTINUE = 2;

export type Statement = (frame: Frame) => Signal;

/** Content of a variable that has not been set. */
class Unset extends Special {
  readonly what = 'an undefined value';
  member(): Value {
    return undefined;
  }
}
export const UNSET = new Unset();

/** A body that can be run from elsewhere, with as many variables as it needs. */
export interface Unit {
  readonly slots: number;
  readonly body: Statement;
}

export interface BlockUnit extends Unit {
  readonly name: string;
}

export interface MacroUnit extends Unit {
  readonly name: string;
  /** In the order of their positions. `fallback` is evaluated in the macro's own frame. */
  readonly params: readonly {
    readonly name: string;
    readonly slot: number;
    readonly fallback: Expression | undefined;
  }[];
}

/** A template, ready to run. Immutable, without any data: one serves all renderings of the same text. */
export interface Program extends Unit {
  readonly source: string;
  /** Number of nodes that were compiled, as a measure of its size in memory. */
  readonly nodes: number;
  readonly parent: { readonly name: Expression; readonly place: Position } | undefined;
  readonly blocks: ReadonlyMap<string, BlockUnit>;
  readonly macros: ReadonlyMap<string, MacroUnit>;
}

/** A program under the name by which it was loaded. */
export interface Template {
  readonly name: string;
  readonly program: Program;
}

/** Gives the template of a name. Throws a `TemplateFault` at `place` when there is none; null if it may be missing. */
export type LoadTemplate = (name: string, place: Position, optional: boolean) => Template | null;

/** Names that a template sees, set by itself or by what included it; behind them the data of the job. */
export class Context {
  readonly #data: PlainObject;
  readonly #outer: Context | undefined;
  #names: Map<string, Value> | undefined;

  constructor(data: PlainObject, outer?: Context, names?: Map<string, Value>) {
    this.#data = data;
    this.#outer = outer;
    this.#names = names;
  }

  /** A context inside this one: it sees all names of this one, and what is set in it stays in it. */
  inner(names?: Map<string, Value>): Context {
    return new Context(this.#data, this, names);
  }

  /** A context that sees nothing of this one. */
  fresh(): Context {
    return new Context(NO_DATA);
  }

  get(name: string): Value {
    const own = this.#names?.get(name);
    if (own !== undefined || this.#names?.has(name) === true) return own;
    if (this.#outer !== undefined) return this.#outer.get(name);
    return Object.hasOwn(this.#data, name) ? this.#data[name] : undefined;
  }

  /** All names that can be seen, for suggestions. */
  names(): readonly string[] {
    return [...(this.#names?.keys() ?? []), ...(this.#outer?.names() ?? Object.keys(this.#data))];
  }

  /** The name as set by a template; the data of the job is left out. */
  getSet(name: string): Value {
    return this.#names?.get(name);
  }

  set(name: string, value: Value): void {
    this.#names ??= new Map();
    this.#names.set(name, value);
  }
}

const NO_DATA: PlainObject = Object.freeze(emptyMap()) as PlainObject;

/** All versions of a block, from the most derived template to the base, each with the template that it stands in. */
export type BlockTable = ReadonlyMap<
  string,
  readonly { readonly block: BlockUnit; readonly template: Template }[]
>;

/** One activation of a template, macro or block. */
export class Frame {
  readonly run: Run;
  readonly load: LoadTemplate;
  readonly template: Template;
  readonly context: Context;
  readonly blocks: BlockTable;
  readonly vars: Value[];
  /** The block that this frame runs, as a step in its list of versions. */
  blockLevel = 0;
  /** The body of the `call` section that a macro was called with. */
  caller: Value = undefined;

  constructor(base: FrameBase, template: Template, context: Context, blocks: BlockTable, slots: number) {
    this.run = base.run;
    this.load = base.load;
    this.template = template;
    this.context = context;
    this.blocks = blocks;
    this.vars = slots === 0 ? NO_VARS : new Array<Value>(slots).fill(UNSET);
  }
}

const NO_VARS: Value[] = [];

/** What every frame of one rendering shares. */
export interface FrameBase {
  readonly run: Run;
  readonly load: LoadTemplate;
}
