/** What to write here in the place of filters that Liquid has under other names, or as operators here. */
import { ownValue } from '../../../platform/base/plain.ts';

const INSTEAD: Readonly<Record<string, string>> = {
  plus: 'write value + number',
  minus: 'write value - number',
  times: 'write value * number',
  divided_by: 'write value / number, or value // number without a remainder',
  modulo: 'write value % number',
  append: 'write value ~ text',
  prepend: 'write text ~ value',
  at_least: 'write [value, number] | max',
  at_most: 'write [value, number] | min',
  ceil: 'write value | round(method="ceil")',
  floor: 'write value | round(method="floor")',
  upcase: 'write value | upper',
  downcase: 'write value | lower',
  strip: 'write value | trim',
  lstrip: 'write value | trim_start',
  rstrip: 'write value | trim_end',
  strip_html: 'write value | striptags',
  strip_newlines: 'write value | replace("\\n", "")',
  newline_to_br: 'set each line as a tspan: {% for line in value | split("\\n") %}',
  remove: 'write value | replace(text, "")',
  remove_first: 'write value | replace(text, "", 1)',
  replace_first: 'write value | replace(text, other, 1)',
  truncatewords: 'write value | split(" ") | slice(end=number) | join(" ")',
  size: 'write value | length',
  uniq: 'write value | unique',
  where: 'write value | filter(attribute="name", value=…)',
  find: 'write value | filter(attribute="name", value=…) | first',
  find_by: 'write value | filter(attribute="name", value=…) | first',
  compact: 'write value | select',
  json: 'write value | json_encode',
  parse_json: 'decode it in the script with json_decode',
  url_encode: 'write value | urlencode',
  escape_once: 'write value | escape',
  l_date: 'write value | date(format="%d %b")',
  number_with_delimiter: 'group the digits in the script',
  time_ago: 'compute it in the script',
  days_ago: 'compute it in the script',
  markdown_to_html: 'pictures have no HTML: set each line as a tspan',
};

/** `: write …` for a filter of Liquid; empty for any other name. */
export function insteadOfLiquid(name: string): string {
  const instead = ownValue(INSTEAD, name);
  return instead === undefined ? '' : `: ${instead}`;
}
