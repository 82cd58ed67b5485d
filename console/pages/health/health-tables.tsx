/** The numbers of the health of a server: rows with a small bar each. */
import type { HealthView } from '../../api/types.ts';
import { Link } from '../../parts/link.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { memoryText, msText, QUEUES, TIMES } from './health-texts.ts';
import { NumberTable } from './number-table.tsx';

export function Queues({ queues, threads }: Pick<HealthView, 'queues' | 'threads'>) {
  return (
    <NumberTable
      title="Queues and threads"
      heads={['', 'Waiting', 'Running', 'Limit', 'Threads busy', 'Lost']}
      rows={queues.map(({ name, waiting, running, limit }) => {
        const { size, busy, lost } = threads[name];
        return {
          key: name,
          cells: [QUEUES[name], waiting, running, limit, `${busy} of ${size}`, lost],
          share: (waiting + running) / Math.max(limit, 1),
        };
      })}
    />
  );
}

type Times = HealthView['latency'];

export function Latency({ latency }: { readonly latency: Times }) {
  return (
    <>
      <TimeTable title="Answers to devices" times={latency.filter(({ kind }) => kind === 'answer')} />
      <TimeTable title="Stages of pictures" times={latency.filter(({ kind }) => kind === 'stage')} />
    </>
  );
}

function TimeTable({ title, times }: { readonly title: string; readonly times: Times }) {
  const longest = Math.max(...times.map(({ p95_ms: ms }) => ms), 0.001);
  return (
    <NumberTable
      title={title}
      note="The last 15 minutes; bars show p95."
      heads={['', 'Count', 'p50', 'p95', 'Max']}
      none="Nothing in the last 15 minutes."
      rows={times.map(({ name, count, p50_ms: p50, p95_ms: p95, max_ms: max }) => ({
        key: name,
        cells: [TIMES[name], count.toLocaleString('en'), msText(p50), msText(p95), msText(max)],
        share: p95 / longest,
      }))}
    />
  );
}

export function Screens({
  screens: { slowest, failing, failing_total: total },
}: Pick<HealthView, 'screens'>) {
  const longest = Math.max(...slowest.map(({ p95_ms: ms }) => ms), 0.001);
  return (
    <>
      <NumberTable
        title="Failing screens"
        note={
          total > failing.length ? `${failing.length} of ${total}, those with the most devices.` : undefined
        }
        heads={['', 'Why', 'Devices', 'Since', 'Last']}
        none="No screen fails."
        rows={failing.map(({ screen, devices, code, since, last }) => ({
          key: screen,
          cells: [
            <ScreenLink key={screen} screen={screen} onlyFailing />,
            <code key="code">{code}</code>,
            devices,
            <TimeAgo key="since" at={since} />,
            <TimeAgo key="last" at={last} />,
          ],
        }))}
      />
      <NumberTable
        title="Slowest screens"
        note="The last 15 minutes, without drawing; bars show p95."
        heads={['', 'Runs', 'Failed', 'p50', 'p95', 'Max']}
        none="No screen has run in the last 15 minutes."
        rows={slowest.map(({ screen, runs, failures, p50_ms: p50, p95_ms: p95, max_ms: max }) => ({
          key: screen,
          cells: [
            <ScreenLink key={screen} screen={screen} />,
            runs.toLocaleString('en'),
            failures.toLocaleString('en'),
            msText(p50),
            msText(p95),
            msText(max),
          ],
          share: p95 / longest,
        }))}
      />
    </>
  );
}

/** Leads to the devices that show it. */
function ScreenLink({
  screen,
  onlyFailing = false,
}: {
  readonly screen: string;
  readonly onlyFailing?: boolean;
}) {
  const asked = new URLSearchParams({ screen, ...(onlyFailing ? { state: 'failing' } : {}) });
  return <Link to={`/?${asked}`}>{screen}</Link>;
}

export function Memory({ memory, caches }: Pick<HealthView, 'memory' | 'caches'>) {
  const { rss, heap_used: used, heap_total: total, external } = memory;
  const rows = [
    ['Whole process', rss],
    ['Heap in use', used],
    ['Heap', total],
    ['Outside of the heap', external],
  ] as const;
  return (
    <>
      <NumberTable
        title="Memory"
        heads={['', 'Size']}
        rows={rows.map(([name, bytes]) => ({
          key: name,
          cells: [name, memoryText(bytes)],
          share: bytes / rss,
        }))}
      />
      <NumberTable
        title="Caches"
        heads={['', 'Entries', 'Held', 'Allowed', 'Hits']}
        rows={caches.map(({ name, entries, bytes, limit_bytes: limit, hits, misses }) => ({
          key: name,
          cells: [
            name,
            entries?.toLocaleString('en') ?? '–',
            memoryText(bytes),
            memoryText(limit),
            hitText(hits, misses),
          ],
          share: bytes / Math.max(limit, 1),
        }))}
      />
    </>
  );
}

function hitText(hits: number | null, misses: number | null): string {
  if (hits === null || misses === null || hits + misses === 0) return '–';
  return `${Math.round((100 * hits) / (hits + misses))} %`;
}

export function Servers({ servers }: Pick<HealthView, 'servers'>) {
  return (
    <NumberTable
      title="Servers"
      heads={['', 'Version', 'Config', 'Started']}
      none="This server is alone: it shares no state store."
      rows={servers.map(({ id, version, started, config, self }) => ({
        key: id,
        cells: [
          self ? `${id} (this one)` : id,
          version,
          <code key="config">{config}</code>,
          <TimeAgo key="started" at={started} />,
        ],
      }))}
    />
  );
}
