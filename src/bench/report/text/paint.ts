/** Colours for terminals that show them; everything can be read without. */
import type { RunTone } from '../headline.ts';

/** Paints a line, or leaves it as it is. */
export interface TablePaint {
  readonly heading: (line: string) => string;
  readonly faint: (line: string) => string;
  readonly tone: (tone: RunTone, line: string) => string;
}

const CODES: Readonly<Record<RunTone, number>> = { good: 32, doubtful: 33, bad: 31 };

/** @param colour  whether the terminal shows colours */
export function paintFor(colour: boolean): TablePaint {
  const code =
    (number: number) =>
    (line: string): string =>
      colour && line !== '' ? `\u001b[${number}m${line}\u001b[0m` : line;
  return {
    heading: code(1),
    faint: code(2),
    tone: (tone, line) => code(1)(code(CODES[tone])(line)),
  };
}
