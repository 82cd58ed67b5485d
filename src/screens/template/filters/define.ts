/** Defines filters by the type of their input: how they treat missing values, and what they cost. */
import { LIMITS } from '../../../platform/base/limits.ts';
import { escapeXml } from '../escape.ts';
import type { Run } from '../run/run.ts';
import { printedText } from '../run/text.ts';
import { type Args, type Filter, signature } from '../signature.ts';
import { isList, SafeText, type Value } from '../values.ts';

type Apply<Input> = (input: Input, args: Args, run: Run) => Value;

/** A filter of any input, undefined and none included. */
export function anyFilter(args: string, run: Apply<Value>): Filter {
  return { signature: signature(args), run };
}

/** A filter that returns undefined and none unchanged, so that missing data prints nothing. */
export function valueFilter(args: string, run: Apply<Exclude<Value, undefined | null>>): Filter {
  return anyFilter(args, (input, given, at) =>
    input === undefined || input === null ? input : run(input, given, at),
  );
}

/** A filter of numbers. Text is refused with a hint, since a wrong number would be worse than an error. */
export function numberFilter(args: string, run: Apply<number>): Filter {
  return valueFilter(args, (input, given, at) => {
    if (typeof input === 'number') return run(input, given, at);
    throw given.refuse('a number (text becomes one with | int or | float)', input);
  });
}

/** A filter of lists. */
export function listFilter(args: string, run: Apply<readonly Value[]>): Filter {
  return valueFilter(args, (input, given, at) => {
    if (!isList(input)) throw given.refuse('a list', input);
    at.spend(input.length);
    return run(input, given, at);
  });
}

/** The input of a text filter. */
export interface TextInput {
  readonly text: string;
  /** True for safe text, which is markup already. */
  readonly safe: boolean;
}

/**
 * A filter from text to text; numbers and true/false count as text. Safe text stays safe.
 * Reading the input and the length of the result are paid for here; a filter that makes longer text pays with `run.grow`
 * before it does so.
 */
export function textFilter(args: string, run: (input: TextInput, args: Args, run: Run) => string): Filter {
  return valueFilter(args, (input, given, at) => {
    const source = textInput(input, given, at);
    const result = run(source, given, at);
    at.grow(result.length);
    return source.safe ? new SafeText(result) : result;
  });
}

/** The text of an input; lists and maps are refused. */
export function textInput(input: Value, args: Args, run: Run): TextInput {
  const safe = input instanceof SafeText;
  if (typeof input === 'object' && !safe) throw args.refuse('text', input);
  const text = printedText(input, run);
  if (text.length > LIMITS.templateOutputBytes) throw run.limit('the text is too long for a filter');
  run.scan(text.length);
  return { text, safe };
}

/** A text argument that becomes part of the result: escaped when the result is safe text and the argument is not. */
export function inserted(args: Args, index: number, fallback: string, safe: boolean): string {
  const text = args.text(index, fallback);
  return safe && !(args.values[index] instanceof SafeText) ? escapeXml(text) : text;
}
