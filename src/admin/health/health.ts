/** `GET /api/admin/health`: how this server does, and who shares its state. */

import { CONDITIONS, type FleetCondition } from '../../domain/fleet-state.ts';
import { HEALTH_LIMITS } from '../../fleet/health/health-recorder.ts';
import { driftOf } from '../../fleet/register/presence.ts';
import type { TimesSummary } from '../../platform/base/recent-times.ts';
import { mainTurns } from '../../platform/base/turns.ts';
import { VERSION } from '../../platform/base/version.ts';
import { REPO_STATUSES } from '../../screens/repos/repo-info.ts';
import { requireStateError } from '../../state/state-error.ts';
import type { AdminApi } from '../admin-api.ts';
import { adminCall } from '../admin-call.ts';
import { fleetDevices } from '../fleet/fleet-devices.ts';
import { timeText, type View } from '../view.ts';
import { healthSchema } from './health-schema.ts';

type HealthView = View<typeof healthSchema>;

async function getHealth(api: AdminApi): Promise<HealthView> {
  const { health } = api;
  const { recorder, startedMs } = health;
  const devices = await countDevices(api);
  const { compose, raster } = health.threads();
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
  return {
    version: VERSION,
    node: process.versions.node,
    started: timeText(startedMs),
    uptime_s: Math.floor((Date.now() - startedMs) / 1000),
    ready: health.isReady(),
    state: stateView(api),
    queues: health.queues(),
    threads: {
      compose: { ...compose, lost: recorder.lost.compose },
      raster: { ...raster, lost: recorder.lost.raster },
    },
    confinement: health.confinement(),
    caches: health.caches().map(({ limitBytes, ...cache }) => ({ ...cache, limit_bytes: limitBytes })),
    latency: recorder.latency().map(({ kind, name, ...times }) => ({ kind, name, ...timesView(times) })),
    memory: { rss, heap_used: heapUsed, heap_total: heapTotal, external },
    ...serversView(api),
    screens: {
      slowest: recorder.slowest(HEALTH_LIMITS.slowest).map(({ screen, failures, ...times }) => {
        const { count: runs, ...percentiles } = timesView(times);
        return { screen, runs, failures, ...percentiles };
      }),
      failing: devices.failing.slice(0, HEALTH_LIMITS.failing).map(({ sinceMs, lastMs, ...failing }) => ({
        ...failing,
        since: timeText(sinceMs),
        last: timeText(lastMs),
      })),
      failing_total: devices.failing.length,
    },
    repos: reposView(api),
    alerts: await alertsView(api),
    devices: { total: devices.total, ...devices.conditions },
  };
}

function stateView({ health }: AdminApi): HealthView['state'] {
  const { engine, isUp, calls, failed, meanMs, setAside } = health.state();
  const damaged = [...setAside].map(([kind, keys]) => ({
    kind,
    count: keys.size,
    keys: [...keys].slice(0, HEALTH_LIMITS.damagedKeys),
  }));
  return { engine, ok: isUp, calls, failed, mean_ms: meanMs === null ? null : rounded(meanMs), damaged };
}

function serversView({ health }: AdminApi): Pick<HealthView, 'servers' | 'drift'> {
  const servers = [...health.servers()];
  const shown = servers.slice(0, HEALTH_LIMITS.servers).map(([id, { version, startedMs, config }]) => ({
    id,
    version,
    started: timeText(startedMs),
    config,
    self: id === health.ownId,
  }));
  return { servers: shown, drift: driftOf(servers.map(([, facts]) => facts)) };
}

function reposView({ repos }: AdminApi): HealthView['repos'] {
  const fetched = repos.list().filter(({ builtin }) => !builtin);
  const counts = REPO_STATUSES.map((one) => [one, fetched.filter(({ status }) => status === one).length]);
  return Object.fromEntries(counts) as HealthView['repos'];
}

async function alertsView({ alerts }: AdminApi): Promise<HealthView['alerts']> {
  try {
    const { alerts: standing, beyond } = await alerts.standing();
    return { firing: standing.length + Object.values(beyond).reduce((sum, count) => sum + count, 0) };
  } catch (error) {
    requireStateError(error);
    return { firing: null };
  }
}

function timesView({ count, p50Ms, p95Ms, maxMs }: TimesSummary): {
  readonly count: number;
  readonly p50_ms: number;
  readonly p95_ms: number;
  readonly max_ms: number;
} {
  return { count, p50_ms: rounded(p50Ms), p95_ms: rounded(p95Ms), max_ms: rounded(maxMs) };
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}

export const HEALTH_CALLS = {
  getHealth: adminCall({
    method: 'GET',
    path: '/health',
    role: 'viewer',
    summary: 'How the server does',
    description:
      'Queues, threads, caches, the times of the last 15 minutes, the servers of the state store, and the slowest and the failing screens: of the server that is asked, but for `servers`, `alerts` and `devices`.',
    answer: { schema: healthSchema, description: 'As it is now' },
    run: ({ api }) => getHealth(api),
  }),
};

/** A screen that fails on some devices. */
interface FailingCount {
  readonly screen: string;
  devices: number;
  sinceMs: number;
  lastMs: number;
  code: string;
}

interface DeviceCounts {
  readonly total: number;
  readonly conditions: Readonly<Record<FleetCondition, number>>;
  /** The most devices first. */
  readonly failing: readonly FailingCount[];
}

/** Devices are served between one slice and the next. */
async function countDevices(api: AdminApi): Promise<DeviceCounts> {
  const counts = Object.fromEntries(CONDITIONS.map((condition) => [condition, 0])) as Record<
    FleetCondition,
    number
  >;
  const failing = new Map<string, FailingCount>();
  let total = 0;
  const turns = mainTurns.begin('answers');
  for (const device of fleetDevices(api.registry, api.config(), Date.now())) {
    if (turns.isOver) await turns.next();
    if (device === null) continue;
    total += 1;
    for (const condition of device.conditions) counts[condition] += 1;
    const run = device.record?.failing ?? null;
    if (run !== null) addFailure(failing, device.screen ?? '', run);
  }
  return { total, conditions: counts, failing: [...failing.values()].sort((a, b) => b.devices - a.devices) };
}

function addFailure(
  failing: Map<string, FailingCount>,
  screen: string,
  { sinceMs, lastMs, code }: { readonly sinceMs: number; readonly lastMs: number; readonly code: string },
): void {
  const known = failing.get(screen);
  if (known === undefined) {
    failing.set(screen, { screen, devices: 1, sinceMs, lastMs, code });
    return;
  }
  known.devices += 1;
  known.sinceMs = Math.min(known.sinceMs, sinceMs);
  if (lastMs > known.lastMs) Object.assign(known, { lastMs, code });
}
