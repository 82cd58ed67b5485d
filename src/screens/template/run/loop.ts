/** The items of `for` loops, and the `loop` variable inside them. */
import { words } from '../../../platform/base/words.ts';
import { isList, plainText, Special, typeName, type Value, type ValueMap } from '../values.ts';
import type { CallArguments } from './callable.ts';
import { Callable } from './callable.ts';
import { charactersOf, keysOf } from './lookup.ts';
import { isEqual } from './operators.ts';
import type { Run } from './run.ts';

/** The `loop` variable of one loop. The loop increases `index0` with every turn. */
export class LoopState extends Special {
  readonly what = "the 'loop' variable";
  readonly items: readonly Value[];
  index0 = -1;
  #seen: readonly Value[] | undefined;

  constructor(items: readonly Value[]) {
    super();
    this.items = items;
  }

  member(name: string): Value {
    const { index0 } = this;
    const { length } = this.items;
    switch (name) {
      case 'index':
        return index0 + 1;
      case 'index0':
        return index0;
      case 'revindex':
        return length - index0;
      case 'revindex0':
        return length - index0 - 1;
      case 'first':
        return index0 === 0;
      case 'last':
        return index0 === length - 1;
      case 'length':
        return length;
      case 'previtem':
        return this.items[index0 - 1];
      case 'nextitem':
        return this.items[index0 + 1];
      case 'cycle':
        return new LoopFunction('loop.cycle', (values) => values[index0 % Math.max(1, values.length)]);
      case 'changed':
        return new LoopFunction('loop.changed', (values, run) => this.#changed(values, run));
      default:
        return undefined;
    }
  }

  /** True when the values differ from those of the last call. */
  #changed(values: readonly Value[], run: Run): boolean {
    const same = this.#seen !== undefined && isEqual(values, this.#seen, run);
    this.#seen = values;
    return !same;
  }
}

/** All members of `loop`. */
export const LOOP_MEMBERS: readonly string[] = words(`
  index index0 revindex revindex0 first last length previtem nextitem cycle changed
`);

class LoopFunction extends Callable {
  readonly what: string;
  readonly #compute: (values: readonly Value[], run: Run) => Value;

  constructor(name: string, compute: (values: readonly Value[], run: Run) => Value) {
    super();
    this.what = `the function '${name}'`;
    this.#compute = compute;
  }

  call(args: CallArguments, frame: { readonly run: Run }): Value {
    frame.run.spend(args.positional.length);
    return this.#compute(args.positional, frame.run);
  }
}

/**
 * The items of a loop with one name: items of a list, keys of a map, characters of a text; none of undefined and none.
 * @throws {TemplateFault} the value has another type
 */
export function itemsOf(value: Value, run: Run): readonly Value[] {
  if (isList(value)) return value;
  if (value === undefined || value === null) return [];
  const text = plainText(value);
  if (text !== undefined) return charactersOf(text, run);
  if (typeof value === 'object' && !(value instanceof Special)) return keysOf(value as ValueMap, run);
  throw run.error(`cannot loop over ${typeName(value)}: expected a list, a map, text or range(end=…)`);
}

/**
 * The items of a loop with several names: lists with a value for each name, `[key, value]` for a map.
 * @throws {TemplateFault} the value is neither a map (for two names) nor a list of lists
 */
export function tuplesOf(value: Value, names: number, run: Run): readonly (readonly Value[])[] {
  if (value === undefined || value === null) return [];
  if (isList(value)) return value.map((item) => tuple(item, names, run));
  if (
    typeof value !== 'object' ||
    value instanceof Special ||
    plainText(value) !== undefined ||
    names !== 2
  ) {
    throw run.error(
      `cannot loop over ${typeName(value)} with ${names} names: expected a map or a list of lists`,
    );
  }
  const map = value as ValueMap;
  return keysOf(map, run).map((key) => [key, map[key]]);
}

function tuple(item: Value, names: number, run: Run): readonly Value[] {
  run.spend(1);
  if (isList(item)) return item;
  throw run.error(`a loop with ${names} names over a list needs lists as items, got ${typeName(item)}`);
}
