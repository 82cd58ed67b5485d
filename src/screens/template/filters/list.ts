/** Filters of lists and maps. `attribute` names a member of the items, also as a path: `attribute="line.name"`. */
import { charactersOf, keysOf, memberAt, memberNamed, memberPath, sizeOf } from '../run/lookup.ts';
import { itemsOf } from '../run/loop.ts';
import { compare, isEqual, joinTexts } from '../run/operators.ts';
import type { Run } from '../run/run.ts';
import { printedText } from '../run/text.ts';
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

/** Reads the member that an argument names; the item itself when the argument is left out. */
function reader(args: Args, index: number, run: Run): Read {
  const path = args.optionalText(index);
  return path === undefined ? (item) => item : (item) => memberPath(item, path, run);
}

/** Readers of several members, as in `attribute="line,at"`. */
function readers(args: Args, index: number, run: Run): readonly Read[] {
  const paths = args.optionalText(index)?.split(',') ?? [];
  if (paths.length === 0) return [(item) => item];
  return paths.map((path) => (item) => memberPath(item, path.trim(), run));
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

interface Order {
  readonly descending: boolean;
  /** True to ignore upper and lower case. */
  readonly fold: boolean;
}

/** Sorted by the first key, then by the next. Items without a key come last, in their old order. */
function sorted(list: readonly Value[], keys: readonly Read[], order: Order, run: Run): readonly Value[] {
  run.spend(list.length * keys.length * Math.ceil(Math.log2(list.length + 1)));
  const sign = order.descending ? -1 : 1;
  const keyed = list.map((item) => ({
    item,
    keys: keys.map((read) => (order.fold ? folded(read(item)) : read(item))),
  }));
  keyed.sort((a, b) => {
    for (const [index, left] of a.keys.entries()) {
      const right = b.keys[index];
      const missing = Number(isNothing(left)) - Number(isNothing(right));
      if (missing !== 0) return missing;
      const result = isNothing(left) ? 0 : sign * compare(left, right, run);
      if (result !== 0) return result;
    }
    return 0;
  });
  return keyed.map(({ item }) => item);
}

/** Whether case is ignored, from `case_sensitive` (as in Jinja and Tera) or else from `case_insensitive`. */
function folds(args: Args, insensitive: number, sensitive: number, fallback: boolean): boolean {
  if (args.values[sensitive] !== undefined) return !args.flag(sensitive, false);
  return args.flag(insensitive, fallback);
}

function folded(value: Value): Value {
  return plainText(value)?.toLowerCase() ?? value;
}

/** A text that is the same for equal values of one type. */
function identity(value: Value, fold: boolean, run: Run): string {
  if (isNothing(value)) return '';
  const key = fold ? folded(value) : value;
  return `${typeof key}:${printedText(key, run)}`;
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

/** Items by the text of a member, the groups in the order of their first items; items without the member are left out. */
function grouped(list: readonly Value[], read: Read, run: Run): ValueMap {
  const groups = new Map<string, Value[]>();
  for (const item of list) {
    const key = read(item);
    if (isNothing(key)) continue;
    const name = printedText(key, run);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  const map = emptyMap();
  for (const [name, items] of groups) map[name] = items;
  return map;
}

function extreme(sign: 1 | -1): Filter {
  return valueFilter('attribute case_sensitive', (input, args, run) => {
    const read = reader(args, 0, run);
    const fold = !args.flag(1, false);
    const key = (item: Value): Value => (fold ? folded(read(item)) : read(item));
    let best: Value;
    let bestKey: Value;
    const items = sequence(input, args, run);
    run.spend(items.length);
    for (const item of items) {
      const itemKey = key(item);
      if (isNothing(itemKey)) continue;
      if (!isNothing(bestKey) && sign * compare(itemKey, bestKey, run) <= 0) continue;
      best = item;
      bestKey = itemKey;
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

/** Parts of a list with `size` items each; the last part is filled up with `fill` unless that is undefined. */
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
  sort: listFilter('attribute reverse case_insensitive case_sensitive', (list, args, run) => {
    const order = { descending: args.flag(1, false), fold: folds(args, 2, 3, false) };
    return sorted(list, readers(args, 0, run), order, run);
  }),
  unique: listFilter('attribute case_insensitive case_sensitive', (list, args, run) =>
    unique(list, reader(args, 0, run), folds(args, 1, 2, true), run),
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
  dictsort: valueFilter('by reverse case_sensitive', (input, args, run) => {
    if (!isMap(input)) throw args.refuse('a map', input);
    const by = args.text(0, 'key');
    if (by !== 'key' && by !== 'value') throw run.error("filter 'dictsort': by must be 'key' or 'value'");
    const pairs = keysOf(input, run).map((key) => [key, input[key]]);
    const order = { descending: args.flag(1, false), fold: !args.flag(2, false) };
    return sorted(pairs, [(pair) => memberNamed(pair, by === 'key' ? '0' : '1', run)], order, run);
  }),
  list: valueFilter('', (input, _args, run) => itemsOf(input, run)),
  min: extreme(-1),
  max: extreme(1),
  sum: listFilter('attribute start', (list, args, run) => total(list, reader(args, 0, run), args)),
};
