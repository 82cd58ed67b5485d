/** Reads the numbers behind a command of path data. Long paths are mostly numbers, so it reads them by character. */

/** The fourth and fifth argument of an arc are flags: one digit, which nothing needs to follow. */
const ARC_ARGUMENTS = 7;
const FLAGS: ReadonlySet<number> = new Set([3, 4]);

const [PLUS, COMMA, MINUS, DOT, ZERO, NINE, UPPER_E, LOWER_E] = [43, 44, 45, 46, 48, 57, 69, 101];

/**
 * All numbers of a text, whatever stands between them; for an arc, those in front of the first thing that is no number or
 * flag.
 * @param command  `a` and `A` are arcs
 */
export function readPathNumbers(command: string, text: string): readonly number[] {
  const reader = new NumberReader(text);
  const numbers: number[] = [];
  const isArc = command === 'a' || command === 'A';
  while (isArc ? reader.findArgument(numbers.length % ARC_ARGUMENTS) : reader.findNumber()) {
    numbers.push(reader.value);
  }
  return numbers;
}

class NumberReader {
  readonly #text: string;
  #at = 0;
  /** The number that was found last. */
  value = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Read the next number, wherever it is. */
  findNumber(): boolean {
    for (; this.#at < this.#text.length; this.#at += 1) if (this.#readNumber()) return true;
    return false;
  }

  /** Read the number or flag that comes next, with the separator in front of it. */
  findArgument(place: number): boolean {
    while (isSeparator(this.#text, this.#at)) this.#at += 1;
    if (!FLAGS.has(place)) return this.#readNumber();
    const flag = this.#text.charCodeAt(this.#at) - ZERO;
    if (flag !== 0 && flag !== 1) return false;
    this.#at += 1;
    this.value = flag;
    return true;
  }

  /** Read the number that begins here; false without one. */
  #readNumber(): boolean {
    const text = this.#text;
    const start = this.#at;
    const first = text.charCodeAt(start);
    const whole = first === PLUS || first === MINUS ? start + 1 : start;
    let end = digitsEnd(text, whole);
    let fraction = 0;
    if (text.charCodeAt(end) === DOT) {
      const fractionEnd = digitsEnd(text, end + 1);
      fraction = fractionEnd - end - 1;
      // A lone dot is no number.
      if (end === whole && fraction === 0) return false;
      end = fractionEnd;
    } else if (end === whole) return false;
    const exponent = exponentEnd(text, end);
    if (exponent === end && end - start <= EXACT_CHARACTERS) {
      this.value = shortNumber(text, whole, end, fraction) * (first === MINUS ? -1 : 1);
    } else this.value = Number(text.slice(start, exponent));
    this.#at = exponent;
    return true;
  }
}

/** An integer of 15 digits is exact as a double, and one rounding of the quotient gives the nearest double. */
const EXACT_CHARACTERS = 15;
const POWERS: readonly number[] = Array.from({ length: EXACT_CHARACTERS + 1 }, (_, power) => 10 ** power);

function shortNumber(text: string, start: number, end: number, fraction: number): number {
  let digits = 0;
  for (let at = start; at < end; at += 1) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit >= 0) digits = digits * 10 + digit;
  }
  return digits / (POWERS[fraction] ?? 1);
}

/** The end of the digits that begin here. */
function digitsEnd(text: string, start: number): number {
  let at = start;
  for (let code = text.charCodeAt(at); code >= ZERO && code <= NINE; code = text.charCodeAt(at)) at += 1;
  return at;
}

/** The end of the exponent that begins here; the same place without one. */
function exponentEnd(text: string, start: number): number {
  const letter = text.charCodeAt(start);
  if (letter !== LOWER_E && letter !== UPPER_E) return start;
  const sign = text.charCodeAt(start + 1);
  const digits = sign === PLUS || sign === MINUS ? start + 2 : start + 1;
  const end = digitsEnd(text, digits);
  return end === digits ? start : end;
}

/** Codes of ASCII below which, and at which, there are no other characters that separate numbers. */
const SPACE = 32;
const LAST_ASCII = 127;

function isSeparator(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code === COMMA || code === SPACE) return true;
  if (code > SPACE && code <= LAST_ASCII) return false;
  return at < text.length && /\s/.test(text.charAt(at));
}
