/** Trials of memory: of a server that has just started, after a load, and after photos on many panels. */
import { setTimeout as sleep } from 'node:timers/promises';
import { localMac } from '../../src/bench/virtual-device.ts';
import { PHOTOS } from '../photos.ts';
import { Device, rate, type ServerProcess, type Shown, withServer } from '../server-process.ts';
import type { Trial, TrialFigure } from '../trial.ts';
import { CLIENTS, openDevices, serialOf } from './clients.ts';

/** What a server does by itself after its start has ended by then. */
const SETTLE_MS = 5_000;
const DISPLAY_MS = 5_000;
const CYCLES_MS = 20_000;

/** Both figures of a state: shared pages counted in parts (PSS), and in every process (RSS). */
function pair(name: string, title: string): readonly [TrialFigure, TrialFigure] {
  const figure = { unit: 'MB', better: 'lower' } as const;
  return [
    { ...figure, name, title: `memory ${title}, PSS` },
    { ...figure, name: `${name}-rss`, title: `memory ${title}, RSS` },
  ];
}

function both(server: ServerProcess): readonly [number, number] {
  const { pssMb, rssMb } = server.memory();
  return [pssMb, rssMb];
}

const AFTER_LOAD: Trial = {
  figures: [...pair('memory-idle', 'idle'), ...pair('memory-load', 'after the load')],
  run: () =>
    withServer(async (server) => {
      await sleep(SETTLE_MS);
      const idle = both(server);
      const devices = openDevices(server);
      await rate(CLIENTS, DISPLAY_MS, async (client, turn) => devices[client]?.ask(serialOf(client, turn)));
      await rate(CLIENTS, CYCLES_MS, async (client, turn) => {
        const device = devices[client];
        await device?.image(await device.display(serialOf(client, turn)));
      });
      return [...idle, ...both(server)];
    }),
};

const FRAMES = 36;
/** Of so many panels one is large. */
const LARGE_EVERY = 3;
const PICTURES = 4;

const FRAME_DEVICES: Shown = Object.fromEntries(
  Array.from({ length: FRAMES }, (_, number) => [
    localMac(number),
    { screen: 'photo', params: { photo: number % PHOTOS } },
  ]),
);

const AFTER_PHOTOS: Trial = {
  figures: pair('memory-photos', `after photos on ${FRAMES} devices`),
  run: () =>
    withServer(async (server) => {
      const frames = Array.from(
        { length: FRAMES },
        (_, number) => new Device(server.port, localMac(number), number % LARGE_EVERY === 0 ? 'x' : 'og'),
      );
      // As many at a time as have a thread or process of their own on a small machine, and as many wait.
      await Promise.all(
        Array.from({ length: CLIENTS }, async (_, client) => {
          for (let turn = 0; turn < PICTURES * FRAMES; turn += 1) {
            if (turn % CLIENTS !== client) continue;
            const frame = frames[turn % FRAMES];
            await frame?.image(await frame.display(turn));
          }
        }),
      );
      return both(server);
    }, FRAME_DEVICES),
};

export const MEMORY_TRIALS: readonly Trial[] = [AFTER_LOAD, AFTER_PHOTOS];
