/** Trials of a start: until the server answers, and until its first picture is shown. */
import type { LaunchOptions } from '../../src/bench/server/launch-server.ts';
import { localMac } from '../../src/bench/virtual-device.ts';
import { Device, times, withServer } from '../server-process.ts';
import type { SoleTrial } from '../trial.ts';

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
