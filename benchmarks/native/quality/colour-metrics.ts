/** Metrics of flat colours and of greys made with coloured inks. */
import { type Image, type Rgb, randomSource, toLinear } from './image.ts';
import { ciede2000, labOf, type Triple, xyzOf } from './lab.ts';

/** Size of the flats whose colour is judged. */
export const COLOUR_FLAT_WIDTH = 320;
export const COLOUR_FLAT_HEIGHT = 288;
/** The first rows, where the diffusion settles, and the columns at the sides, beyond which error is lost, do not count. */
const SETTLING_ROWS = 32;
const EDGE_COLUMNS = 32;

/**
 * CIEDE2000 between a flat's colour and the mean light of its dithered pixels: what is off however far one stands.
 * @param output  COLOUR_FLAT_WIDTH x COLOUR_FLAT_HEIGHT pixels
 */
export function flatBias(output: Image, wanted: Rgb): number {
  const sum = [0, 0, 0];
  let count = 0;
  for (let y = SETTLING_ROWS; y < COLOUR_FLAT_HEIGHT; y++) {
    for (let x = EDGE_COLUMNS; x < COLOUR_FLAT_WIDTH - EDGE_COLUMNS; x++) {
      const i = (y * COLOUR_FLAT_WIDTH + x) * 3;
      for (let c = 0; c < 3; c++)
        sum[c] = (sum[c] as number) + (LINEAR[output.rgb[i + c] as number] as number);
      count++;
    }
  }
  const mean: Triple = [(sum[0] as number) / count, (sum[1] as number) / count, (sum[2] as number) / count];
  return ciede2000(labOf(xyzOf(mean)), labOf(xyzOf(wanted.map(toLinear) as unknown as Triple)));
}

const LINEAR = Float64Array.from({ length: 256 }, (_, code) => toLinear(code));

/** Colours that a palette can mix, the same ones every time. */
export function mixableColours(
  inside: (red: number, green: number, blue: number) => boolean,
  count: number,
  seed: number,
): readonly Rgb[] {
  const random = randomSource(seed);
  const code = (): number => Math.floor(random() * 256);
  const colours: Rgb[] = [];
  while (colours.length < count) {
    const colour: Rgb = [code(), code(), code()];
    if (inside(...colour)) colours.push(colour);
  }
  return colours;
}

/** The share of pixels that are not grey. */
export function chromaticShare(output: Image): number {
  let coloured = 0;
  for (let i = 0; i < output.rgb.length; i += 3) {
    const red = output.rgb[i] as number;
    if ((output.rgb[i + 1] as number) !== red || (output.rgb[i + 2] as number) !== red) coloured++;
  }
  return (coloured * 3) / output.rgb.length;
}
