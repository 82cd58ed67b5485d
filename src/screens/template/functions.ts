/** The functions that templates can call. */
import { type CallArguments, Callable } from './run/callable.ts';
import type { Frame } from './run/frame.ts';
import type { Run } from './run/run.ts';
import { type GlobalFunction, signature } from './signature.ts';
import type { Value } from './values.ts';

/** Numbers that `range()` may give: more than a picture has columns. */
const TEMPLATE_RANGE = 10_000;

const RANGE_TO: GlobalFunction = {
  signature: signature('end! start step_by|step'),
  run: (args, run) => range(args.number(1, 0), args.number(0, 0), args.number(2, 1), run),
};
const RANGE_FROM_TO: GlobalFunction = {
  signature: signature('start! end! step_by|step'),
  run: (args, run) => range(args.number(0, 0), args.number(1, 0), args.number(2, 1), run),
};

function range(start: number, end: number, step: number, run: Run): Value {
  const count = Math.ceil((end - start) / step);
  if (step === 0 || Number.isNaN(count))
    throw run.error("function 'range': step_by must be a number other than 0");
  if (count > TEMPLATE_RANGE) {
    throw run.limit(`function 'range' gives at most ${TEMPLATE_RANGE} numbers`);
  }
  if (count <= 0) return [];
  run.spend(count);
  return Array.from({ length: count }, (_, index) => start + index * step);
}

/** Returns its values in turn: `next()`, `current` (what `next()` will give, as in Jinja), `reset()`. */
class Cycler extends Callable {
  readonly what = 'a cycler';
  readonly #values: readonly Value[];
  /** The index of the next value. */
  #position = 0;

  constructor(values: readonly Value[]) {
    super();
    this.#values = values;
  }

  override member(name: string): Value {
    if (name === 'current') return this.#values[this.#position];
    if (name === 'next') return new Method('cycler.next', () => this.call());
    if (name !== 'reset') return undefined;
    return new Method('cycler.reset', () => {
      this.#position = 0;
      return undefined;
    });
  }

  call(): Value {
    const value = this.#values[this.#position];
    this.#position = (this.#position + 1) % this.#values.length;
    return value;
  }
}

/** Returns an empty text when called for the first time, then its separator. */
class Joiner extends Callable {
  readonly what = 'a joiner';
  readonly #separator: Value;
  #used = false;

  constructor(separator: Value) {
    super();
    this.#separator = separator;
  }

  call(): Value {
    if (this.#used) return this.#separator;
    this.#used = true;
    return '';
  }
}

class Method extends Callable {
  readonly what: string;
  readonly #compute: () => Value;

  constructor(name: string, compute: () => Value) {
    super();
    this.what = `the function '${name}'`;
    this.#compute = compute;
  }

  call(_args: CallArguments, frame: Frame): Value {
    frame.run.spend(1);
    return this.#compute();
  }
}

/** A function with the same signature for any number of arguments. */
function fixed(text: string, run: GlobalFunction['run']): () => GlobalFunction {
  const definition = { signature: signature(text), run };
  return () => definition;
}

/**
 * All functions, by name. The signature may depend on the number of arguments that are given by position:
 * `range(end)`, but `range(start, end, step)`.
 */
export const FUNCTIONS: ReadonlyMap<string, (positional: number) => GlobalFunction> = new Map([
  ['range', (positional: number) => (positional > 1 ? RANGE_FROM_TO : RANGE_TO)],
  [
    'cycler',
    fixed('*', (args, run) => {
      if (args.values.length === 0) throw run.error("function 'cycler' needs at least one value");
      return new Cycler(args.values);
    }),
  ],
  ['joiner', fixed('separator', (args) => new Joiner(args.text(0, ', ')))],
  [
    'throw',
    fixed('message!', (args, run) => {
      throw run.error(args.text(0, ''));
    }),
  ],
]);
