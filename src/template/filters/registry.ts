/** All filters that templates can use, by name. */
import type { Filter } from '../signature.ts';
import { CUT_FILTERS } from './cut.ts';
import { ENCODE_FILTERS } from './encode.ts';
import { LIST_FILTERS } from './list.ts';
import { NUMBER_FILTERS } from './number.ts';
import { TEXT_FILTERS } from './text.ts';
import { TIME_FILTERS } from './time.ts';

export const FILTERS: ReadonlyMap<string, Filter> = new Map(
  [TEXT_FILTERS, CUT_FILTERS, NUMBER_FILTERS, LIST_FILTERS, ENCODE_FILTERS, TIME_FILTERS].flatMap((group) =>
    Object.entries(group),
  ),
);
