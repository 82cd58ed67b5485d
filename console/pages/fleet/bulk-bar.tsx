/** What can be done with the devices that are picked. */
import { useSignal } from '@preact/signals';
import { callAdmin } from '../../api/call.ts';
import type { FleetView } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { countText } from '../../parts/time-text.ts';
import { sayError } from '../../parts/toasts.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { filters } from './fleet-query.ts';
import { PAGE_ROWS } from './fleet-rows.ts';
import type { Picked, Selection } from './selection.ts';

interface BulkBarProps {
  readonly selection: Selection;
  /** Devices that pass the filters. */
  readonly total: number;
  readonly onDone: () => Promise<void>;
}

export function BulkBar({ selection, total, onDone }: BulkBarProps) {
  const isOpen = useSignal(false);
  const { length } = selection.devices;
  return (
    <section class="bulk-bar" aria-label="Selected devices">
      <span role="status">
        {length === 0 ? <span class="muted">None selected</span> : countText(length, 'selected', 'selected')}
      </span>
      <Button disabled={total === 0} onPress={() => selectAll(selection).catch(sayError)}>
        Select all {total.toLocaleString('en')}
      </Button>
      {length > 0 && <Button onPress={selection.clear}>Select none</Button>}
      <Button
        kind="primary"
        disabled={length === 0}
        onPress={() => {
          isOpen.value = true;
        }}
      >
        Change…
      </Button>
      {isOpen.value && (
        <BulkDialog
          devices={selection.devices}
          onClose={() => {
            isOpen.value = false;
          }}
          onDone={async () => {
            isOpen.value = false;
            selection.clear();
            await onDone();
          }}
        />
      )}
    </section>
  );
}

/** All devices that pass the filters, loaded or not. */
async function selectAll(selection: Selection): Promise<void> {
  const picked: Picked[] = [];
  let cursor: string | null = null;
  do {
    const query: URLSearchParams = new URLSearchParams(filters.value);
    query.set('limit', String(PAGE_ROWS));
    if (cursor !== null) query.set('cursor', cursor);
    const page: FleetView = await callAdmin<FleetView>(`/fleet?${query}`);
    picked.push(...page.devices.map(({ key, registered }) => ({ key, registered })));
    cursor = page.next;
  } while (cursor !== null);
  selection.add(picked);
}
