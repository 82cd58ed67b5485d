/** Trials of a start: until the server answers, and until its first picture is shown. */
import type { LaunchOptions } from '../../src/bench/server/launch-server.ts';
import { localMac } from '../../src/bench/virtual-device.ts';
import { Device, type Shown, times, withServer } from '../server-process.ts';
import type { SoleTrial, Trial } from '../trial.ts';

/** Display call and picture, right after a route has answered. */
async function firstPicture(until: NonNullable<LaunchOptions['until']>): Promise<number> {
  const [ms = Number.NaN] = await withServer(
    ({ port }) => {
      const device = new Device(port, localMac(1));
      return times(1, async () => device.image(await device.display(1)));
    },
    {},
    until,
  );
  return ms;
}

export const START_TRIALS: readonly SoleTrial[] = [
  {
    name: 'start',
    title: 'process start to /health',
    unit: 'ms',
    better: 'lower',
    run: () => withServer(async ({ startMs }) => startMs, {}, '/health'),
  },
  {
    name: 'first-after-health',
    title: 'first display and image, after /health',
    unit: 'ms',
    better: 'lower',
    run: () => firstPicture('/health'),
  },
  {
    name: 'first-after-ready',
    title: 'first display and image, after /ready',
    unit: 'ms',
    better: 'lower',
    run: () => firstPicture('/ready'),
  },
];

/** A large fleet, each device with an entry of its own. */
const MANY = 100_000;

export const LARGE_START_TRIALS: readonly Trial[] = [
  {
    figures: [
      { name: 'start-many', title: `process start to /health, ${MANY} entries`, unit: 'ms', better: 'lower' },
      { name: 'start-many-main', title: 'the same, main thread', unit: 'ms', better: 'lower' },
      { name: 'start-many-rss', title: 'memory then, RSS', unit: 'MB', better: 'lower', goal: 350 },
    ],
    run: () => {
      const devices: Shown = Object.fromEntries(
        Array.from({ length: MANY }, (_, number) => [localMac(number), 'board']),
      );
      return withServer(
        async (server) => [server.startMs, server.mainThreadMs(), server.memory().rssMb],
        devices,
        '/health',
      );
    },
  },
];
