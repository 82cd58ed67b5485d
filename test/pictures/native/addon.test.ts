import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { addon } from '../../../src/pictures/native/addon.ts';
import { dither, encodePng } from '../../../src/pictures/native/index.ts';
import { FOUR_GREYS, noiseBytes, SIX_INKS } from '../../support/pictures/kernel-pictures.ts';

const size = { widthPx: 120, heightPx: 80 };

/** Files for both kinds of palette, one after the other. */
function pictures(): Buffer {
  const rgba = noiseBytes(120 * 80 * 4, 9);
  return Buffer.concat(
    [FOUR_GREYS, SIX_INKS].map((palette) =>
      encodePng(dither(rgba, { ...size, palette }), { ...size, palette }),
    ),
  );
}

if (isMainThread) {
  describe('the addon', () => {
    it('is loaded once', () => {
      assert.equal(addon(), addon());
    });

    it('gives equal bytes in the main thread and in several workers at once', async () => {
      const files = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const worker = new Worker(new URL(import.meta.url));
          const file = await new Promise<Uint8Array>((resolve, reject) => {
            worker.once('message', resolve).once('error', reject);
          });
          await worker.terminate();
          return file;
        }),
      );
      for (const file of files) assert.deepEqual(Buffer.from(file), pictures());
    });

    it('checks for itself what would not be safe', () => {
      const call = addon().dither as (...values: unknown[]) => void;
      const encode = addon().encodePng as (...values: unknown[]) => void;
      const truecolour = addon().encodeTruecolour as (...values: unknown[]) => void;
      const mount = addon().mountPixels as (...values: unknown[]) => void;
      const draw = addon().drawText as (...values: unknown[]) => void;
      const palette = new Uint8Array(12);
      const good: unknown[] = [
        new Uint8Array(16),
        new Uint8Array(4),
        2,
        2,
        false,
        palette,
        undefined,
        0,
        1,
        1,
        1,
        0,
        undefined,
        0,
      ];
      assert.doesNotThrow(() => call(...good));
      for (let i = 0; i < good.length; i++) {
        for (const wrong of [
          null,
          'x',
          {},
          Number.NaN,
          -1,
          1e12,
          1.5,
          new Uint8Array(5),
          new Float64Array(2),
        ]) {
          const values = good.with(i, wrong);
          try {
            call(...values);
          } catch (error) {
            assert.ok(error instanceof TypeError || error instanceof RangeError);
          }
        }
      }
      assert.throws(() => call(), TypeError);
      assert.throws(() => encode(), TypeError);
      assert.throws(() => encode(new Uint8Array(4).fill(9), 2, 2, palette, 0, 0, 0, false), RangeError);
      assert.throws(() => encode(new Uint8Array(4), 2, 2, palette, 0, 2), TypeError);
      assert.throws(() => encode(new Uint8Array(4), 2, 2, palette, 0, 0, 3, true), RangeError);
      assert.throws(() => truecolour(), TypeError);
      assert.throws(() => truecolour(new Uint8Array(11), 2, 2, 0, 0, 8), RangeError);
      assert.throws(() => mount(), TypeError);
      assert.throws(() => mount(new Uint8Array(4), new Uint8Array(4), 2, 2, 1, 4, 0, 0, 2, 2), RangeError);
      assert.throws(() => mount(new Uint8Array(4), new Uint8Array(4), 2, 2, 1, 0, 1, 0, 2, 2), RangeError);
      assert.throws(() => draw(), TypeError);
      assert.throws(
        () => draw(new Uint8Array(4), -1, 2, palette, new Float64Array(0), new Int32Array(0)),
        TypeError,
      );
      assert.throws(() => draw(new Uint8Array(4), 2, 2, palette, [], new Int32Array(0)), TypeError);
      assert.throws(
        () => draw(new Uint8Array(4), 2, 2, palette, new Float64Array(0), new Int32Array(0)),
        RangeError,
      );
    });
  });
} else {
  parentPort?.postMessage(pictures());
}
