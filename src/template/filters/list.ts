/** Filters of lists and maps. Members are named by `attribute`, which may be a path: `attribute="line.name"`. */

import { charactersOf, keysOf, memberAt, memberNamed, memberPath, sizeOf } from '../run/lookup.ts';
import { itemsOf } from '../run/loop.ts';
import { compare, isEqual, joinTexts } from '../run/operators.ts';
import type { Run } from '../run/run.ts';
import { textOf } from '../run/text.ts';
import type { Args, Filter } from '../signature.ts';
import {
  emptyMap,
  isList,
  isMap,
  isTrue,
  plainText,
  SafeText,
  type Value,
  type ValueMap,
} from '../values.ts';
import { anyFilter, listFilter, valueFilter } from './define.ts';

type Read = (item: Value) => Value;

/** Reads the member that an argument names, or the item itself when it is left out. */
function reader(args: Args, index: number, run: Run): Read {
  const path = args.optionalText(index);
  return path === undefined ? (item) => item : (item) => memberPath(item, path, run);
}

/** A list, or the characters of a text. */
function sequence(input: Value, args: Args, run: Run): readonly Value[] {
  if (isList(input)) return input;
  const text = plainText(input);
  if (text === undefined) throw args.refuse('a list or text', input);
  return charactersOf(text, run);
}

function isNothing(value: Value): boolean {
  return value === undefined || value === null;
}

/** Items without a value to sort by come last, in their old order. */
function sorted(
  list: readonly Value[],
  read: Read,
  descending: boolean,
  fold: boolean,
  run: Run,
): readonly Value[] {
  run.spend(list.length * Math.ceil(Math.log2(list.length + 1)));
  const keyed = list.map((item) => {
    const key = read(item);
    return { item, key: fold ? folded(key) : key };
  });
  const known = keyed.filter(({ key }) => !isNothing(key));
  const sign = descending ? -1 : 1;
  known.sort((a, b) => sign * compare(a.key, b.key, run));
  return [...known, ...keyed.filter(({ key }) => isNothing(key))].map(({ item }) => item);
}

function folded(value: Value): Value {
  return plainText(value)?.toLowerCase() ?? value;
}

/** A key that is the same for equal values of one type. */
function identity(value: Value, fold: boolean, run: Run): string {
  if (isNothing(value)) return '';
  const key = fold ? folded(value) : value;
  return `${typeof key}:${textOf(key, run)}`;
}

function unique(list: readonly Value[], read: Read, fold: boolean, run: Run): readonly Value[] {
  const seen = new Set<string>();
  return list.filter((item) => {
    const key = identity(read(item), fold, run);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Items by the text of a member, in the order of their first appearance; items without the member are left out. */
function grouped(list: readonly Value[], read: Read, run: Run): ValueMap {
  const groups = new Map<string, Value[]>();
  for (const item of list) {
    const key = read(item);
    if (isNothing(key)) continue;
    const name = textOf(key, run);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  const map = emptyMap();
  for (const [name, items] of groups) map[name] = items;
  return map;
}

function extreme(sign: 1 | -1): Filter {
  return listFilter('attribute', (list, args, run) => {
    const read = reader(args, 0, run);
    let best: Value;
    for (const item of list) {
      const isBetter = isNothing(best) || sign * compare(read(item), read(best), run) > 0;
      if (!isNothing(read(item)) && isBetter) best = item;
    }
    return best;
  });
}

function total(list: readonly Value[], read: Read, args: Args): number {
  let sum = args.number(1, 0);
  for (const item of list) {
    const value = read(item);
    if (typeof value === 'number') sum += value;
    else if (!isNothing(value)) throw args.refuse('numbers in the list', value);
  }
  return sum;
}

/** Parts of a list with `size` items each; the last one is filled up when there is something to fill with. */
function batches(list: readonly Value[], size: number, fill: Value): readonly Value[] {
  const parts: Value[][] = [];
  for (let from = 0; from < list.length; from += size) parts.push(list.slice(from, from + size));
  const last = parts.at(-1);
  while (fill !== undefined && last !== undefined && last.length < size) last.push(fill);
  return parts;
}

const fallback = anyFilter('value|default_value! boolean', (input, args) => {
  const isMissing = isNothing(input) || (args.flag(1, false) && !isTrue(input));
  return isMissing ? args.values[0] : input;
});
const length = anyFilter('', (input, _args, run) => sizeOf(input, run));
const groupBy = listFilter('attribute!', (list, args, run) => grouped(list, reader(args, 0, run), run));

export const LIST_FILTERS: Readonly<Record<string, Filter>> = {
  length,
  count: length,
  default: fallback,
  d: fallback,
  first: valueFilter('', (input, args, run) => sequence(input, args, run)[0]),
  last: valueFilter('', (input, args, run) => sequence(input, args, run).at(-1)),
  nth: valueFilter('n!', (input, args, run) => sequence(input, args, run).at(args.number(0, 0))),
  join: valueFilter('sep|separator|d attribute', (input, args, run) => {
    const read = reader(args, 1, run);
    const separator = args.values[0] === undefined ? '' : args.values[0];
    const items = sequence(input, args, run);
    run.spend(items.length);
    return joinTexts(
      items.flatMap((item, index) => (index === 0 ? [read(item)] : [separator, read(item)])),
      run,
    );
  }),
  sort: listFilter('attribute reverse case_insensitive', (list, args, run) =>
    sorted(list, reader(args, 0, run), args.flag(1, false), args.flag(2, false), run),
  ),
  unique: listFilter('attribute case_insensitive', (list, args, run) =>
    unique(list, reader(args, 0, run), args.flag(1, false), run),
  ),
  group_by: groupBy,
  groupby: groupBy,
  filter: listFilter('attribute! value', (list, args, run) => {
    const read = reader(args, 0, run);
    const wanted = args.values[1];
    if (isNothing(wanted)) return list.filter((item) => !isNothing(read(item)));
    return list.filter((item) => isEqual(read(item), wanted, run));
  }),
  slice: valueFilter('start end', (input, args, run) => {
    const items = sequence(input, args, run);
    run.spend(items.length);
    const part = items.slice(args.number(0, 0), args.number(1, items.length));
    if (isList(input)) return part;
    return input instanceof SafeText ? new SafeText(part.join('')) : part.join('');
  }),
  batch: listFilter('size|linecount! fill|fill_with', (list, args) => {
    const size = args.integer(0, 1, 1, 10_000);
    return batches(list, size, args.values[1]);
  }),
  concat: listFilter('with!', (list, args, run) => {
    const more = args.values[0];
    run.spend(isList(more) ? more.length : 1);
    return isList(more) ? [...list, ...more] : [...list, more];
  }),
  get: valueFilter('key! default', (input, args, run) => {
    const found = isMap(input)
      ? memberNamed(input, args.text(0, ''), run)
      : memberAt(input, args.values[0], run);
    return isNothing(found) ? (args.values[1] ?? found) : found;
  }),
  keys: valueFilter('', (input, args, run) => {
    if (!isMap(input)) throw args.refuse('a map', input);
    return keysOf(input, run);
  }),
  values: valueFilter('', (input, args, run) => {
    if (!isMap(input)) throw args.refuse('a map', input);
    return keysOf(input, run).map((key) => input[key]);
  }),
  items: valueFilter('', (input, args, run) => {
    if (!isMap(input)) throw args.refuse('a map', input);
    return keysOf(input, run).map((key) => [key, input[key]]);
  }),
  dictsort: valueFilter('by reverse', (input, args, run) => {
    if (!isMap(input)) throw args.refuse('a map', input);
    const by = args.text(0, 'key') === 'value' ? '1' : '0';
    const pairs = keysOf(input, run).map((key) => [key, input[key]]);
    return sorted(pairs, (pair) => memberNamed(pair, by, run), args.flag(1, false), false, run);
  }),
  list: valueFilter('', (input, _args, run) => itemsOf(input, run)),
  min: extreme(-1),
  max: extreme(1),
  sum: listFilter('attribute start', (list, args, run) => total(list, reader(args, 0, run), args)),
};
