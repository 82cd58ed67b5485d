/** Metrics of grey pictures: HVS-PSNR, and stray dots in plain black and white. */
import { complexPlane, fft2d, inverseFft2d, powerOfTwo } from './fft.ts';
import { type Image, lumas, mirrored, toLinear } from './image.ts';

/** Luminance that the eye is adapted to, cd/m2. */
const LUMINANCE = 60;
/** By how many pixels the picture is continued beyond its edges, as its mirror image. */
const BORDER = 32;

export interface GreyScore {
  /** HVS-PSNR of code values, and of linear luminance; dB. */
  readonly code: number;
  readonly linear: number;
}

/**
 * Peak signal to noise ratio of what passes the eye's low-pass (Näsänen 1984, as Kim and Allebach 2002 use it).
 * Both domains go through one transform, as the two parts of a complex plane: the filter is real and even.
 */
export function greyScore(output: Image, source: Image, samplesPerDegree: number): GreyScore {
  const { widthPx, heightPx } = source;
  const plane = complexPlane(powerOfTwo(widthPx + 2 * BORDER), powerOfTwo(heightPx + 2 * BORDER));
  const { width, height, re, im } = plane;
  const got = lumas(output);
  const wanted = lumas(source);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = mirrored(y, heightPx, height) * widthPx + mirrored(x, widthPx, width);
      re[y * width + x] = ((got[pixel] as number) - (wanted[pixel] as number)) / 255;
      im[y * width + x] = toLinear(got[pixel] as number) - toLinear(wanted[pixel] as number);
    }
  }
  fft2d(plane);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const fx = (Math.min(x, width - x) / width) * samplesPerDegree;
      const fy = (Math.min(y, height - y) / height) * samplesPerDegree;
      const gain = eye(Math.hypot(fx, fy), Math.atan2(fy, fx));
      re[y * width + x] = (re[y * width + x] as number) * gain;
      im[y * width + x] = (im[y * width + x] as number) * gain;
    }
  }
  inverseFft2d(plane);
  let code = 0;
  let linear = 0;
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      code += (re[y * width + x] as number) ** 2;
      linear += (im[y * width + x] as number) ** 2;
    }
  }
  const psnr = (sum: number): number => 10 * Math.log10((widthPx * heightPx) / sum);
  return { code: psnr(code), linear: psnr(linear) };
}

/** The share of a grating that the eye passes; slanted ones less than upright ones. */
export function eye(cyclesPerDegree: number, angle: number): number {
  const slant = 0.15 * Math.cos(4 * angle) + 0.85;
  return Math.exp(-cyclesPerDegree / slant / (0.525 * Math.log(LUMINANCE) + 3.91));
}

/** A part of a picture: left, top, width and height. */
export type Part = readonly [number, number, number, number];

/** Pixels that are pure black or white in the source and another colour in the output, in 10 000 of the pure ones. */
export function strays(output: Image, source: Image, part?: Part): number {
  const pure = purePixels(source, part).length;
  return pure === 0 ? 0 : (strayPixels(output, source, part).length * 10_000) / pure;
}

/** Where those pixels are, row by row. */
export function strayPixels(output: Image, source: Image, part?: Part): readonly number[] {
  return purePixels(source, part).filter((i) => {
    const value = source.rgb[i * 3] as number;
    return [0, 1, 2].some((c) => (output.rgb[i * 3 + c] as number) !== value);
  });
}

/** The pixels of a picture that are pure black or white. */
function purePixels(
  { rgb, widthPx, heightPx }: Image,
  [left, top, width, height]: Part = [0, 0, widthPx, heightPx],
): readonly number[] {
  const pure: number[] = [];
  for (let y = top; y < top + height; y++) {
    for (let x = left; x < left + width; x++) {
      const i = y * widthPx + x;
      const value = rgb[i * 3] as number;
      const plain = (rgb[i * 3 + 1] as number) === value && (rgb[i * 3 + 2] as number) === value;
      if (plain && (value === 0 || value === 255)) pure.push(i);
    }
  }
  return pure;
}
