/** Filters of upper and lower case. In safe text they leave character references alone, since `&AMP;` is not XML. */
import { STEPS_PER_PIECE } from '../run/lookup.ts';
import type { Run } from '../run/run.ts';
import type { Filter } from '../signature.ts';
import { textFilter } from './define.ts';

/** @param isFirst  true when nothing comes before this text */
type Change = (text: string, isFirst: boolean) => string;

const REFERENCE = /&[#\w]+;/g;
/** A word starts after white space, `-` or an opening bracket. */
const WORD = /[^\s\-({[<]+/g;

function upper(text: string): string {
  return text.toUpperCase();
}

function lower(text: string): string {
  return text.toLowerCase();
}

function capitalized(text: string, isFirst: boolean): string {
  const [first = ''] = isFirst ? text : '';
  return first.toUpperCase() + text.slice(first.length).toLowerCase();
}

/** Change the text between character references. */
function betweenReferences(text: string, change: Change, run: Run): string {
  let result = '';
  let from = 0;
  for (const match of text.matchAll(REFERENCE)) {
    run.spend(STEPS_PER_PIECE);
    result += change(text.slice(from, match.index), from === 0) + match[0];
    from = match.index + match[0].length;
  }
  return result + change(text.slice(from), from === 0);
}

function letters(change: Change): Filter {
  return textFilter('', ({ text, safe }, _args, run) =>
    safe ? betweenReferences(text, change, run) : change(text, true),
  );
}

export const LETTER_FILTERS: Readonly<Record<string, Filter>> = {
  upper: letters(upper),
  lower: letters(lower),
  capitalize: letters(capitalized),
  title: textFilter('', ({ text, safe }, _args, run) => {
    run.spend(text.length);
    return text.replace(WORD, (word) =>
      safe ? betweenReferences(word, capitalized, run) : capitalized(word, true),
    );
  }),
};
