import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import type { Image } from '../../../benchmarks/native/quality/image.ts';
import { parseInk } from '../../../benchmarks/native/quality/image.ts';
import { adapted } from '../../../benchmarks/native/quality/palettes.ts';
import { procedural } from '../../../benchmarks/native/quality/pictures.ts';
import { pixelsPerDegree, scielab } from '../../../benchmarks/native/quality/scielab.ts';
import { decodePng } from '../../support/pictures/decode-png.ts';
import { SIX_INKS } from '../../support/pictures/kernel-pictures.ts';
import { rasterOf } from '../../support/pictures/raster-jobs.ts';

/** In the order of `SIX_INKS`. */
const MEASURED = ['#020202', '#b3b6ab', '#c9b800', '#750a00', '#002f6b', '#214528'];
const SIZE = { widthPx: 400, heightPx: 240 };

/** The middle of a generated photograph. */
async function photo(seed: number): Promise<Image> {
  const whole = procedural('photo', seed, true);
  const { data } = await sharp(whole.rgb, { raw: { width: 800, height: 480, channels: 3 } })
    .extract({ left: 200, top: 120, width: SIZE.widthPx, height: SIZE.heightPx })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { name: 'photo', ...SIZE, rgb: new Uint8Array(data) };
}

async function asSvg({ rgb, widthPx: width, heightPx: height }: Image): Promise<string> {
  const png = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  const href = `data:image/png;base64,${png.toString('base64')}`;
  return `<svg viewBox="0 0 ${width} ${height}"><image width="${width}" height="${height}" href="${href}"/></svg>`;
}

/** The colour difference of a file from its picture, as seen on the panel from 60 cm. */
function seenDifference(png: Uint8Array, picture: Image): number {
  const looks = new Map(adapted(MEASURED).map((ink, i) => [SIX_INKS[i] as string, parseInk(ink)]));
  const rgb = Uint8Array.from(decodePng(png).colours.flatMap((ink) => looks.get(ink) ?? []));
  const [seen] = scielab({ ...picture, rgb }, picture, [pixelsPerDegree(60, 125)]);
  return seen?.all ?? Number.NaN;
}

test('a photograph that is a quarter too large for six inks keeps its tones', async () => {
  for (const seed of [1, 2]) {
    const picture = await photo(seed);
    const svg = await asSvg(picture);
    const spec = { ...SIZE, palette: SIX_INKS, measured: MEASURED, ditherMeasured: true };
    const free = await rasterOf(svg, { spec });
    const maxPngBytes = Math.floor(free.png.length * 0.75);
    const tight = await rasterOf(svg, { spec: { ...spec, maxPngBytes } });
    assert.ok(tight.png.length <= maxPngBytes);
    const [whole, smaller] = [seenDifference(free.png, picture), seenDifference(tight.png, picture)];
    const told = `seed ${seed}: ${whole.toFixed(2)}, then ${smaller.toFixed(2)} dE; ${tight.lost}`;
    assert.ok(smaller <= whole * 1.35, told);
  }
});
