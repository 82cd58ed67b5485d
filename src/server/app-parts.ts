/** Parts of a server that are made of others when it starts. */

import { adminGate } from '../admin/access/admin-gate.ts';
import { AuditTrail } from '../admin/access/audit-trail.ts';
import { Sessions } from '../admin/access/sessions.ts';
import { parseDeviceId } from '../domain/device-id.ts';
import type { PushMakers } from '../engine/contents/make-push.ts';
import type { PushedContents } from '../engine/contents/pushed-contents.ts';
import type { Pushes } from '../engine/contents/pushes.ts';
import { SharedContents } from '../engine/contents/shared-contents.ts';
import { WarningLog } from '../engine/contents/warning-log.ts';
import type { RenderEngine } from '../engine/render-engine.ts';
import { Alerting } from '../fleet/alerts/alerting.ts';
import { createThrottle } from '../fleet/calls/attempts.ts';
import type { DeviceApi } from '../fleet/calls/device-api.ts';
import { frameLines } from '../fleet/calls/frame-access.ts';
import { IncompleteSetups } from '../fleet/calls/incomplete-setups.ts';
import { SignedTimes } from '../fleet/calls/signed-time.ts';
import type { UrlSigner } from '../fleet/calls/signed-url.ts';
import { UnknownPanels } from '../fleet/calls/unknown-panels.ts';
import type { DataApi } from '../fleet/inbound/data-api.ts';
import type { HookApi } from '../fleet/inbound/repo-hook.ts';
import { LastingState, type OpenStore } from '../fleet/register/lasting-state.ts';
import type { Registry } from '../fleet/register/registry.ts';
import type { Trail } from '../fleet/register/trail.ts';
import type { Logger } from '../platform/base/logger.ts';
import { VERSION } from '../platform/base/version.ts';
import type { AdminAuth } from './http/admin-auth.ts';
import type { MetricsServer } from './metrics/metrics-server.ts';

/** What a server has to do with its state. */
export function openLasting(
  engine: RenderEngine,
  store: OpenStore,
  registry: Registry,
  signer: UrlSigner,
  log: Logger,
): LastingState {
  const { config, repos } = engine;
  const startedMs = Date.now();
  return new LastingState({
    ...store,
    registry,
    sensitive: engine.sensitive,
    log,
    config: () => config.snapshot,
    facts: () => ({
      version: VERSION,
      startedMs,
      config: config.digest,
      secret: signer.mark,
      repos: Object.fromEntries(repos.list().map(({ handle, resolvedSha }) => [handle, resolvedSha ?? ''])),
    }),
  });
}

/** The contents that devices are told of, and that other servers find in the state. */
export function openSharedContents(
  { store, catalogue, screens: { environment } }: RenderEngine,
  { contents }: Pick<LastingState, 'contents'>,
): SharedContents {
  return new SharedContents({ share: contents, store, catalogue, environment });
}

/** The trails of devices. */
export function openTrail({ events }: RenderEngine, { trail }: LastingState): Trail {
  events.on('pictureMade', (hash, drawing, device) =>
    trail.drawn(hash, { ...drawing, atMs: Date.now() }, device === null ? null : parseDeviceId(device)),
  );
  return trail;
}

/** What is noted of callers while the server runs. */
export function callerNotes(): Pick<
  DeviceApi,
  'signedTimes' | 'frameLines' | 'unknownPanels' | 'incompleteSetups' | 'sparing'
> {
  return {
    signedTimes: new SignedTimes(),
    frameLines: frameLines(),
    unknownPanels: new UnknownPanels(),
    sparing: new WarningLog(),
    incompleteSetups: new IncompleteSetups(),
  };
}

/** What is pushed to a server, and what it is shown and read by. */
export interface PushParts {
  readonly pushes: Pushes;
  readonly pushed: PushedContents;
  readonly pushMakers: PushMakers;
}

/** What is pushed, and what shows and reads it. */
export function openPushParts(engine: RenderEngine, pushes: Pushes): PushParts {
  const { compose, pushed, screens, store, previewRaster: raster } = engine;
  // Always a process: an admin may push what somebody else has made.
  return { pushes, pushed, pushMakers: { compose, raster, store, environment: screens.environment } };
}

/** Learn what was pushed before the start, and to other servers. Never rejects. */
export async function loadPushes({ pushes: { pictures, data } }: PushParts): Promise<void> {
  await Promise.all([pictures.load(), data.load()]);
}

export function startPushes({ pushes: { pictures, data } }: PushParts): void {
  pictures.start();
  data.start();
}

export function stopPushes({ pushes: { pictures, data } }: PushParts): void {
  pictures.stop();
  data.stop();
}

/** What operators are told of. */
export function openAlerts(
  { config, repos }: RenderEngine,
  { registry, history }: Pick<DeviceApi, 'registry' | 'history'>,
  lasting: LastingState,
  log: Logger,
): Alerting {
  const sources = { config, records: () => registry.each(), repos: () => repos.list(), history };
  return new Alerting({ sources, state: lasting.state, log });
}

/** What the programs work with that push data, and the git hosts that tell of commits. */
export function programApis(
  { config: store, repos }: RenderEngine,
  { config, nowMs }: Pick<DeviceApi, 'config' | 'nowMs'>,
  { pushes }: PushParts,
  servers: () => number,
): { readonly data: DataApi; readonly hooks: HookApi } {
  return {
    // Wrong tokens of programs are counted apart: they must not use up what devices may do.
    data: { config, nowMs, data: pushes.data, attempts: createThrottle(servers).wrongTokens },
    hooks: {
      secretOf: (handle) => store.secrets.repoWebhooks.get(handle) ?? null,
      info: (handle) => repos.info(handle),
      fetch: (handle) => void repos.update(handle),
      attempts: createThrottle(servers).wrongTokens,
      nowMs,
    },
  };
}

/** What decides who may use the admin API. */
interface AdminDoor {
  readonly lasting: LastingState;
  readonly log: Logger;
  /** How many servers share the state store. */
  servers(): number;
  /** The admin token of the environment; null where there is none. */
  adminToken(): string | null;
  /** Whether calls from the machine itself need no token. */
  readonly isOpenToLoopback: boolean;
}

/** Who may use the admin API, and where it is kept what they change. */
export function openAdminAuth(
  { config }: RenderEngine,
  { signer }: Pick<DeviceApi, 'signer'>,
  { lasting, log, servers, adminToken, isOpenToLoopback }: AdminDoor,
): AdminAuth {
  const keys = {
    adminToken: () => adminToken() ?? config.secrets.adminToken,
    named: () => config.snapshot.adminTokens,
    nowMs: Date.now,
  };
  return {
    gate: adminGate(keys, isOpenToLoopback),
    sessions: new Sessions({ ...keys, serverKey: () => signer.keyFor('sessions') }),
    isOpenToLoopback,
    audit: new AuditTrail(lasting.state.audit, log),
    // Wrong tokens are counted apart, as those of data.
    attempts: createThrottle(servers).wrongTokens,
  };
}

/** The figures for Prometheus. Loaded only if configured: most servers run without metrics, and start sooner. */
export async function openMetrics(
  { host, port: wanted }: { readonly host: string; readonly port: number },
  log: Logger,
  sources: ConstructorParameters<typeof MetricsServer>[0],
): Promise<MetricsServer> {
  const loaded = await import('./metrics/metrics-server.ts');
  const metrics = new loaded.MetricsServer(sources, log);
  const { address, port } = await metrics.listen(host, wanted);
  log.info({ address, port }, 'metrics listening');
  return metrics;
}
