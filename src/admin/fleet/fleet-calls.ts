/** Calls about the fleet as a table. */
import { adminCall } from '../admin-call.ts';
import { type QueryField, textQuery, wholeQuery, wrongQuery } from '../query-fields.ts';
import { FLEET_FILTERS } from './fleet-filters.ts';
import { FLEET_LIMITS } from './fleet-limits.ts';
import { type FleetOrder, fleetOrder, SORT_NAMES } from './fleet-sort.ts';
import { fleetValuesSchema, listFleetValues } from './fleet-values.ts';
import { fleetSchema, listFleet } from './list-fleet.ts';

const SORT: QueryField<FleetOrder> = {
  description: 'With `-` in front for the other direction',
  schema: { type: 'string', enum: SORT_NAMES.flatMap((name) => [name, `-${name}`]), default: 'key' },
  read: ([text = 'key'], name) => {
    const order = fleetOrder(text);
    if (order !== null) return order;
    const names = SORT_NAMES.join(', ');
    throw wrongQuery(name, `one of ${names}, with - in front for the other direction`, text);
  },
};

export const FLEET_CALLS = {
  listFleetValues: adminCall({
    method: 'GET',
    path: '/fleet/values',
    role: 'viewer',
    summary: 'Which values the filters can have, and how many devices each finds',
    description: 'Of devices that pass all other filters of the query.',
    query: FLEET_FILTERS,
    answer: { schema: fleetValuesSchema, description: 'The values by filter' },
    errors: ['overloaded'],
    run: ({ api, call, query }) => listFleetValues(api, query, call.caller.name),
  }),
  listFleet: adminCall({
    method: 'GET',
    path: '/fleet',
    role: 'viewer',
    summary: 'Devices as rows of a table, filtered, sorted and in pages',
    query: {
      ...FLEET_FILTERS,
      sort: SORT,
      cursor: textQuery('The `next` of the page before', {
        pattern: '^[A-Za-z0-9_-]+$',
        maxLength: FLEET_LIMITS.cursorCharacters,
        examples: ['WyJrZXkiLG51bGwsIkFBOkJCIl0'],
      }),
      limit: wholeQuery('Rows of the page', {
        min: 1,
        max: FLEET_LIMITS.maxPageRows,
        default: FLEET_LIMITS.pageRows,
      }),
    },
    answer: { schema: fleetSchema, description: 'The page', isCompressed: true },
    run: ({ api, call, query }) => listFleet(api, query, call.caller.name),
  }),
};
