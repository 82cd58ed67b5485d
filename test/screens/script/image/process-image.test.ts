import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import type { ImageAnswer, ImageOptions } from '../../../../src/screens/script/image/image-request.ts';
import { processImage } from '../../../../src/screens/script/image/process-image.ts';
import { sniffImage } from '../../../../src/screens/script/image/sniff.ts';

const PLAIN: ImageOptions = {
  ...{ widthPx: 40, heightPx: 20, fit: 'cover', position: 'center', enlarge: true, background: '#ffffff' },
  ...{
    crop: null,
    exposure: 0,
    autoLevels: false,
    black: 0,
    white: 255,
    gamma: 1,
    contrast: 0,
    saturation: 1,
  },
  ...{ grayscale: false, clarity: 0, sharpen: 0, format: 'png', quality: 90 },
};

type Colour = readonly [red: number, green: number, blue: number];

/** A picture of four fields: red, green / blue, white. */
function fields(width = 80, height = 40): Sharp {
  const data = Buffer.alloc(width * height * 3);
  const colours = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 255],
  ];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const field = (y * 2 < height ? 0 : 2) + (x * 2 < width ? 0 : 1);
      data.set(colours[field] ?? [], (y * width + x) * 3);
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

function solid(background: string, width = 40, height = 20): Sharp {
  return sharp({ create: { width, height, channels: 3, background } });
}

function done(answer: ImageAnswer): Extract<ImageAnswer, { ok: true }> {
  if (!answer.ok) assert.fail(answer.error);
  return answer;
}

/** The colours of a result in the middle of its quarters: top left, top right, bottom left, bottom right. */
async function quarters(answer: ImageAnswer): Promise<Colour[]> {
  const { data, info } = await sharp(done(answer).bytes)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [0.25, 0.75].flatMap((y) =>
    [0.25, 0.75].map((x): Colour => {
      const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
      return [
        data[at] ?? -1,
        data[at + (info.channels > 1 ? 1 : 0)] ?? -1,
        data[at + (info.channels > 1 ? 2 : 0)] ?? -1,
      ];
    }),
  );
}

const [RED, GREEN, BLUE, WHITE] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
];

describe('the formats', () => {
  for (const format of ['jpeg', 'png', 'webp', 'avif', 'gif'] as const) {
    it(`${format}: is read and recognized by its first bytes`, async () => {
      const bytes = await fields().toFormat(format, { quality: 100 }).toBuffer();
      assert.equal(sniffImage(bytes), format);
      const answer = done(await processImage(bytes, PLAIN));
      assert.deepEqual([answer.mediaType, answer.widthPx, answer.heightPx], ['image/png', 40, 20]);
      for (const [n, colour] of (await quarters(answer)).entries()) {
        for (const [c, value] of colour.entries()) {
          assert.ok(Math.abs(value - ([RED, GREEN, BLUE, WHITE][n]?.[c] ?? -1)) < 8, `${n}: ${colour}`);
        }
      }
    });

    it(`${format}: is refused when it is truncated`, async () => {
      const bytes = await fields(400, 200).blur(3).toFormat(format).toBuffer();
      const answer = await processImage(bytes.subarray(0, bytes.length >> 1), PLAIN);
      assert.match(answer.ok ? 'no error' : answer.error, /^the picture is damaged \(/);
    });
  }

  it('keeps photos as JPEG and drawings as PNG, unless told otherwise', async () => {
    const typeOf = async (from: 'webp' | 'gif', format: ImageOptions['format']) =>
      done(await processImage(await fields().toFormat(from).toBuffer(), { ...PLAIN, format })).mediaType;
    assert.equal(await typeOf('webp', null), 'image/jpeg');
    assert.equal(await typeOf('gif', null), 'image/png');
    assert.equal(await typeOf('gif', 'jpeg'), 'image/jpeg');
  });

  it('refuses all other data without passing it to a decoder', async () => {
    const others = [
      '',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      '%PDF-1.7',
      'P6 1 1 255 abc',
      '\u0000\u0000\u0000\u0018ftypheic\u0000\u0000\u0000\u0000mif1heic',
      'BM',
    ];
    const tiff = await solid('#fff').tiff().toBuffer();
    for (const bytes of [...others.map((text) => Buffer.from(text, 'latin1')), tiff]) {
      assert.deepEqual(await processImage(bytes, PLAIN), {
        ok: false,
        error: 'expected JPEG, PNG, WebP, AVIF or GIF, got something else',
      });
    }
  });

  it('refuses garbage behind a valid signature', async () => {
    for (const head of [
      '\xff\xd8\xff',
      '\x89PNG\r\n\x1a\n',
      'GIF89a',
      'RIFF1234WEBP',
      '\0\0\0\x14ftypavif\0\0\0\0avif',
    ]) {
      const answer = await processImage(
        Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(500, 0x5a)]),
        PLAIN,
      );
      assert.match(answer.ok ? 'no error' : answer.error, /^the picture is damaged \([^\n]*\)$/);
    }
  });

  it('refuses a picture with too many pixels by its header', async () => {
    const bomb = await solid('#fff', 7_100, 7_100).png({ compressionLevel: 1 }).toBuffer();
    assert.deepEqual(await processImage(bomb, PLAIN), {
      ok: false,
      error: 'the picture has 7100 x 7100 pixels; expected at most 50 million',
    });
  });
});

describe('colours', () => {
  it('are converted from the profile of the picture', async () => {
    const wide = await solid('#ff0000').withIccProfile('p3').png().toBuffer();
    const stored = await sharp(wide, { ignoreIcc: true }).raw().toBuffer();
    assert.notDeepEqual([...stored.subarray(0, 3)], RED, 'the profile matters');
    assert.deepEqual((await quarters(await processImage(wide, PLAIN)))[0], RED);
  });

  it('of print, 16 bits and greys are read', async () => {
    const cmyk = await solid('#ff8000').toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer();
    const [red, green, blue] = (await quarters(await processImage(cmyk, PLAIN)))[0] ?? [];
    assert.ok(
      (red ?? 0) > 230 && Math.abs((green ?? 0) - 128) < 20 && (blue ?? 255) < 30,
      `${[red, green, blue]}`,
    );
    const deep = await sharp(new Uint16Array(800).fill(0x8080), {
      raw: { width: 40, height: 20, channels: 1 },
    })
      .toColourspace('grey16')
      .png()
      .toBuffer();
    assert.equal((await sharp(deep).metadata()).depth, 'ushort');
    assert.deepEqual((await quarters(await processImage(deep, PLAIN)))[0], [128, 128, 128]);
  });

  it('are blended with the background where the picture is transparent', async () => {
    const clear = await sharp({
      create: { width: 4, height: 4, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    assert.deepEqual(
      (await quarters(await processImage(clear, { ...PLAIN, background: '#804020' })))[0],
      [128, 64, 32],
    );
  });
});

describe('fitting', () => {
  const size = async (bytes: Uint8Array, options: Partial<ImageOptions>) => {
    const { widthPx, heightPx } = done(await processImage(bytes, { ...PLAIN, ...options }));
    return [widthPx, heightPx];
  };

  it('computes an edge that is not given from the picture', async () => {
    const bytes = await fields(80, 40).png().toBuffer();
    assert.deepEqual(await size(bytes, { widthPx: 20, heightPx: null }), [20, 10]);
    assert.deepEqual(await size(bytes, { widthPx: null, heightPx: 5 }), [10, 5]);
    assert.deepEqual(await size(bytes, { widthPx: 50, heightPx: 50, fit: 'inside' }), [50, 25]);
    assert.deepEqual(await size(bytes, { widthPx: 200, heightPx: 100, enlarge: false }), [80, 40]);
  });

  it('uses the size of the upright picture', async () => {
    for (const [orientation, expected] of [
      [1, [40, 20]],
      [3, [40, 20]],
      [6, [40, 80]],
      [8, [40, 80]],
    ] as const) {
      const turned = await fields(80, 40).withMetadata({ orientation }).jpeg().toBuffer();
      assert.deepEqual(
        await size(turned, { widthPx: 40, heightPx: null }),
        expected,
        `orientation ${orientation}`,
      );
    }
  });

  it('crops the upright picture', async () => {
    // Turned a quarter to the right: red above, blue beside it on the left.
    const turned = await fields(80, 40).withMetadata({ orientation: 6 }).png().toBuffer();
    assert.deepEqual(await quarters(await processImage(turned, { ...PLAIN, fit: 'fill' })), [
      BLUE,
      RED,
      WHITE,
      GREEN,
    ]);
    const crop = { left: 0.5, top: 0, width: 0.5, height: 0.5 };
    assert.deepEqual(await quarters(await processImage(turned, { ...PLAIN, crop })), [RED, RED, RED, RED]);
  });

  it('keeps the part that the position names', async () => {
    const bytes = await fields(80, 40).png().toBuffer();
    const at = async (position: ImageOptions['position']) =>
      (await quarters(await processImage(bytes, { ...PLAIN, widthPx: 10, heightPx: 20, position })))[0];
    assert.deepEqual([await at('left'), await at('right')], [RED, GREEN]);
    assert.deepEqual([await at('bottom-left'), await at('top-right')], [RED, GREEN]);
    const framed = await processImage(bytes, {
      ...PLAIN,
      heightPx: 80,
      fit: 'contain',
      position: 'bottom',
      background: '#112233',
    });
    assert.deepEqual((await quarters(framed)).slice(0, 2), [
      [17, 34, 51],
      [17, 34, 51],
    ]);
  });

  it('refuses a result that is too large, before it decodes', async () => {
    const thin = await solid('#000', 1, 6_000).png().toBuffer();
    const answer = await processImage(thin, { ...PLAIN, widthPx: 400, heightPx: null });
    assert.match(answer.ok ? '' : answer.error, /would have 400 x 2400000 pixels; expected at most 4096/);
    for (const fit of ['cover', 'contain', 'fill', 'inside'] as const) await size(thin, { fit });
  });
});

it('gives the same bytes for the same picture and options', async () => {
  const bytes = await fields(300, 200).blur(5).jpeg().toBuffer();
  const options = {
    ...PLAIN,
    autoLevels: true,
    clarity: 0.5,
    sharpen: 2,
    saturation: 1.4,
    format: 'jpeg' as const,
  };
  const [first, second] = [await processImage(bytes, options), await processImage(bytes, options)];
  assert.deepEqual(done(first).bytes, done(second).bytes);
});
