import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  applyClarity,
  applyTone,
  lumaPlane,
  type Pixels,
} from '../../../../src/screens/script/image/tone.ts';

const NEUTRAL = {
  ...{ exposure: 0, autoLevels: false, black: 0, white: 255, gamma: 1, contrast: 0, saturation: 1 },
  grayscale: false,
};

function greys(...levels: number[]): Pixels {
  return { data: Uint8Array.from(levels), widthPx: levels.length, heightPx: 1, channels: 1 };
}

function colours(...values: number[]): Pixels {
  return { data: Uint8Array.from(values), widthPx: values.length / 3, heightPx: 1, channels: 3 };
}

function toned(pixels: Pixels, tone: Partial<typeof NEUTRAL>): number[] {
  return [...applyTone(pixels, { ...NEUTRAL, ...tone }).data];
}

const ALL = greys(...Array.from({ length: 256 }, (_, level) => level));

describe('applyTone', () => {
  it('changes nothing with neutral options', () => {
    assert.deepEqual(toned(ALL, {}), [...ALL.data]);
    assert.deepEqual(toned(colours(1, 2, 3, 250, 128, 7), {}), [1, 2, 3, 250, 128, 7]);
  });

  it('multiplies light by powers of two', () => {
    // 188 in sRGB is half of the light of 255.
    assert.deepEqual(toned(greys(0, 188, 255), { exposure: -1 }), [0, 137, 188]);
    assert.deepEqual(toned(greys(0, 137, 188, 255), { exposure: 1 }), [0, 188, 255, 255]);
  });

  it('maps black and white to the ends, and applies gamma between them', () => {
    assert.deepEqual(toned(greys(0, 50, 100, 150, 255), { black: 50, white: 150 }), [0, 0, 128, 255, 255]);
    const [middle = 0] = toned(greys(128), { gamma: 2 });
    assert.equal(middle, Math.round(255 * (128 / 255) ** 0.5));
    assert.deepEqual(toned(greys(0, 255), { gamma: 2 }), [0, 255]);
  });

  it('leaves the middle grey unchanged by contrast', () => {
    assert.deepEqual(toned(greys(0, 100, 155, 255), { contrast: 1 }), [0, 0, 255, 255]);
    assert.deepEqual(new Set(toned(ALL, { contrast: -1 })), new Set([127, 128]));
    const [dark = 0, light = 0] = toned(greys(100, 155), { contrast: 0.2 });
    assert.ok(dark < 100 && light > 155 && dark + light === 255);
  });

  it('stretches the greys of a flat picture, but not of one with a single grey', () => {
    assert.deepEqual(toned(greys(100, 100, 125, 150, 150), { autoLevels: true }), [0, 0, 128, 255, 255]);
    assert.deepEqual(toned(greys(100, 100, 101), { autoLevels: true }), [100, 100, 101]);
    assert.deepEqual(toned(greys(0, 255), { autoLevels: true }), [0, 255]);
  });

  it('clips single pixels when it stretches', () => {
    const many = Array.from({ length: 1000 }, (_, n) => (n % 2 === 0 ? 80 : 180));
    const data = toned(greys(0, ...many, 255), { autoLevels: true });
    assert.deepEqual(new Set(data), new Set([0, 255]));
  });

  it('moves colours towards and away from grey by saturation', () => {
    assert.deepEqual(toned(colours(200, 100, 50), { saturation: 0 }), [118, 118, 118]);
    assert.deepEqual(toned(colours(200, 100, 50), { saturation: 2 }), [255, 82, 0]);
    assert.deepEqual(toned(colours(90, 90, 90), { saturation: 5 }), [90, 90, 90]);
  });

  it('uses the luma of dithering for greys', () => {
    const grey = applyTone(colours(255, 0, 0, 0, 255, 0, 0, 0, 255), { ...NEUTRAL, grayscale: true });
    assert.deepEqual([grey.channels, ...grey.data], [1, 54, 182, 18]);
  });
});

describe('applyClarity', () => {
  it('increases local contrast, and leaves black and white unchanged', () => {
    const pixels = greys(0, 100, 128, 150, 255);
    const around = Uint8Array.from([128, 128, 128, 128, 128]);
    const [black, dark = 0, even, light = 0, white] = applyClarity(pixels, around, 0.5).data;
    assert.deepEqual([black, even, white], [0, 128, 255]);
    assert.ok(dark < 100 && light > 150);
  });

  it('changes all channels of a pixel by the same amount, within the range', () => {
    const pixels = colours(150, 130, 110, 250, 128, 128);
    const plane = lumaPlane(pixels);
    const result = applyClarity(
      pixels,
      plane.map((light) => light - 20),
      1,
    ).data;
    const steps = [...result].map((value, n) => value - (pixels.data[n] ?? 0));
    assert.ok((steps[0] ?? 0) > 10 && steps[0] === steps[1] && steps[1] === steps[2]);
    assert.equal(result[3], 255);
  });
});
