/** Metrics of grey pictures: HVS-PSNR, tone error, strays in text. */
import { at, complexPlane, fft2d, inverseFft2d, powerOfTwo } from './fft.ts';
import { type Image, lumas, toLinear } from './image.ts';
import { mirrored } from './scielab.ts';

/** Luminance of the viewer's surroundings, cd/m2. */
const LUMINANCE = 60;

/**
 * Peak signal to noise ratio behind the eye's low-pass (Nasanen 1984), dB.
 * @param output, reference  widthPx*heightPx values of full scale 1
 */
export function hvsPsnr(
  output: Float64Array,
  reference: Float64Array,
  widthPx: number,
  heightPx: number,
  samplesPerDegree: number,
): number {
  const plane = complexPlane(powerOfTwo(widthPx + 64), powerOfTwo(heightPx + 64));
  const { width, height, re, im } = plane;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = mirrored(y, heightPx, height) * widthPx + mirrored(x, widthPx, width);
      re[y * width + x] = at(output, pixel) - at(reference, pixel);
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
  let sum = 0;
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) sum += at(re, y * width + x) ** 2;
  }
  return 10 * Math.log10((widthPx * heightPx) / sum);
}

/** The eye sees slanted gratings less than upright ones. */
function eye(cyclesPerDegree: number, angle: number): number {
  const slant = 0.15 * Math.cos(4 * angle) + 0.85;
  return Math.exp(-cyclesPerDegree / slant / (0.525 * Math.log(LUMINANCE) + 3.91));
}

export interface GreyScore {
  /** HVS-PSNR of code values, and of linear luminance. */
  readonly code: number;
  readonly linear: number;
}

/** HVS-PSNR in both domains, output against source. */
export function greyScore(output: Image, source: Image, samplesPerDegree: number): GreyScore {
  const { widthPx, heightPx } = source;
  const score = (domain: (code: number) => number): number =>
    hvsPsnr(lumas(output).map(domain), lumas(source).map(domain), widthPx, heightPx, samplesPerDegree);
  return { code: score((code) => code / 255), linear: score(toLinear) };
}

/** Pixels that are pure black or white in the source and not in the output, in 10 000 of them. */
export function strays(output: Image, source: Image): number {
  let pure = 0;
  let changed = 0;
  const before = lumas(source);
  const after = lumas(output);
  for (let i = 0; i < before.length; i++) {
    const value = Math.round(at(before, i));
    if (value !== 0 && value !== 255) continue;
    pure++;
    if (Math.round(at(after, i)) !== value) changed++;
  }
  return pure === 0 ? 0 : (changed * 10_000) / pure;
}
