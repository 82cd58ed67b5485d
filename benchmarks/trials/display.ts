/** Trials of the display call: how long one takes, and how many a second are answered. */
import { localMac } from '../../src/bench/virtual-device.ts';
import { Client, Device, times, withServer } from '../server-process.ts';
import { median, type SoleTrial, sole, type Trial } from '../trial.ts';
import { firstAndWarmRate } from './clients.ts';

const FIRST_CALLS = 60;

const TIMES: readonly SoleTrial[] = [
  {
    name: 'display-first',
    title: `display call, one client, each new, first ${FIRST_CALLS}`,
    unit: 'ms',
    better: 'lower',
    run: () =>
      withServer(async ({ port }) => {
        const device = new Device(port, localMac(1));
        return median(await times(FIRST_CALLS, (turn) => device.display(turn)));
      }),
  },
  {
    name: 'display',
    title: 'display call, one client, nothing changed',
    unit: 'ms',
    better: 'lower',
    run: () =>
      withServer(async ({ port }) => {
        const device = new Device(port, localMac(1));
        const figures = await times(600, () => device.display(1));
        return median(figures.slice(200));
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

const BUSY = 429;

/** @param what  distinguishes the calls, for the table */
function rates(name: string, what: string, serialOf: (serial: number) => number): Trial {
  const figure = { unit: '/s', better: 'higher' } as const;
  return {
    figures: [
      { ...figure, name: `${name}-first`, title: `display calls, 8 clients, ${what}, first 5 s` },
      { ...figure, name, title: `display calls, 8 clients, ${what}, warm` },
    ],
    run: () =>
      withServer((server) =>
        firstAndWarmRate(server, async (device, serial) => {
          const { status, body } = await device.ask(serialOf(serial));
          if (status !== 200 && status !== BUSY) throw new Error(`display: ${status} ${body}`);
          return status === 200;
        }),
      ),
  };
}

export const DISPLAY_TRIALS: readonly Trial[] = [
  ...TIMES.map(sole),
  rates('display-rate-new', 'each new, none fetched', (serial) => serial),
  rates('display-rate', 'nothing changed', () => 1),
];
