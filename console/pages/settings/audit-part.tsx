/** The audit trail: who has changed what, when, and from where. */
import { useSignal } from '@preact/signals';
import { CallError, callAdmin } from '../../api/call.ts';
import type { AuditView } from '../../api/types.ts';
import { Button } from '../../parts/button.tsx';
import { devicePath, Link } from '../../parts/link.tsx';
import { Loading } from '../../parts/loading.tsx';
import { query, setQuery } from '../../parts/location.ts';
import { ScrollArea } from '../../parts/scroll-area.tsx';
import { Tag, type Tone } from '../../parts/tag.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { countText } from '../../parts/time-text.ts';
import { sayError } from '../../parts/toasts.tsx';
import { useLoad } from '../../parts/use-load.ts';
import { ChangeList } from './change-list.tsx';

type Entry = AuditView['entries'][number];

export function AuditPart() {
  const who = query.value.get('who') ?? '';
  const device = query.value.get('device') ?? '';
  const older = useSignal<{ readonly entries: readonly Entry[]; readonly next: string | null } | null>(null);
  const ask = (cursor: string | null, signal?: AbortSignal): Promise<AuditView> => {
    const asked = new URLSearchParams();
    for (const [name, value] of Object.entries({ who, device, cursor: cursor ?? '' }))
      if (value !== '') asked.set(name, value);
    return callAdmin<AuditView>(`/audit?${asked}`, signal === undefined ? {} : { signal });
  };
  const loaded = useLoad(
    async (signal) => {
      const first = await ask(null, signal);
      older.value = null;
      return first;
    },
    [who, device],
    { topics: ['config'] },
  );
  const more = async (next: string): Promise<void> => {
    try {
      const page = await ask(next);
      older.value = { entries: [...(older.value?.entries ?? []), ...page.entries], next: page.next };
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      sayError(cause);
    }
  };
  return (
    <section class="card">
      <h2>Who changed what</h2>
      <AuditFilters who={who} device={device} />
      <Loading loaded={loaded}>
        {({ entries, next, wrong_tokens: wrong }) => {
          const cursor = older.value === null ? next : older.value.next;
          return (
            <>
              {wrong.count > 0 && wrong.last !== null && (
                <p class="muted">
                  {countText(wrong.count, 'call')} with a wrong token since this server has started, the last{' '}
                  <TimeAgo at={wrong.last} />.
                </p>
              )}
              <AuditTable entries={[...entries, ...(older.value?.entries ?? [])]} />
              {cursor !== null && <Button onPress={() => more(cursor)}>Show older ones</Button>}
            </>
          );
        }}
      </Loading>
    </section>
  );
}

function AuditFilters({ who, device }: { readonly who: string; readonly device: string }) {
  const set = (name: string) => (event: { readonly currentTarget: HTMLInputElement }) =>
    setQuery({ [name]: event.currentTarget.value.trim() });
  return (
    <div class="actions audit-filters">
      <input
        type="search"
        aria-label="Who"
        placeholder="Who, such as admin token"
        value={who}
        onChange={set('who')}
      />
      <input
        type="search"
        aria-label="Device"
        placeholder="Device, such as AA:BB:CC:DD:EE:FF"
        value={device}
        onChange={set('device')}
      />
    </div>
  );
}

function AuditTable({ entries }: { readonly entries: readonly Entry[] }) {
  if (entries.length === 0) return <p class="muted">Nothing was changed here, as far back as is kept.</p>;
  return (
    <ScrollArea label="Entries of the trail">
      <table class="plain-table audit">
        <thead>
          <tr>
            <th>When</th>
            <th>Who</th>
            <th>What</th>
            <th>From</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <AuditRow key={entry.id} entry={entry} />
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function AuditRow({ entry }: { readonly entry: Entry }) {
  const { at, who, role, action, status, address, count, since, devices, changes, more } = entry;
  return (
    <tr>
      <td class="when">
        <TimeAgo at={at} />
      </td>
      <td>
        {who}
        {role !== null && <span class="muted"> · {role}</span>}
      </td>
      <td>
        <code>{action}</code> {status !== null && <Tag tone={toneOf(status)}>{status}</Tag>}{' '}
        {count > 1 && (
          <span class="muted">
            {count} times since <TimeAgo at={since} />
          </span>
        )}
        {devices.length > 0 && (
          <div>
            {devices.map((key) => (
              <Link key={key} to={devicePath(key)} class="device-key">
                {key}
              </Link>
            ))}
          </div>
        )}
        <ChangeList
          changes={changes.map(({ path, before, after }) => ({ path, from: before, to: after }))}
          more={more}
        />
      </td>
      <td>{address ?? '–'}</td>
    </tr>
  );
}

function toneOf(status: number): Tone {
  if (status >= 500) return 'bad';
  return status >= 400 ? 'warning' : 'good';
}
