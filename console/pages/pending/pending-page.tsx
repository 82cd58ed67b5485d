/** What knocks: devices that call and have no screen of their own yet. */
import { useSignal } from '@preact/signals';
import { mayDo, session } from '../../api/session.ts';
import type { FleetEvent, FleetRow } from '../../api/types.ts';
import { useAssignable } from '../../parts/assignables.ts';
import { Button } from '../../parts/button.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { FirstDevice } from '../../parts/first-device.tsx';
import { Link } from '../../parts/link.tsx';
import { Loading } from '../../parts/loading.tsx';
import { countText } from '../../parts/time-text.ts';
import { useLoad } from '../../parts/use-load.ts';
import { isIgnored, type Knocking, knockingAfter, loadKnocking } from './knocking.ts';
import { PendingDevice } from './pending-device.tsx';

/** Each row has a list of all screens: more of them come on demand. */
const ROWS = 50;

export function PendingPage() {
  const loaded = useLoad(loadKnocking, [], {
    topics: ['device', 'config'],
    merge: (known, topic, data) => (topic === 'device' ? knockingAfter(known, data as FleetEvent) : null),
  });
  const total = loaded.value.value?.total;
  return (
    <>
      <div class="page-head">
        <h1>Pending</h1>
        <p class="muted" role="status">
          {total === undefined ? '' : `${countText(total, 'device')} without a screen`}
        </p>
      </div>
      <Loading loaded={loaded}>
        {(known) => <Knocks known={known} onDone={() => void loaded.reload()} />}
      </Loading>
    </>
  );
}

function Knocks({ known, onDone }: { readonly known: Knocking; readonly onDone: () => void }) {
  const assignable = useAssignable();
  const showsIgnored = useSignal(false);
  const rows = useSignal(ROWS);
  const lastScreen = useSignal('');
  if (known.total === 0) return known.fleet === 0 ? <FirstDevice /> : <NobodyKnocks />;
  const shown = known.devices.filter(({ mac }) => showsIgnored.value || !isIgnored(mac));
  const hidden = known.devices.filter(({ mac }) => isIgnored(mac)).length;
  return (
    <>
      {!mayDo('admin') && <p class="notice">To give a device a screen needs a token with the role admin.</p>}
      {hidden > 0 && (
        <p>
          <Button
            pressed={showsIgnored.value}
            onPress={() => {
              showsIgnored.value = !showsIgnored.value;
            }}
          >
            Show ignored ({hidden})
          </Button>
        </p>
      )}
      {shown.length === 0 && <p class="muted">All that knock are ignored in this browser.</p>}
      <ul class="knocks">
        {shown.slice(0, rows.value).map((device: FleetRow) => (
          <PendingDevice
            key={device.mac}
            device={device}
            assignable={assignable.value.value}
            firstScreen={lastScreen.value}
            onAdopted={(screen) => {
              lastScreen.value = screen;
              onDone();
            }}
          />
        ))}
      </ul>
      {shown.length > rows.value && (
        <Button
          onPress={() => {
            rows.value += ROWS;
          }}
        >
          Show {Math.min(ROWS, shown.length - rows.value)} more
        </Button>
      )}
      {known.total > known.devices.length && (
        <p class="muted">
          These are the {known.devices.length} that called last. <Link to="/?state=pending">All of them</Link>{' '}
          can be given a screen at once.
        </p>
      )}
    </>
  );
}

function NobodyKnocks() {
  const who = session.value;
  return (
    <EmptyState title="No device waits for a screen">
      <p>
        A device that calls for the first time appears here. In its setup, as its server or base address,
        enter:
      </p>
      {who?.signed_in === true && (
        <p>
          <CopyText text={who.device_url} what="the address" />
        </p>
      )}
      <p>
        Without a device at hand, <Link to="/simulator">simulate one</Link>.
      </p>
    </EmptyState>
  );
}
