/** 2 x 3 matrices, and the `transform` attribute as one of them. */

/** [a b c d e f]: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** First `inner`, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** How much longer a horizontal and a vertical unit become. */
export function scaleOf([a, b, c, d]: Matrix): { readonly x: number; readonly y: number } {
  return { x: Math.hypot(a, b), y: Math.hypot(c, d) };
}

const FUNCTION = /(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)/g;

/** The matrix of a `transform` attribute. Functions that cannot be read do nothing. */
export function parseTransform(text: string | undefined): Matrix {
  if (text === undefined) return IDENTITY;
  let matrix = IDENTITY;
  for (const [, name = '', args = ''] of text.matchAll(FUNCTION)) {
    const numbers = args
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    if (!numbers.some(Number.isNaN)) matrix = multiply(matrix, functionMatrix(name, numbers));
  }
  return matrix;
}

function functionMatrix(name: string, args: readonly number[]): Matrix {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = args;
  switch (name) {
    case 'matrix':
      return [a, b, c, d, e, f];
    case 'translate':
      return [1, 0, 0, 1, a, b];
    case 'scale':
      return [a, 0, 0, args.length > 1 ? b : a, 0, 0];
    case 'rotate':
      return rotation(a, b, c);
    case 'skewX':
      return [1, 0, Math.tan(radians(a)), 1, 0, 0];
    default:
      return [1, Math.tan(radians(a)), 0, 1, 0, 0];
  }
}

function rotation(degrees: number, x: number, y: number): Matrix {
  const cos = Math.cos(radians(degrees));
  const sin = Math.sin(radians(degrees));
  return [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y];
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
