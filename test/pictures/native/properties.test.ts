import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type BlueNoise,
  blueNoise,
  FLAT_HEIGHT,
  FLAT_WIDTH,
} from '../../../benchmarks/native/quality/blue-noise.ts';
import { dither } from '../../../src/pictures/native/index.ts';
import { FOUR_GREYS, greyPixels } from '../../support/pictures/kernel-pictures.ts';

type Weights = Readonly<Record<string, number>>;

/** Share of the error that each neighbour gets, by its place `dx,dy` in the direction of the scan. */
function weights(divisor: number, rows: readonly string[]): Weights {
  const shares: Record<string, number> = {};
  for (const [dy, row] of rows.entries()) {
    const cells = row.trim().split(/\s+/);
    for (const [i, cell] of cells.entries()) {
      if (cell !== '.') shares[`${i - 2},${dy}`] = Number(cell) / divisor;
    }
  }
  return shares;
}

const KERNELS: Readonly<Record<string, Weights>> = {
  'floyd-steinberg': weights(16, ['. . . 7 .', '. 3 5 1 .']),
  atkinson: weights(8, ['. . . 1 1', '. 1 1 1 .', '. . 1 . .']),
  'atkinson-hybrid': weights(6, ['. . . 1 1', '. 1 1 1 .', '. . 1 . .']),
  'jarvis-judice-ninke': weights(48, ['. . . 7 5', '3 5 7 5 3', '1 3 5 3 1']),
  sierra: weights(32, ['. . . 5 3', '2 4 5 4 2', '. 2 3 2 .']),
  'sierra-two-row': weights(16, ['. . . 4 3', '1 2 3 2 1']),
  'sierra-lite': weights(4, ['. . . 2 .', '. 1 1 . .']),
  stucki: weights(42, ['. . . 8 4', '2 4 8 4 2', '1 2 4 2 1']),
  burkes: weights(32, ['. . . 8 4', '2 4 8 4 2']),
};

const BLACK_AND_WHITE = ['#000000', '#ffffff'];
const WIDTH = 9;
const HEIGHT = 4;
/** The error of a pixel that becomes black. */
const IMPULSE = 112;

/**
 * The least value at which a pixel becomes white while another pixel of value IMPULSE gives it its share alone:
 * a tone mask keeps every other error away from both.
 */
function threshold(
  algorithm: string,
  from: { x: number; y: number },
  to: { x: number; y: number },
  noiseScale: number,
  linked = true,
): number {
  const tone = new Uint8Array(WIDTH * HEIGHT);
  tone[to.y * WIDTH + to.x] = 1;
  if (linked) tone[from.y * WIDTH + from.x] = 1;
  for (let value = 0; value < 256; value++) {
    const rgba = greyPixels(WIDTH, HEIGHT, (x, y) => {
      if (x === to.x && y === to.y) return value;
      return x === from.x && y === from.y ? IMPULSE : 0;
    });
    const indices = dither(rgba, {
      widthPx: WIDTH,
      heightPx: HEIGHT,
      palette: BLACK_AND_WHITE,
      algorithm,
      noiseScale,
      tone,
    });
    if (indices[to.y * WIDTH + to.x] === 1) return value;
  }
  return 256;
}

/** Every place that a kernel could reach, in the direction of the scan. */
const PLACES = [0, 1, 2].flatMap((dy) => [-3, -2, -1, 0, 1, 2, 3].map((dx) => ({ dx, dy })));

function checkKernel(algorithm: string, shares: Weights, row: number, direction: number): void {
  for (const { dx, dy } of PLACES) {
    if (dx === 0 && dy === 0) continue;
    const share = IMPULSE * (shares[`${dx},${dy}`] ?? 0);
    const least = threshold(algorithm, { x: 4, y: row }, { x: 4 + dx * direction, y: row + dy }, 0);
    assert.equal(least, Math.ceil(127.5 - share), `dx ${dx}, dy ${dy}, row ${row}`);
  }
}

describe('the impulse response', () => {
  for (const [algorithm, shares] of Object.entries(KERNELS)) {
    it(`of ${algorithm} is its kernel, mirrored on every other row`, () => {
      checkKernel(algorithm, shares, 0, 1);
      checkKernel(algorithm, shares, 1, -1);
    });
  }

  it('is that of the value without its noise', () => {
    // Noise of up to 12 levels cannot make the impulse white; were it part of the error, shares would differ by 5.
    for (let x = 0; x < WIDTH - 1; x++) {
      const from = { x, y: 0 };
      const to = { x: x + 1, y: 0 };
      const alone = threshold('floyd-steinberg', from, to, 0.3, false);
      const linked = threshold('floyd-steinberg', from, to, 0.3);
      assert.ok(Math.abs(alone - linked - (IMPULSE * 7) / 16) <= 1, `${alone} - ${linked}`);
    }
  });
});

describe('strength', () => {
  it('0 gives the nearest level, whatever the noise', () => {
    const rgba = greyPixels(256, 4, (x) => x);
    const indices = dither(rgba, {
      widthPx: 256,
      heightPx: 4,
      palette: FOUR_GREYS,
      strength: 0,
      noiseScale: 3,
    });
    for (const [i, index] of indices.entries()) assert.equal(index, Math.round((i % 256) / 85));
  });
});

/** A flat tone dithered to four greys. */
function flat(grey: number): Uint8Array {
  const rgba = greyPixels(FLAT_WIDTH, FLAT_HEIGHT, () => grey);
  return dither(rgba, { widthPx: FLAT_WIDTH, heightPx: FLAT_HEIGHT, palette: FOUR_GREYS });
}

describe('the texture of four greys', () => {
  it('has the right tone to half a level for every grey', () => {
    for (let grey = 0; grey < 256; grey++) {
      const indices = flat(grey).subarray(FLAT_WIDTH * 16);
      const mean = indices.reduce((sum, index) => sum + index * 85, 0) / indices.length;
      assert.ok(Math.abs(mean - grey) <= 0.5, `${grey} becomes ${mean}`);
    }
  });

  it('locks into no pattern, and has no direction', () => {
    const scores: BlueNoise[] = [];
    for (let grey = 4; grey < 252; grey += 7) {
      if (grey % 85 === 0) continue;
      const part = (grey % 85) / 85;
      const score = blueNoise(flat(grey), Math.min(part, 1 - part));
      assert.ok(score.peakDb <= 10, `grey ${grey} has a peak of ${score.peakDb} dB`);
      scores.push(score);
    }
    const mean = scores.reduce((sum, score) => sum + score.anisotropyDb, 0) / scores.length;
    assert.ok(mean <= -9, `mean anisotropy ${mean} dB`);
  });
});
