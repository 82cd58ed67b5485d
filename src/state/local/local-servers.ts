/** What servers share besides devices and config: repos, alerts, leases, who lives, and the secret of URLs. */
import { isPlainObject } from '../../base/plain.ts';
import type { RecordKind } from '../limits.ts';
import type { LeaseState, RecordState, SecretState, ServerState } from '../state.ts';
import { readSound } from '../unreadable.ts';
import { boundedMs, checkKey, checkRecord } from '../values.ts';
import type { Watch } from '../watch.ts';
import type { Backing, Shelf } from './backing.ts';

interface FencedRecord {
  readonly record: string;
  readonly fence: number;
}

export function localRecords(backing: Backing, watch: Watch, kind: RecordKind): RecordState {
  const shelf = backing.shelf<FencedRecord>(kind);
  return {
    put: (name, record, fence) =>
      watch(`${kind}.put`, () => {
        checkKey(name);
        checkRecord(`a record of ${kind}`, record);
        return backing.change(() => {
          if (readFenced(shelf, name).fence > fence) return false;
          shelf.put(name, { record, fence });
          return true;
        });
      }),
    get: (name) => watch(`${kind}.get`, () => readFenced(shelf, name).record),
    all: () =>
      watch(
        `${kind}.all`,
        () =>
          new Map(
            [...shelf.entries()].flatMap(([name]) => {
              const { record } = readFenced(shelf, name);
              return record === null ? [] : [[name, record] as const];
            }),
          ),
      ),
    forget: (name) => watch(`${kind}.forget`, () => backing.change(() => shelf.remove(name))),
  };
}

/** A damaged record counts as none: whoever writes next puts another one in its place. */
function readFenced(shelf: Shelf<FencedRecord>, name: string): { record: string | null; fence: number } {
  const read: unknown = readSound(() => shelf.get(name));
  const { record, fence } = (isPlainObject(read) ? read : {}) as Record<string, unknown>;
  return {
    record: typeof record === 'string' ? record : null,
    fence: typeof fence === 'number' && Number.isSafeInteger(fence) ? fence : 0,
  };
}

interface LeaseRecord {
  readonly holder: string | null;
  readonly fence: number;
  readonly untilMs: number;
}

export function localLeases(backing: Backing, watch: Watch): LeaseState {
  /** Those that are over stay for their fence. */
  const shelf = backing.shelf<LeaseRecord>('leases');
  const held = (job: string): LeaseRecord | null => {
    const record = readLease(shelf, job);
    return record !== undefined && record.holder !== null && record.untilMs > backing.nowMs() ? record : null;
  };
  return {
    take: (job, holder, ms) =>
      watch('leases.take', () => {
        checkKey(job);
        checkKey(holder);
        return backing.change(() => {
          if (held(job) !== null) return null;
          const fence = (readLease(shelf, job)?.fence ?? 0) + 1;
          shelf.put(job, { holder, fence, untilMs: backing.nowMs() + boundedMs(ms) });
          return { job, fence };
        });
      }),
    renew: ({ job, fence }, ms) =>
      watch('leases.renew', () =>
        backing.change(() => {
          const record = held(job);
          if (record?.fence !== fence) return false;
          shelf.put(job, { ...record, untilMs: backing.nowMs() + boundedMs(ms) });
          return true;
        }),
      ),
    release: ({ job, fence }) =>
      watch('leases.release', () =>
        backing.change(() => {
          if (held(job)?.fence === fence) shelf.put(job, { holder: null, fence, untilMs: 0 });
        }),
      ),
    holder: (job) => watch('leases.holder', () => held(job)?.holder ?? null),
  };
}

function readLease(shelf: Shelf<LeaseRecord>, job: string): LeaseRecord | undefined {
  const read: unknown = readSound(() => shelf.get(job));
  const { holder, fence, untilMs } = (isPlainObject(read) ? read : {}) as Record<string, unknown>;
  const isWhole = (holder === null || typeof holder === 'string') && Number.isSafeInteger(fence);
  return isWhole && Number.isFinite(untilMs) ? (read as unknown as LeaseRecord) : undefined;
}

export function localServers(backing: Backing, watch: Watch): ServerState {
  const shelf = backing.expiring('servers');
  return {
    announce: (id, info, ms) =>
      watch('servers.announce', () => {
        checkKey(id);
        checkRecord('what a server says', info);
        return backing.change(() => shelf.put(id, Buffer.from(info), backing.nowMs() + boundedMs(ms)));
      }),
    withdraw: (id) => watch('servers.withdraw', () => backing.change(() => shelf.remove(id))),
    all: () =>
      watch('servers.all', () => new Map([...shelf.entries()].map(([id, info]) => [id, info.toString()]))),
  };
}

const SECRET = 'url';

/** A damaged secret counts as none: addresses are signed by another one, and those of the last hour are not taken. */
function secretOf(shelf: Shelf<string>): string | null {
  const read: unknown = readSound(() => shelf.get(SECRET));
  return typeof read === 'string' ? read : null;
}

export function localSecret(backing: Backing, watch: Watch): SecretState {
  const shelf = backing.shelf<string>('secrets');
  return {
    settle: (candidate) =>
      watch('urlSecret.settle', () => {
        checkRecord('a secret', candidate);
        return backing.change(() => {
          const stored = secretOf(shelf);
          if (stored === null) shelf.put(SECRET, candidate);
          return stored ?? candidate;
        });
      }),
    get: () => watch('urlSecret.get', () => secretOf(shelf)),
  };
}
