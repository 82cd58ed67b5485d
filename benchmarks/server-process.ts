/** A server in a process of its own, with the benchmark's screens, and the calls that devices make. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type HttpAnswer, openCaller } from '../src/bench/load/call.ts';
import { configText, mapText, textText } from '../src/bench/server/config-text.ts';
import { type LaunchOptions, launchServer } from '../src/bench/server/launch-server.ts';
import { type FamilyMemory, mainThreadMs, memoryOf } from '../src/bench/server/process-usage.ts';
import { PACKAGE_ROOT } from '../src/platform/base/version.ts';
import { writePhotos } from './photos.ts';

/** Token of the admin API. */
export const ADMIN_TOKEN = 'benchmark';

export interface ServerProcess {
  readonly port: number;
  /** From the start of the process to the first answer of `/health`. */
  readonly startMs: number;
  /** Memory that the server holds now, with all its processes. */
  residentMb(): number;
  /** The same by both ways to count shared pages. */
  memory(): FamilyMemory;
  /** Processor time so far: of its main thread, and of all its threads and processes. */
  mainThreadMs(): number;
  processorMs(): number;
  stop(): Promise<void>;
}

/** A screen with params. */
export interface ShownScreen {
  readonly screen: string;
  readonly params: Readonly<Record<string, number>>;
}

/** What devices show, by MAC; all others show the board. */
export type Shown = Readonly<Record<string, string | ShownScreen>>;

/** Start a server. @param until  the route that has to answer before it counts as started */
export async function startServerProcess(
  devices: Shown = {},
  until: NonNullable<LaunchOptions['until']> = '/ready',
): Promise<ServerProcess> {
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-bench-'));
  await fill(folder, devices);
  const started = await launchServer({
    // As servers of earlier figures were.
    dropLog: true,
    inOurSession: true,
    until,
    environment: {
      PATH: process.env['PATH'],
      // For comparisons of the two.
      RASTER_ISOLATION: process.env['RASTER_ISOLATION'],
      CONFIG_FILE: path.join(folder, 'config.yaml'),
      SCREENS_DIR: path.join(folder, 'screens'),
      FONTS_DIR: path.join(folder, 'fonts'),
    },
  });
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  if (!started.ok) {
    remove();
    throw new Error(started.error);
  }
  const { port, pid, startMs, usage, stop } = started.value;
  return {
    port,
    startMs,
    residentMb: () => usage()?.mb ?? Number.NaN,
    memory: () => memoryOf(pid),
    mainThreadMs: () => mainThreadMs(pid),
    processorMs: () => (usage()?.cpuSeconds ?? Number.NaN) * 1000,
    stop: async () => {
      await stop();
      remove();
    },
  };
}

/** Run work against a fresh server. */
export async function withServer<T>(
  work: (server: ServerProcess) => Promise<T>,
  ...how: Parameters<typeof startServerProcess>
): Promise<T> {
  const server = await startServerProcess(...how);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** The benchmark's screens, its fonts, and a config. */
async function fill(folder: string, devices: Shown): Promise<void> {
  const screens = path.join(folder, 'screens');
  const shown = Object.values(devices).map((entry) => (typeof entry === 'string' ? entry : entry.screen));
  cpSync(path.join(PACKAGE_ROOT, 'benchmarks/screens'), screens, { recursive: true });
  if (shown.includes('photo')) {
    cpSync(path.join(PACKAGE_ROOT, 'benchmarks/photo-screens'), screens, { recursive: true });
    await writePhotos(screens);
  }
  mkdirSync(path.join(folder, 'fonts'));
  for (const name of ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf']) {
    cpSync(
      path.join(PACKAGE_ROOT, 'node_modules/dejavu-fonts-ttf/ttf', name),
      path.join(folder, 'fonts', name),
    );
  }
  const sections = [
    ['default_screen', 'board'],
    ['admin', `{ token: ${ADMIN_TOKEN} }`],
  ] as const;
  const entries = Object.entries(devices).map(([mac, entry]) => [mac, entryText(entry)] as const);
  writeFileSync(path.join(folder, 'config.yaml'), configText(sections, entries));
}

function entryText(entry: string | ShownScreen): string {
  const { screen, params } = typeof entry === 'string' ? { screen: entry, params: {} } : entry;
  const values = Object.entries(params).map(([name, value]) => [name, String(value)] as const);
  return mapText([
    ['screen', textText(screen)],
    ...(values.length === 0 ? [] : [['params', mapText(values)] as const]),
  ]);
}

/** One device or load generator: keeps its connection, as HTTP clients do. */
export class Client {
  readonly #base: string;
  readonly #caller = openCaller({ keepAlive: true, sockets: 1 });

  constructor(port: number) {
    this.#base = `http://127.0.0.1:${port}`;
  }

  fetch(route: string, headers: Readonly<Record<string, string>>): Promise<HttpAnswer> {
    return this.#caller.call({ method: 'GET', url: new URL(this.#base + route), headers });
  }

  close(): void {
    this.#caller.close();
  }
}

/** Sizes of the two device models. */
export const SIZES = {
  og: { Width: '800', Height: '480', Model: 'og' },
  x: { Width: '1872', Height: '1404', Model: 'x' },
} as const;

/** Serials that give different pictures; others repeat them. */
const SERIALS = 60_000;

/** The path of the picture that an answer of display tells. */
export function pictureOf({ body }: HttpAnswer): string {
  const { image_url } = JSON.parse(body.toString('utf8')) as { image_url: string };
  const { pathname, search } = new URL(image_url);
  return pathname + search;
}

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
    const answer = await this.ask(serial);
    const { status, body } = answer;
    if (status !== 200) throw new Error(`display: ${status} ${body}`);
    return pictureOf(answer);
  }

  /** The same call with its answer, whatever that is. */
  ask(serial: number): Promise<HttpAnswer> {
    const voltage = (1 + (serial % SERIALS) / 1000).toFixed(3);
    return this.client.fetch('/api/display', { ...this.#headers, 'Battery-Voltage': voltage });
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

/** Calls per second of some clients that call as fast as they are answered, for a time. What gives false does not count. */
export async function rate(
  clients: number,
  durationMs: number,
  work: (client: number, turn: number) => Promise<unknown>,
): Promise<number> {
  const start = performance.now();
  let done = 0;
  const loop = async (client: number): Promise<void> => {
    for (let turn = 0; performance.now() - start < durationMs; turn += 1) {
      if ((await work(client, turn)) !== false) done += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => loop(client)));
  return (done * 1000) / (performance.now() - start);
}
