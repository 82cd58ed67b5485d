/** Asks a server for `/health` again and again from a process of its own, and tells how long the answers took. */
import { fork } from 'node:child_process';
import { Agent, get } from 'node:http';

const PAUSE_MS = 50;

export interface HealthFigures {
  readonly calls: number;
  /** Calls without a 200. */
  readonly failed: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly worstMs: number;
}

export interface HealthProbe {
  /** The figures since the start or the last call of this. */
  lap(): Promise<HealthFigures>;
  stop(): void;
}

/** Start to ask. */
export function probeHealth(url: string): HealthProbe {
  const child = fork(import.meta.filename, [url], { execArgv: [] });
  return {
    lap: () =>
      new Promise((resolve, reject) => {
        const ended = (): void => reject(new Error('the probe ended'));
        child.once('exit', ended);
        child.once('message', (figures) => {
          child.off('exit', ended);
          resolve(figures as HealthFigures);
        });
        child.send('lap');
      }),
    stop: () => child.kill('SIGKILL'),
  };
}

function figuresOf(times: readonly number[], failed: number): HealthFigures {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return {
    calls: times.length + failed,
    failed,
    medianMs: at(0.5),
    p95Ms: at(0.95),
    worstMs: sorted.at(-1) ?? 0,
  };
}

/** In the child. */
function probe(url: string): void {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let times: number[] = [];
  let failed = 0;
  const ask = (): void => {
    const start = performance.now();
    const again = (ok: boolean): void => {
      if (ok) times.push(Math.round((performance.now() - start) * 10) / 10);
      else failed += 1;
      // biome-ignore lint/style/noRestrictedGlobals: a caller like any other, not one more attack.
      setTimeout(ask, PAUSE_MS);
    };
    get(`${url}/health`, { agent }, (response) => {
      response.resume();
      response.once('end', () => again(response.statusCode === 200));
    }).once('error', () => again(false));
  };
  process.on('message', () => {
    process.send?.(figuresOf(times, failed));
    times = [];
    failed = 0;
  });
  ask();
}

if (process.argv[1] === import.meta.filename && process.send !== undefined) probe(process.argv[2] ?? '');
