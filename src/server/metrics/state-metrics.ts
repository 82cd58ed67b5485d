/** How the state store does, what was done without it, and which servers share it. */

import { DRIFTS, driftOf, type Presence } from '../../fleet/register/presence.ts';
import type { StateKeeper } from '../../fleet/register/state-keeper.ts';
import type { State } from '../../state/state.ts';
import type { StateStats } from '../../state/watch.ts';
import { type Instruments, samplesBy, single } from './instruments.ts';

/** The parts of a server that have to do with its state. */
export interface StateSources {
  /** False in memory, of which there is nothing to tell. */
  readonly state: Pick<State, 'isLasting' | 'health' | 'setAside'>;
  readonly stats: StateStats;
  readonly keeper: StateKeeper;
  readonly presence: Presence;
  readonly found: Readonly<Record<string, number>>;
}

/** Register what is read at each scrape. */
export function stateMetrics(instruments: Instruments, sources: StateSources): void {
  const { state, stats, keeper, presence, found } = sources;
  instruments.readGauge('state_up', '1 while the state store answers', [], () =>
    single(state.health.isUp ? 1 : 0),
  );
  instruments.readGauge(
    'state_damaged_records',
    'Records of the state store that were found damaged since the start, and are set aside; kinds without any are left out',
    ['kind'],
    () => [
      { labels: { kind: 'device' }, value: 0 },
      ...[...state.setAside.all].map(([kind, keys]) => ({ labels: { kind }, value: keys.size })),
    ],
  );
  instruments.readCounter(
    'state_calls_total',
    'Calls of the state store, by what is asked and whether it was done',
    ['method', 'outcome'],
    () =>
      [...stats.methods].flatMap(([method, { done, failed }]) => [
        { labels: { method, outcome: 'done' }, value: done },
        { labels: { method, outcome: 'failed' }, value: failed },
      ]),
  );
  instruments.readCounter(
    'state_call_seconds_total',
    'Time that calls of the state store took in all',
    ['method'],
    () => [...stats.methods].map(([method, { seconds }]) => ({ labels: { method }, value: seconds })),
  );
  instruments.readCounter(
    'state_fallbacks_total',
    'What was done without the state store because it did not answer',
    ['kind'],
    () => samplesBy('kind', keeper.fallbacks),
  );
  instruments.readCounter(
    'state_found_total',
    'What calls for pictures have found in the state store, by what it is',
    ['kind'],
    () => samplesBy('kind', found),
  );
  instruments.readGauge('servers', 'Servers that share the state store', [], () =>
    single(presence.servers.size),
  );
  instruments.readGauge(
    'servers_drift',
    '1 while the servers that share the state store differ in their version, config or screen repos',
    ['in'],
    () => {
      const drift = driftOf([...presence.servers.values()]);
      return DRIFTS.map((kind) => ({ labels: { in: kind }, value: drift.includes(kind) ? 1 : 0 }));
    },
  );
}
