/** Two-dimensional Fourier transform of sizes that are powers of two, in place. */

export interface Complex2d {
  readonly width: number;
  readonly height: number;
  /** Row-major. */
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** A plane of zeros. */
export function complexPlane(width: number, height: number): Complex2d {
  return { width, height, re: new Float64Array(width * height), im: new Float64Array(width * height) };
}

/** The smallest power of two that is not below a size. */
export function powerOfTwo(size: number): number {
  return 2 ** Math.ceil(Math.log2(size));
}

/** Forward transform. */
export function fft2d(plane: Complex2d): void {
  transform2d(plane, -1);
}

/** Inverse transform, scaled so that it undoes `fft2d`. */
export function inverseFft2d(plane: Complex2d): void {
  transform2d(plane, 1);
  const scale = 1 / (plane.width * plane.height);
  for (let i = 0; i < plane.re.length; i++) {
    plane.re[i] = (plane.re[i] as number) * scale;
    plane.im[i] = (plane.im[i] as number) * scale;
  }
}

/** An element that is known to exist. */
export function at(values: { readonly [index: number]: number | undefined }, index: number): number {
  return values[index] as number;
}

function transform2d(plane: Complex2d, sign: number): void {
  const { width, height, re, im } = plane;
  for (let y = 0; y < height; y++) {
    transform(re.subarray(y * width, (y + 1) * width), im.subarray(y * width, (y + 1) * width), sign);
  }
  // Several columns at a time: neighbours lie in one line of the processor's cache.
  const columnsRe = new Float64Array(height * COLUMNS);
  const columnsIm = new Float64Array(height * COLUMNS);
  for (let left = 0; left < width; left += COLUMNS) {
    const count = Math.min(COLUMNS, width - left);
    for (let y = 0; y < height; y++) {
      for (let c = 0; c < count; c++) {
        columnsRe[c * height + y] = re[y * width + left + c] as number;
        columnsIm[c * height + y] = im[y * width + left + c] as number;
      }
    }
    for (let c = 0; c < count; c++) {
      const column = [c * height, (c + 1) * height] as const;
      transform(columnsRe.subarray(...column), columnsIm.subarray(...column), sign);
    }
    for (let y = 0; y < height; y++) {
      for (let c = 0; c < count; c++) {
        re[y * width + left + c] = columnsRe[c * height + y] as number;
        im[y * width + left + c] = columnsIm[c * height + y] as number;
      }
    }
  }
}

/** Columns that are transformed together. */
const COLUMNS = 8;

const twiddles = new Map<string, { cos: Float64Array; sin: Float64Array }>();

function twiddlesOf(size: number, sign: number): { cos: Float64Array; sin: Float64Array } {
  const key = `${size},${sign}`;
  let found = twiddles.get(key);
  if (found === undefined) {
    found = { cos: new Float64Array(size / 2), sin: new Float64Array(size / 2) };
    for (let i = 0; i < size / 2; i++) {
      found.cos[i] = Math.cos((2 * Math.PI * i) / size);
      found.sin[i] = sign * Math.sin((2 * Math.PI * i) / size);
    }
    twiddles.set(key, found);
  }
  return found;
}

/** Cooley and Tukey's transform of one row. */
function transform(re: Float64Array, im: Float64Array, sign: number): void {
  const size = re.length;
  reverseBits(re, im);
  const { cos, sin } = twiddlesOf(size, sign);
  for (let half = 1; half < size; half *= 2) {
    const stride = size / (2 * half);
    for (let start = 0; start < size; start += 2 * half) {
      for (let k = 0; k < half; k++) {
        const low = start + k;
        const high = low + half;
        const c = cos[k * stride] as number;
        const s = sin[k * stride] as number;
        const highRe = (re[high] as number) * c - (im[high] as number) * s;
        const highIm = (re[high] as number) * s + (im[high] as number) * c;
        re[high] = (re[low] as number) - highRe;
        im[high] = (im[low] as number) - highIm;
        re[low] = (re[low] as number) + highRe;
        im[low] = (im[low] as number) + highIm;
      }
    }
  }
}

function reverseBits(re: Float64Array, im: Float64Array): void {
  const size = re.length;
  for (let i = 1, j = 0; i < size; i++) {
    let bit = size >> 1;
    for (; (j & bit) !== 0; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      swap(re, i, j);
      swap(im, i, j);
    }
  }
}

function swap(values: Float64Array, i: number, j: number): void {
  const kept = values[i] as number;
  values[i] = values[j] as number;
  values[j] = kept;
}
