/** Other programs, as far as they are installed, get the pictures and the inks that they should. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draw, parseInk, type Rgb } from '../../../../benchmarks/native/quality/image.ts';
import { BWRY } from '../../../../benchmarks/native/quality/palettes.ts';
import { findPeers } from '../../../../benchmarks/native/quality/peers.ts';

const INKS = BWRY.map(parseInk);
const stripes = (shift: number) =>
  draw('stripes', 32, 16, (x) => INKS[(Math.floor(x / 8) + shift) % INKS.length] as Rgb);

for (const peer of findPeers()) {
  test(`${peer.name} leaves pictures that are made of inks as they are, in their order`, async () => {
    const { indices, ms } = await peer.run([stripes(0), stripes(1)], BWRY);
    assert.equal(indices.length, 2);
    for (const [shift, picture] of indices.entries()) {
      const expected = Uint8Array.from({ length: 32 * 16 }, (_, i) => (Math.floor((i % 32) / 8) + shift) % 4);
      assert.deepEqual(picture, expected);
    }
    assert.ok(Number.isFinite(ms));
  });
}
