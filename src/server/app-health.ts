/** What a look at the health of a server reads: the figures of its engine and of its state store. */
import type { CacheFigures, HealthSources, StateFigures } from '../admin/health/health-sources.ts';
import type { RenderEngine } from '../engine/render-engine.ts';
import type { HealthRecorder } from '../fleet/health/health-recorder.ts';
import type { LastingState } from '../fleet/register/lasting-state.ts';
import { missingBarriers, ownBarriers } from '../pictures/isolation/barriers.ts';
import { LIMITS } from '../platform/base/limits.ts';

export function healthSources(
  engine: RenderEngine,
  lasting: LastingState,
  recorder: HealthRecorder,
  isReady: () => boolean,
): HealthSources {
  const { compose, raster } = engine;
  return {
    startedMs: Date.now(),
    recorder,
    isReady,
    queues: () => [
      {
        name: 'compose',
        waiting: compose.queued,
        running: compose.running,
        limit: LIMITS.composeQueue,
      },
      { name: 'raster', waiting: raster.queued, running: raster.running, limit: LIMITS.rasterQueue },
    ],
    threads: () => ({
      // A run that has just ended may still be counted beside the one that took its thread.
      compose: { size: compose.threads, busy: Math.min(compose.running, compose.threads) },
      raster: { size: raster.threads, busy: Math.min(raster.running, raster.threads) },
    }),
    caches: () => cachesOf(engine, recorder),
    confinement: () => {
      const barriers = ownBarriers();
      return { ...barriers, missing: missingBarriers(barriers) };
    },
    state: () => stateOf(lasting),
    servers: () => lasting.presence.servers,
    ownId: lasting.presence.id,
  };
}

function cachesOf(
  { store, lastGood, composed, outbound, memory }: RenderEngine,
  recorder: HealthRecorder,
): CacheFigures[] {
  const uncounted = { entries: null, hits: null, misses: null };
  const { contents, pictures } = store.bytes;
  const most = memory.stores;
  const screens = Object.values(outbound?.screens ?? {});
  const hits = screens.reduce((sum, { cacheHits, storeHits }) => sum + cacheHits + storeHits, 0);
  const requests = screens.reduce((sum, screen) => sum + screen.requests, 0);
  return [
    { name: 'contents', ...uncounted, bytes: contents, limitBytes: most.contents },
    { name: 'pictures', ...uncounted, bytes: pictures, limitBytes: most.pictures },
    {
      name: 'last_good',
      ...uncounted,
      bytes: lastGood.bytes,
      limitBytes: most.lastGoodMapped + most.lastGoodUnmapped,
    },
    { name: 'composed', ...composed.stats, ...recorder.reuse, limitBytes: most.composed },
    {
      name: 'http',
      entries: outbound?.cacheEntries ?? 0,
      bytes: outbound?.cacheBytes ?? 0,
      limitBytes: most.httpAnswers,
      hits,
      misses: Math.max(requests - hits, 0),
    },
  ];
}

function stateOf({ state, stats }: LastingState): StateFigures {
  const methods = [...stats.methods.values()];
  const sum = (of: (method: (typeof methods)[number]) => number): number =>
    methods.reduce((all, method) => all + of(method), 0);
  const [done, failed] = [sum((method) => method.done), sum((method) => method.failed)];
  const calls = done + failed;
  const meanMs = calls === 0 ? null : (sum(({ seconds }) => seconds) * 1000) / calls;
  const setAside = state.setAside.all;
  return { engine: state.engine, isUp: state.health.isUp, calls, failed, meanMs, setAside };
}
