import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { readImageHeader } from '../../../../src/pictures/svg/images/image-header.ts';

const picture = () => sharp({ create: { width: 30, height: 20, channels: 3, background: '#f00' } });

for (const [format, bytes] of [
  ['png', await picture().png().toBuffer()],
  ['jpeg', await picture().jpeg().toBuffer()],
  ['gif', await picture().gif().toBuffer()],
] as const) {
  test(`the size of a ${format} is read from its header`, () => {
    assert.deepEqual(readImageHeader(bytes), { format, width: 30, height: 20, orientation: 1 });
  });

  test(`a ${format} cut off anywhere never throws`, () => {
    for (let length = 0; length < Math.min(bytes.length, 700); length += 1) {
      assert.doesNotThrow(() => readImageHeader(bytes.subarray(0, length)), `cut off after ${length} bytes`);
    }
  });
}

test('a progressive JPEG has a size too', async () => {
  const header = readImageHeader(await picture().jpeg({ progressive: true }).toBuffer());
  assert.deepEqual([header?.width, header?.height], [30, 20]);
});

for (const orientation of [1, 3, 6, 8]) {
  test(`the orientation ${orientation} of a photo is read`, async () => {
    const bytes = await picture().withMetadata({ orientation }).jpeg().toBuffer();
    assert.equal(readImageHeader(bytes)?.orientation, orientation);
  });
}

test('WebP and AVIF are recognised', async () => {
  assert.equal(readImageHeader(await picture().webp().toBuffer())?.format, 'webp');
  assert.equal(readImageHeader(await picture().avif().toBuffer())?.format, 'avif');
});

test('an SVG is recognised by how it starts', () => {
  for (const text of [
    '<svg xmlns="x"/>',
    '<?xml version="1.0"?><svg/>',
    '\n <!-- c --><svg/>',
    '\ufeff<svg></svg>',
  ]) {
    assert.equal(readImageHeader(Buffer.from(text))?.format, 'svg', text);
  }
});

test('other bytes are no image', () => {
  for (const text of ['', 'short', 'a text that is no image', '<html><body></body></html>']) {
    assert.equal(readImageHeader(Buffer.from(text)), null);
  }
});
