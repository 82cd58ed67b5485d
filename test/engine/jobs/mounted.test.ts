/** The file of a panel that hangs another way up or has edges that stay free, compared pixel by pixel with the plain one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NO_INSETS, ROTATIONS, type Rotation } from '../../../src/domain/panel.ts';
import { type DecodedPng, decodePng } from '../../support/pictures/decode-png.ts';
import { grain, type JobChanges, rasterOf, SIXTEEN_GREYS } from '../../support/pictures/raster-jobs.ts';

const SIZE = { widthPx: 71, heightPx: 40 };
const SVG = grain(SIZE, 0.3).replace('</svg>', '<text x="3" y="30" font-size="14">Upright</text></svg>');

async function drawn(changes: JobChanges): Promise<DecodedPng> {
  return decodePng((await rasterOf(SVG, { ...changes, spec: { ...SIZE, ...changes.spec } })).png);
}

/** The codes of a picture turned clockwise, by the definition. */
function turned({ codes, widthPx, heightPx }: DecodedPng, rotate: Rotation): readonly number[] {
  const [wide, high] = rotate % 180 === 0 ? [widthPx, heightPx] : [heightPx, widthPx];
  return Array.from({ length: wide * high }, (_, at) => {
    const [x, y] = [at % wide, Math.floor(at / wide)];
    const [fromX, fromY] = (
      {
        0: [x, y],
        90: [y, heightPx - 1 - x],
        180: [widthPx - 1 - x, heightPx - 1 - y],
        270: [widthPx - 1 - y, x],
      } as const
    )[rotate];
    return codes[fromY * widthPx + fromX] ?? -1;
  });
}

describe('a turned picture', () => {
  for (const rotate of ROTATIONS) {
    it(`is at ${rotate} degrees exactly the turned inks of the plain one`, async () => {
      for (const text of ['fitted', 'plain'] as const) {
        const [plain, other] = [await drawn({ spec: { text } }), await drawn({ spec: { text, rotate } })];
        const sides = rotate % 180 === 0 ? [71, 40] : [40, 71];
        assert.deepEqual([other.widthPx, other.heightPx], sides);
        assert.deepEqual([...other.codes], turned(plain, rotate));
      }
    });
  }

  it('turns with what is laid over it', async () => {
    const overlay = {
      ...{ x: 40, y: 20, widthPx: 20, heightPx: 10 },
      svg: '<svg viewBox="0 0 20 10"><rect width="20" height="10" fill="#fff"/><rect x="1" y="1" width="6" height="8"/></svg>',
    };
    const [plain, other] = [await drawn({ overlay }), await drawn({ overlay, spec: { rotate: 270 } })];
    assert.deepEqual([...other.codes], turned(plain, 270));
  });

  it('is shown to people the right way up', async () => {
    const offset = { ...NO_INSETS, leftPx: 9 };
    for (const output of ['nominal', 'measured'] as const) {
      const [plain, other] = [await drawn({ output }), await drawn({ output, spec: { rotate: 90, offset } })];
      assert.deepEqual(other.colours, plain.colours);
    }
  });

  it('fits the bytes of its panel in its own form', async () => {
    const free = await rasterOf(SVG, { spec: { ...SIZE, palette: SIXTEEN_GREYS, rotate: 90 } });
    const spec = { ...SIZE, palette: SIXTEEN_GREYS, rotate: 90 as const, maxPngBytes: free.png.length - 1 };
    const tight = await rasterOf(SVG, { spec });
    assert.ok(tight.png.length < free.png.length);
    assert.deepEqual(tight.tooLargeBytes[0], free.png.length);
  });
});

describe('free edges', () => {
  const offset = { leftPx: 5, topPx: 3, rightPx: 2, bottomPx: 7 };

  it('are in the lightest ink around the turned picture', async () => {
    const palette = ['#000000', '#ffffff', '#aaaaaa'];
    for (const rotate of ROTATIONS) {
      const plain = await drawn({ spec: { palette } });
      const framed = await drawn({ spec: { palette, rotate, offset } });
      const inner = turned(plain, rotate);
      const wide = rotate % 180 === 0 ? 71 : 40;
      assert.deepEqual([framed.widthPx, framed.heightPx], [wide + 7, (wide === 71 ? 40 : 71) + 10]);
      const expected = Array.from(framed.codes, (_, at) => {
        const [x, y] = [(at % framed.widthPx) - 5, Math.floor(at / framed.widthPx) - 3];
        const isInside = x >= 0 && y >= 0 && x < wide && y < inner.length / wide;
        return isInside ? inner[y * wide + x] : 1;
      });
      assert.deepEqual([...framed.codes], expected);
    }
  });
});
