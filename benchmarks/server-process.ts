/** A server in a process of its own, with the benchmark's screens, and the calls that devices make. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PACKAGE_ROOT } from '../src/base/version.ts';
import { type Answer, openCaller } from '../src/bench/load/call.ts';
import { configText, textText } from '../src/bench/server/config-text.ts';
import { launchServer } from '../src/bench/server/launch-server.ts';

/** Token of the admin API. */
export const ADMIN_TOKEN = 'benchmark';

/** A photo, which the screen `photo` shows. */
export const PHOTO = path.join(PACKAGE_ROOT, 'assets/examples/photo-frame/photo.jpg');

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
  fill(folder, devices);
  const started = await launchServer({
    // As servers of earlier figures were.
    dropLog: true,
    inOurSession: true,
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
  const { port, startMs, usage, stop } = started.value;
  return {
    port,
    startMs,
    residentMb: () => usage()?.mb ?? Number.NaN,
    stop: async () => {
      await stop();
      remove();
    },
  };
}

/** The benchmark's screens, its fonts, and a config. */
function fill(folder: string, devices: Readonly<Record<string, string>>): void {
  cpSync(path.join(PACKAGE_ROOT, 'benchmarks/screens'), path.join(folder, 'screens'), { recursive: true });
  cpSync(PHOTO, path.join(folder, 'screens/photo/photo.jpg'));
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
  const entries = Object.entries(devices).map(
    ([mac, screen]) => [mac, `{ screen: ${textText(screen)} }`] as const,
  );
  writeFileSync(path.join(folder, 'config.yaml'), configText(sections, entries));
}

/** One device or load generator: keeps its connection, as HTTP clients do. */
export class Client {
  readonly #base: string;
  readonly #caller = openCaller({ keepAlive: true, sockets: 1 });

  constructor(port: number) {
    this.#base = `http://127.0.0.1:${port}`;
  }

  fetch(route: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
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
