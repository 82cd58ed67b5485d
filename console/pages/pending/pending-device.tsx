/** One device that waits: what it is, and the form that gives it a screen. */
import { mayDo } from '../../api/session.ts';
import type { FleetRow } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { Fact, Facts } from '../../parts/facts.tsx';
import { devicePath, Link } from '../../parts/link.tsx';
import { SignalBars } from '../../parts/signal-bars.tsx';
import { Tag } from '../../parts/tag.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { Adoption, type AdoptionProps } from './adoption.tsx';
import { isIgnored, setIgnored } from './knocking.ts';

export function PendingDevice(props: AdoptionProps) {
  const { device } = props;
  const { mac, registration_code: code } = device;
  const ignored = isIgnored(mac);
  return (
    <li class="knock card" data-mac={mac}>
      <div class="who-knocks">
        <h2>
          <span class="hidden-text">Device </span>
          <code class="code">{code === '' ? mac : hyphenated(code)}</code>
        </h2>
        <p>
          <Link to={devicePath(device.key)}>{mac}</Link> {ignored && <Tag>Ignored</Tag>}
        </p>
        <DeviceFacts device={device} />
      </div>
      {mayDo('admin') && <Adoption {...props} />}
      <div class="ignore">
        <Button kind="quiet" onPress={() => setIgnored(mac, !ignored)}>
          {ignored ? 'Do not ignore' : 'Ignore'} <span class="hidden-text">{mac}</span>
        </Button>
      </div>
    </li>
  );
}

/** Its first half, as panels show it: `TTFYS-CFDVR`. */
function hyphenated(code: string): string {
  return code.replace(/^(.{5})(?=.)/, '$1-');
}

/** Whether the first call is so long before the last one that it is worth a word. */
function isOlder(first: string, last: string | null): boolean {
  return last !== null && Date.parse(last) - Date.parse(first) > 60_000;
}

function DeviceFacts({ device }: { readonly device: FleetRow }) {
  const { model, firmware_version: firmware, width, height, panel, address } = device;
  return (
    <Facts>
      <Fact name="Address">{address ?? 'not known'}</Fact>
      <Fact name="Model">{model ?? 'not said'}</Fact>
      <Fact name="Firmware">{firmware ?? 'not said'}</Fact>
      <Fact name="Size">
        {width} × {height}
        {panel === null ? '' : `, panel ${panel}`}
      </Fact>
      <Fact name="Wi-Fi">
        <SignalBars rssi={device.rssi} />
      </Fact>
      <Fact name="Calls">
        {device.last_seen === null ? '–' : <TimeAgo at={device.last_seen} />}
        {device.first_seen !== null && isOlder(device.first_seen, device.last_seen) && (
          <>
            , first <TimeAgo at={device.first_seen} />
          </>
        )}
      </Fact>
    </Facts>
  );
}
