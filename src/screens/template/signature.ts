/** Declares the arguments of filters, tests and functions, and gives typed access to their values. */
import type { Run } from './run/run.ts';
import { isList, isTrue, plainText, typeName, type Value } from './values.ts';

interface Parameter {
  /** The first is the documented name, the others are aliases. */
  readonly names: readonly string[];
  readonly required: boolean;
}

/** Arguments in the order of their positions. With `rest`, any number of further arguments is accepted. */
export interface Signature {
  readonly params: readonly Parameter[];
  readonly rest: boolean;
}

/**
 * Declare arguments: names separated by spaces, `!` behind required ones, `|` before aliases,
 * and `*` at the end for any number of further arguments. Example: `from! to! count|limit`.
 */
export function signature(text: string): Signature {
  const words = text.split(' ').filter((word) => word !== '');
  return {
    params: words.filter((word) => word !== '*').map(parameter),
    rest: words.includes('*'),
  };
}

function parameter(word: string): Parameter {
  return { names: word.replace('!', '').split('|'), required: word.includes('!') };
}

/** The arguments of one call. Error messages name the filter, the argument and the type that it got, but no values. */
export class Args {
  readonly #owner: string;
  readonly #params: readonly Parameter[];
  readonly #run: Run;
  readonly values: readonly Value[];

  /** @param owner  the called filter, test or function, for messages: `filter 'round'` */
  constructor(owner: string, signature: Signature, values: readonly Value[], run: Run) {
    this.#owner = owner;
    this.#params = signature.params;
    this.values = values;
    this.#run = run;
  }

  /** A number; the fallback when the argument is left out, undefined or none. */
  number(index: number, fallback: number): number {
    const value = this.values[index];
    if (value === undefined || value === null) return fallback;
    if (typeof value === 'number' && !Number.isNaN(value)) return value;
    throw this.#wrong(index, 'a number', value);
  }

  /** A whole number from `min` to `max`; the fallback when the argument is left out, undefined or none. */
  integer(index: number, fallback: number, min: number, max: number): number {
    const value = this.number(index, fallback);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    throw this.#run.error(
      `${this.#owner}: ${this.#nameOf(index)} must be a whole number from ${min} to ${max}`,
    );
  }

  /** A text; the fallback when the argument is left out, undefined or none. Numbers count as text. */
  text(index: number, fallback: string): string {
    const value = this.values[index];
    if (value === undefined || value === null) return fallback;
    if (typeof value === 'number') return String(value);
    const text = plainText(value);
    if (text !== undefined) return text;
    throw this.#wrong(index, 'text', value);
  }

  /** A text, or undefined when the argument is left out. */
  optionalText(index: number): string | undefined {
    const value = this.values[index];
    return value === undefined || value === null ? undefined : this.text(index, '');
  }

  /** Whether an argument is true; the fallback when it is left out or undefined. */
  flag(index: number, fallback: boolean): boolean {
    const value = this.values[index];
    return value === undefined ? fallback : isTrue(value);
  }

  /** A list, which must be given. */
  list(index: number): readonly Value[] {
    const value = this.values[index];
    if (isList(value)) return value;
    throw this.#wrong(index, 'a list', value);
  }

  /** The error for an input (left of the bar) that the filter cannot use. */
  refuse(expected: string, value: Value): Error {
    return this.#run.error(`${this.#owner} expects ${expected}, got ${typeName(value)}`);
  }

  #wrong(index: number, expected: string, value: Value): Error {
    return this.#run.error(
      `${this.#owner}: ${this.#nameOf(index)} must be ${expected}, got ${typeName(value)}`,
    );
  }

  #nameOf(index: number): string {
    return this.#params[index]?.names[0] ?? `argument ${index + 1}`;
  }
}

/** A filter: `value | name(…)`. */
export interface Filter {
  readonly signature: Signature;
  run(input: Value, args: Args, run: Run): Value;
}

/** A test: `value is name(…)`. */
export interface Test {
  readonly signature: Signature;
  run(input: Value, args: Args, run: Run): boolean;
}

/** A function: `name(…)`. */
export interface GlobalFunction {
  readonly signature: Signature;
  run(args: Args, run: Run): Value;
}
