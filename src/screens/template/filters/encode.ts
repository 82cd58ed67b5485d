/** Filters that encode values as JSON and for URLs. */
import { jsonOf } from '../run/text.ts';
import type { Filter } from '../signature.ts';
import { anyFilter, textInput, valueFilter } from './define.ts';

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
