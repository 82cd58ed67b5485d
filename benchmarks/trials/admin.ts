/** Trials of the admin API with a large fleet: listing it, and how much that slows display calls down. */
import { localMac } from '../../src/bench/virtual-device.ts';
import {
  ADMIN_TOKEN,
  Client,
  Device,
  type ServerProcess,
  startServerProcess,
  times,
} from '../server-process.ts';
import { median, type SoleTrial } from '../trial.ts';

const FLEET = 10_000;
const HEADERS = { Authorization: `Bearer ${ADMIN_TOKEN}` };

/** Run work against a server with 10 000 devices in its config. */
async function withFleet<T>(work: (server: ServerProcess) => Promise<T>): Promise<T> {
  const numbers = Array.from({ length: FLEET }, (_, number) => number);
  const server = await startServerProcess(
    Object.fromEntries(numbers.map((number) => [localMac(number), 'board'])),
  );
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

async function list(client: Client): Promise<void> {
  const { status, body } = await client.fetch('/api/admin/devices', HEADERS);
  if (status !== 200) throw new Error(`devices: ${status} ${body}`);
}

/** A page of the table of the fleet, as the console asks for it. */
async function listPage(client: Client): Promise<void> {
  const { status, body } = await client.fetch('/api/admin/fleet?sort=name&limit=100', HEADERS);
  if (status !== 200) throw new Error(`fleet: ${status} ${body}`);
}

/** The slowest of some display calls while another client lists the fleet again and again. */
async function worstDisplay({ port }: ServerProcess): Promise<number> {
  const device = new Device(port, localMac(1));
  await times(200, () => device.display(1));
  let running = true;
  const client = new Client(port);
  const lists = (async () => {
    while (running) await list(client);
  })();
  const figures = await times(300, () => device.display(1));
  running = false;
  await lists;
  return Math.max(...figures.slice(50));
}

export const ADMIN_TRIALS: readonly SoleTrial[] = [
  {
    name: 'admin-list',
    title: 'admin list of 10 000 devices',
    unit: 'ms',
    better: 'lower',
    goal: 100,
    run: () =>
      withFleet(async ({ port }) => {
        const client = new Client(port);
        return median((await times(20, () => list(client))).slice(5));
      }),
  },
  {
    name: 'fleet-page',
    title: 'page of the fleet with 10 000 devices',
    unit: 'ms',
    better: 'lower',
    goal: 60,
    run: () =>
      withFleet(async ({ port }) => {
        const client = new Client(port);
        return median((await times(20, () => listPage(client))).slice(5));
      }),
  },
  {
    name: 'fleet-page-cold',
    title: 'the first page of the fleet after a start, with 10 000 devices',
    unit: 'ms',
    better: 'lower',
    goal: 60,
    run: () => withFleet(async ({ port }) => median(await times(1, () => listPage(new Client(port))))),
  },
  {
    name: 'admin-list-display',
    title: 'worst of 250 display calls beside lists of 10 000',
    unit: 'ms',
    better: 'lower',
    run: () => withFleet(worstDisplay),
  },
];
