/** The filter `format`, which inserts values into a pattern as C's printf does. */
import type { Run } from '../run/run.ts';
import { printedText } from '../run/text.ts';
import type { Args, Filter } from '../signature.ts';
import { typeName, type Value } from '../values.ts';
import { textFilter } from './define.ts';

const DIRECTIVE = /%([-+ 0]*)(\d{0,3})(?:\.(\d{1,2}))?([sdifxXoeEgG%])/g;
/** With the less common letters, a space is not a flag: "5 % each" is text. */
const RARE_WITH_SPACE = /^% +[oeEgG]$/;
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
  const digits = Math.min(decimals ?? 6, MAX_DECIMALS);
  switch (letter) {
    case 'f':
      return size.toFixed(digits);
    case 'e':
      return exponential(size.toExponential(digits));
    case 'g':
      return shortest(size, Math.max(1, digits));
    default:
      return Math.trunc(size).toString(BASES.get(letter) ?? 10);
  }
}

const BASES: ReadonlyMap<string, number> = new Map([
  ['x', 16],
  ['o', 8],
]);

/** In C's notation, where the exponent has at least two digits. */
function exponential(written: string): string {
  const [mantissa = '', power = ''] = written.split('e');
  return `${mantissa}e${power.slice(0, 1)}${power.slice(1).padStart(2, '0')}`;
}

/** `digits` significant digits without trailing zeros; with an exponent when the number is very small or large. */
function shortest(size: number, digits: number): string {
  const [mantissa = '', power = ''] = size.toExponential(digits - 1).split('e');
  const isPlain = Number(power) >= -4 && Number(power) < digits;
  return isPlain ? String(Number(size.toPrecision(digits))) : exponential(`${Number(mantissa)}e${power}`);
}

function written(value: Value, directive: Directive, run: Run): string {
  const { flags, width, decimals, letter } = directive;
  if (letter === 's')
    return filled('', printedText(value, run).slice(0, decimals ?? undefined), flags.replace('0', ''), width);
  const number = numberOf(value, run);
  const plus = flags.includes('+') ? '+' : '';
  const positive = plus === '' && flags.includes(' ') ? ' ' : plus;
  const small = digitsOf(number, { ...directive, letter: letter.toLowerCase() });
  const digits = letter === letter.toLowerCase() ? small : small.toUpperCase();
  const isNegative = number < 0 && /^[0.]*[1-9a-f]/.test(small);
  return filled(isNegative ? '-' : positive, digits, flags, width);
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
    (all, flags: string, width: string, decimals: string | undefined, letter: string) => {
      if (letter === '%') return '%';
      if (RARE_WITH_SPACE.test(all)) return all;
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
