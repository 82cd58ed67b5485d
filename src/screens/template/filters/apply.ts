/** Filters that apply a test or another filter to every item of a list. */
import { memberPath } from '../run/lookup.ts';
import type { Run } from '../run/run.ts';
import { Args, type Filter, type Signature } from '../signature.ts';
import { suggestion } from '../suggestion.ts';
import { TESTS } from '../tests.ts';
import { isTrue, type Value } from '../values.ts';
import { listFilter } from './define.ts';

type Read = (item: Value) => Value;
type Holds = (value: Value) => boolean;

function isRequired(signature: Signature): boolean {
  return signature.params.some((param) => param.required);
}

/** Symbols that Jinja accepts as names of comparing tests. */
const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['==', 'eq'],
  ['!=', 'ne'],
  ['<', 'lt'],
  ['<=', 'le'],
  ['>', 'gt'],
  ['>=', 'ge'],
]);

/** The test that arguments name, with its argument; without a name, whether a value is true. */
function holds(args: Args, first: number, run: Run): Holds {
  const name = args.optionalText(first);
  if (name === undefined) return isTrue;
  const test = TESTS.get(SYMBOLS.get(name) ?? name);
  if (test === undefined) throw run.error(`unknown test '${name}'${suggestion(name, TESTS.keys())}`);
  const given = args.values[first + 1];
  const owner = `test '${name}'`;
  if (isRequired(test.signature) && given === undefined) throw run.error(`${owner} needs an argument`);
  const values = new Args(owner, test.signature, [given], run);
  return (value) => test.run(value, values, run);
}

function selecting(keep: boolean): Filter {
  return listFilter('test value', (list, args, run) => {
    const isWanted = holds(args, 0, run);
    return list.filter((item) => isWanted(item) === keep);
  });
}

function selectingByMember(keep: boolean): Filter {
  return listFilter('attribute! test value', (list, args, run) => {
    const isWanted = holds(args, 1, run);
    const path = args.text(0, '');
    return list.filter((item) => isWanted(memberPath(item, path, run)) === keep);
  });
}

/** Applies the filter of a name, which must work without arguments. */
function mapping(name: string, find: (name: string) => Filter | undefined, run: Run): Read {
  const filter = find(name);
  if (filter === undefined) throw run.error(`unknown filter '${name}': members are named with attribute=`);
  if (isRequired(filter.signature)) throw run.error(`filter '${name}' needs arguments, so map cannot use it`);
  const args = new Args(`filter '${name}'`, filter.signature, [], run);
  return (item) => filter.run(item, args, run);
}

/**
 * The filters of this file, by name.
 * @param find  looks up the filters that `map` may apply
 */
export function applyFilters(find: (name: string) => Filter | undefined): Readonly<Record<string, Filter>> {
  return {
    select: selecting(true),
    reject: selecting(false),
    selectattr: selectingByMember(true),
    rejectattr: selectingByMember(false),
    map: listFilter('filter attribute default', (list, args, run) => {
      const name = args.optionalText(0);
      const path = args.optionalText(1);
      if (path !== undefined) return list.map((item) => memberPath(item, path, run) ?? args.values[2]);
      if (name === undefined) throw run.error("filter 'map' needs attribute=, or the name of a filter");
      return list.map(mapping(name, find, run));
    }),
  };
}
