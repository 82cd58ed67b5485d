/** Search and filters, which live in the address: a filtered fleet can be bookmarked and sent. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { query, setQuery } from '../../parts/location.ts';
import { clearFilters, isFiltered, search, TEXT_FILTERS } from './fleet-query.ts';

/** Asked for so long after the last key. */
const TYPING_MS = 250;

export function FilterBar() {
  const isOpen = useSignal(TEXT_FILTERS.some(([name]) => query.value.has(name)));
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

interface DelayedInputProps {
  readonly id?: string;
  readonly type?: 'search' | 'text';
  readonly label?: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onValue: (text: string) => void;
}

function DelayedInput({ label, value, onValue, type = 'text', ...control }: DelayedInputProps) {
  const waiting = useRef<number | null>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The address may change by itself, as with "Clear all"; what is being typed stays.
    const element = input.current;
    if (element !== null && waiting.current === null && element.value.trim() !== value) element.value = value;
  }, [value]);
  const shared = {
    ...control,
    ref: input,
    'aria-label': label,
    defaultValue: value,
    onInput: (event: { readonly currentTarget: HTMLInputElement }): void => {
      const text = event.currentTarget.value.trim();
      if (waiting.current !== null) window.clearTimeout(waiting.current);
      waiting.current = window.setTimeout(() => {
        waiting.current = null;
        onValue(text);
      }, TYPING_MS);
    },
  };
  return type === 'search' ? <input {...shared} type="search" /> : <input {...shared} type="text" />;
}
