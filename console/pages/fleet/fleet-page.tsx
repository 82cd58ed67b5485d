/** All devices, and what is the matter with them. */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { mayDo } from '../../api/session.ts';
import { listen } from '../../api/stream.ts';
import type { FleetEvent, FleetRow, FleetView } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { FirstDevice } from '../../parts/first-device.tsx';
import { devicePath } from '../../parts/link.tsx';
import { navigate, setQuery } from '../../parts/location.ts';
import { isNarrow } from '../../parts/narrow.ts';
import { STATES } from '../../parts/state-tag.tsx';
import { countText } from '../../parts/time-text.ts';
import { VirtualTable } from '../../parts/virtual-table.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { COLUMNS } from './columns.tsx';
import { FilterBar } from './filter-bar.tsx';
import { chosenStates, clearFilters, filters, isFiltered, sortText, toggleState } from './fleet-query.ts';
import { FleetRows } from './fleet-rows.ts';
import { useSelection } from './selection.ts';

const ROW_PX = 56;
/** A row as a card, where the window is too narrow for a table. */
const CARD_PX = 116;
/** Counters and order are looked at again so long after something has happened. */
const SETTLE_MS = 2_000;

export function FleetPage() {
  const rows = useMemo(() => new FleetRows(), []);
  const identity = useMemo(
    () => ({ idOf: ({ key }: FleetRow) => key, placeOf: (key: string) => rows.placeOf(key) }),
    [],
  );
  const selection = useSelection();
  const lastPicked = useSignal<string | null>(null);
  const asked = new URLSearchParams(filters.value);
  asked.set('sort', sortText.value);
  const query = asked.toString();
  useEffect(() => {
    void rows.begin(query);
  }, [query]);
  useEffect(() => follow(rows), []);
  // Rows are not signals each: ten thousand of them would cost more than to render the few in sight.
  void rows.version.value;
  const toggle = (row: FleetRow, extend: boolean): void => {
    const from = lastPicked.value === null ? undefined : rows.placeOf(lastPicked.value);
    const to = rows.placeOf(row.key);
    if (extend && from !== undefined && to !== undefined) selection.add(rows.between(from, to));
    else selection.toggle(row);
    lastPicked.value = row.key;
  };
  const total = rows.total.value;
  const isNew = rows.isLoaded.value && rows.counters.value?.total === 0;
  if (isNew) return <FirstDevice />;
  return (
    <div class="fleet">
      <div class="page-head">
        <h1>Fleet</h1>
        <p class="muted" role="status">
          {rows.isLoaded.value ? countOf(total, rows.counters.value?.total ?? 0) : 'Loading…'}
        </p>
      </div>
      <Counters counters={rows.counters.value} />
      <FilterBar />
      {rows.error.value !== null && (
        <div class="notice bad" role="alert">
          <p>{rows.error.value.message}</p>
          <Button onPress={() => rows.refresh()}>Try again</Button>
        </div>
      )}
      {mayDo('admin') && <BulkBar selection={selection} total={total} onDone={() => rows.refresh()} />}
      {rows.isLoaded.value && total === 0 && isFiltered.value ? (
        <EmptyState title="No device passes these filters">
          <p>
            <Button onPress={clearFilters}>Show all devices</Button>
          </p>
        </EmptyState>
      ) : (
        <VirtualTable
          label="Devices"
          about={query}
          columns={COLUMNS}
          total={total}
          rowAt={(index) => rows.at(index)}
          keyOf={({ key, name }) => name ?? key}
          identity={identity}
          rowPx={isNarrow.value ? CARD_PX : ROW_PX}
          sort={sortText.value}
          onSort={(sort) => setQuery({ sort })}
          onSight={(_, last) => void rows.want(last)}
          onOpen={({ key }) => navigate(devicePath(key))}
          {...(mayDo('admin')
            ? {
                onToggle: toggle,
                isSelected: ({ key }: FleetRow) => selection.has(key),
                headStart: <span class="hidden-text">Selected</span>,
              }
            : {})}
        />
      )}
    </div>
  );
}

function countOf(shown: number, all: number): string {
  return shown === all
    ? countText(all, 'device')
    : `${shown.toLocaleString('en')} of ${countText(all, 'device')}`;
}

/** Take over what happens; until the function that it returns is called. */
function follow(rows: FleetRows): () => void {
  let waiting: number | null = null;
  const refreshSoon = (): void => {
    waiting ??= window.setTimeout(() => {
      waiting = null;
      void rows.refresh();
    }, SETTLE_MS);
  };
  const stop = listen({
    topics: ['device', 'config'],
    onEvent: (topic, data) => {
      if (topic === 'device') rows.apply(data as FleetEvent);
      refreshSoon();
    },
    onReset: () => void rows.refresh(),
  });
  return () => {
    stop();
    if (waiting !== null) window.clearTimeout(waiting);
  };
}

/** How many devices are in each state; pressed, a counter is a filter. */
export function Counters({ counters }: { readonly counters: FleetView['counters'] | null }) {
  return (
    <fieldset class="counters">
      <legend class="hidden-text">Filter by state</legend>
      {STATES.map(([state, text, tone, why]) => {
        const count = counters?.[state] ?? 0;
        return (
          <button
            key={state}
            type="button"
            class={`counter ${count > 0 ? tone : 'neutral'}`}
            aria-pressed={chosenStates.value.has(state)}
            title={why}
            onClick={() => toggleState(state)}
          >
            <strong>{counters === null ? '·' : count.toLocaleString('en')}</strong> {text}
          </button>
        );
      })}
    </fieldset>
  );
}
