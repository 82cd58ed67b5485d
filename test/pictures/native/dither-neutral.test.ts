import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DitherOptions, dither } from '../../../src/pictures/native/dither.ts';
import { noiseBytes, SIX_INKS } from '../../support/pictures/kernel-pictures.ts';

const [WIDTH, HEIGHT] = [256, 60];
/** Sets of measured inks, in the order of `SIX_INKS`: of a laboratory, and of the epdoptimize project. */
const MEASURED = [
  ['#020202', '#b3b6ab', '#c9b800', '#750a00', '#002f6b', '#214528'],
  ['#191e21', '#e8e8e8', '#efde44', '#b21318', '#2157ba', '#125f20'],
];
const BLACK = 0;
const WHITE = 1;

type Colour = readonly [number, number, number];

function pixels(colour: (x: number, y: number) => Colour): Uint8Array {
  const rgba = new Uint8Array(WIDTH * HEIGHT * 4).fill(255);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) rgba.set(colour(x, y), (y * WIDTH + x) * 4);
  }
  return rgba;
}

function options(measured: readonly string[], changes: Partial<DitherOptions> = {}): DitherOptions {
  return { widthPx: WIDTH, heightPx: HEIGHT, palette: SIX_INKS, measured, ditherMeasured: true, ...changes };
}

/** Greys with a coloured ink. */
function specks(rgba: Uint8Array, indices: Uint8Array): number {
  let count = 0;
  for (const [i, index] of indices.entries()) {
    const [red, green, blue] = rgba.subarray(i * 4);
    if (red === green && red === blue && index !== BLACK && index !== WHITE) count += 1;
  }
  return count;
}

const TUNINGS: readonly Partial<DitherOptions>[] = [
  {},
  { noiseScale: 3 },
  { strength: 0.9 },
  { algorithm: 'sierra-lite' },
  { algorithm: 'atkinson' },
  { hysteresis: 0.3 },
];

describe('greys on measured six inks', () => {
  it('have no coloured specks in a ramp', () => {
    const ramp = pixels((x) => [x, x, x]);
    for (const measured of MEASURED) {
      for (const tuning of TUNINGS) {
        const told = `${measured[0]} ${JSON.stringify(tuning)}`;
        assert.equal(specks(ramp, dither(ramp, options(measured, tuning))), 0, told);
      }
    }
  });

  it('have none in grey lines and panels amid colours either, seeds 1 to 8', () => {
    for (let seed = 1; seed <= 8; seed += 1) {
      const random = noiseBytes(WIDTH + HEIGHT, seed);
      const at = (i: number): number => random[i] ?? 0;
      const scene = pixels((x, y) => {
        const grey = at(x >> 4);
        const isGrey = x % (3 + (seed % 4)) === 0 || y % (5 + seed) === 0 || (x >> 5) % 3 === 0;
        return isGrey ? [grey, grey, grey] : [at(y), at(WIDTH - x), (x + seed * y) & 255];
      });
      for (const measured of MEASURED) {
        assert.equal(specks(scene, dither(scene, options(measured))), 0, `seed ${seed}, ${measured[0]}`);
      }
    }
  });

  it('are as light as they should be beside strong colours', () => {
    const scene = pixels((x) => (x < 64 ? [180, 30, 30] : [128, 128, 128]));
    for (const measured of MEASURED) {
      const indices = dither(scene, options(measured));
      let white = 0;
      for (let y = 8; y < HEIGHT; y += 1) {
        for (let x = 64; x < WIDTH; x += 1) white += indices[y * WIDTH + x] === WHITE ? 1 : 0;
      }
      // Half the code value is 0.216 of the light.
      assert.ok(Math.abs(white / ((HEIGHT - 8) * 192) - 0.216) < 0.01, `${white}`);
    }
  });

  it('keep the little colour of a tinted grey', () => {
    const tinted = pixels(() => [150, 128, 118]);
    for (const measured of MEASURED) {
      assert.ok(
        dither(tinted, options(measured)).some((index) => index > WHITE),
        measured[0],
      );
    }
  });
});
