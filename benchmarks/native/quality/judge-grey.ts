/** Judges how a method dithers to the four greys: M1 to M5 and M7 of one row of the table. */
import { FOUR_GREYS } from '../../../src/domain/palette.ts';
import { encodePng } from '../../../src/pictures/native/encode-png.ts';
import { type BlueNoise, blueNoise, FLAT_HEIGHT, FLAT_WIDTH } from './blue-noise.ts';
import { at } from './fft.ts';
import { greyScore, strays } from './grey-metrics.ts';
import { drawGrey, type Image, lumas, paint, parseInk, toGrey } from './image.ts';
import { mean } from './mean.ts';
import type { Method } from './methods.ts';
import { PAGE_GRADIENTS } from './page.ts';
import { pixelsPerDegree } from './scielab.ts';
import { blurredSsim } from './ssim.ts';
import { blockMeans, flatMean, TONE_HEIGHT, TONE_WIDTH, type ToneError, toneError } from './tone.ts';
import { worms } from './worms.ts';

/** How the grey pictures are looked at: a panel of 125 pixels an inch, from 30 cm. */
const SAMPLES_PER_DEGREE = pixelsPerDegree(30, 125);
const STEP = 85;
const RAMP_BLOCK = 16;
/** Share of the rarer level up to which its dots stand alone. */
const MOST_MINORITY = 0.26;

export interface Texture {
  readonly lowFrequency: number;
  readonly peakMean: number;
  readonly peakMax: number;
  readonly anisotropy: number;
  readonly wormSpacing: number;
  readonly wormVariation: number;
}

export interface GreyRow {
  readonly name: string;
  /** HVS-PSNR, dB: mean over the pictures. */
  readonly code: number;
  readonly linear: number;
  readonly tone: ToneError;
  /** Tone of the ramp's 16 x 16 blocks. */
  readonly ramp: ToneError;
  readonly texture: Texture;
  /** Stray pixels in 10 000: on the whole page, and where its text lies on gradients. */
  readonly strayPage: number;
  readonly strayGradients: number;
  readonly ssim: number;
  readonly bytes: number;
  readonly ms: number;
}

export interface GreyPictures {
  /** For HVS-PSNR: photographs, ramp, radial. The ramp is among them. */
  readonly scored: readonly Image[];
  readonly ramp: Image;
  readonly page: Image;
}

/** Tones between the levels: all, or every nth of the first third, which the other thirds repeat. */
export function flatTones(every: number): readonly number[] {
  const last = every === 1 ? 255 : STEP;
  const tones = Array.from({ length: last }, (_, i) => i).filter((tone) => tone % STEP !== 0);
  return tones.filter((_, i) => i % every === 0);
}

/** One row of the grey table. */
export async function judgeGrey(method: Method, pictures: GreyPictures, everyTone: number): Promise<GreyRow> {
  const sources = [...pictures.scored.map(toGrey), pictures.ramp, pictures.page];
  const { indices, ms } = await method.run(sources, FOUR_GREYS);
  const shown = sources.map((source, i) => paint(source, indices[i] ?? new Uint8Array(), FOUR_GREYS));
  const scores = pictures.scored.map((_, i) =>
    greyScore(shown[i] as Image, sources[i] as Image, SAMPLES_PER_DEGREE),
  );
  const [ramp, page] = shown.slice(-2) as [Image, Image];
  return {
    name: method.name,
    code: mean(scores.map((score) => score.code)),
    linear: mean(scores.map((score) => score.linear)),
    tone: await judgeTone(method),
    ramp: rampError(ramp, pictures.ramp),
    texture: await judgeTexture(method, flatTones(everyTone)),
    strayPage: strays(page, pictures.page),
    strayGradients: strays(page, pictures.page, PAGE_GRADIENTS),
    ssim: blurredSsim(lumas(page), lumas(pictures.page), page.widthPx, page.heightPx),
    bytes: mean(
      sources.map(({ widthPx, heightPx }, i) => {
        const options = { widthPx, heightPx, palette: FOUR_GREYS, minBytes: 0 };
        return encodePng(indices[i] ?? new Uint8Array(), options).length;
      }),
    ),
    ms,
  };
}

/** Tone of flats of every grey. */
export async function judgeTone(method: Method, everyTone = 1): Promise<ToneError> {
  const tones = Array.from({ length: 256 }, (_, tone) => tone).filter((tone) => tone % everyTone === 0);
  const flats = tones.map((tone) => drawGrey('flat', TONE_WIDTH, TONE_HEIGHT, () => tone));
  const { indices } = await method.run(flats, FOUR_GREYS);
  return toneError(
    indices.map((flat) => flatMean(levelsOf(flat))),
    tones,
  );
}

/** Texture of flats of some greys between the levels. */
export async function judgeTexture(method: Method, tones: readonly number[]): Promise<Texture> {
  const flats = tones.map((tone) => drawGrey('flat', FLAT_WIDTH, FLAT_HEIGHT, () => tone));
  const { indices } = await method.run(flats, FOUR_GREYS);
  const spectra: BlueNoise[] = [];
  const spacings: number[] = [];
  const variations: number[] = [];
  for (const [i, tone] of tones.entries()) {
    const flat = indices[i] ?? new Uint8Array();
    const share = (tone % STEP) / STEP;
    const minority = Math.min(share, 1 - share);
    // A flat that came out without a dot has no texture to judge, but a wrong tone.
    if (flat.every((index) => index === flat[0])) continue;
    spectra.push(blueNoise(levelsOf(flat), minority));
    if (minority > MOST_MINORITY) continue;
    const found = worms(flat, Math.floor(tone / STEP) + (share < 0.5 ? 1 : 0));
    if (found === null) continue;
    spacings.push(found.spacing);
    variations.push(found.variation);
  }
  return {
    lowFrequency: mean(spectra.map((spectrum) => spectrum.lowFrequency).filter(Number.isFinite)),
    peakMean: mean(spectra.map((spectrum) => spectrum.peakDb)),
    peakMax: spectra.length === 0 ? Number.NaN : Math.max(...spectra.map((spectrum) => spectrum.peakDb)),
    anisotropy: mean(spectra.map((spectrum) => spectrum.anisotropyDb)),
    wormSpacing: mean(spacings),
    wormVariation: mean(variations),
  };
}

function rampError(output: Image, source: Image): ToneError {
  const blocks = (image: Image): number[] =>
    blockMeans(lumas(image), image.widthPx, image.heightPx, RAMP_BLOCK);
  return toneError(blocks(output), blocks(source));
}

const LEVELS = FOUR_GREYS.map((ink) => parseInk(ink)[0]);

function levelsOf(indices: Uint8Array): Float64Array {
  const levels = new Float64Array(indices.length);
  for (const [i, index] of indices.entries()) levels[i] = at(LEVELS, index);
  return levels;
}
