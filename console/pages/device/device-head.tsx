/** The head of the page: who the device is and how it is, and what can be done with it. */
import type { ComponentChildren } from 'preact';
import { mayDo } from '../../api/session.ts';
import type { FleetRow, OneDevice } from '../../api/types.ts';
import { Battery } from '../../parts/battery.tsx';
import { fleetPath } from '../../parts/link.tsx';
import { SignalBars } from '../../parts/signal-bars.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { TagLink } from '../../parts/tag.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { durationText } from '../../parts/time-text.ts';
import { DeviceActions } from './device-actions.tsx';

interface DeviceHeadProps {
  readonly device: OneDevice;
  /** Null until it is there, and for DEFAULT. */
  readonly row: FleetRow | null;
  readonly onChanged: () => Promise<void>;
}

export function DeviceHead({ device, row, onChanged }: DeviceHeadProps) {
  const { key, mac, name, tags, groups } = device;
  return (
    <header class="device-head">
      <div class="page-head">
        <div>
          <h1>{name ?? key}</h1>
          <p class="muted device-names">
            {name !== null && <code>{key}</code>}
            {mac !== '' && mac !== key && <code>{mac}</code>}
            {row !== null &&
              (row.conditions.length === 0 ? ['ok' as const] : row.conditions).map((state) => (
                <StateTag key={state} state={state} />
              ))}
            {tags.map((tag) => (
              <TagLink key={tag} to={fleetPath('tag', tag)} title={`Tag: all devices with ${tag}`}>
                {tag}
              </TagLink>
            ))}
            {groups.map((group) => (
              <TagLink
                key={group}
                to={fleetPath('group', group)}
                tone="notice"
                title={`Group that selects it: all devices of ${group}`}
              >
                {group}
              </TagLink>
            ))}
          </p>
        </div>
        {mayDo('author') && <DeviceActions device={device} onChanged={onChanged} />}
      </div>
      {row !== null && <Facts device={device} row={row} />}
    </header>
  );
}

function Facts({ device, row }: { readonly device: OneDevice; readonly row: FleetRow }) {
  const refresh = row.next_poll === null || row.last_seen === null ? null : secondsBetween(row);
  return (
    <dl class="vitals">
      <Fact title="Screen">{row.screen ?? <span class="muted">none</span>}</Fact>
      <Fact title="Panel">
        {row.panel ?? <span class="muted">not known</span>}{' '}
        <span class="muted">
          {row.width} × {row.height}
        </span>
      </Fact>
      <Fact title="Battery">
        <Battery percent={row.battery_percent} voltage={row.battery_voltage} />
      </Fact>
      <Fact title="Wi-Fi, dBm">
        <SignalBars rssi={row.rssi} />
      </Fact>
      <Fact title="Last poll">
        {row.last_seen === null ? <span class="muted">never</span> : <TimeAgo at={row.last_seen} />}
      </Fact>
      <Fact title="Next poll">
        {row.next_poll === null ? <span class="muted">–</span> : <TimeAgo at={row.next_poll} />}
        {row.missed_polls > 0 && <span class="muted"> · {row.missed_polls} missed</span>}
      </Fact>
      <Fact title="Refresh">{refresh === null ? <span class="muted">–</span> : durationText(refresh)}</Fact>
      <Fact title="Model, firmware">
        {device.model ?? '–'} {device.firmware_version ?? ''}{' '}
        {device.firmware_commit !== null && <span class="muted">{device.firmware_commit}</span>}
      </Fact>
      {saidBy(device).map(([title, text]) => (
        <Fact key={title} title={title}>
          {text}
        </Fact>
      ))}
    </dl>
  );
}

/** The refresh that it was told last. */
function secondsBetween({ last_seen: from, next_poll: to }: FleetRow): number {
  return Math.round((Date.parse(to ?? '') - Date.parse(from ?? '')) / 1000);
}

function Fact({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type Said = readonly [title: string, text: string];

/** What a device has said, as titles and texts; nothing of what it has not. */
function saidBy(device: OneDevice): readonly Said[] {
  const said: readonly (readonly [string, string | null])[] = [
    ['Power', power(device)],
    ['Battery itself', cell(device)],
    ['Woken by', device.update_source],
    ['Awake before', withUnit(device.wake_time_ms, 'ms')],
    ['Picture from its flash', yesNo(device.image_cached)],
    ['Wi-Fi band', device.wifi_band === null ? null : `${device.wifi_band} GHz`],
    ...(device.sensors ?? []).map(({ kind, value, unit = '' }) => [kind, `${value} ${unit}`] as const),
  ];
  return said.filter((one): one is Said => one[1] !== null);
}

function power({ usb_connected: usb, battery_charging: charging }: OneDevice): string | null {
  if (usb === null && charging === null) return null;
  const parts = [usb === true && 'USB', charging === true && 'charging'].filter((part) => part !== false);
  return parts.length === 0 ? 'battery' : parts.join(', ');
}

function cell(device: OneDevice): string | null {
  const parts = [
    withUnit(device.battery_health, '% of new'),
    device.battery_capacity === null ? null : `${device.battery_capacity} mAh`,
    withUnit(device.battery_current, 'mA'),
    withUnit(device.battery_temp, '°C'),
    device.battery_count !== null && device.battery_count > 1 ? `${device.battery_count} cells` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}

function withUnit(value: number | null, unit: string): string | null {
  return value === null ? null : `${value} ${unit}`;
}

function yesNo(value: boolean | null): string | null {
  return value === null ? null : value ? 'yes' : 'no';
}
