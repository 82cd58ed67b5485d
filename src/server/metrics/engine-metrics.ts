/** The state of the engine at the moment of a scrape: pools, workers, stores, pictures, reuse, screen repos. */

import type { DrawnWhen, EngineEvents, WorkerKind, WorkerLoss } from '../../domain/engine-events.ts';
import { LADDER_STEPS } from '../../domain/ladder-steps.ts';
import type { RenderEngine } from '../../engine/render-engine.ts';
import { BoundedNames } from '../../platform/base/bounded-names.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { REPO_STATUSES } from '../../screens/repos/repo-info.ts';
import { DURATIONS, type Instruments, type LabelledValue, samplesBy, single } from './instruments.ts';

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

function storeMetrics(instruments: Instruments, { store, lastGood, composed, memory }: RenderEngine): void {
  const most = memory.stores;
  const limits = {
    contents: most.contents,
    pictures: most.pictures,
    last_good: most.lastGoodMapped + most.lastGoodUnmapped,
    composed: most.composed,
  };
  const held = (): LabelledValue<'store'>[] =>
    samplesBy('store', { ...store.bytes, last_good: lastGood.bytes, composed: composed.stats.bytes });
  instruments.readGauge('store_bytes', 'Bytes held by the stores', ['store'], held);
  instruments.readGauge(
    'memory_budget_bytes',
    'Bytes that the server with its processes is to keep to',
    [],
    () => [{ labels: {}, value: memory.budgetBytes }],
  );
  instruments.readGauge('store_limit_bytes', 'Bytes that the stores may hold', ['store'], () =>
    samplesBy('store', limits),
  );
}

const KINDS: readonly WorkerKind[] = ['compose', 'raster', 'image', 'check'];
const LOSSES: readonly WorkerLoss[] = ['deadline', 'memory', 'crash'];

/** Register what is counted of workers. */
export function workerMetrics(instruments: Instruments, events: EngineEvents): void {
  const lost = instruments.counter(
    'workers_lost_total',
    'Threads and processes that were ended before their time, or ended by themselves, by the reason',
    ['worker', 'reason'],
  );
  // From zero, so that the first loss is an increase.
  for (const worker of KINDS) for (const reason of LOSSES) lost.inc({ worker, reason }, 0);
  lost.inc({ worker: 'compose', reason: 'cpu_limit' }, 0);
  events.on('workerLost', (worker, reason) => lost.inc({ worker, reason }));
}

/** Upper bounds of sizes in bytes; 90 000 and 750 000 are the limits of firmware. */
const BYTES = [1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 90_000, 250_000, 500_000, 750_000, 2_500_000];
const RATIOS = [0.1, 0.25, 0.5, 0.75, 0.9, 1];
/** A device may have to draw its last picture before it fetches the next one. */
const FETCH_DURATIONS = [...DURATIONS, 30, 60];
const WHENS: readonly DrawnWhen[] = ['ahead', 'while_waiting', 'on_call'];

/** Register what is counted of pictures. */
export function pictureMetrics(instruments: Instruments, events: EngineEvents): void {
  const first = instruments.histogram(
    'first_picture_seconds',
    'Time from telling a device of a new picture to the end of its first fetch, by when it was drawn',
    FETCH_DURATIONS,
    ['drawn'],
  );
  const ahead = instruments.counter(
    'pictures_drawn_ahead_total',
    'Pictures whose drawing began before a device asked for them, by what came of them',
    ['outcome'],
  );
  const bytes = instruments.histogram('picture_bytes', 'Size of the pictures that were drawn', BYTES);
  const ratio = instruments.histogram(
    'picture_limit_ratio',
    'Size of the pictures that were drawn, as a part of what their panels accept',
    RATIOS,
  );
  for (const drawn of WHENS) first.zero({ drawn });
  for (const outcome of ['used', 'in_vain']) ahead.inc({ outcome }, 0);
  events.on('firstFetch', (_screen, afterMs, drawn) => {
    first.observe({ drawn }, afterMs / 1000);
    if (drawn !== 'on_call') ahead.inc({ outcome: 'used' });
  });
  events.on('drawnInVain', () => ahead.inc({ outcome: 'in_vain' }));
  events.on('pictureDrawn', (_screen, size, maxBytes) => {
    bytes.observe(size);
    if (maxBytes > 0) ratio.observe(size / maxBytes);
  });
}

/** Register what is counted of runs and of their results. */
export function reuseMetrics(
  instruments: Instruments,
  { composed, events }: Pick<RenderEngine, 'composed' | 'events'>,
): void {
  const names = new BoundedNames(LIMITS.metricScreens);
  const composes = instruments.counter(
    'composes_total',
    'Display calls by where their SVG came from: an earlier run, a run for another device, or a run of their own',
    ['how'],
  );
  for (const how of ['reused', 'joined', 'fresh']) composes.inc({ how }, 0);
  const notReusable = instruments.counter(
    'compose_not_reusable_total',
    'Runs whose results cannot be used again, by the reason',
    ['screen', 'reason'],
  );
  const verified = instruments.counter(
    'reuse_verified_total',
    'Results in use that were compared with a new run, by the outcome',
    ['outcome'],
  );
  for (const outcome of ['same', 'different']) verified.inc({ outcome }, 0);
  instruments.readGauge('reuse_entries', 'Results that are kept to be used again', [], () =>
    single(composed.stats.entries),
  );
  events.on('composed', (_screen, how) => composes.inc({ how }));
  events.on('notReusable', (screen, reason) => notReusable.inc({ screen: names.of(screen), reason }));
  events.on('reuseVerified', (_screen, isSame) => verified.inc({ outcome: isSame ? 'same' : 'different' }));
}
