/** Things that a template can call by a name of its own: macros, the body of a `call` section, cyclers and joiners. */
import { nearest } from '../../base/nearest.ts';
import type { Position } from '../../base/position.ts';
import { dataError } from '../template-error.ts';
import { type SafeText, Special, typeName, type Value } from '../values.ts';
import { type Context, Frame, type MacroUnit, type Template } from './frame.ts';

/** Arguments of a call, evaluated. */
export interface CallArguments {
  readonly positional: readonly Value[];
  readonly named: readonly (readonly [name: string, value: Value])[];
  /** The body of a `call` section. */
  readonly caller: Value;
}

/** Something that can be called. It has no members. */
export abstract class Callable extends Special {
  abstract call(args: CallArguments, frame: Frame, place: Position): Value;

  member(_name: string): Value {
    return undefined;
  }
}

/** A macro, bound to the file that it stands in. */
export class MacroValue extends Callable {
  readonly what: string;
  readonly #unit: MacroUnit;
  readonly #template: Template;
  readonly #context: Context;

  constructor(unit: MacroUnit, template: Template, context: Context) {
    super();
    this.what = `the macro '${unit.name}'`;
    this.#unit = unit;
    this.#template = template;
    this.#context = context;
  }

  call(args: CallArguments, from: Frame, place: Position): Value {
    const frame = new Frame(from, this.#template, this.#context, from.blocks, this.#unit.slots);
    frame.caller = args.caller;
    return callUnit(this.#unit, args, frame, place);
  }
}

/** The body of a `call` section: runs where it stands, with the variables of the template around it. */
export class CallerBody extends Callable {
  readonly what = "the body of a 'call' section";
  readonly #unit: MacroUnit;
  readonly #frame: Frame;

  constructor(unit: MacroUnit, frame: Frame) {
    super();
    this.#unit = unit;
    this.#frame = frame;
  }

  call(args: CallArguments, _from: Frame, place: Position): Value {
    return callUnit(this.#unit, args, this.#frame, place);
  }
}

/** Run a macro that may stand in another file, and hand back what it writes. */
function callUnit(unit: MacroUnit, args: CallArguments, frame: Frame, place: Position): SafeText {
  checkArguments(unit, args, place);
  const { run } = frame;
  const { file } = run;
  run.enter(place);
  const text = run.capture(() => {
    run.file = frame.template.name;
    assign(unit, args, frame);
    unit.body(frame);
  });
  run.file = file;
  run.leave();
  return text;
}

function checkArguments(unit: MacroUnit, args: CallArguments, place: Position): void {
  const { params } = unit;
  const given = args.positional.length;
  if (given > params.length) {
    const count = `${params.length} argument${params.length === 1 ? '' : 's'}`;
    throw dataError(place, `'${unit.name}' takes ${count}, got ${given}`);
  }
  for (const [name] of args.named) {
    const index = params.findIndex((param) => param.name === name);
    if (index === -1)
      throw dataError(place, `'${unit.name}' has no argument '${name}'${suggestion(name, params)}`);
    if (index < given) throw dataError(place, `'${unit.name}' is given the argument '${name}' twice`);
  }
}

/** Give the parameters their values. An undefined argument counts as left out; `caller` is the body of a `call` section. */
function assign(unit: MacroUnit, args: CallArguments, frame: Frame): void {
  unit.params.forEach((param, index) => {
    const named = args.named.find(([name]) => name === param.name)?.[1];
    const written = index < args.positional.length ? args.positional[index] : named;
    const given = param.name === 'caller' ? (args.caller ?? written) : written;
    frame.vars[param.slot] = given === undefined ? param.fallback?.(frame) : given;
  });
}

function suggestion(name: string, params: MacroUnit['params']): string {
  const close = nearest(
    name,
    params.map((param) => param.name),
  );
  return close === null ? '' : `: did you mean '${close}'?`;
}

/** Call a value that the template reached by a name. */
export function callValue(
  callee: Value,
  name: string,
  args: CallArguments,
  frame: Frame,
  place: Position,
): Value {
  if (callee instanceof Callable) return callee.call(args, frame, place);
  throw dataError(place, `'${name}' cannot be called: it is ${typeName(callee)}`);
}
