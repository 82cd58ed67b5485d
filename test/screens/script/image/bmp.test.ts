import assert from 'node:assert/strict';
import { it } from 'node:test';
import { toBmp } from '../../../../src/screens/script/image/bmp.ts';
import { randomNumbers } from '../../../support/random.ts';

const SEED = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1_000_000);

/** The pixels of a file, by what its headers say. */
function readBmp(file: Buffer) {
  assert.equal(file.toString('latin1', 0, 2), 'BM');
  assert.equal(file.readUInt32LE(2), file.length);
  const start = file.readUInt32LE(10);
  const [widthPx, heightPx, bits] = [file.readInt32LE(18), file.readInt32LE(22), file.readUInt16LE(28)];
  const rowBytes = (file.length - start) / heightPx;
  assert.equal(rowBytes % 4, 0);
  const rgb = new Uint8Array(widthPx * heightPx * 3);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const row = start + (heightPx - 1 - y) * rowBytes;
      const byte = file[row + Math.floor((x * bits) / 8)] ?? 0;
      const place = (byte >> (8 - bits - ((x * bits) % 8))) & (2 ** bits - 1);
      const from = bits === 24 ? row + x * 3 : 54 + place * 4;
      const [blue = 0, green = 0, red = 0] = file.subarray(from, from + 3);
      rgb.set([red, green, blue], (y * widthPx + x) * 3);
    }
  }
  return { rgb, widthPx, heightPx, bits };
}

/** A picture of black and white alone has both in its palette. */
function fewestBits(rgb: Uint8Array): number {
  const colours = new Set(
    Array.from({ length: rgb.length / 3 }, (_, n) => rgb.slice(n * 3, n * 3 + 3).join()),
  );
  if (colours.size <= 2) return 1;
  if (colours.size <= 16) return 4;
  return colours.size <= 256 ? 8 : 24;
}

it('is the file that firmware of TRMNL takes, for 800 x 480 in black and white', () => {
  const file = toBmp({ data: new Uint8Array(800 * 480).fill(255), widthPx: 800, heightPx: 480, channels: 1 });
  assert.equal(file.length, 48_062);
  assert.equal(file.readUInt32LE(10), 62);
  assert.equal(file.readUInt32LE(34), 48_000);
  assert.equal(file.readUInt32LE(46), 2);
  assert.deepEqual([file.readUInt32LE(54), file.readUInt32LE(58)], [0x000000, 0xffffff]);
});

it(`holds every picture as it is, in as few bits as its colours need (seed ${SEED})`, () => {
  const random = randomNumbers(SEED);
  for (let turn = 0; turn < 200; turn++) {
    const [widthPx, heightPx] = [1 + random(40), 1 + random(20)];
    const most = [2, 3, 16, 17, 256, 4_000][random(6)] ?? 2;
    const colours = Array.from({ length: most }, () => [random(256), random(256), random(256)]);
    const rgb = Uint8Array.from(
      Array.from({ length: widthPx * heightPx }, () => colours[random(most)] ?? []).flat(),
    );
    const read = readBmp(toBmp({ data: rgb, widthPx, heightPx, channels: 3 }));
    assert.deepEqual(read.rgb, rgb, `seed ${SEED}, turn ${turn}`);
    assert.deepEqual([read.widthPx, read.heightPx], [widthPx, heightPx]);
    assert.equal(read.bits, fewestBits(rgb), `seed ${SEED}, turn ${turn}`);
  }
});

it('takes greys of one channel for colours', () => {
  const data = Uint8Array.from({ length: 256 }, (_, level) => level);
  const { rgb, bits } = readBmp(toBmp({ data, widthPx: 16, heightPx: 16, channels: 1 }));
  assert.equal(bits, 8);
  assert.deepEqual(
    [...rgb],
    [...data].flatMap((level) => [level, level, level]),
  );
});
