/** Runs Prometheus, and its tool that checks metrics, rules and configs. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { requireTool } from '../tools/tools.ts';
import { until } from '../waiting.ts';

export interface Checked {
  /** True when there is nothing to say. */
  readonly passed: boolean;
  readonly output: string;
}

/**
 * Run `promtool` in a folder.
 * @throws {MissingToolError} it is not installed
 */
export function promtool(
  args: readonly string[],
  options: { readonly cwd?: string; readonly input?: string } = {},
): Checked {
  const { error, status, stdout, stderr } = spawnSync(requireTool('promtool'), args, {
    encoding: 'utf8',
    ...options,
  });
  if (error !== undefined) throw error;
  return { passed: status === 0, output: `${stdout}${stderr}` };
}

export interface QueryResult {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Prometheus {
  readonly url: string;
  /**
   * Evaluate an expression now.
   * @throws {Error} it is not accepted; with Prometheus's own words
   */
  query(expression: string): Promise<readonly QueryResult[]>;
  /** What a path of its API answers with. */
  api<Data>(path: string, params?: Readonly<Record<string, string>>): Promise<Data>;
  stop(): Promise<void>;
}

/**
 * Start Prometheus on a free port of loopback, with a config and a storage of its own.
 * @param config text of the config file; files that it names are looked up from the folder of the config
 * @param files  further files, by their names in that folder
 */
export async function startPrometheus(
  config: string,
  files: Readonly<Record<string, string>> = {},
): Promise<Prometheus> {
  const program = requireTool('prometheus');
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-prometheus-'));
  for (const [name, text] of Object.entries({ ...files, 'prometheus.yaml': config })) {
    writeFileSync(path.join(folder, name), text);
  }
  const child = spawn(program, [
    `--config.file=${path.join(folder, 'prometheus.yaml')}`,
    `--storage.tsdb.path=${path.join(folder, 'data')}`,
    '--web.listen-address=127.0.0.1:0',
  ]);
  const end = ended(child);
  try {
    const url = `http://127.0.0.1:${await portOf(child)}`;
    const api = <Data>(route: string, params: Readonly<Record<string, string>> = {}): Promise<Data> =>
      ask(`${url}/api/v1/${route}?${new URLSearchParams(params)}`);
    return {
      url,
      api,
      query: async (query) => (await api<Vector>('query', { query })).result.map(toResult),
      stop: async () => {
        child.kill('SIGTERM');
        await end;
        rmSync(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

interface Vector {
  readonly result: readonly {
    readonly metric: Readonly<Record<string, string>>;
    readonly value: readonly [number, string];
  }[];
}

function toResult({ metric, value }: Vector['result'][number]): QueryResult {
  return { metric, value: Number(value[1]) };
}

async function ask<Data>(url: string): Promise<Data> {
  const response = await fetch(url);
  const answer = (await response.json()) as { status: string; data: Data; error?: string };
  if (answer.status !== 'success') throw new Error(answer.error ?? `status ${response.status}`);
  return answer.data;
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
}

/** The port that it has taken, once it is ready. */
async function portOf(child: ChildProcess): Promise<number> {
  let log = '';
  let failure: Error | null = null;
  child.stderr?.on('data', (chunk) => {
    log += chunk;
  });
  child.once('error', (cause) => {
    failure = new Error('prometheus does not start', { cause });
  });
  child.once('exit', (code) => {
    failure = new Error(`prometheus ended with ${code}: ${log}`);
  });
  await until(() => {
    if (failure !== null) throw failure;
    return log.includes('Server is ready to receive web requests');
  }, 'Prometheus is ready');
  return Number(/msg="Listening on" address=127\.0\.0\.1:(\d+)/.exec(log)?.[1]);
}
