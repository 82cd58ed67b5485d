/** S-CIELAB (Zhang and Wandell 1996): the mean colour difference that an eye sees from a distance. */
import { type Complex2d, complexPlane, fft2d, inverseFft2d, powerOfTwo } from './fft.ts';
import { type Image, mirrored, toLinear } from './image.ts';
import { ciede2000, labOf, RGB_TO_XYZ } from './lab.ts';
import { apply, inverse, type Matrix, product } from './matrix.ts';

/**
 * Poirson and Wandell's opponent space for the CIE 1931 observer, as the authors' own program has it: the sign of
 * the second row's last number is a misprint in the paper of 1996, with which greys would not be neutral.
 */
const XYZ_TO_OPPONENT: Matrix = [
  [0.2787336, 0.7218031, -0.106552],
  [-0.4487736, 0.2898056, 0.0771569],
  [0.0859513, -0.5899859, 0.5011089],
];
/** Weight and width (degrees) of the Gaussians that blur each opponent channel. */
const BLURS: readonly (readonly (readonly [number, number])[])[] = [
  [
    [0.921, 0.0283],
    [0.105, 0.133],
    [-0.108, 4.336],
  ],
  [
    [0.531, 0.0392],
    [0.33, 0.494],
  ],
  [
    [0.488, 0.0536],
    [0.371, 0.386],
  ],
];

/** By how many pixels at least a picture is continued beyond its edges, as its mirror image. */
const BORDER = 100;

/** Samples a degree for a distance and a density. */
export function pixelsPerDegree(cm: number, ppi: number): number {
  return (2 * cm * Math.tan(Math.PI / 360) * ppi) / 2.54;
}

export interface SeenDifference {
  /** Mean CIEDE2000 difference of all pixels. */
  readonly all: number;
  /** The same of the pixels that the mask names; NaN where there are none. */
  readonly masked: number;
}

/**
 * Differences of two pictures of one size, for each of some viewing distances.
 * @param samplesPerDegree  one number a distance, `pixelsPerDegree`
 * @param mask              widthPx*heightPx bytes, not 0 for pixels that count for `masked`; absent for none
 */
export function scielab(
  output: Image,
  reference: Image,
  samplesPerDegree: readonly number[],
  mask?: Uint8Array,
): SeenDifference[] {
  const spectra = BLURS.map((_, channel) => spectrumOf(output, reference, channel));
  return samplesPerDegree.map((samples) => {
    const channels = spectra.map((spectrum, channel) => blurred(spectrum, BLURS[channel] ?? [], samples));
    return meanDifference(channels, output.widthPx, output.heightPx, mask);
  });
}

/** One opponent channel of both pictures as the two parts of a complex plane, mirrored at the edges. */
function spectrumOf(output: Image, reference: Image, channel: number): Complex2d {
  const { widthPx, heightPx } = output;
  const plane = complexPlane(powerOfTwo(widthPx + 2 * BORDER), powerOfTwo(heightPx + 2 * BORDER));
  const row = product(XYZ_TO_OPPONENT, RGB_TO_XYZ)[channel] as readonly [number, number, number];
  const linear = Float64Array.from({ length: 256 }, (_, code) => toLinear(code));
  const value = (rgb: Uint8Array, pixel: number): number =>
    row[0] * (linear[rgb[pixel * 3] as number] as number) +
    row[1] * (linear[rgb[pixel * 3 + 1] as number] as number) +
    row[2] * (linear[rgb[pixel * 3 + 2] as number] as number);
  for (let y = 0; y < plane.height; y++) {
    for (let x = 0; x < plane.width; x++) {
      const pixel = mirrored(y, heightPx, plane.height) * widthPx + mirrored(x, widthPx, plane.width);
      plane.re[y * plane.width + x] = value(output.rgb, pixel);
      plane.im[y * plane.width + x] = value(reference.rgb, pixel);
    }
  }
  fft2d(plane);
  return plane;
}

function blurred(
  spectrum: Complex2d,
  gaussians: readonly (readonly [number, number])[],
  samples: number,
): Complex2d {
  const { width, height } = spectrum;
  const total = gaussians.reduce((sum, [weight]) => sum + weight, 0);
  const filtered = { width, height, re: spectrum.re.slice(), im: spectrum.im.slice() };
  const columns = gaussians.map(([, degrees]) => gains(degrees * samples, width));
  const rows = gaussians.map(([, degrees]) => gains(degrees * samples, height));
  const gain = new Float64Array(width);
  for (let y = 0; y < height; y++) {
    gain.fill(0);
    for (const [g, [weight]] of gaussians.entries()) {
      const column = columns[g] as Float64Array;
      const share = (weight / total) * (rows[g]?.[y] as number);
      for (let x = 0; x < width; x++) gain[x] = (gain[x] as number) + share * (column[x] as number);
    }
    for (let x = 0, i = y * width; x < width; x++, i++) {
      filtered.re[i] = (filtered.re[i] as number) * (gain[x] as number);
      filtered.im[i] = (filtered.im[i] as number) * (gain[x] as number);
    }
  }
  inverseFft2d(filtered);
  return filtered;
}

/** What exp(-(r / spread)^2) does to each frequency of an axis: its transform is exp(-(pi * spread * f)^2). */
function gains(spread: number, size: number): Float64Array {
  return Float64Array.from({ length: size }, (_, i) => {
    const frequency = Math.min(i, size - i) / size;
    return Math.exp(-((Math.PI * spread * frequency) ** 2));
  });
}

function meanDifference(
  channels: readonly Complex2d[],
  widthPx: number,
  heightPx: number,
  mask: Uint8Array | undefined,
): SeenDifference {
  const back = inverse(XYZ_TO_OPPONENT);
  const [first, second, third] = channels as [Complex2d, Complex2d, Complex2d];
  let sum = 0;
  let maskedSum = 0;
  let maskedCount = 0;
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const i = y * first.width + x;
      const seen = apply(back, first.re[i] as number, second.re[i] as number, third.re[i] as number);
      const wanted = apply(back, first.im[i] as number, second.im[i] as number, third.im[i] as number);
      const difference = ciede2000(labOf(seen), labOf(wanted));
      sum += difference;
      if (mask === undefined || mask[y * widthPx + x] === 0) continue;
      maskedSum += difference;
      maskedCount++;
    }
  }
  return { all: sum / (widthPx * heightPx), masked: maskedSum / maskedCount };
}
