/** Filters that change text: its letters, its words, and how it is encoded. */

import { escapeXml } from '../escape.ts';
import { charactersOf, STEPS_PER_PIECE } from '../run/lookup.ts';
import type { Run } from '../run/run.ts';
import { jsonOf, printedText } from '../run/text.ts';
import type { Filter } from '../signature.ts';
import { isList, SafeText } from '../values.ts';
import { anyFilter, inserted, textFilter, textInput, valueFilter } from './define.ts';

/** Lone surrogates, which `encodeURIComponent` refuses. */
const LONE_SURROGATES = /\p{Surrogate}/gu;

function urlEncoding(keepSlash: boolean): Filter {
  return valueFilter('', (input, args, run) => {
    const { text } = textInput(input, args, run);
    run.grow(text.length * 9);
    const encoded = encodeURIComponent(text.replace(LONE_SURROGATES, '\ufffd')).replace(
      /[!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
    return keepSlash ? encoded.replaceAll('%2F', '/') : encoded;
  });
}

const MAX_INDENT = 16;

const json = anyFilter('pretty indent', (input, args, run) =>
  jsonOf(input, run, args.integer(1, args.flag(0, false) ? 2 : 0, 0, MAX_INDENT)),
);

export const ENCODE_FILTERS: Readonly<Record<string, Filter>> = {
  json_encode: json,
  dump: json,
  tojson: json,
  urlencode: urlEncoding(true),
  urlencode_strict: urlEncoding(false),
};

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

const escaping = anyFilter('', (input, _args, run) => {
  if (input instanceof SafeText) return input;
  const text = printedText(input, run);
  run.grow(text.length * 6);
  return new SafeText(escapeXml(text));
});

const asText = anyFilter('', (input, _args, run) =>
  input instanceof SafeText ? input : printedText(input, run),
);

/** How often a part occurs in a text, at most `limit` times. */
function countOf(text: string, part: string, limit: number): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1 && count < limit; at = text.indexOf(part, at + part.length))
    count += 1;
  return count;
}

function replaced(text: string, from: string, to: string, limit: number, run: Run): string {
  if (from === '') return text;
  run.search(text, from);
  const count = countOf(text, from, limit);
  run.spend(count * STEPS_PER_PIECE);
  run.grow(count * to.length);
  const pieces: string[] = [];
  let start = 0;
  for (let done = 0; done < count; done++) {
    const at = text.indexOf(from, start);
    pieces.push(text.slice(start, at), to);
    start = at + from.length;
  }
  return pieces.join('') + text.slice(start);
}

/** The text without all repetitions of a part at its start or its end. */
function stripped(text: string, part: string, fromStart: boolean, fromEnd: boolean): string {
  if (part === '') return text;
  let start = 0;
  let end = text.length;
  while (fromStart && text.startsWith(part, start)) start += part.length;
  while (fromEnd && end - part.length >= start && text.endsWith(part, end)) end -= part.length;
  return text.slice(start, end);
}

function trimming(fromStart: boolean, fromEnd: boolean): Filter {
  return textFilter('pat|chars', ({ text }, args) => {
    const part = args.optionalText(0);
    if (part !== undefined) return stripped(text, part, fromStart, fromEnd);
    if (fromStart && fromEnd) return text.trim();
    return fromStart ? text.trimStart() : text.trimEnd();
  });
}

/** Text without tags and comments, with each run of white space replaced by one space. Takes linear time on any input. */
function withoutTags(text: string, run: Run): string {
  const pieces: string[] = [];
  let from = 0;
  while (from < text.length) {
    const open = text.indexOf('<', from);
    const end = open === -1 ? '' : text.startsWith('<!--', open) ? '-->' : '>';
    const close = open === -1 ? -1 : text.indexOf(end, open);
    if (close === -1) break;
    run.spend(STEPS_PER_PIECE);
    pieces.push(text.slice(from, open));
    from = close + end.length;
  }
  return (pieces.join('') + text.slice(from)).replace(/\s+/g, ' ').trim();
}

function indented(text: string, prefix: string, first: boolean, blank: boolean, run: Run): string {
  const lines = text.split('\n');
  run.grow(lines.length * prefix.length);
  return lines
    .map((line, index) => ((index === 0 && !first) || (line === '' && !blank) ? line : prefix + line))
    .join('\n');
}

const MAX_PAD = 1000;

/**
 * Pads text to a width.
 * @param place  how many of the missing characters are added before the text
 */
function padded(place: (missing: number) => number): Filter {
  return textFilter('width! fill', ({ text, safe }, args, run) => {
    const width = args.integer(0, 0, 0, MAX_PAD);
    const fill = inserted(args, 1, ' ', safe);
    const missing = Math.max(0, width - Array.from(text.slice(0, 2 * MAX_PAD)).length);
    const before = place(missing);
    run.grow(missing * fill.length);
    return fill.repeat(before) + text + fill.repeat(missing - before);
  });
}

function wordsIn(text: string, run: Run): number {
  let count = 0;
  for (const _word of text.matchAll(/\S+/g)) {
    run.spend(1);
    count += 1;
  }
  return count;
}

export const TEXT_FILTERS: Readonly<Record<string, Filter>> = {
  trim: trimming(true, true),
  trim_start: trimming(true, false),
  trim_end: trimming(false, true),
  trim_start_matches: trimming(true, false),
  trim_end_matches: trimming(false, true),
  replace: textFilter('from|old! to|new! count|max', ({ text, safe }, args, run) =>
    replaced(
      text,
      args.text(0, ''),
      inserted(args, 1, '', safe),
      args.number(2, Number.POSITIVE_INFINITY),
      run,
    ),
  ),
  striptags: textFilter('', ({ text }, _args, run) => withoutTags(text, run)),
  addslashes: textFilter('', ({ text }) => text.replace(/[\\"']/g, '\\$&')),
  indent: textFilter('prefix|width first blank', ({ text, safe }, args, run) => {
    const isCount = typeof args.values[0] === 'number';
    const prefix = isCount ? ' '.repeat(args.integer(0, 4, 0, MAX_PAD)) : inserted(args, 0, '    ', safe);
    return indented(text, prefix, args.flag(1, false), args.flag(2, false), run);
  }),
  center: padded((missing) => Math.floor(missing / 2)),
  pad_start: padded((missing) => missing),
  pad_end: padded(() => 0),
  wordcount: valueFilter('', (input, args, run) => wordsIn(textInput(input, args, run).text, run)),
  safe: anyFilter('', (input, _args, run) =>
    input === undefined || input === null || input instanceof SafeText
      ? input
      : new SafeText(printedText(input, run)),
  ),
  escape: escaping,
  escape_xml: escaping,
  e: escaping,
  as_str: asText,
  string: asText,
  split: valueFilter('pat|sep!', (input, args, run) => {
    const { text } = textInput(input, args, run);
    const part = args.text(0, '');
    if (part === '') return charactersOf(text, run);
    run.search(text, part);
    run.spend(STEPS_PER_PIECE * countOf(text, part, Number.POSITIVE_INFINITY));
    return text.split(part);
  }),
  reverse: valueFilter('', (input, args, run) => {
    if (isList(input)) {
      run.spend(input.length);
      return input.toReversed();
    }
    return charactersOf(textInput(input, args, run).text, run)
      .reverse()
      .join('');
  }),
};
