/** What the tests of the examples share: where they are, and what each is given. */
import path from 'node:path';
import type { PlainObject } from '../../../src/platform/base/plain.ts';
import { PACKAGE_ROOT } from '../../../src/platform/base/version.ts';

/** The examples of the source tree, which the build copies. */
export const EXAMPLES_DIR: string = path.join(PACKAGE_ROOT, 'assets', 'examples');

/** Every example, with params that let it do without the network. */
export const EXAMPLES: Readonly<Record<string, PlainObject>> = {
  dashboard: {},
  'departure-board': { timezone: 'UTC' },
  'guest-wifi': { ssid: 'Café Luise', password: 'zimtschnecke;42' },
  headlines: { url: 'http://127.0.0.1:9/' },
  mandelbrot: { place: 'lightning' },
  'photo-frame': { caption: 'A morning that nobody saw' },
};

/** Those that fill the panel to its edges. */
export const FULL_BLEED: ReadonlySet<string> = new Set(['mandelbrot', 'photo-frame']);
