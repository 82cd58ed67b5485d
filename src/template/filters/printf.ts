/** The filter that fills values into a pattern, as C's printf does. */
import type { Run } from '../run/run.ts';
import { textOf } from '../run/text.ts';
import type { Args, Filter } from '../signature.ts';
import { typeName, type Value } from '../values.ts';
import { textFilter } from './define.ts';

const DIRECTIVE = /%([-+ 0]*)(\d{0,3})(?:\.(\d{1,2}))?([sdifx%])/g;
const MAX_DECIMALS = 15;

interface Directive {
  readonly flags: string;
  readonly width: number;
  readonly decimals: number | undefined;
  readonly letter: string;
}

function numberOf(value: Value, run: Run): number {
  if (typeof value === 'number') return value;
  throw run.error(`filter 'format' expects a number here, got ${typeName(value)}`);
}

function digitsOf(value: number, { letter, decimals }: Directive): string {
  const size = Math.abs(value);
  if (letter === 'f') return size.toFixed(Math.min(decimals ?? 6, MAX_DECIMALS));
  return Math.trunc(size).toString(letter === 'x' ? 16 : 10);
}

function written(value: Value, directive: Directive, run: Run): string {
  const { flags, width, decimals, letter } = directive;
  if (letter === 's')
    return filled('', textOf(value, run).slice(0, decimals ?? undefined), flags.replace('0', ''), width);
  const number = numberOf(value, run);
  const plus = flags.includes('+') ? '+' : '';
  const positive = plus === '' && flags.includes(' ') ? ' ' : plus;
  const digits = digitsOf(number, directive);
  return filled(number < 0 && Number(digits) !== 0 ? '-' : positive, digits, flags, width);
}

function filled(sign: string, text: string, flags: string, width: number): string {
  if (flags.includes('-')) return (sign + text).padEnd(width);
  if (flags.includes('0')) return sign + text.padStart(width - sign.length, '0');
  return (sign + text).padStart(width);
}

function formatted(pattern: string, args: Args, run: Run): string {
  let next = 0;
  return pattern.replace(
    DIRECTIVE,
    (_all, flags: string, width: string, decimals: string | undefined, letter: string) => {
      if (letter === '%') return '%';
      if (next >= args.values.length)
        throw run.error("filter 'format' has fewer values than its pattern asks for");
      const directive = {
        flags,
        width: Number(width),
        decimals: decimals === undefined ? undefined : Number(decimals),
        letter,
      };
      const text = written(args.values[next], directive, run);
      next += 1;
      run.grow(text.length);
      return text;
    },
  );
}

export const PRINTF_FILTERS: Readonly<Record<string, Filter>> = {
  format: textFilter('*', ({ text }, args, run) => formatted(text, args, run)),
};
