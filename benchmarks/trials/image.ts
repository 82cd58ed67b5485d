/** Trials of the image call: pictures that are drawn for it, pictures from the store, and their size. */
import { localMac } from '../../src/bench/virtual-device.ts';
import {
  Device,
  rate,
  type ServerProcess,
  type Shown,
  type SIZES,
  times,
  withServer,
} from '../server-process.ts';
import { median, type SoleTrial, sole, type Trial } from '../trial.ts';
import { CLIENTS, firstAndWarmTime, openDevices } from './clients.ts';

type Size = keyof typeof SIZES;

function showing(screen: string): Shown {
  return { [localMac(1)]: screen };
}

/** The image call right after a display call with a picture that nobody has asked for yet. */
function coldImages(screen: string, size: Size): Trial {
  const figure = { unit: 'ms', better: 'lower' } as const;
  const title = `image, cold, ${screen}, ${size === 'og' ? '800x480' : '1872x1404'}`;
  const name = `image-cold-${screen}-${size}`;
  const run = ({ port }: ServerProcess): Promise<readonly number[]> => {
    const device = new Device(port, localMac(1), size);
    return firstAndWarmTime(async (turn) => {
      const route = await device.display(turn);
      const start = performance.now();
      await device.image(route);
      return performance.now() - start;
    });
  };
  return {
    figures: [
      { ...figure, name: `${name}-first`, title: `${title}, first 40` },
      { ...figure, name, title: `${title}, warm` },
    ],
    run: () => withServer(run, showing(screen)),
  };
}

const HOT_LOAD_MS = 4_000;

/** A picture from the store: the time of a call, and calls a second with eight clients. */
const HOT_IMAGES: Trial = {
  figures: [
    { name: 'image-hot', title: 'image, hot', unit: 'ms', better: 'lower' },
    { name: 'image-hot-rate', title: 'hot images, 8 clients', unit: '/s', better: 'higher' },
  ],
  run: () =>
    withServer(async (server) => {
      const devices = openDevices(server);
      const [first] = devices;
      if (first === undefined) throw new Error('no device');
      const route = await first.display(1);
      const figures = await times(600, () => first.image(route));
      const work = async (client: number): Promise<unknown> => devices[client]?.image(route);
      await rate(CLIENTS, HOT_LOAD_MS / 2, work);
      return [median(figures.slice(200)), await rate(CLIENTS, HOT_LOAD_MS, work)];
    }),
};

function pictureBytes(screen: string): SoleTrial {
  return {
    name: `bytes-${screen}`,
    title: `PNG of the ${screen}, 800x480`,
    unit: 'B',
    better: 'lower',
    run: () =>
      withServer(async ({ port }) => {
        const device = new Device(port, localMac(1));
        return (await device.image(await device.display(0))).length;
      }, showing(screen)),
  };
}

export const IMAGE_TRIALS: readonly Trial[] = [
  coldImages('board', 'og'),
  coldImages('gradients', 'og'),
  coldImages('board', 'x'),
  coldImages('photo', 'og'),
  HOT_IMAGES,
  sole(pictureBytes('board')),
  sole(pictureBytes('gradients')),
];
