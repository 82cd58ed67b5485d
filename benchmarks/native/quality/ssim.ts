/** Structural similarity (Wang, Bovik, Sheikh and Simoncelli 2004) of what is left after a slight blur. */

/** Blur of an eye at arm's length, pixels; and the window of the paper, standard deviations both. */
const EYE_SIGMA = 0.8;
const WINDOW_SIGMA = 1.5;
const LUMINANCE_CONSTANT = (0.01 * 255) ** 2;
const CONTRAST_CONSTANT = (0.03 * 255) ** 2;

/** Mean SSIM of two pictures of code values, both blurred first: dots that the eye merges do not count. 1 is equal. */
export function blurredSsim(
  output: Float64Array,
  reference: Float64Array,
  widthPx: number,
  heightPx: number,
): number {
  const blur = (plane: Float64Array, sigma: number): Float64Array =>
    gaussianBlur(plane, widthPx, heightPx, sigma);
  const a = blur(output, EYE_SIGMA);
  const b = blur(reference, EYE_SIGMA);
  const meanA = blur(a, WINDOW_SIGMA);
  const meanB = blur(b, WINDOW_SIGMA);
  const squareA = blur(product(a, a), WINDOW_SIGMA);
  const squareB = blur(product(b, b), WINDOW_SIGMA);
  const mixed = blur(product(a, b), WINDOW_SIGMA);
  let sum = 0;
  for (let i = 0; i < a.length; i++) {
    const ma = meanA[i] as number;
    const mb = meanB[i] as number;
    const varianceA = (squareA[i] as number) - ma * ma;
    const varianceB = (squareB[i] as number) - mb * mb;
    const covariance = (mixed[i] as number) - ma * mb;
    sum +=
      ((2 * ma * mb + LUMINANCE_CONSTANT) * (2 * covariance + CONTRAST_CONSTANT)) /
      ((ma * ma + mb * mb + LUMINANCE_CONSTANT) * (varianceA + varianceB + CONTRAST_CONSTANT));
  }
  return sum / a.length;
}

function product(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, i) => value * (b[i] as number));
}

/** A Gaussian over rows, then over columns; the picture goes on as its mirror image beyond its edges. */
export function gaussianBlur(
  plane: Float64Array,
  widthPx: number,
  heightPx: number,
  sigma: number,
): Float64Array {
  const reach = Math.ceil(3 * sigma);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-(((i - reach) / sigma) ** 2) / 2),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const pass = (
    source: Float64Array,
    count: number,
    lines: number,
    step: number,
    line: number,
  ): Float64Array => {
    const blurred = new Float64Array(source.length);
    for (let l = 0; l < lines; l++) {
      for (let i = 0; i < count; i++) {
        let sum = 0;
        for (let k = -reach; k <= reach; k++) {
          sum += (weights[k + reach] as number) * (source[l * line + folded(i + k, count) * step] as number);
        }
        blurred[l * line + i * step] = sum / total;
      }
    }
    return blurred;
  };
  const rows = pass(plane, widthPx, heightPx, 1, widthPx);
  return pass(rows, heightPx, widthPx, widthPx, 1);
}

function folded(place: number, count: number): number {
  const inside = place < 0 ? -1 - place : place >= count ? 2 * count - 1 - place : place;
  return Math.max(0, Math.min(count - 1, inside));
}
