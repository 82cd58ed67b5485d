/**
 * Reads numbers of the command line. The parser's `number` makes NaN of a text, and its `coerce` comes before its checks:
 * an option that is given twice would be told to be no number.
 */
import { EXIT, ExitError } from '../exit.ts';

/**
 * A number; undefined where the option is not given. Its bounds are checked by whoever uses it.
 * @throws {ExitError} 64
 */
export function readNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value)) return value;
  throw new ExitError(EXIT.usage, `${option}: expected a number, got "${text}"`);
}
