/** The server that `stipple bench` measures: one that runs already, or one that it starts. */
import type { BenchPlan } from '../../bench/plan.ts';
import type { FleetChoice } from '../../bench/server/fleet.ts';
import { startOwnServer } from '../../bench/server/own-server.ts';
import type { BenchTarget } from '../../bench/target.ts';
import { EXIT, ExitError } from '../exit.ts';
import type { BenchArguments } from './arguments.ts';
import { findRunningServer } from './running-server.ts';

/** A target that must be stopped after the run. */
export interface StartedTarget extends BenchTarget {
  stop(): Promise<void>;
}

/**
 * Find or start the server of a plan.
 * @param signal  aborted when the user does not want it any more
 * @throws {ExitError} 1 for a server that cannot be measured, 64 for options that cannot be meant
 */
export async function startTarget(
  plan: BenchPlan,
  { url, also = [], 'token-file': tokenFile, upstream = [] }: BenchArguments,
  signal: AbortSignal,
): Promise<StartedTarget> {
  const { devices, seed } = plan;
  if (url !== undefined) {
    const running = await findRunningServer({ url, also, tokenFile, devices, seed });
    return { ...running, stop: async () => {} };
  }
  const started = await startOwnServer({
    fleet: fleetOf(plan),
    devices,
    seed,
    upstreams: upstream,
    signal,
  });
  if (!started.ok) throw new ExitError(EXIT.failed, started.error);
  const server = started.value;
  return {
    kind: 'own',
    url: server.url,
    adminToken: server.adminToken,
    metricsUrl: server.metricsUrl,
    devices: server.devices,
    screens: server.screens,
    alsoOrigins: [],
    startMs: server.startMs,
    warnings: () => [...server.warnings, ...refusedWarning(server.refusedHosts())],
    usage: () => server.usage(),
    ended: server.ended,
    stop: () => server.stop(),
  };
}

function fleetOf({ playsFleet, screen }: BenchPlan): FleetChoice {
  if (playsFleet) return { kind: 'preset' };
  return screen === null ? { kind: 'config' } : { kind: 'screen', screen };
}

function refusedWarning(hosts: readonly string[]): readonly string[] {
  if (hosts.length === 0) return [];
  const names = hosts.map((host) => `--upstream ${host}`).join(' ');
  return [`screens asked hosts that were not named, and got no answer; to let them: ${names}`];
}
