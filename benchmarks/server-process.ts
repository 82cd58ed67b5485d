/** A server in a process of its own, with the benchmark's screens, and the calls that devices make. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PACKAGE_ROOT } from '../src/base/version.ts';

const DEADLINE_MS = 20_000;

/** Token of the admin API. */
export const ADMIN_TOKEN = 'benchmark';

export interface ServerProcess {
  readonly port: number;
  /** From the start of the process to the first answer of `/health`. */
  readonly startMs: number;
  /** Memory that the server holds now, with all its processes. */
  residentMb(): number;
  stop(): Promise<void>;
}

/** Start a server. Every device shows the board, unless `devices` (MAC to screen) says otherwise. */
export async function startServerProcess(
  devices: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-bench-'));
  cpSync(path.join(PACKAGE_ROOT, 'benchmarks/screens'), path.join(folder, 'screens'), { recursive: true });
  mkdirSync(path.join(folder, 'fonts'));
  for (const name of ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf']) {
    cpSync(
      path.join(PACKAGE_ROOT, 'node_modules/dejavu-fonts-ttf/ttf', name),
      path.join(folder, 'fonts', name),
    );
  }
  const mappings = Object.entries(devices).map(([mac, screen]) => `  "${mac}": { screen: ${screen} }\n`);
  const section = mappings.length === 0 ? '' : `devices:\n${mappings.join('')}`;
  writeFileSync(
    path.join(folder, 'config.yaml'),
    `default_screen: board\nadmin: { token: ${ADMIN_TOKEN} }\n${section}`,
  );

  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, [path.join(PACKAGE_ROOT, 'dist/src/cli/main.js'), 'serve'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      // For comparisons of the two.
      RASTER_ISOLATION: process.env['RASTER_ISOLATION'],
      BIND_ADDR: `127.0.0.1:${port}`,
      CONFIG_FILE: path.join(folder, 'config.yaml'),
      SCREENS_DIR: path.join(folder, 'screens'),
      FONTS_DIR: path.join(folder, 'fonts'),
    },
  });
  await untilOk(port, '/health');
  const startMs = performance.now() - started;
  await untilOk(port, '/ready');
  return {
    port,
    startMs,
    residentMb: () => residentMb(child),
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Memory of the server and its processes; pages that several share count once (`Pss` of proc(5), smaps_rollup). */
function residentMb(child: ChildProcess): number {
  return familyOf(String(child.pid)).reduce((sum, pid) => {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return sum + Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1]) / 1024;
  }, 0);
}

function familyOf(pid: string): string[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return [pid, ...(children === '' ? [] : children.split(' ').flatMap(familyOf))];
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

async function untilOk(port: number, route: string): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  const client = new Client(port);
  while (performance.now() < deadline) {
    const status = await client.fetch(route, {}).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return client.close();
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error(`no answer from ${route} within ${DEADLINE_MS} ms`);
}

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

/** One device or load generator: keeps its connection, as HTTP clients do. */
export class Client {
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(port: number) {
    this.#port = port;
  }

  fetch(route: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const request = get(
        { host: '127.0.0.1', port: this.#port, path: route, headers, agent: this.#agent },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }),
          );
        },
      );
      request.on('error', reject);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Sizes of the two device models. */
export const SIZES = {
  og: { Width: '800', Height: '480', Model: 'og' },
  x: { Width: '1872', Height: '1404', Model: 'x' },
} as const;

/** A device that shows a new picture with every display call, if it is told another `serial`. */
export class Device {
  readonly client: Client;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(port: number, mac: string, size: keyof typeof SIZES = 'og') {
    this.client = new Client(port);
    this.#headers = { ID: mac, 'Access-Token': `token-${mac}`, ...SIZES[size] };
  }

  /** Call display; equal serials give equal pictures. Returns the path of the picture. */
  async display(serial: number): Promise<string> {
    const voltage = (1 + (serial % 60_000) / 1000).toFixed(3);
    const { status, body } = await this.client.fetch('/api/display', {
      ...this.#headers,
      'Battery-Voltage': voltage,
    });
    if (status !== 200) throw new Error(`display: ${status} ${body}`);
    const { image_url } = JSON.parse(body.toString('utf8')) as { image_url: string };
    const { pathname, search } = new URL(image_url);
    return pathname + search;
  }

  async image(route: string): Promise<Buffer> {
    const { status, body } = await this.client.fetch(route, {});
    if (status !== 200) throw new Error(`image: ${status} ${body}`);
    return body;
  }
}

/** Call `work` several times in a row and time each call in ms. */
export async function times(count: number, work: (turn: number) => Promise<unknown>): Promise<number[]> {
  const figures: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const start = performance.now();
    await work(turn);
    figures.push(performance.now() - start);
  }
  return figures;
}

/** Calls per second of some clients that call as fast as they are answered, for a time. */
export async function rate(
  clients: number,
  durationMs: number,
  work: (client: number, turn: number) => Promise<unknown>,
): Promise<number> {
  const start = performance.now();
  let done = 0;
  const loop = async (client: number): Promise<void> => {
    for (let turn = 0; performance.now() - start < durationMs; turn += 1) {
      await work(client, turn);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => loop(client)));
  return (done * 1000) / (performance.now() - start);
}
