/** Judges how a method dithers to coloured inks: M6 and M7 of one row of a table. */
import { encodePng } from '../../../src/pictures/native/encode-png.ts';
import {
  COLOUR_FLAT_HEIGHT,
  COLOUR_FLAT_WIDTH,
  chromaticShare,
  flatBias,
  mixableColours,
} from './colour-metrics.ts';
import { at } from './fft.ts';
import { gamutOf } from './gamut.ts';
import { strays } from './grey-metrics.ts';
import { draw, type Image, paint } from './image.ts';
import { mean } from './mean.ts';
import type { Method } from './methods.ts';
import { pixelsPerDegree, type SeenDifference, scielab } from './scielab.ts';

/** A panel of 125 pixels an inch, from 30 cm and from 60 cm. */
const DISTANCES = [pixelsPerDegree(30, 125), pixelsPerDegree(60, 125)] as const;
const FLATS = 20;
const FLAT_SEED = 1;

/** Inks as they are sent, and as they are seen: equal for nominal palettes. */
export interface SeenPalette {
  readonly sent: readonly string[];
  readonly seen: readonly string[];
}

export interface ColourRow {
  readonly name: string;
  /** S-CIELAB of each picture, near and far. */
  readonly pictures: readonly { readonly name: string; readonly near: number; readonly far: number }[];
  readonly near: number;
  readonly far: number;
  /** The same of those pixels whose colour the inks can mix. */
  readonly nearInGamut: number;
  readonly farInGamut: number;
  /** CIEDE2000 of flats that the inks can mix. */
  readonly biasMean: number;
  readonly biasMax: number;
  /** Share of the pixels of a grey ramp that are coloured. */
  readonly chromatic: number;
  /** Stray pixels of the page, in 10 000. */
  readonly strayPage: number;
  readonly bytes: number;
  readonly ms: number;
}

export interface ColourPictures {
  /** For S-CIELAB: photographs and sweeps. */
  readonly scored: readonly Image[];
  readonly ramp: Image;
  readonly page: Image;
}

/** One row of a colour table. */
export async function judgeColour(
  method: Method,
  palette: SeenPalette,
  pictures: ColourPictures,
): Promise<ColourRow> {
  const images = pictures.scored;
  const sources = [...images, pictures.ramp, pictures.page];
  const { indices, ms } = await method.run(sources, palette.sent);
  const shown = sources.map((source, i) => paint(source, indices[i] ?? new Uint8Array(), palette.seen));
  const [ramp, page] = shown.slice(-2) as [Image, Image];
  const seen = images.map((image, i) => {
    const [near, far] = scielab(shown[i] as Image, image, DISTANCES, gamutMask(image, palette.seen));
    return { name: image.name, near: near as SeenDifference, far: far as SeenDifference };
  });
  const masked = (distance: 'near' | 'far'): number =>
    mean(seen.map((one) => one[distance].masked).filter(Number.isFinite));
  const biases = await judgeBias(method, palette, FLATS);
  return {
    name: method.name,
    pictures: seen.map(({ name, near, far }) => ({ name, near: near.all, far: far.all })),
    near: mean(seen.map((one) => one.near.all)),
    far: mean(seen.map((one) => one.far.all)),
    nearInGamut: masked('near'),
    farInGamut: masked('far'),
    biasMean: mean(biases),
    biasMax: Math.max(...biases),
    chromatic: chromaticShare(ramp),
    strayPage: strays(page, pictures.page),
    bytes: mean(
      images.map(({ widthPx, heightPx }, i) => {
        const options = { widthPx, heightPx, palette: palette.sent, minBytes: 0 };
        return encodePng(indices[i] ?? new Uint8Array(), options).length;
      }),
    ),
    ms,
  };
}

/** How far flats are from their colours, among those that the inks can mix. */
export async function judgeBias(method: Method, palette: SeenPalette, count: number): Promise<number[]> {
  const colours = mixableColours(gamutOf(palette.seen), count, FLAT_SEED);
  const flats = colours.map((colour) => draw('flat', COLOUR_FLAT_WIDTH, COLOUR_FLAT_HEIGHT, () => colour));
  const { indices } = await method.run(flats, palette.sent);
  return colours.map((colour, i) =>
    flatBias(paint(flats[i] as Image, indices[i] ?? new Uint8Array(), palette.seen), colour),
  );
}

function gamutMask(image: Image, palette: readonly string[]): Uint8Array {
  const inside = gamutOf(palette);
  return Uint8Array.from({ length: image.rgb.length / 3 }, (_, i) =>
    inside(at(image.rgb, i * 3), at(image.rgb, i * 3 + 1), at(image.rgb, i * 3 + 2)) ? 1 : 0,
  );
}
