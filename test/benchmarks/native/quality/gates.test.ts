/** The gates of the dithering that are quick to measure hold, and settings that were spoiled on purpose miss them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromaticShare } from '../../../../benchmarks/native/quality/colour-metrics.ts';
import { GATES, type Gate, judge } from '../../../../benchmarks/native/quality/gates.ts';
import { strays } from '../../../../benchmarks/native/quality/grey-metrics.ts';
import { draw, drawGrey, type Image, paint } from '../../../../benchmarks/native/quality/image.ts';
import { judgeBias } from '../../../../benchmarks/native/quality/judge-colour.ts';
import { judgeTexture, judgeTone } from '../../../../benchmarks/native/quality/judge-grey.ts';
import { mean } from '../../../../benchmarks/native/quality/mean.ts';
import {
  DEFAULT_METHOD,
  ditherImage,
  type Settings,
  stipple,
} from '../../../../benchmarks/native/quality/methods.ts';
import { page } from '../../../../benchmarks/native/quality/page.ts';
import { BWRY, SPECTRA_6 } from '../../../../benchmarks/native/quality/palettes.ts';
import { scene } from '../../../../benchmarks/native/quality/scene.ts';
import { pixelsPerDegree, scielab } from '../../../../benchmarks/native/quality/scielab.ts';
import { FOUR_GREYS } from '../../../../src/domain/palette.ts';

/** Tones whose dots lock into patterns most easily, and some between them. */
const TONES = [5, 14, 21, 28, 41, 42, 43, 57, 64, 71];
const PALETTES = { BWRY, 'Spectra 6': SPECTRA_6 };

const dithered = (image: Image, palette: readonly string[], settings: Settings = {}): Image =>
  paint(image, ditherImage(image, palette, settings), palette);

function assertMet(gate: Gate, figure: number): void {
  assert.ok(judge(gate, figure).met, `${gate.name}: ${figure}, must be ${gate.rule} ${gate.bound}`);
}

function assertMissed(gate: Gate, figure: number): void {
  assert.ok(!judge(gate, figure).met, `${gate.name}: ${figure} should miss ${gate.bound}`);
}

test('every grey comes out as light as it went in, which atkinson does not reach', async () => {
  assertMet(GATES.tone, (await judgeTone(DEFAULT_METHOD, 5)).max);
  assertMissed(GATES.tone, (await judgeTone(stipple('atkinson', { algorithm: 'atkinson' }), 51)).max);
});

test('flats have no pattern and no direction, which they have without noise', async () => {
  const texture = await judgeTexture(DEFAULT_METHOD, TONES);
  assertMet(GATES.peak, texture.peakMax);
  assertMet(GATES.anisotropy, texture.anisotropy);
  const plain = await judgeTexture(stipple('plain', { noiseScale: 0 }), [28, 42, 57]);
  assertMissed(GATES.peak, plain.peakMax);
  assertMissed(GATES.anisotropy, plain.anisotropy);
});

test('flats that come out without a dot have no texture, and those alone meet no gate', async () => {
  const flat = stipple('nearest', { strength: 0, noiseScale: 0 });
  const none = await judgeTexture(flat, [20]);
  assertMissed(GATES.peak, none.peakMax);
  assertMissed(GATES.anisotropy, none.anisotropy);
  const atkinson = await judgeTexture(stipple('atkinson', { algorithm: 'atkinson' }), [2, 42]);
  assert.ok(Number.isFinite(atkinson.peakMax) && Number.isFinite(atkinson.anisotropy));
});

test('text keeps no stray dots on any palette, which it would where tone counts everywhere', async () => {
  const picture = await page();
  for (const palette of [FOUR_GREYS, BWRY, SPECTRA_6]) {
    assertMet(GATES.strays, strays(dithered(picture, palette), picture));
  }
  const tone = new Uint8Array(picture.widthPx * picture.heightPx).fill(1);
  assertMissed(GATES.strays, strays(dithered(picture, FOUR_GREYS, { tone }), picture));
});

test('a grey ramp has no coloured pixel on nominal palettes', () => {
  const ramp = drawGrey('ramp', 512, 64, (x) => x / 2);
  for (const palette of [BWRY, SPECTRA_6]) {
    assertMet(GATES.chromatic, chromaticShare(dithered(ramp, palette)));
  }
  const tinted = draw('tinted', 512, 64, (x) => [x / 2, x / 2, x / 4]);
  assertMissed(GATES.chromatic, chromaticShare(dithered(tinted, SPECTRA_6)));
});

for (const [name, palette] of Object.entries(PALETTES)) {
  test(`flats that ${name} can mix have the colour that is wanted, which atkinson's have not`, async () => {
    const nominal = { sent: palette, seen: palette };
    assertMet(GATES.bias, mean(await judgeBias(DEFAULT_METHOD, nominal, 6)));
    assertMissed(
      GATES.bias,
      mean(await judgeBias(stipple('atkinson', { algorithm: 'atkinson' }), nominal, 2)),
    );
  });
}

/** Bounds a little above the figures of the boat and its hills: the gates of the bench are for more pictures. */
for (const [palette, bound] of [
  [BWRY, 8.4],
  [SPECTRA_6, 6.4],
] as const) {
  test(`a landscape looks as it should from 60 cm with ${palette.length} inks, not so undiffused`, () => {
    const whole = scene();
    const part = draw('part', 224, 200, (x, y) => {
      const i = ((y + 200) * whole.widthPx + x + 180) * 3;
      return [whole.rgb[i] ?? 0, whole.rgb[i + 1] ?? 0, whole.rgb[i + 2] ?? 0];
    });
    const seen = (settings: Settings): number =>
      scielab(dithered(part, palette, settings), part, [pixelsPerDegree(60, 125)])[0]?.all ?? Number.NaN;
    assert.ok(seen({}) <= bound, `${seen({})}`);
    assert.ok(seen({ strength: 0 }) > bound * 2);
  });
}

test('a figure that is no number meets no gate, and one that was not measured does not fail', () => {
  assertMissed(GATES.tone, Number.NaN);
  assertMissed(GATES.hvsPsnr, 34.9);
  assertMet(GATES.hvsPsnr, 35);
  assert.ok(judge(GATES.hvsPsnr, null).met);
});
