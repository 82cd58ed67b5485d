/** Metrics of grey pictures: HVS-PSNR, and stray dots on what was plain. */
import { at, complexPlane, fft2d, inverseFft2d, powerOfTwo } from './fft.ts';
import { type Image, lumas, mirrored, toLinear } from './image.ts';

/** Luminance that the eye is adapted to, cd/m2. */
const LUMINANCE = 60;
/** Pixels that the picture goes on as its mirror image beyond its edges. */
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
      re[y * width + x] = (at(got, pixel) - at(wanted, pixel)) / 255;
      im[y * width + x] = toLinear(at(got, pixel)) - toLinear(at(wanted, pixel));
    }
  }
  fft2d(plane);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const fx = (Math.min(x, width - x) / width) * samplesPerDegree;
      const fy = (Math.min(y, height - y) / height) * samplesPerDegree;
      const gain = eye(Math.hypot(fx, fy), Math.atan2(fy, fx));
      re[y * width + x] = at(re, y * width + x) * gain;
      im[y * width + x] = at(im, y * width + x) * gain;
    }
  }
  inverseFft2d(plane);
  let code = 0;
  let linear = 0;
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      code += at(re, y * width + x) ** 2;
      linear += at(im, y * width + x) ** 2;
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

/**
 * Pixels that are pure black or white in the source and of another colour in the output, in 10 000 of the pure ones.
 * @param within  left, top, width, height of the part to look at; absent for all
 */
export function strays(
  output: Image,
  source: Image,
  within: readonly [number, number, number, number] = [0, 0, source.widthPx, source.heightPx],
): number {
  const [left, top, width, height] = within;
  let pure = 0;
  let changed = 0;
  for (let y = top; y < top + height; y++) {
    for (let x = left; x < left + width; x++) {
      const i = (y * source.widthPx + x) * 3;
      const value = at(source.rgb, i);
      if (value !== 0 && value !== 255) continue;
      if (at(source.rgb, i + 1) !== value || at(source.rgb, i + 2) !== value) continue;
      pure++;
      if ([0, 1, 2].some((c) => at(output.rgb, i + c) !== value)) changed++;
    }
  }
  return pure === 0 ? 0 : (changed * 10_000) / pure;
}
