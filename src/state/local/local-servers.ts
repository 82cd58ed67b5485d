/** What servers share besides devices and config: repos, alerts, leases, who lives, and the secret of URLs. */
import { isPlainObject } from '../../platform/base/plain.ts';
import type { RecordKind } from '../kinds.ts';
import type { LeaseState, RecordState, SecretState, ServerState } from '../state.ts';
import { boundedMs, checkKey, checkRecord } from '../values.ts';
import type { MethodTimer } from '../watch.ts';
import type { Backing } from './backing.ts';
import { soundValue } from './sound-value.ts';

interface FencedRecord {
  readonly record: string;
  readonly fence: number;
}

export function localRecords(backing: Backing, watch: MethodTimer, kind: RecordKind): RecordState {
  const shelf = backing.shelf<FencedRecord>(kind);
  // A damaged record counts as none: whoever writes next puts another one in its place.
  const read = (name: string): FencedRecord | undefined => soundValue(backing, shelf, name, isFenced);
  return {
    put: (name, record, fence) =>
      watch(`${kind}.put`, () => {
        checkKey(name);
        checkRecord(`a record of ${kind}`, record);
        return backing.change(() => {
          if ((read(name)?.fence ?? 0) > fence) return false;
          shelf.put(name, { record, fence });
          return true;
        });
      }),
    get: (name) => watch(`${kind}.get`, () => read(name)?.record ?? null),
    all: () =>
      watch(
        `${kind}.all`,
        () =>
          new Map(
            [...shelf.keys()].flatMap((name) => {
              const record = read(name)?.record;
              return record === undefined ? [] : [[name, record] as const];
            }),
          ),
      ),
    forget: (name) => watch(`${kind}.forget`, () => backing.change(() => shelf.remove(name))),
  };
}

export function isFenced(value: unknown): value is FencedRecord {
  if (!isPlainObject(value)) return false;
  const { record, fence } = value;
  return typeof record === 'string' && Number.isSafeInteger(fence);
}

interface LeaseRecord {
  readonly holder: string | null;
  readonly fence: number;
  readonly untilMs: number;
}

export function localLeases(backing: Backing, watch: MethodTimer): LeaseState {
  /** Those that are over stay for their fence. */
  const shelf = backing.shelf<LeaseRecord>('leases');
  const read = (job: string): LeaseRecord | undefined => soundValue(backing, shelf, job, isLease);
  const held = (job: string): LeaseRecord | null => {
    const record = read(job);
    return record !== undefined && record.holder !== null && record.untilMs > backing.nowMs() ? record : null;
  };
  return {
    take: (job, holder, ms) =>
      watch('leases.take', () => {
        checkKey(job);
        checkKey(holder);
        return backing.change(() => {
          if (held(job) !== null) return null;
          const fence = (read(job)?.fence ?? 0) + 1;
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

export function isLease(value: unknown): value is LeaseRecord {
  if (!isPlainObject(value)) return false;
  const { holder, fence, untilMs } = value;
  const isHolder = holder === null || typeof holder === 'string';
  return isHolder && Number.isSafeInteger(fence) && Number.isFinite(untilMs);
}

export function localServers(backing: Backing, watch: MethodTimer): ServerState {
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

export function localSecret(backing: Backing, watch: MethodTimer): SecretState {
  const shelf = backing.shelf<string>('secrets');
  // A damaged secret counts as none: addresses are signed by another one, and those of the last hour are not taken.
  const read = (): string | null =>
    soundValue(backing, shelf, SECRET, (value) => typeof value === 'string') ?? null;
  return {
    settle: (candidate) =>
      watch('urlSecret.settle', () => {
        checkRecord('a secret', candidate);
        return backing.change(() => {
          const stored = read();
          if (stored === null) shelf.put(SECRET, candidate);
          return stored ?? candidate;
        });
      }),
    get: () => watch('urlSecret.get', read),
  };
}
