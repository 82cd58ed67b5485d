/** Search and filters, which live in the address: a filtered fleet can be bookmarked and sent. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { callAdmin } from '../../api/call.ts';
import type { FleetValues } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { query, setQuery } from '../../parts/location.ts';
import { useLoad } from '../../parts/use-load.ts';
import { DelayedInput } from './delayed-input.tsx';
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

interface FilterPickProps {
  readonly name: keyof FleetValues;
  readonly label: string;
  /** A pattern, as an example. */
  readonly example: string;
  /** Null until they are there. */
  readonly values: FleetValues | null;
}

/** A filter by names: those that there are, each with the number of devices that it finds, or a pattern. */
function FilterPick({ name, label, example, values }: FilterPickProps) {
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => closeFromOutside(box), []);
  const text = query.value.get(name) ?? '';
  const chosen = text === '' ? [] : text.split(',');
  const has = (value: string): boolean => chosen.some((one) => one.toLowerCase() === value.toLowerCase());
  const toggle = (value: string): void => {
    const others = chosen.filter((one) => one.toLowerCase() !== value.toLowerCase());
    setQuery({ [name]: (has(value) ? others : [...chosen, value]).join(',') });
  };
  const offered = values?.[name] ?? [];
  // What is chosen can be taken away, also when no device has it.
  const gone = chosen.filter(
    (one) => !offered.some(({ value }) => value.toLowerCase() === one.toLowerCase()),
  );
  return (
    <details ref={box} class="filter-pick">
      <summary>
        <span class="muted">{label}</span> <strong>{text === '' ? 'all' : chosen.join(', ')}</strong>
      </summary>
      <fieldset class="pick-menu">
        <legend class="hidden-text">{label}</legend>
        <DelayedInput
          label={`${label}: a name or a pattern`}
          placeholder={`Such as ${example}`}
          value={text}
          onValue={(typed) => setQuery({ [name]: typed })}
        />
        <ul>
          {[...gone.map((value) => ({ value, count: 0 })), ...offered].map(({ value, count }) => (
            <li key={value}>
              <label>
                <input type="checkbox" checked={has(value)} onChange={() => toggle(value)} />
                <span class="value">{value}</span>
                <span class="muted count">{count === 0 ? '' : count.toLocaleString('en')}</span>
              </label>
            </li>
          ))}
        </ul>
        {values !== null && offered.length === 0 && <p class="muted">No device has one.</p>}
      </fieldset>
    </details>
  );
}

/** A list closes with Escape, and when the user goes on elsewhere. Returns the function that ends it. */
function closeFromOutside(box: { readonly current: HTMLDetailsElement | null }): () => void {
  const close = ({ target }: Event): void => {
    const { current } = box;
    if (current !== null && target instanceof Node && !current.contains(target)) current.open = false;
  };
  const closeByKey = (event: KeyboardEvent): void => {
    const { current } = box;
    if (event.key !== 'Escape' || current?.open !== true) return;
    current.open = false;
    current.querySelector('summary')?.focus();
  };
  document.addEventListener('pointerdown', close);
  document.addEventListener('focusin', close);
  document.addEventListener('keydown', closeByKey);
  return () => {
    document.removeEventListener('pointerdown', close);
    document.removeEventListener('focusin', close);
    document.removeEventListener('keydown', closeByKey);
  };
}
