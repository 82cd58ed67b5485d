/** A server that runs already, as the target of a bench. */
import { BENCH_LIMITS } from '../../bench/bench-limits.ts';
import type { BenchTarget } from '../../bench/target.ts';
import { virtualDevices } from '../../bench/virtual-device.ts';
import { parsePublicUrl } from '../../config/env/env-values.ts';
import { readSecretFile } from '../../config/env/secret-file.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { EXIT, ExitError } from '../exit.ts';

/** Devices that call a running server, unless the operator wants another number. */
const USUAL_DEVICES = 10;
const HEALTH_MS = 5_000;

export interface RunningServerOptions {
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
export async function findRunningServer(options: RunningServerOptions): Promise<BenchTarget> {
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
