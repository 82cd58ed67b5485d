/** Starts `stipple serve` in a process of its own, waits until it is ready, and stops it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { get } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../../config/env/env.ts';
import { cappedAt, type Deadline, deadlineIn, leftMs } from '../../platform/base/deadline.ts';
import { mainFile } from '../../platform/base/entry-files.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { BENCH_LIMITS } from '../bench-limits.ts';
import type { ServerUsage } from '../target.ts';
import { LogTail } from './log-tail.ts';
import { usageMeter } from './process-usage.ts';

/** A server that runs beside this process. */
export interface LaunchedServer {
  readonly port: number;
  readonly pid: number;
  /** Address of `/metrics`, for those who asked for it; else null. */
  readonly metricsUrl: string | null;
  /** From the start of the process to the first answer of `/health`. */
  readonly startMs: number;
  /** What the server uses, with all its processes; null on systems that do not tell. */
  usage(): ServerUsage | null;
  /** Hosts that its scripts asked and were not allowed to. */
  refusedHosts(): readonly string[];
  /** Resolves with a sentence when the server ends without having been stopped. */
  readonly ended: Promise<string>;
  /** Stop it, by force if it does not end in time. Further calls wait for the first. */
  stop(): Promise<void>;
}

export interface LaunchOptions {
  /** All variables of the server but its addresses. */
  readonly environment: Environment;
  /** Ends the start. */
  readonly signal?: AbortSignal;
  /** Time for the server to end by itself when it is stopped. */
  readonly patienceMs?: number;
  /** The route that has to answer before the server counts as started; `/ready` unless given. */
  readonly until?: '/health' | '/ready';
  /** Let it serve metrics, on a further port of loopback. */
  readonly withMetrics?: boolean;
  /** Drop what the server writes to standard output, so that reading it takes no time. */
  readonly dropLog?: boolean;
  /** Stay in the session of this process: the scheduler shares the machine otherwise, and Ctrl-C ends the server too. */
  readonly inOurSession?: boolean;
}

const MAIN = fileURLToPath(mainFile());

/** Between finding a free port and listening on it, another process may take it. */
const TRIES = 3;
const PORT_TAKEN = 'the address is in use';

/** Short, since the time until the first answer is measured. */
const LOOK_MS = 2;
/** A server that starts may accept a connection before it answers. */
const ANSWER_MS = 5_000;

/**
 * Start a server on a free port of loopback, and wait until it is ready.
 * @returns one sentence when it does not become ready, with its own reason
 */
export async function launchServer(options: LaunchOptions): Promise<Result<LaunchedServer, string>> {
  for (let tries = 1; ; tries++) {
    const started = await launchOnce(options);
    if (started.ok || tries === TRIES || !started.error.includes(PORT_TAKEN)) return started;
  }
}

async function launchOnce(options: LaunchOptions): Promise<Result<LaunchedServer, string>> {
  const { signal, until = '/ready', withMetrics = false } = options;
  const port = await freePort();
  const metricsAddress = withMetrics ? `127.0.0.1:${await freePort()}` : undefined;
  const deadline = deadlineIn(BENCH_LIMITS.startMs);
  const startedMs = performance.now();
  const server = new ServerProcess(port, metricsAddress, options);
  let failure = await server.until('/health', deadline, signal);
  const startMs = performance.now() - startedMs;
  if (until === '/ready') failure ??= await server.until('/ready', deadline, signal);
  if (failure !== null) {
    await server.stop();
    return err(failure);
  }
  const { ended, pid } = server;
  return ok({
    port,
    pid,
    metricsUrl: metricsAddress === undefined ? null : `http://${metricsAddress}/metrics`,
    startMs,
    usage: server.usage,
    refusedHosts: () => server.log.refusedHosts(),
    ended,
    stop: () => server.stop(),
  });
}

class ServerProcess {
  readonly log = new LogTail();
  readonly pid: number;
  readonly usage: () => ServerUsage | null;
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #port: number;
  readonly #patienceMs: number;
  /** Resolves when the process is gone and all that it wrote was read. */
  readonly #gone: Promise<string>;
  #isGone = false;
  #stopping: Promise<void> | null = null;

  constructor(port: number, metricsAddress: string | undefined, options: LaunchOptions) {
    const { environment, patienceMs, dropLog = false, inOurSession = false } = options;
    this.#port = port;
    this.#patienceMs = patienceMs ?? LIMITS.drainMs + BENCH_LIMITS.stopSlackMs;
    this.#child = spawn(process.execPath, [MAIN, 'serve'], {
      stdio: ['ignore', dropLog ? 'ignore' : 'pipe', 'pipe'],
      env: { ...environment, BIND_ADDR: `127.0.0.1:${port}`, METRICS_ADDR: metricsAddress },
      // Ctrl-C is for the bench, which then stops the server.
      detached: !inOurSession,
      windowsHide: true,
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) if (stream) this.log.follow(stream);
    const pid = this.#child.pid ?? 0;
    this.pid = pid;
    this.usage = usageMeter(pid);
    const callOff = pid === 0 ? () => undefined : endWithUs(pid);
    const onExit = (): void => {
      this.#child.kill('SIGTERM');
    };
    process.once('exit', onExit);
    this.#gone = new Promise<string>((resolve) => {
      this.#child.once('error', (error) => resolve(error.message));
      this.#child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
    }).finally(() => {
      this.#isGone = true;
      callOff();
      process.removeListener('exit', onExit);
    });
    this.ended = this.#gone.then((how) => {
      if (this.#stopping !== null) return new Promise<never>(() => {});
      return this.#sentence('ended by itself', how);
    });
  }

  /** Wait until a route answers with 200. @returns why it does not; null when it does */
  async until(route: string, deadline: Deadline, signal?: AbortSignal): Promise<string | null> {
    while (!this.#isGone) {
      if (signal?.aborted) return 'the start of the server was interrupted';
      if ((await this.#statusOf(route, deadline)) === 200) return null;
      if (leftMs(deadline) === 0) {
        return this.#sentence('did not become ready', `no answer in ${BENCH_LIMITS.startMs / 1000} s`);
      }
      await sleep(LOOK_MS);
    }
    return this.#sentence('did not start', await this.#gone);
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    const over = new AbortController();
    this.#child.kill('SIGTERM');
    const patience = sleep(this.#patienceMs, undefined, { signal: over.signal }).then(
      () => this.#child.kill('SIGKILL'),
      () => undefined,
    );
    await this.#gone;
    over.abort();
    await patience;
  }

  #sentence(what: string, how: string): string {
    const words = this.log.lastWords();
    return `the server ${what}: ${words === '' ? how : `${words} (${how})`}`;
  }

  /** 0 without an answer. */
  #statusOf(route: string, deadline: Deadline): Promise<number> {
    return new Promise((resolve) => {
      const request = get({ host: '127.0.0.1', port: this.#port, path: route, agent: false }, (response) => {
        response.resume();
        response.once('close', () => resolve(response.statusCode ?? 0));
      });
      request.setTimeout(Math.max(1, leftMs(cappedAt(deadline, ANSWER_MS))), () => request.destroy());
      request.once('error', () => resolve(0));
    });
  }
}

/** Waits for the end of its input, which comes when this process is gone, and then ends the other one. */
const PROGRAM = 'read -r _; kill -TERM "$0"';

/**
 * End a process with SIGTERM when this process ends, for whatever reason.
 * @returns calls it off; to be called as soon as the process has ended
 */
function endWithUs(pid: number): () => void {
  // A signal of the terminal must not end it before its work is done.
  const guard = spawn('sh', ['-c', PROGRAM, String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // Without a shell the process outlives this one if that is killed.
  guard.once('error', () => undefined);
  guard.stdin?.once('error', () => undefined);
  guard.unref();
  (guard.stdin as Socket | null)?.unref();
  return () => {
    guard.kill('SIGKILL');
  };
}

/** A TCP port on loopback on which nobody listens at the moment. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
