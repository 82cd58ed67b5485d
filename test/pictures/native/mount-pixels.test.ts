import assert from 'node:assert/strict';
import { it } from 'node:test';
import { encodeTruecolour } from '../../../src/pictures/native/encode-png.ts';
import { type MountOptions, mountPixels } from '../../../src/pictures/native/mount-pixels.ts';

const PIXELS = Uint8Array.of(1, 2, 3, 4, 5, 6);

function mounted(changes: Partial<MountOptions>): readonly number[] {
  const into = new Uint8Array(12);
  const plain = { widthPx: 3, heightPx: 2, pixelBytes: 1, rotate: 0, leftPx: 0, topPx: 0, into } as const;
  mountPixels(PIXELS, { ...plain, frame: { widthPx: 3, heightPx: 4 }, ...changes });
  return [...into];
}

it('a picture is turned clockwise into its place', () => {
  assert.deepEqual(mounted({ topPx: 1 }), [0, 0, 0, 1, 2, 3, 4, 5, 6, 0, 0, 0]);
  assert.deepEqual(mounted({ rotate: 90, leftPx: 1 }), [0, 4, 1, 0, 5, 2, 0, 6, 3, 0, 0, 0]);
  assert.deepEqual(mounted({ rotate: 180 }), [6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0, 0]);
  assert.deepEqual(mounted({ rotate: 270, topPx: 1 }), [0, 0, 0, 3, 6, 0, 2, 5, 0, 1, 4, 0]);
});

it('what does not fit is refused with what was expected', () => {
  assert.throws(() => mounted({ leftPx: 1 }), /leftPx: expected a number from 0 to 0, got 1/);
  assert.throws(() => mounted({ frame: { widthPx: 2, heightPx: 6 } }), RangeError);
  assert.throws(() => mounted({ into: new Uint8Array(11) }), /into: expected 12 bytes, got 11/);
  assert.throws(() => mounted({ heightPx: 3 }), /pixels: expected 9 bytes, got 6/);
  assert.throws(() => mounted({ rotate: 45 as 90 }), TypeError);
});

it('truecolour pixels of another length or type are refused', () => {
  const size = { widthPx: 1, heightPx: 2 };
  assert.throws(() => encodeTruecolour(PIXELS.subarray(1), size), /rgb: expected 6 bytes, got 5/);
  assert.throws(
    () => encodeTruecolour(PIXELS, { ...size, channelBits: 9 }),
    /channelBits: expected a number from 1 to 8/,
  );
  assert.throws(() => encodeTruecolour('x' as unknown as Uint8Array, size), TypeError);
});
