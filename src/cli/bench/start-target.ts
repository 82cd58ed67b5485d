/** The server that `stipple bench` measures: one that runs already, or one that it starts. */

import { BENCH_LIMITS } from '../../bench/bench-limits.ts';
import type { BenchPlan } from '../../bench/plan.ts';
import type { FleetChoice } from '../../bench/server/fleet.ts';
import { startOwnServer } from '../../bench/server/own-server.ts';
import type { BenchTarget } from '../../bench/target.ts';
import { virtualDevices } from '../../bench/virtual-device.ts';
import { parsePublicUrl } from '../../config/env/env-values.ts';
import { readSecretFile } from '../../config/env/secret-file.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { EXIT, ExitError } from '../exit.ts';
import type { BenchArguments } from './arguments.ts';

/** A target that must be stopped after the run. */
interface StartedTarget extends BenchTarget {
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

/** Devices that call a running server, unless the operator wants another number. */
const USUAL_DEVICES = 10;
const HEALTH_MS = 5_000;

interface RunningServerOptions {
  readonly url: string;
  /** Further addresses that pictures may be on. */
  readonly also: readonly string[];
  readonly tokenFile: string | undefined;
  readonly devices: number | null;
  readonly seed: number;
}

/**
 * The server at an address, once it has answered `/health`.
 * @throws {ExitError} 64 for an address that cannot be meant, 1 for a server that does not answer
 */
async function findRunningServer(options: RunningServerOptions): Promise<BenchTarget> {
  const { also, tokenFile, devices, seed } = options;
  const url = address('--url', options.url);
  const origins = also.map((text) => new URL(address('--also', text)).origin);
  const adminToken = tokenFile === undefined ? null : readToken(tokenFile);
  const answer = await askHealth(url);
  if (!answer.ok) throw new ExitError(EXIT.failed, answer.error);
  return {
    kind: 'running',
    url,
    adminToken,
    metricsUrl: null,
    devices: virtualDevices(devices ?? USUAL_DEVICES, seed),
    screens: {},
    alsoOrigins: origins,
    startMs: null,
    warnings: () => [],
    usage: () => null,
    ended: null,
  };
}

/** Scheme, host and path prefix, without a slash at the end. */
function address(option: string, text: string): string {
  const url = parsePublicUrl(text);
  if (url !== null) return url;
  const expected = 'an http or https address such as http://display.example:3000';
  throw new ExitError(EXIT.usage, `${option}: expected ${expected}, got "${text}"`);
}

function readToken(file: string): string {
  const token = readSecretFile(file);
  if (token.ok) return token.value;
  throw new ExitError(EXIT.usage, `--token-file: ${file}: ${token.error}`);
}

/** Whether a server answers at all: a bench of nothing would only wait. */
async function askHealth(url: string): Promise<Result<true, string>> {
  try {
    const signal = AbortSignal.timeout(Math.min(HEALTH_MS, BENCH_LIMITS.callMs));
    const { status } = await fetch(`${url}/health`, { signal, redirect: 'manual' });
    return status === 200 ? ok(true) : err(`${url}/health answered ${status}: is this a Stipple server?`);
  } catch (error) {
    const { cause, message } = error as Error;
    const reason =
      cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : message;
    return err(`${url}/health did not answer (${reason})`);
  }
}
