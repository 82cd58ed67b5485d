/** One device: what it shows and why, what happened to it, and what is set. */
import { useSignal } from '@preact/signals';
import { callAdmin } from '../../api/call.ts';
import type { Answer, OneDevice } from '../../api/types.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Link } from '../../parts/link.tsx';
import { Loading } from '../../parts/loading.tsx';
import type { Loaded } from '../../parts/use-load.ts';
import { deviceCall, useAbout, useDevice, useFleetRow } from './device-data.ts';
import { DeviceHead } from './device-head.tsx';
import { DeviceHistory } from './device-history.tsx';
import { EffectiveValues } from './effective-values.tsx';
import { ExplainPanel } from './explain-panel.tsx';
import { logText } from './log-text.ts';
import { Pictures } from './pictures.tsx';
import { ScheduleStrip } from './schedule-strip.tsx';
import { ScrollBox } from './scroll-box.tsx';
import { SettingsForm } from './settings-form.tsx';
import { Timeline } from './timeline.tsx';

export function DevicePage({ rest: [key = ''] }: { readonly rest: readonly string[] }) {
  return <DeviceOf key={key} deviceKey={key} />;
}

function DeviceOf({ deviceKey }: { readonly deviceKey: string }) {
  const loaded = useDevice(deviceKey);
  if (loaded.error.value?.code === 'unknown_device') {
    return (
      <EmptyState title="There is no such device">
        <p>
          The config has no entry for {deviceKey}, and no device of that address or code has called.{' '}
          <Link to="/">See the fleet</Link>
        </p>
      </EmptyState>
    );
  }
  return <Loading loaded={loaded}>{(device) => <Content device={device} loaded={loaded} />}</Loading>;
}

function Content({ device, loaded }: { readonly device: OneDevice; readonly loaded: Loaded<OneDevice> }) {
  // An entry may be made or removed while the page is open: its key then changes, and with it what the parts ask for.
  if (device.reserved) {
    return (
      <div class="device">
        <DeviceHead device={device} row={null} onChanged={loaded.reload} />
        <p class="muted">DEFAULT stands for all devices without an entry of their own.</p>
        <SettingsForm device={device} row={null} onSaved={loaded.reload} />
        <EffectiveValues device={device} />
      </div>
    );
  }
  return <RealDevice device={device} loaded={loaded} />;
}

function RealDevice({ device, loaded }: { readonly device: OneDevice; readonly loaded: Loaded<OneDevice> }) {
  const fleet = useFleetRow(device);
  const row = fleet.value.value?.row ?? null;
  const changes = useSignal(0);
  const logs = useAbout(device, (signal) =>
    callAdmin<Answer<'getDeviceLogs'>>(deviceCall(device.key, '/logs'), { signal }),
  );
  const reload = async (): Promise<void> => {
    changes.value += 1;
    await Promise.all([loaded.reload(), fleet.reload()]);
  };
  const version = changes.value;
  return (
    <div class="device">
      <DeviceHead device={device} row={row} onChanged={reload} />
      <ExplainPanel device={device} version={version} />
      <Pictures device={device} row={row} version={version} />
      <SettingsForm device={device} row={row} onSaved={reload} />
      <div class="device-columns">
        <ScheduleStrip device={device} version={version} />
        <EffectiveValues device={device} />
      </div>
      <DeviceHistory device={device} />
      <Timeline device={device} logs={logs.value.value?.logs ?? []} />
      <DeviceLog loaded={logs} />
    </div>
  );
}

/** What the device itself reports, as text. */
export function DeviceLog({ loaded }: { readonly loaded: Loaded<{ readonly logs: readonly unknown[] }> }) {
  return (
    <section aria-labelledby="log-title">
      <h2 id="log-title">Log of the device</h2>
      <Loading loaded={loaded}>
        {({ logs }) =>
          logs.length === 0 ? (
            <p class="muted">
              It has sent no log entries. Most firmware sends them only after something went wrong.
            </p>
          ) : (
            <ScrollBox class="log-lines" label="Log, the newest line first">
              <ol>
                {logs.toReversed().map((entry, index) => (
                  <li key={logs.length - index}>
                    <code>{logText(entry)}</code>
                  </li>
                ))}
              </ol>
            </ScrollBox>
          )
        }
      </Loading>
    </section>
  );
}
