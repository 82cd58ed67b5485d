import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { dither, encodePng } from '../../../src/pictures/native/index.ts';
import { FOUR_GREYS, noiseBytes, randomIndices } from '../../support/pictures/kernel-pictures.ts';

const size = { widthPx: 8, heightPx: 4 };
const options = { ...size, palette: FOUR_GREYS };
const rgba = noiseBytes(8 * 4 * 4, 5);
const indices = randomIndices(8 * 4, 4, 6);

/** Call with arguments of any type, as JavaScript may. */
const ditherAny = dither as (rgba: unknown, options: unknown) => Uint8Array;
const encodeAny = encodePng as (indices: unknown, options: unknown) => Buffer;
const withOption = (name: string, value: unknown): unknown => ({ ...options, [name]: value });

/** ES2024, which Node has and the library of the compiler's target lacks. */
type Resizable = ArrayBuffer & { resize: (bytes: number) => void };
const resizableBuffer = (bytes: number, most: number): Resizable =>
  Reflect.construct(ArrayBuffer, [bytes, { maxByteLength: most }]) as Resizable;

describe('arguments of dither and encodePng', () => {
  it('refuses pixels that are not bytes, and says what came instead', () => {
    for (const wrong of [
      undefined,
      null,
      'text',
      5,
      [1, 2, 3],
      {},
      new Uint16Array(64),
      new DataView(new ArrayBuffer(8)),
      new ArrayBuffer(128),
    ]) {
      assert.throws(() => ditherAny(wrong, options), {
        name: 'TypeError',
        message: /^rgba: expected .* got /,
      });
      assert.throws(() => encodeAny(wrong, options), {
        name: 'TypeError',
        message: /^indices: expected .* got /,
      });
    }
    assert.throws(() => ditherAny(new Proxy(rgba, {}), options), TypeError);
  });

  it('refuses a length that does not match the size, and names both lengths', () => {
    assert.throws(() => dither(rgba.subarray(1), options), {
      name: 'RangeError',
      message: 'rgba: expected 128 bytes, got 127',
    });
    assert.throws(() => encodePng(indices.subarray(1), options), {
      name: 'RangeError',
      message: /expected 32 bytes, got 31/,
    });
    assert.throws(() => ditherAny(rgba, withOption('tone', new Uint8Array(3))), {
      name: 'RangeError',
      message: /tone: expected 32/,
    });
  });

  it('refuses sizes that are no small positive integers', () => {
    for (const [value, name] of [
      [0, 'RangeError'],
      [-1, 'RangeError'],
      [1.5, 'RangeError'],
      [Number.NaN, 'RangeError'],
      [2 ** 40, 'RangeError'],
      [Number.POSITIVE_INFINITY, 'RangeError'],
      ['8', 'TypeError'],
      [8n, 'TypeError'],
      [undefined, 'TypeError'],
      [null, 'TypeError'],
      [{}, 'TypeError'],
    ] as const) {
      for (const edge of ['widthPx', 'heightPx']) {
        assert.throws(() => ditherAny(rgba, withOption(edge, value)), {
          name,
          message: new RegExp(`^${edge}: expected`),
        });
        assert.throws(() => encodeAny(indices, withOption(edge, value)), { name });
      }
    }
    assert.throws(() => ditherAny(rgba, { ...options, widthPx: 32_768, heightPx: 32_768 }), RangeError);
  });

  it('refuses palettes that are not a list of 2 to 256 colours', () => {
    for (const [palette, name] of [
      [undefined, 'TypeError'],
      ['#000000,#ffffff', 'TypeError'],
      [[], 'RangeError'],
      [['#000000'], 'RangeError'],
      [Array.from({ length: 257 }, () => '#000000'), 'RangeError'],
      [['#000000', '#fff'], 'RangeError'],
      [['#000000', 'white'], 'RangeError'],
      [['#000000', '#ffffff\n'], 'RangeError'],
      [['#000000', 0xffffff], 'TypeError'],
      [['#000000', null], 'TypeError'],
      [['#000000', new String('#ffffff')], 'TypeError'],
      [new Array(4_000_000_000), 'RangeError'],
    ] as const) {
      assert.throws(() => ditherAny(rgba, withOption('palette', palette)), { name, message: /^palette/ });
      assert.throws(() => encodeAny(indices, withOption('palette', palette)), { name, message: /^palette/ });
    }
  });

  it('refuses dither numbers of another type or out of range', () => {
    for (const field of ['maxError', 'noiseScale', 'chromaClamp', 'strength']) {
      for (const value of [Number.NaN, -0.1, 4.1, Number.POSITIVE_INFINITY]) {
        assert.throws(() => ditherAny(rgba, withOption(field, value)), {
          name: 'RangeError',
          message: new RegExp(`^${field}: expected`),
        });
      }
      for (const value of ['1', null, true, {}]) {
        assert.throws(() => ditherAny(rgba, withOption(field, value)), { name: 'TypeError' });
      }
    }
  });

  it('refuses other options of the wrong type', () => {
    for (const [name, value] of [
      ['algorithm', 5],
      ['premultiplied', 1],
      ['ditherMeasured', 'yes'],
      ['tone', 'x'],
      ['into', 'x'],
      ['measured', 'x'],
    ] as const) {
      assert.throws(() => ditherAny(rgba, withOption(name, value)), {
        name: 'TypeError',
        message: new RegExp(`^${name}: expected`),
      });
    }
    for (const wrong of [undefined, null, 5, 'text']) {
      assert.throws(() => ditherAny(rgba, wrong), { name: 'TypeError', message: /^options: expected/ });
      assert.throws(() => encodeAny(indices, wrong), TypeError);
    }
    assert.throws(() => ditherAny(rgba, { ...options, measured: ['#000000', '#ffffff'] }), {
      name: 'RangeError',
      message: /measured: expected 4 colours, got 2/,
    });
    assert.throws(() => ditherAny(rgba, { ...options, ditherMeasured: true }), {
      name: 'TypeError',
      message: /^measured/,
    });
    for (const [value, name] of [
      [-1, 'RangeError'],
      [0.5, 'RangeError'],
      [2 ** 31, 'RangeError'],
      [Number.NaN, 'RangeError'],
      ['9', 'TypeError'],
    ] as const) {
      assert.throws(() => encodeAny(indices, withOption('minBytes', value)), {
        name,
        message: /^minBytes: expected/,
      });
    }
  });

  it('refuses an effort that it does not know', () => {
    assert.throws(() => encodeAny(indices, withOption('effort', 'most')), {
      name: 'RangeError',
      message: 'effort: expected "normal" or "best", got "most"',
    });
    assert.throws(() => encodeAny(indices, withOption('effort', 1)), { name: 'TypeError' });
  });

  it('refuses an index without an ink, and says which', () => {
    const wrong = indices.slice();
    wrong[7] = 4;
    assert.throws(() => encodePng(wrong, options), {
      name: 'RangeError',
      message: 'indices[7]: expected a number below 4, got 4',
    });
  });

  it('refuses detached arrays', () => {
    const detached = rgba.slice();
    structuredClone(detached.buffer, { transfer: [detached.buffer] });
    assert.throws(() => dither(detached, options), {
      name: 'RangeError',
      message: /expected 128 bytes, got 0/,
    });
    assert.throws(() => encodePng(detached, options), RangeError);
  });

  it('looks at lengths only after the options, whose getters may detach or shrink the pixels', () => {
    const pixels = rgba.slice();
    const hostile = {
      ...size,
      get palette() {
        structuredClone(pixels.buffer, { transfer: [pixels.buffer] });
        return FOUR_GREYS;
      },
    };
    assert.throws(() => dither(pixels, hostile), RangeError);
    const growing = resizableBuffer(128, 256);
    const shrinking = {
      ...size,
      get palette() {
        growing.resize(4);
        return FOUR_GREYS;
      },
    };
    assert.throws(() => dither(new Uint8Array(growing), shrinking), RangeError);
  });

  it('reads each option once', () => {
    const reads: string[] = [];
    const counted = new Proxy(options, {
      get: (target, name: keyof typeof options) => {
        reads.push(name);
        return target[name];
      },
    });
    dither(rgba, counted);
    encodePng(indices, counted);
    assert.equal(reads.filter((name) => name === 'widthPx').length, 2);
    assert.equal(reads.filter((name) => name === 'palette').length, 2);
  });

  it('lets what a getter throws pass', () => {
    const failing = {
      ...size,
      get palette(): string[] {
        throw new Error('mine');
      },
    };
    assert.throws(() => dither(rgba, failing), /mine/);
  });

  it('takes shared, resizable, clamped and foreign arrays', () => {
    const expected = dither(rgba, options);
    const shared = new Uint8Array(new SharedArrayBuffer(128));
    shared.set(rgba);
    const resizable = new Uint8Array(resizableBuffer(128, 256));
    resizable.set(rgba);
    const foreign = runInNewContext('new Uint8Array(128)') as Uint8Array;
    foreign.set(rgba);
    for (const pixels of [shared, resizable, foreign, new Uint8ClampedArray(rgba), Buffer.from(rgba)]) {
      assert.deepEqual(dither(pixels, options), expected);
    }
    const inside = new Uint8Array(200);
    inside.set(rgba, 33);
    assert.deepEqual(dither(inside.subarray(33, 161), options), expected);
    const sharedIndices = new Uint8Array(new SharedArrayBuffer(32));
    sharedIndices.set(indices);
    assert.deepEqual(encodePng(sharedIndices, options), encodePng(indices, options));
  });

  it('is not misled by an array that lies about its length', () => {
    const liar = rgba.slice(0, 4);
    for (const name of ['length', 'byteLength', 'byteOffset'])
      Object.defineProperty(liar, name, { value: 128 });
    assert.throws(() => dither(liar, options), RangeError);
  });
});
