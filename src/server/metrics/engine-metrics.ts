/** The state of the engine at the moment of a scrape: pools, stores, pictures, screen repos. */

import { LADDER_STEPS } from '../../domain/ladder-steps.ts';
import type { RenderEngine } from '../../engine/render-engine.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { REPO_STATUSES } from '../../screens/repos/repo-info.ts';
import { type Instruments, type LabelledValue, samplesBy, single } from './instruments.ts';

/** Register what is read from the engine at each scrape. */
export function engineMetrics(instruments: Instruments, engine: RenderEngine): void {
  poolMetrics(instruments, engine);
  storeMetrics(instruments, engine);
  promiseMetrics(instruments, engine);
  const { pictures, repos } = engine;
  instruments.readCounter(
    'pictures_drawn_total',
    'Pictures drawn, by the step of the size ladder that fitted',
    ['step'],
    () => LADDER_STEPS.map((step) => ({ labels: { step }, value: pictures.rungs.get(step) ?? 0 })),
  );
  instruments.readGauge('screen_repos', 'Screen repos from git, by status', ['status'], () => {
    const fetched = repos.list().filter(({ builtin }) => !builtin);
    return REPO_STATUSES.map((status) => ({
      labels: { status },
      value: fetched.filter((repo) => repo.status === status).length,
    }));
  });
}

function poolMetrics(instruments: Instruments, { compose, raster }: RenderEngine): void {
  const ofPools = (read: (pool: { readonly queued: number; readonly threads: number }) => number) => () =>
    samplesBy('pool', { compose: read(compose), raster: read(raster) });
  instruments.readGauge(
    'pool_queue_length',
    'Jobs that wait for a worker',
    ['pool'],
    ofPools(({ queued }) => queued),
  );
  instruments.readGauge(
    'pool_threads',
    'Threads and processes that live',
    ['pool'],
    ofPools(({ threads }) => threads),
  );
  instruments.readGauge(
    'compose_suspended',
    'Runs of screens that wait for an answer without a thread',
    [],
    () => single(compose.suspended),
  );
  instruments.readCounter(
    'compose_turned_away_total',
    'Runs of screens that found no room, or lost it, by the reason',
    ['reason'],
    () => samplesBy('reason', compose.turnedAway),
  );
}

function promiseMetrics(instruments: Instruments, { pictures }: RenderEngine): void {
  const { promises, speculations } = pictures;
  instruments.readGauge(
    'promised_work_seconds',
    'Time that drawing all pictures which devices were told of will take one worker',
    [],
    () => single(promises.workMs / 1000),
  );
  instruments.readCounter(
    'promises_refused_total',
    'Display calls that found no room for one more picture, by the reason',
    ['reason'],
    () => samplesBy('reason', promises.refused),
  );
  instruments.readCounter(
    'speculations_total',
    'Pictures that were to be drawn before anybody asked for them, by what became of that',
    ['outcome'],
    () => samplesBy('outcome', speculations.outcomes),
  );
}

/** Bytes that each store may hold. */
const STORE_LIMITS = {
  contents: LIMITS.contentStoreBytes,
  pictures: LIMITS.pictureStoreBytes,
  last_good: LIMITS.lastGoodBytesMapped + LIMITS.lastGoodBytesUnmapped,
  composed: LIMITS.composedCacheBytes,
};

function storeMetrics(instruments: Instruments, { store, lastGood, composed }: RenderEngine): void {
  const held = (): LabelledValue<'store'>[] =>
    samplesBy('store', { ...store.bytes, last_good: lastGood.bytes, composed: composed.stats.bytes });
  instruments.readGauge('store_bytes', 'Bytes held by the stores', ['store'], held);
  instruments.readGauge('store_limit_bytes', 'Bytes that the stores may hold', ['store'], () =>
    samplesBy('store', STORE_LIMITS),
  );
}
