/** All filters that templates can use, by name. A new filter is an entry in one of the groups. */
import type { Filter } from '../signature.ts';
import { applyFilters } from './apply.ts';
import { CUT_FILTERS } from './cut.ts';
import { LIST_FILTERS } from './list.ts';
import { NUMBER_FILTERS } from './number.ts';
import { PRINTF_FILTERS } from './printf.ts';
import { ENCODE_FILTERS, LETTER_FILTERS, TEXT_FILTERS } from './text.ts';
import { TIME_FILTERS } from './time.ts';

const GROUPS = [
  LETTER_FILTERS,
  TEXT_FILTERS,
  CUT_FILTERS,
  PRINTF_FILTERS,
  NUMBER_FILTERS,
  LIST_FILTERS,
  applyFilters((name) => TEMPLATE_FILTERS.get(name)),
  ENCODE_FILTERS,
  TIME_FILTERS,
];

export const TEMPLATE_FILTERS: ReadonlyMap<string, Filter> = new Map(
  GROUPS.flatMap((group) => Object.entries(group)),
);
