/** Values that a template can call: macros, the body of a `call` section, cyclers and joiners. */

import type { Position } from '../../../platform/base/position.ts';
import { plural } from '../../../platform/base/words.ts';
import { suggestion } from '../suggestion.ts';
import { dataError } from '../template-error.ts';
import { type SafeText, Special, typeName, type Value } from '../values.ts';
import { type Context, Frame, type MacroUnit, type Template } from './frame.ts';

/** Evaluated arguments of a call. */
export interface CallArguments {
  readonly positional: readonly Value[];
  readonly named: readonly (readonly [name: string, value: Value])[];
  /** The body of a `call` section. */
  readonly caller: Value;
}

/** A value that can be called. It has no members unless a subclass adds them. */
export abstract class Callable extends Special {
  /** Call it with the frame and the place of the call. */
  abstract call(args: CallArguments, frame: Frame, place: Position): Value;

  member(_name: string): Value {
    return undefined;
  }
}

/** A macro, bound to the file that defines it. */
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

/** The body of a `call` section: runs in the frame of the template around it, and so sees its variables. */
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

/** Run a macro, which may be defined in another file, and return what it writes. */
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
    const count = plural(params.length, 'argument');
    throw dataError(place, `'${unit.name}' takes ${count}, got ${given}`);
  }
  for (const [name] of args.named) {
    const index = params.findIndex((param) => param.name === name);
    if (index === -1) {
      const close = suggestion(
        name,
        params.map((param) => param.name),
      );
      throw dataError(place, `'${unit.name}' has no argument '${name}'${close}`);
    }
    if (index < given) throw dataError(place, `'${unit.name}' is given the argument '${name}' twice`);
  }
}

/** Assign the arguments to the parameters; an undefined one counts as left out. `caller` is the body of a `call` section. */
function assign(unit: MacroUnit, args: CallArguments, frame: Frame): void {
  unit.params.forEach((param, index) => {
    const named = args.named.find(([name]) => name === param.name)?.[1];
    const written = index < args.positional.length ? args.positional[index] : named;
    const given = param.name === 'caller' ? (args.caller ?? written) : written;
    frame.vars[param.slot] = given === undefined ? param.fallback?.(frame) : given;
  });
}

/**
 * Call a value.
 * @param name  how the template refers to it, for messages
 * @throws {TemplateFault} it cannot be called, or not with these arguments
 */
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
