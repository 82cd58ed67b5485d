/** Trials of whole cycles of devices: one, many a second, the worst beside photos, and a burst of them. */

import type { HttpAnswer } from '../../src/bench/load/call.ts';
import { localMac } from '../../src/bench/virtual-device.ts';
import { Device, pictureOf, type ServerProcess, times, withServer } from '../server-process.ts';
import { type SoleTrial, sole, type Trial } from '../trial.ts';
import { firstAndWarmRate, firstAndWarmTime, openDevices } from './clients.ts';

const COLD_CYCLES: Trial = {
  figures: [
    { name: 'cycle-first', title: 'display and image, cold, first 40', unit: 'ms', better: 'lower' },
    { name: 'cycle', title: 'display and image, cold, warm server', unit: 'ms', better: 'lower' },
  ],
  run: () =>
    withServer(({ port }) => {
      const device = new Device(port, localMac(1));
      return firstAndWarmTime(async (turn) => {
        const [ms = Number.NaN] = await times(1, async () => device.image(await device.display(turn)));
        return ms;
      });
    }),
};

const CYCLE_RATES: Trial = {
  figures: [
    {
      name: 'cycle-rate-first',
      title: 'cycles, 8 clients, each new, first 5 s',
      unit: '/s',
      better: 'higher',
    },
    { name: 'cycle-rate', title: 'cycles, 8 clients, each new, warm', unit: '/s', better: 'higher' },
  ],
  run: () =>
    withServer((server) =>
      firstAndWarmRate(server, async (device, serial) => device.image(await device.display(serial))),
    ),
};

const PHOTO_DEVICES = Object.fromEntries(
  Array.from({ length: 7 }, (_, number) => [localMac(10 + number), 'gradients']),
);

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

const WORST: SoleTrial = {
  name: 'worst-under-load',
  title: 'worst of 30 cycles while seven others load photos',
  unit: 'ms',
  better: 'lower',
  run: () => withServer(worstUnderLoad, PHOTO_DEVICES),
};

const BURST = 2_000;
const BURST_DEVICES = Object.fromEntries(
  Array.from({ length: BURST }, (_, number) => [localMac(number), 'board']),
);

/** What became of a call; `refused` also stands for no answer within the patience of a device. */
type Outcome = 'served' | 'held' | 'refused';

/** All devices call display at once, each for a new picture; when all have an answer, all fetch what they were told. */
async function burst(server: ServerProcess): Promise<readonly number[]> {
  const outcomes: Outcome[] = [];
  const calls = openDevices(server, BURST).map(async (device, serial) => {
    const answer = await answerOf(device.ask(serial));
    outcomes.push(outcomeOf(answer, true));
    return { device, route: answer === null ? null : routeOf(answer) };
  });
  const told = await Promise.all(calls);
  await Promise.all(
    told.map(async ({ device, route }) => {
      if (route !== null) outcomes.push(outcomeOf(await answerOf(device.client.fetch(route, {})), false));
    }),
  );
  const count = (wanted: Outcome): number => outcomes.filter((outcome) => outcome === wanted).length;
  return [count('refused'), count('held')];
}

async function answerOf(call: Promise<HttpAnswer>): Promise<HttpAnswer | null> {
  return call.catch(() => null);
}

/** A device that is held back is told a picture, too. */
function routeOf(answer: HttpAnswer): string | null {
  return [200, 429].includes(answer.status) ? pictureOf(answer) : null;
}

/** Nothing but a display call may be held back: a picture that was told is a promise. */
function outcomeOf(answer: HttpAnswer | null, mayBeHeld: boolean): Outcome {
  if (answer?.status === 200) return 'served';
  return answer?.status === 429 && mayBeHeld ? 'held' : 'refused';
}

const BURST_TRIAL: Trial = {
  figures: [
    {
      name: 'burst-refused',
      title: '2 000 display calls at once, then all pictures: refused',
      unit: 'answers',
      better: 'lower',
    },
    {
      name: 'burst-held',
      title: 'of them told to come back later (429)',
      unit: 'answers',
      better: 'lower',
    },
  ],
  run: () => withServer(burst, BURST_DEVICES),
};

export const CYCLE_TRIALS: readonly Trial[] = [COLD_CYCLES, CYCLE_RATES, sole(WORST), BURST_TRIAL];
