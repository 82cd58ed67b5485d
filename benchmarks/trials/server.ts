/** Trials of the whole server over HTTP: the times that its users notice. Client and server share the machine. */
import { localMac } from '../../src/bench/virtual-device.ts';
import { Client, Device, rate, type ServerProcess, startServerProcess, times } from '../server-process.ts';
import { median, type Trial } from '../trial.ts';

const LOAD_MS = 4_000;
/** A server runs for months: what counts is its speed after V8 has compiled the code, which it does in each thread. */
const WARM_UP_PICTURES = 160;
const WARM_UP_MS = 15_000;
const CLIENTS = 8;

type Peers = NonNullable<Trial['peers']>;

function peers(byonk06: number, byonk019: number): Peers {
  return { byonk06, byonk019 };
}

/** Run work against a fresh server. */
async function withServer<T>(
  work: (server: ServerProcess) => Promise<T>,
  devices: Readonly<Record<string, string>> = {},
): Promise<T> {
  const server = await startServerProcess(devices);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

/** Median time of the image call right after a display call with a picture that nobody has asked for yet. */
function coldImage(screen: string, size: 'og' | 'x'): Promise<number> {
  return withServer(
    async ({ port }) => {
      const device = new Device(port, localMac(1), size);
      const figures: number[] = [];
      for (let turn = 0; turn < WARM_UP_PICTURES + 40; turn += 1) {
        const route = await device.display(turn);
        const start = performance.now();
        await device.image(route);
        if (turn >= WARM_UP_PICTURES) figures.push(performance.now() - start);
      }
      return median(figures);
    },
    { [localMac(1)]: screen },
  );
}

function displayAndImage(screen: string, size: 'og' | 'x'): Promise<number> {
  return withServer(
    async ({ port }) => {
      const device = new Device(port, localMac(1), size);
      const pictures = WARM_UP_PICTURES + 40;
      const figures = await times(pictures, async (turn) => device.image(await device.display(turn)));
      return median(figures.slice(WARM_UP_PICTURES));
    },
    { [localMac(1)]: screen },
  );
}

function pictureBytes(screen: string): Promise<number> {
  return withServer(
    async ({ port }) => {
      const device = new Device(port, localMac(1));
      return (await device.image(await device.display(0))).length;
    },
    { [localMac(1)]: screen },
  );
}

async function worstUnderLoad({ port }: ServerProcess): Promise<number> {
  let running = true;
  const photos = Array.from({ length: 7 }, async (_, number) => {
    const device = new Device(port, localMac(10 + number));
    for (let turn = 0; running; turn += 1) await device.image(await device.display(turn * 7 + number));
  });
  const device = new Device(port, localMac(1));
  // The first cycles load code that no later one waits for.
  const figures = await times(40, async (turn) => device.image(await device.display(turn)));
  running = false;
  await Promise.all(photos);
  return Math.max(...figures.slice(10));
}

const PHOTO_DEVICES = Object.fromEntries(
  Array.from({ length: 7 }, (_, number) => [localMac(10 + number), 'gradients']),
);

export const SERVER_TRIALS: readonly Trial[] = [
  {
    name: 'start',
    title: 'process start to /health',
    unit: 'ms',
    better: 'lower',
    peers: peers(37, 44),
    goal: 400,
    run: () => withServer(async ({ startMs }) => startMs),
  },
  {
    name: 'display',
    title: 'display call, one client, board',
    unit: 'ms',
    better: 'lower',
    peers: peers(1.1, 2.5),
    goal: 1.8,
    run: () =>
      withServer(async ({ port }) => {
        const device = new Device(port, localMac(1));
        const figures = await times(600, () => device.display(1));
        return median(figures.slice(200));
      }),
  },
  {
    name: 'display-rate',
    title: 'display calls per second, 8 clients',
    unit: '/s',
    better: 'higher',
    peers: peers(2980, 1035),
    goal: 1050,
    run: () =>
      withServer(async ({ port }) => {
        const devices = Array.from({ length: CLIENTS }, (_, number) => new Device(port, localMac(number)));
        const work = (client: number): Promise<unknown> | undefined => devices[client]?.display(1);
        await rate(CLIENTS, LOAD_MS / 2, async (client) => work(client));
        return rate(CLIENTS, LOAD_MS, async (client) => work(client));
      }),
  },
  {
    name: 'image-cold-board-og',
    title: 'image call, cold, board, 800x480',
    unit: 'ms',
    better: 'lower',
    peers: peers(15.3, 67),
    goal: 7,
    run: () => coldImage('board', 'og'),
  },
  {
    name: 'image-cold-gradients-og',
    title: 'image call, cold, gradients, 800x480',
    unit: 'ms',
    better: 'lower',
    peers: peers(19.5, 108),
    goal: 14,
    run: () => coldImage('gradients', 'og'),
  },
  {
    name: 'image-cold-board-x',
    title: 'image call, cold, board, 1872x1404',
    unit: 'ms',
    better: 'lower',
    peers: peers(78, 389),
    goal: 30,
    run: () => coldImage('board', 'x'),
  },
  {
    name: 'cycle-cold-board-og',
    title: 'display + image, cold, board, 800x480',
    unit: 'ms',
    better: 'lower',
    run: () => displayAndImage('board', 'og'),
  },
  {
    name: 'image-hot',
    title: 'image call, hot',
    unit: 'ms',
    better: 'lower',
    peers: peers(16, 68),
    goal: 0.7,
    run: () =>
      withServer(async ({ port }) => {
        const device = new Device(port, localMac(1));
        const route = await device.display(1);
        return median((await times(600, () => device.image(route))).slice(200));
      }),
  },
  {
    name: 'image-hot-rate',
    title: 'hot images per second, 8 clients',
    unit: '/s',
    better: 'higher',
    peers: peers(127, 25),
    goal: 3000,
    run: () =>
      withServer(async ({ port }) => {
        const devices = Array.from({ length: CLIENTS }, (_, number) => new Device(port, localMac(number)));
        const route = (await devices[0]?.display(1)) ?? '';
        const work = async (client: number): Promise<unknown> => devices[client]?.image(route);
        await rate(CLIENTS, LOAD_MS / 2, work);
        return rate(CLIENTS, LOAD_MS, work);
      }),
  },
  {
    name: 'cycle-rate',
    title: 'display + image cycles per second, 8 clients',
    unit: '/s',
    better: 'higher',
    peers: peers(126, 24),
    goal: 250,
    run: () =>
      withServer(async ({ port }) => {
        const devices = Array.from({ length: CLIENTS }, (_, number) => new Device(port, localMac(number)));
        const work = async (client: number, turn: number): Promise<void> => {
          const device = devices[client];
          await device?.image(await device.display(turn * CLIENTS + client));
        };
        // Serials that the measurement does not use (they repeat after 60 000): its pictures must not be in the store.
        await rate(CLIENTS, WARM_UP_MS, (client, turn) => work(client, 3_700 + turn));
        return rate(CLIENTS, LOAD_MS, work);
      }),
  },
  {
    name: 'worst-under-load',
    title: 'worst of 30 cycles while seven others load photos',
    unit: 'ms',
    better: 'lower',
    peers: peers(130, 843),
    goal: 100,
    run: () => withServer(worstUnderLoad, PHOTO_DEVICES),
  },
  {
    name: 'bytes-board',
    title: 'PNG of the board, 800x480',
    unit: 'B',
    better: 'lower',
    peers: peers(18_625, 11_443),
    goal: 18_625,
    run: () => pictureBytes('board'),
  },
  {
    name: 'bytes-gradients',
    title: 'PNG of the gradients, 800x480',
    unit: 'B',
    better: 'lower',
    peers: peers(62_470, 43_197),
    goal: 62_470,
    run: () => pictureBytes('gradients'),
  },
  {
    name: 'memory',
    title: 'memory after 4 s of cold cycles, 8 clients',
    unit: 'MB',
    better: 'lower',
    peers: peers(132, 164),
    goal: 300,
    run: () =>
      withServer(async (server) => {
        const devices = Array.from(
          { length: CLIENTS },
          (_, number) => new Device(server.port, localMac(number)),
        );
        await rate(CLIENTS, LOAD_MS, async (client, turn) => {
          const device = devices[client];
          await device?.image(await device.display(turn * CLIENTS + client));
        });
        return server.residentMb();
      }),
  },
  {
    name: 'health',
    title: '/health, one client',
    unit: 'ms',
    better: 'lower',
    run: () =>
      withServer(async ({ port }) => {
        const client = new Client(port);
        return median((await times(600, () => client.fetch('/health', {}))).slice(200));
      }),
  },
];
