/** S-CIELAB (Zhang and Wandell 1996): the mean colour difference that an eye sees from a distance. */
import { at, type Complex2d, complexPlane, fft2d, inverseFft2d, powerOfTwo } from './fft.ts';
import { type Image, toLinear } from './image.ts';
import { ciede2000, labOf } from './lab.ts';

type Matrix = readonly (readonly [number, number, number])[];

const RGB_TO_XYZ: Matrix = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
/** Poirson and Wandell's opponent space. */
const XYZ_TO_OPPONENT: Matrix = [
  [0.279, 0.72, -0.107],
  [-0.449, 0.29, -0.077],
  [0.086, -0.59, 0.501],
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

/** Samples a degree for a distance and a density. */
export function pixelsPerDegree(cm: number, ppi: number): number {
  return (2 * cm * Math.tan(Math.PI / 360) * ppi) / 2.54;
}

/** Mean CIEDE2000 difference of two pictures of one size, for each of some viewing distances. */
export function scielab(output: Image, reference: Image, samplesPerDegree: readonly number[]): number[] {
  const spectra = BLURS.map((_, channel) => spectrumOf(output, reference, channel));
  return samplesPerDegree.map((samples) => {
    const channels = spectra.map((spectrum, channel) => blurred(spectrum, BLURS[channel] ?? [], samples));
    return meanDifference(channels, output.widthPx, output.heightPx);
  });
}

/** One opponent channel of both pictures as the two parts of a complex plane, mirrored at the edges. */
function spectrumOf(output: Image, reference: Image, channel: number): Complex2d {
  const { widthPx, heightPx } = output;
  const plane = complexPlane(powerOfTwo(widthPx * 1.2), powerOfTwo(heightPx * 1.2));
  const row = product(XYZ_TO_OPPONENT, RGB_TO_XYZ)[channel] as readonly [number, number, number];
  const linear = Float64Array.from({ length: 256 }, (_, code) => toLinear(code));
  const value = (rgb: Uint8Array, pixel: number): number =>
    row[0] * at(linear, at(rgb, pixel * 3)) +
    row[1] * at(linear, at(rgb, pixel * 3 + 1)) +
    row[2] * at(linear, at(rgb, pixel * 3 + 2));
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

/** Where a place of the periodic plane lies in a picture that is continued as its mirror image on both sides. */
export function mirrored(place: number, size: number, period: number): number {
  if (place < size) return place;
  const behind = place - size;
  const before = period - place;
  const folded = behind < before ? size - 1 - behind : before - 1;
  return Math.max(0, Math.min(size - 1, folded));
}

function blurred(
  spectrum: Complex2d,
  gaussians: readonly (readonly [number, number])[],
  samples: number,
): Complex2d {
  const { width, height } = spectrum;
  const total = gaussians.reduce((sum, [weight]) => sum + weight, 0);
  const filtered = { width, height, re: spectrum.re.slice(), im: spectrum.im.slice() };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const fx = Math.min(x, width - x) / width;
      const fy = Math.min(y, height - y) / height;
      const squared = fx * fx + fy * fy;
      let gain = 0;
      for (const [weight, degrees] of gaussians) {
        // exp(-(r / spread)^2) has the transform exp(-(pi * spread * f)^2).
        gain += (weight / total) * Math.exp(-((Math.PI * degrees * samples) ** 2) * squared);
      }
      filtered.re[y * width + x] = at(filtered.re, y * width + x) * gain;
      filtered.im[y * width + x] = at(filtered.im, y * width + x) * gain;
    }
  }
  inverseFft2d(filtered);
  return filtered;
}

function meanDifference(channels: readonly Complex2d[], widthPx: number, heightPx: number): number {
  const back = inverse(XYZ_TO_OPPONENT);
  const [first, second, third] = channels as [Complex2d, Complex2d, Complex2d];
  let sum = 0;
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const i = y * first.width + x;
      const seen = apply(back, at(first.re, i), at(second.re, i), at(third.re, i));
      const wanted = apply(back, at(first.im, i), at(second.im, i), at(third.im, i));
      sum += ciede2000(labOf(seen), labOf(wanted));
    }
  }
  return sum / (widthPx * heightPx);
}

function apply(matrix: Matrix, a: number, b: number, c: number): [number, number, number] {
  const [x, y, z] = matrix.map((row) => row[0] * a + row[1] * b + row[2] * c);
  return [x as number, y as number, z as number];
}

function product(left: Matrix, right: Matrix): Matrix {
  return left.map((row) => {
    const cell = (column: 0 | 1 | 2): number =>
      row.reduce((sum, value, k) => sum + value * (right[k]?.[column] as number), 0);
    return [cell(0), cell(1), cell(2)];
  });
}

function inverse(matrix: Matrix): Matrix {
  const [[a, b, c], [d, e, f], [g, h, i]] = matrix as [Matrix[0], Matrix[0], Matrix[0]] as [
    [number, number, number],
    [number, number, number],
    [number, number, number],
  ];
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  return [
    [(e * i - f * h) / determinant, (c * h - b * i) / determinant, (b * f - c * e) / determinant],
    [(f * g - d * i) / determinant, (a * i - c * g) / determinant, (c * d - a * f) / determinant],
    [(d * h - e * g) / determinant, (b * g - a * h) / determinant, (a * e - b * d) / determinant],
  ];
}
