/** The columns of the fleet. */
import { adminUrl } from '../../api/place.ts';
import type { FleetRow } from '../../api/types.ts';
import { Battery } from '../../parts/battery.tsx';
import { devicePath, fleetPath, Link } from '../../parts/link.tsx';
import { PanelPicture } from '../../parts/panel-picture.tsx';
import { SignalBars } from '../../parts/signal-bars.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { TagLink } from '../../parts/tag.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import type { Column } from '../../parts/virtual-table.tsx';

/** Pixels across: sharp on displays with two to each pixel of the page. */
const THUMBNAIL_PX = 144;

/** The address of the picture that a device was told to show, as small as a row needs it. A new picture has a new address. */
function thumbnailUrl(key: string, hash: string): string {
  const query = new URLSearchParams({ hash, width: String(THUMBNAIL_PX) });
  return adminUrl(`/devices/${encodeURIComponent(key)}/picture/told?${query}`);
}

export const COLUMNS: readonly Column<FleetRow>[] = [
  {
    name: 'picture',
    title: 'Picture',
    track: '5.5rem',
    cell: ({ key, name, picture, screen }) => (
      <PanelPicture
        small
        src={picture === null ? null : thumbnailUrl(key, picture)}
        alt={`What ${name ?? key} was told to show: ${screen ?? 'nothing'}`}
        missing="It was told no picture yet"
      />
    ),
  },
  {
    name: 'name',
    title: 'Device',
    track: 'minmax(11rem, 2fr)',
    sort: 'name',
    cell: ({ key, name, tags }) => (
      <>
        <Link to={devicePath(key)} class="device-name">
          {name ?? key}
        </Link>
        <span class="second">
          {name !== null && <span class="muted key">{key}</span>}
          {tags.map((tag) => (
            <TagLink key={tag} to={fleetPath('tag', tag)} title={`All devices with ${tag}`}>
              {tag}
            </TagLink>
          ))}
        </span>
      </>
    ),
  },
  {
    name: 'state',
    title: 'State',
    track: 'minmax(9.5rem, 1fr)',
    sort: 'state',
    cell: ({ state, conditions, failing, missed_polls: missed }) => (
      <>
        <StateTag state={state} />
        {conditions.length > 1 && <span class="muted"> +{conditions.length - 1}</span>}
        {failing !== null && <span class="muted code">{failing.code}</span>}
        {failing === null && missed > 0 && <span class="muted code">{missed} missed</span>}
      </>
    ),
  },
  {
    name: 'screen',
    title: 'Screen',
    track: 'minmax(8rem, 1.5fr)',
    sort: 'screen',
    cell: ({ screen }) => <ScreenName screen={screen} />,
  },
  {
    name: 'panel',
    title: 'Panel',
    track: 'minmax(7rem, 1fr)',
    sort: 'panel',
    cell: ({ panel, width, height }) => (
      <>
        {panel ?? <span class="muted">unknown</span>}
        <span class="muted size">
          {width}×{height}
        </span>
      </>
    ),
  },
  {
    name: 'battery',
    title: 'Battery',
    track: '6rem',
    sort: 'battery',
    cell: ({ battery_percent: percent, battery_voltage: voltage }) => (
      <Battery percent={percent} voltage={voltage} />
    ),
  },
  {
    name: 'rssi',
    title: 'Wi-Fi',
    track: '5rem',
    sort: 'rssi',
    cell: ({ rssi }) => <SignalBars rssi={rssi} />,
  },
  {
    name: 'firmware',
    title: 'Firmware',
    track: '6rem',
    sort: 'firmware',
    cell: ({ firmware_version: version }) => version ?? <span class="muted">–</span>,
  },
  {
    name: 'last_seen',
    title: 'Last poll',
    track: '7rem',
    sort: 'last_seen',
    cell: ({ last_seen: seen }) => (seen === null ? <span class="muted">never</span> : <TimeAgo at={seen} />),
  },
  {
    name: 'next_poll',
    title: 'Next poll',
    track: '7rem',
    cell: ({ next_poll: next }) => (next === null ? <span class="muted">–</span> : <TimeAgo at={next} />),
  },
];

/** The source stands below the name, which would not fit beside it. */
function ScreenName({ screen }: { readonly screen: string | null }) {
  if (screen === null) return <span class="muted">–</span>;
  const [source, ...name] = screen.split('/');
  if (name.length === 0) return <>{screen}</>;
  return (
    <span title={screen}>
      {name.join('/')}
      <span class="muted code">{source}</span>
    </span>
  );
}
