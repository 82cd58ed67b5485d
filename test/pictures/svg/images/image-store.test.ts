/** An image that the renderer draws nothing of is converted, or named: held to the renderer itself. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import sharp from 'sharp';
import { codeOf } from '../../../support/pictures/svg-documents.ts';
import { draw, ink, picture } from '../../../support/pictures/svg-pictures.ts';
import { randomNumbers } from '../../../support/random.ts';

const SEED = 25;
const EDGE = 32;
const FORMATS = ['png', 'jpeg', 'gif'] as const;
type Format = (typeof FORMATS)[number];
const OUTCOMES = /^(?:drawn|named)$/;

const shown = (bytes: Buffer, format: Format): string =>
  `<svg viewBox="0 0 80 48">\n<image width="32" height="32" href="data:image/${format};base64,${bytes.toString('base64')}"/></svg>`;

/** Drawn with all its pixels, or a failure with its place; what a picture of which nothing shows is not. */
async function fate(bytes: Buffer, format: Format): Promise<'drawn' | 'named' | string> {
  const drawn = await draw(shown(bytes, format));
  if (!drawn.ok) {
    const { code, line, message } = drawn.error;
    return code === 'svg_invalid' && line === 2 && /^image "data:/.test(message) ? 'named' : message;
  }
  return ink(await picture(shown(bytes, format))) > 0 ? 'drawn' : 'nothing is drawn, and nothing said';
}

describe('an image in an address of data', () => {
  const images = new Map<Format, Buffer>();
  before(async () => {
    const below = randomNumbers(SEED);
    const raw = Buffer.from(Array.from({ length: EDGE * EDGE * 3 }, () => below(256)));
    const image = sharp(raw, { raw: { width: EDGE, height: EDGE, channels: 3 } });
    for (const format of FORMATS) images.set(format, await image.clone()[format]().toBuffer());
  });

  for (const format of FORMATS) {
    it(`is drawn when it is a whole ${format}, with or without something behind it`, async () => {
      const whole = images.get(format) ?? Buffer.alloc(0);
      assert.equal(await fate(whole, format), 'drawn');
      assert.equal(await fate(Buffer.concat([whole, Buffer.alloc(9)]), format), 'drawn');
    });

    it(`is drawn or named when it is a ${format} that was cut off`, async () => {
      const whole = images.get(format) ?? Buffer.alloc(0);
      const below = randomNumbers(SEED);
      for (let round = 0; round < 30; round += 1) {
        const at = below(whole.length - 40) + 30;
        assert.match(
          await fate(whole.subarray(0, at), format),
          OUTCOMES,
          `seed ${SEED}, round ${round}: cut at ${at}`,
        );
      }
    });
  }

  // The pixels of a JPEG have no checksum.
  for (const format of ['png', 'gif'] as const) {
    it(`is drawn or named when it is a ${format} in which a byte was changed`, async () => {
      const whole = images.get(format) ?? Buffer.alloc(0);
      const below = randomNumbers(SEED);
      for (let round = 0; round < 30; round += 1) {
        const at = below(whole.length - 40) + 30;
        const bytes = Buffer.from(whole);
        bytes.writeUInt8(bytes.readUInt8(at) ^ (1 + below(255)), at);
        assert.match(await fate(bytes, format), OUTCOMES, `seed ${SEED}, round ${round}: changed at ${at}`);
      }
    });
  }

  it('is drawn or named when it is a JPEG with a thumbnail that was cut off behind that', async () => {
    const whole = images.get('jpeg') ?? Buffer.alloc(0);
    const thumbnail = Buffer.concat([Buffer.from('Exif\0\0'), whole]);
    const head = Buffer.from([0xff, 0xe1, 0, 0]);
    head.writeUInt16BE(thumbnail.length + 2, 2);
    const photo = Buffer.concat([whole.subarray(0, 2), head, thumbnail, whole.subarray(2)]);
    assert.equal(await fate(photo, 'jpeg'), 'drawn');
    for (let at = photo.length - 40; at > thumbnail.length + 40; at -= 50) {
      assert.match(await fate(photo.subarray(0, at), 'jpeg'), OUTCOMES, `cut at ${at}`);
    }
  });

  it('is named when half of it is missing', async () => {
    const whole = images.get('png') ?? Buffer.alloc(0);
    assert.equal(codeOf(await draw(shown(whole.subarray(0, whole.length >> 1), 'png'))), 'svg_invalid');
  });
});
