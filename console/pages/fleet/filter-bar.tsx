/** Search and filters, which live in the address: a filtered fleet can be bookmarked and sent. */
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { callAdmin } from '../../api/call.ts';
import type { FleetValues } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { query, setQuery } from '../../parts/location.ts';
import { useLoad } from '../../parts/use-load.ts';
import { DelayedInput } from './delayed-input.tsx';
import { FilterPick } from './filter-pick.tsx';
import { clearFilters, filters, isFiltered, NAME_FILTERS, search, TEXT_FILTERS } from './fleet-query.ts';

export function FilterBar() {
  const isOpen = useSignal([...NAME_FILTERS, ...TEXT_FILTERS].some(([name]) => query.value.has(name)));
  return (
    <search class="filter-bar">
      <DelayedInput
        type="search"
        label="Search by name, address, code, screen or tag"
        placeholder="Search: name, MAC, code, screen, tag"
        value={search.value}
        onValue={(text) => setQuery({ q: text })}
      />
      <button
        type="button"
        class="button"
        aria-expanded={isOpen.value}
        aria-controls="fleet-filters"
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        Filters
      </button>
      {isFiltered.value && (
        <Button kind="quiet" onPress={clearFilters}>
          Clear all
        </Button>
      )}
      <div id="fleet-filters" class="filters" hidden={!isOpen.value}>
        {isOpen.value && <Picks />}
        {TEXT_FILTERS.map(([name, label, example]) => (
          <Field key={name} label={label}>
            {(control) => (
              <DelayedInput
                {...control}
                placeholder={example}
                value={query.value.get(name) ?? ''}
                onValue={(text) => setQuery({ [name]: text })}
              />
            )}
          </Field>
        ))}
      </div>
    </search>
  );
}

/** The filters by names. What they offer is asked for once they are open. */
function Picks() {
  const asked = filters.value.toString();
  const known = useRef<FleetValues | null>(null);
  const loaded = useLoad((signal) => callAdmin<FleetValues>(`/fleet/values?${asked}`, { signal }), [asked], {
    topics: ['config'],
  }).value.value;
  // What was there stays in sight while it is asked for again.
  known.current = loaded ?? known.current;
  return NAME_FILTERS.map(([name, label, example]) => (
    <FilterPick key={name} name={name} label={label} example={example} values={known.current} />
  ));
}
