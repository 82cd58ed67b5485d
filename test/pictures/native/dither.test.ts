import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DITHER_ALGORITHMS } from '../../../src/domain/algorithm.ts';
import { dither, encodePng } from '../../../src/pictures/native/index.ts';
import {
  evenGreys,
  FOUR_GREYS,
  FOUR_INKS,
  greyPixels,
  noiseBytes,
  SIX_INKS,
} from '../../support/pictures/kernel-pictures.ts';

const size = { widthPx: 96, heightPx: 64 };
const noisy = noiseBytes(size.widthPx * size.heightPx * 4, 1);
const ramp = greyPixels(96, 64, (x) => (x * 255) / 95);

describe('dither', () => {
  it('gives one index a pixel, each below the number of inks', () => {
    for (const palette of [FOUR_GREYS, SIX_INKS, evenGreys(2), evenGreys(16), evenGreys(256)]) {
      const indices = dither(noisy, { ...size, palette });
      assert.equal(indices.length, 96 * 64);
      assert.ok(indices.every((index) => index < palette.length));
    }
  });

  it('gives equal indices for equal input, and leaves the input alone', () => {
    const before = noisy.slice();
    for (const palette of [FOUR_GREYS, SIX_INKS]) {
      assert.deepEqual(dither(noisy, { ...size, palette }), dither(noisy, { ...size, palette }));
    }
    assert.deepEqual(noisy, before);
  });

  it('takes palettes in any order and case, and counts in their order', () => {
    const forward = dither(ramp, { ...size, palette: FOUR_GREYS });
    const backward = dither(ramp, {
      ...size,
      palette: [...FOUR_GREYS].reverse().map((ink) => ink.toUpperCase()),
    });
    assert.deepEqual(
      backward.map((index) => 3 - index),
      forward,
    );
    const colours = dither(noisy, { ...size, palette: SIX_INKS });
    const turned = dither(noisy, { ...size, palette: [...SIX_INKS].reverse() });
    assert.deepEqual(
      turned.map((index) => 5 - index),
      colours,
    );
  });

  it('composites straight and premultiplied alpha on white alike', () => {
    const straight = noiseBytes(size.widthPx * size.heightPx * 4, 3).map((byte, i) =>
      i % 4 === 3 ? byte & 0x80 : byte,
    );
    const premultiplied = straight.map((byte, i) =>
      i % 4 === 3 ? byte : Math.round((byte * (straight[i - (i % 4) + 3] ?? 0)) / 255),
    );
    const one = dither(straight, { ...size, palette: FOUR_GREYS });
    const two = dither(premultiplied, { ...size, palette: FOUR_GREYS, premultiplied: true });
    const differing = one.filter((index, i) => index !== two[i]).length;
    assert.ok(differing < one.length / 4, `${differing} pixels differ by more than rounding`);
    const nothing = new Uint8Array(size.widthPx * size.heightPx * 4);
    for (const premultipliedToo of [false, true]) {
      assert.ok(
        dither(nothing, { ...size, palette: FOUR_GREYS, premultiplied: premultipliedToo }).every(
          (i) => i === 3,
        ),
      );
      assert.ok(
        dither(nothing, { ...size, palette: SIX_INKS, premultiplied: premultipliedToo }).every(
          (i) => i === 1,
        ),
      );
    }
  });

  it('knows nine algorithms that differ, their aliases, and takes an unknown name for atkinson', () => {
    const results = new Map(
      DITHER_ALGORITHMS.map((algorithm) => [
        algorithm,
        dither(noisy, { ...size, palette: SIX_INKS, algorithm }),
      ]),
    );
    assert.equal(new Set([...results.values()].map((one) => Buffer.from(one).toString('latin1'))).size, 9);
    const by = (algorithm: string): Uint8Array => dither(noisy, { ...size, palette: SIX_INKS, algorithm });
    assert.deepEqual(by('JJN'), results.get('jarvis-judice-ninke'));
    assert.deepEqual(by('sierra_light'), results.get('sierra-lite'));
    assert.deepEqual(by('FloydSteinberg'), results.get('floyd-steinberg'));
    assert.deepEqual(by('bayer'), results.get('atkinson'));
    assert.deepEqual(dither(noisy, { ...size, palette: SIX_INKS }), results.get('floyd-steinberg'));
  });

  it('has defaults for all numbers', () => {
    const all = { maxError: 1, noiseScale: 1, chromaClamp: 0, strength: 1 };
    assert.deepEqual(
      dither(noisy, { ...size, palette: SIX_INKS, ...all }),
      dither(noisy, { ...size, palette: SIX_INKS }),
    );
  });

  it('uses every number of the tuning', () => {
    const plain = dither(noisy, { ...size, palette: SIX_INKS });
    for (const tuning of [{ maxError: 0.1 }, { noiseScale: 3 }, { chromaClamp: 0.5 }, { strength: 0.5 }]) {
      assert.notDeepEqual(
        dither(noisy, { ...size, palette: SIX_INKS, ...tuning }),
        plain,
        Object.keys(tuning)[0],
      );
    }
  });

  it('dithers towards measured colours only when asked to', () => {
    const measured = ['#202020', '#404040', '#909090', '#c0c0c0'];
    const plain = dither(ramp, { ...size, palette: FOUR_GREYS });
    assert.deepEqual(dither(ramp, { ...size, palette: FOUR_GREYS, measured }), plain);
    assert.notDeepEqual(
      dither(ramp, { ...size, palette: FOUR_GREYS, measured, ditherMeasured: true }),
      plain,
    );
    const inks = ['#191e21', '#e8e8e8', '#b21318', '#efde44'];
    const colours = dither(noisy, { ...size, palette: FOUR_INKS, measured: inks, ditherMeasured: true });
    assert.notDeepEqual(colours, dither(noisy, { ...size, palette: FOUR_INKS }));
  });

  it('draws no coloured pixel into a grey ramp on nominal palettes', () => {
    for (const palette of [SIX_INKS, FOUR_INKS, ['#000000', '#ffffff', '#ff0000']]) {
      const indices = dither(ramp, { ...size, palette });
      assert.ok(indices.every((index) => index < 2));
    }
  });

  it('leaves indices between dither and encode to whoever draws on them', () => {
    const indices = dither(ramp, { ...size, palette: FOUR_GREYS });
    indices.fill(0, 0, 96);
    assert.ok(encodePng(indices, { ...size, palette: FOUR_GREYS }).length > 0);
  });
});

describe('the option `into` of dither', () => {
  const options = { ...size, palette: FOUR_GREYS };

  it('names the memory that is written and returned', () => {
    const into = new Uint8Array(96 * 64);
    assert.equal(dither(ramp, { ...options, into }), into);
    assert.deepEqual(into, dither(ramp, options));
    const inside = new Uint8Array(96 * 64 + 10);
    dither(ramp, { ...options, into: inside.subarray(3, -7) });
    assert.deepEqual(inside.subarray(3, -7), into);
    assert.deepEqual([...inside.subarray(0, 3), ...inside.subarray(-7)], new Array(10).fill(0));
  });

  it('refuses another length, and memory that could change or move meanwhile', () => {
    assert.throws(() => dither(ramp, { ...options, into: new Uint8Array(7) }), {
      name: 'RangeError',
      message: 'into: expected 6144 bytes, got 7',
    });
    const shared = new Uint8Array(new SharedArrayBuffer(96 * 64));
    assert.throws(() => dither(ramp, { ...options, into: shared }), {
      name: 'TypeError',
      message: 'into: expected memory that is neither shared nor resizable',
    });
  });
});
