/** The environment of a compiled template: its variables, and the names that it sees from outside. */
import type { PlainObject } from '../../../platform/base/plain.ts';
import type { Position } from '../../../platform/base/position.ts';
import { emptyMap, Special, type Value } from '../values.ts';
import type { Run } from './run.ts';

/** A compiled expression: computes its value in a frame. */
export type Expression = (frame: Frame) => Value;

/** Tells the loop around a statement how to go on. */
export type Signal = typeof GO_ON | typeof BREAK | typeof CONTINUE;
export const GO_ON = 0;
export const BREAK = 1;
export const CONTINUE = 2;

/** A compiled statement: writes its output to the run of the frame. */
export type Statement = (frame: Frame) => Signal;

/** Value of a variable that has not been set. */
class Unset extends Special {
  readonly what = 'an undefined value';
  member(): Value {
    return undefined;
  }
}
/** The only instance. */
export const UNSET = new Unset();

/** A compiled body that runs in a frame of its own. */
interface Unit {
  /** Number of its variables. */
  readonly slots: number;
  readonly body: Statement;
}

/** A block of one template. */
export interface BlockUnit extends Unit {
  readonly name: string;
}

/** A macro, or the body of a `call` section. */
export interface MacroUnit extends Unit {
  readonly name: string;
  /** In the order of their positions. `fallback`, the default value, is evaluated in the macro's own frame. */
  readonly params: readonly {
    readonly name: string;
    readonly slot: number;
    readonly fallback: Expression | undefined;
  }[];
}

/** A compiled template. It is immutable and holds no data, so that all renderings of the same text share it. */
export interface Program extends Unit {
  readonly source: string;
  /** Number of compiled nodes, a measure of its size in memory. */
  readonly nodes: number;
  readonly parent: { readonly name: Expression; readonly place: Position } | undefined;
  readonly blocks: ReadonlyMap<string, BlockUnit>;
  readonly macros: ReadonlyMap<string, MacroUnit>;
}

/** A program with the name under which it was loaded. */
export interface Template {
  readonly name: string;
  readonly program: Program;
}

/**
 * Loads the template of a name. When there is none, returns null if it is optional.
 * @throws {TemplateError} at `place`, otherwise
 */
export type LoadTemplate = (name: string, place: Position, optional: boolean) => Template | null;

/** The names that a template sees: those set by itself, then those set by the templates around it, then the job's data. */
export class Context {
  readonly #data: PlainObject;
  readonly #outer: Context | undefined;
  #names: Map<string, Value> | undefined;

  constructor(data: PlainObject, outer?: Context, names?: Map<string, Value>) {
    this.#data = data;
    this.#outer = outer;
    this.#names = names;
  }

  /** A context that sees all names of this one; names set in it are not seen here. */
  inner(names?: Map<string, Value>): Context {
    return new Context(this.#data, this, names);
  }

  /** A context that sees nothing of this one. */
  fresh(): Context {
    return new Context(NO_DATA);
  }

  /** The value of a name; undefined when it is not set. */
  get(name: string): Value {
    const own = this.#names?.get(name);
    if (own !== undefined || this.#names?.has(name) === true) return own;
    if (this.#outer !== undefined) return this.#outer.get(name);
    return Object.hasOwn(this.#data, name) ? this.#data[name] : undefined;
  }

  /** All names that are seen, for suggestions. */
  names(): readonly string[] {
    return [...(this.#names?.keys() ?? []), ...(this.#outer?.names() ?? Object.keys(this.#data))];
  }

  /** The value of a name that is set in this context itself. */
  getSet(name: string): Value {
    return this.#names?.get(name);
  }

  /** Set a name in this context. */
  set(name: string, value: Value): void {
    this.#names ??= new Map();
    this.#names.set(name, value);
  }
}

const NO_DATA: PlainObject = Object.freeze(emptyMap()) as PlainObject;

/** By name of a block its versions, from the most derived template to the base, each with the template that defines it. */
type BlockTable = ReadonlyMap<string, readonly { readonly block: BlockUnit; readonly template: Template }[]>;

/** One activation of a template, macro or block, with its variables. */
export class Frame {
  readonly run: Run;
  readonly load: LoadTemplate;
  readonly template: Template;
  readonly context: Context;
  readonly blocks: BlockTable;
  readonly vars: Value[];
  /** Index of the version of the block that this frame runs. */
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
