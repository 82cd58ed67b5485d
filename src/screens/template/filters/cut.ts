/** Filters that shorten and wrap text. */
import type { Run } from '../run/run.ts';
import type { Filter } from '../signature.ts';
import { inserted, textFilter } from './define.ts';

const MAX_LENGTH = 1_000_000;

/** Below U+0300 every code unit is a whole character. */
const MAY_COMBINE = /[\u0300-\uffff]/;

/**
 * One character as readers see it: a flag, or a letter or symbol with its combining marks, skin tones and joined symbols.
 * This is simpler than Unicode's grapheme clusters, since `Intl.Segmenter` takes quadratic time.
 */
const MARKS = '(?:\\p{M}|[\\u{1f3fb}-\\u{1f3ff}])*';
const CHARACTER = new RegExp(`\\p{RI}\\p{RI}|\\P{M}${MARKS}(?:\\u200d\\P{M}${MARKS})*|\\p{M}`, 'gu');

/** Offset behind the first `count` characters of a text; undefined when it has no more of them. */
function endOf(text: string, count: number, run: Run): number | undefined {
  if (text.length <= count) return undefined;
  if (!MAY_COMBINE.test(text.slice(0, count + 1))) return count;
  let seen = 0;
  for (const { index } of text.matchAll(CHARACTER)) {
    if (seen === count) return index;
    seen += 1;
    run.spend(1);
  }
  return undefined;
}

function truncated(text: string, length: number, end: string, wholeWords: boolean, run: Run): string {
  const at = endOf(text, length, run);
  if (at === undefined) return text;
  const kept = text.slice(0, at);
  if (!wholeWords || /\s/.test(text.charAt(at))) return kept + end;
  const space = kept.search(/\s\S*$/);
  return (space > 0 ? kept.slice(0, space) : kept) + end;
}

interface Wrapping {
  readonly width: number;
  readonly breakLong: boolean;
  readonly lines: string[];
}

/** Break one line at spaces, and if wanted also within words that are longer than a line. */
function wrapLine(line: string, { width, breakLong, lines }: Wrapping): void {
  let current = '';
  const flush = (): void => {
    lines.push(current);
    current = '';
  };
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > width) flush();
    current = current === '' ? word : `${current} ${word}`;
    while (breakLong && current.length > width) {
      lines.push(current.slice(0, width));
      current = current.slice(width);
    }
  }
  flush();
}

export const CUT_FILTERS: Readonly<Record<string, Filter>> = {
  truncate: textFilter('length killwords end', ({ text, safe }, args, run) =>
    truncated(
      text,
      args.integer(0, 255, 0, MAX_LENGTH),
      inserted(args, 2, '…', safe),
      !args.flag(1, true),
      run,
    ),
  ),
  wordwrap: textFilter('width break_long_words wrapstring', ({ text, safe }, args, run) => {
    const width = args.integer(0, 79, 1, MAX_LENGTH);
    const separator = inserted(args, 2, '\n', safe);
    run.spend(text.length);
    const lines: string[] = [];
    for (const line of text.split('\n')) wrapLine(line, { width, breakLong: args.flag(1, true), lines });
    run.grow(lines.length * separator.length);
    return lines.join(separator);
  }),
};
