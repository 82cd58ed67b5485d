/** Parts of a server that are made of others when it starts. */
import type { AdminApi } from './admin/admin-api.ts';
import { Previews } from './admin/preview/previews.ts';
import { Alerting } from './alerts/alerting.ts';
import { sha256Hex } from './base/hash.ts';
import type { Logger } from './base/logger.ts';
import { VERSION } from './base/version.ts';
import type { ConfigWriter } from './config/writer.ts';
import type { PushMakers } from './content/make-push.ts';
import { PushedContents } from './content/pushed-contents.ts';
import { ToldContents } from './content/told-contents.ts';
import { createThrottle } from './device/attempts.ts';
import type { DeviceApi } from './device/device-api.ts';
import { SharedAnswers } from './fetch/shared-answers.ts';
import type { DataApi } from './push/data-api.ts';
import type { RenderEngine } from './render-engine.ts';
import { memoryAlerts } from './state/memory/memory-records.ts';
import type { DeviceHistory } from './store/device-history.ts';
import { LastingState, type OpenStore } from './store/lasting-state.ts';
import { dataSource, openPushes, type Pushes } from './store/pushes.ts';
import type { Registry } from './store/registry.ts';

/** What a server has to do with its state store. */
export function openLasting(
  engine: RenderEngine,
  store: OpenStore,
  registry: Registry,
  log: Logger,
): LastingState {
  const { config, repos } = engine;
  engine.sharedAnswers = new SharedAnswers(store.state);
  const startedMs = Date.now();
  let digested = { text: '', digest: '' };
  const configDigest = (): string => {
    // Said every few seconds, of a text that seldom changes and may be large.
    if (digested.text !== config.text) {
      digested = { text: config.text, digest: sha256Hex(config.text).slice(0, 12) };
    }
    return digested.digest;
  };
  return new LastingState({
    ...store,
    registry,
    log,
    config: () => config.snapshot,
    facts: () => ({
      ...{ version: VERSION, startedMs, config: configDigest() },
      repos: Object.fromEntries(repos.list().map(({ handle, resolvedSha }) => [handle, resolvedSha ?? ''])),
    }),
  });
}

/** The contents that devices are told of, in the state store where there is one. */
export function toldContents(
  { store, catalogue, screens: { environment } }: RenderEngine,
  lasting: LastingState | null,
): ToldContents {
  return new ToldContents({ share: lasting?.contents ?? null, store, catalogue, environment });
}

/** What is pushed to a server, and what it is shown and read by. */
export interface PushParts {
  readonly pushes: Pushes;
  readonly pushed: PushedContents;
  readonly pushMakers: PushMakers;
}

/** Open what is pushed: kept by the state store where there is one. */
function openPushParts(engine: RenderEngine, lasting: LastingState | null): PushParts {
  const { catalogue, compose, deviceContents, pictures, screens, store } = engine;
  const { environment } = screens;
  const pushes = openPushes(lasting?.state ?? null);
  engine.data = dataSource(pushes);
  return {
    pushes,
    pushed: new PushedContents({
      ...{ shelf: pushes.pictures, catalogue, store, pictures, environment, screens: deviceContents },
    }),
    // Always a process: an admin may push what somebody else has made.
    pushMakers: { compose, raster: engine.previewRaster, store, environment },
  };
}

/** Learn what was pushed before the start, and to other servers. Never rejects. */
export async function loadPushes({ pushes: { pictures, data } }: PushParts): Promise<void> {
  await Promise.all([pictures.load(), data.load()]);
}

/** What a server does beside serving devices: it takes what is pushed, and tells of alerts. */
export interface SideParts extends PushParts {
  readonly alerts: Alerting;
}

/** Open them: kept by the state store where there is one. */
export function openSideParts(
  engine: RenderEngine,
  lasting: LastingState | null,
  registry: Registry,
  history: DeviceHistory,
  log: Logger,
): SideParts {
  const { config, repos } = engine;
  const sources = { config, records: () => registry.list(), repos: () => repos.list(), history };
  const alerts = new Alerting({ sources, state: lasting?.state ?? memoryAlerts(), log });
  return { ...openPushParts(engine, lasting), alerts };
}

export function startSideParts({ pushes: { pictures, data }, alerts }: SideParts): void {
  pictures.start();
  data.start();
  alerts.start();
}

export async function stopSideParts({ pushes: { pictures, data }, alerts }: SideParts): Promise<void> {
  pictures.stop();
  data.stop();
  await alerts.stop();
}

/** What the programs that push data work with. */
export function dataApi(
  { config, nowMs }: Pick<DeviceApi, 'config' | 'nowMs'>,
  { pushes }: PushParts,
  servers: () => number,
): DataApi {
  // Wrong data tokens are counted apart: they must not use up what devices may do.
  return { config, nowMs, data: pushes.data, attempts: createThrottle(servers).wrongTokens };
}

/** What the admin API works with. */
export function adminApi(
  { config, catalogue, repos, contents, screens, compose, previewRaster }: RenderEngine,
  writer: Promise<ConfigWriter>,
  stores: Pick<
    AdminApi,
    'registry' | 'keeper' | 'alerts' | 'events' | 'history' | 'logs' | 'frames' | keyof PushParts
  >,
): AdminApi {
  return {
    ...stores,
    config: () => config.snapshot,
    rawConfig: () => config.raw,
    writer: {
      change: async (...change) => {
        const written = await (await writer).change(...change);
        repos.followConfig();
        return written;
      },
    },
    catalogue,
    repos,
    previews: new Previews({ contents, screens, compose, raster: previewRaster }),
  };
}
