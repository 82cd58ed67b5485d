/** What of the fleet the address asks for: filters and order stand in the query of the page, under the names of the API. */
import { computed } from '@preact/signals';
import type { FleetState } from '../../api/types.ts';
import { query, setQuery } from '../../parts/location.ts';
import { STATES } from '../../parts/state-tag.tsx';

/** Filters by names, each with a pattern as an example. */
export const NAME_FILTERS = [
  ['screen', 'Screen', 'clock*'],
  ['panel', 'Panel', 'trmnl*'],
  ['tag', 'Tag', 'hall'],
  ['group', 'Group', 'halls'],
  ['model', 'Model', 'og'],
  ['firmware', 'Firmware', '<1.6'],
] as const;

/** Filters by bounds. */
export const TEXT_FILTERS = [
  ['battery_below', 'Battery below %', '30'],
  ['rssi_below', 'Wi-Fi below dBm', '-75'],
] as const;

const NAMES = ['state', 'q', ...NAME_FILTERS.map(([name]) => name), ...TEXT_FILTERS.map(([name]) => name)];

export const chosenStates = computed<ReadonlySet<FleetState>>(() => {
  const wanted = (query.value.get('state') ?? '').split(',');
  return new Set(STATES.map(([name]) => name).filter((name) => wanted.includes(name)));
});

export const search = computed(() => query.value.get('q') ?? '');

export const sortText = computed(() => query.value.get('sort') ?? 'state');

/** Filters of the address, as parameters of the API. */
export const filters = computed(() => {
  const chosen = new URLSearchParams();
  for (const name of NAMES) {
    const value = query.value.get(name);
    if (value !== null && value !== '') chosen.set(name, value);
  }
  return chosen;
});

export const isFiltered = computed(() => filters.value.size > 0);

/** Add a state to the filters, or take it away. */
export function toggleState(state: FleetState): void {
  const states = new Set(chosenStates.value);
  if (!states.delete(state)) states.add(state);
  setQuery({ state: [...states].join(',') });
}

export function clearFilters(): void {
  setQuery(Object.fromEntries(NAMES.map((name) => [name, null])));
}
