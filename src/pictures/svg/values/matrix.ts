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

/** The factors by which a matrix stretches a horizontal and a vertical line. */
export function axisScales([a, b, c, d]: Matrix): { readonly x: number; readonly y: number } {
  return { x: Math.hypot(a, b), y: Math.hypot(c, d) };
}

const FUNCTION = /[ \t\r\n]*(matrix|translate|scale|rotate|skewX|skewY)[ \t\r\n]*\(([^()]*)\)[ \t\r\n]*,?/y;
/** A number of a list, and perhaps the comma behind it. */
const NUMBER = /[ \t\r\n]*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)[ \t\r\n]*,?/giy;
/** The numbers of arguments that each function accepts. */
const ARGUMENTS: Readonly<Record<string, readonly number[]>> = {
  matrix: [6],
  translate: [1, 2],
  scale: [1, 2],
  rotate: [1, 3],
  skewX: [1],
  skewY: [1],
};

/** The matrix of a `transform` attribute; the identity when there is any error in it, as in resvg. */
export function parseTransform(text: string | undefined): Matrix {
  return text === undefined ? IDENTITY : (readTransform(text) ?? IDENTITY);
}

/** True for a valid `transform`. */
export function isTransform(text: string): boolean {
  return text.trim() === 'none' || readTransform(text) !== null;
}

function readTransform(text: string): Matrix | null {
  let matrix = IDENTITY;
  let at = 0;
  const end = text.trimEnd().length;
  while (at < end) {
    FUNCTION.lastIndex = at;
    const [whole = '', name = '', args = ''] = FUNCTION.exec(text) ?? [];
    const numbers = readNumbers(args);
    if (whole === '' || ARGUMENTS[name]?.includes(numbers.length) !== true) return null;
    matrix = multiply(matrix, functionMatrix(name, numbers));
    at += whole.length;
  }
  return matrix;
}

/** The numbers of a list; none when it contains anything else. Numbers may follow each other without space. */
function readNumbers(text: string): readonly number[] {
  const numbers: number[] = [];
  let at = 0;
  const end = text.trimEnd().length;
  while (at < end) {
    NUMBER.lastIndex = at;
    const match = NUMBER.exec(text);
    if (match === null) return [];
    numbers.push(Number(match[1]));
    at = NUMBER.lastIndex;
  }
  return numbers;
}

/** The `viewBox` of an element other than the root, as resvg reads it: four numbers, and anything behind them. */
export function readViewBox(text: string | undefined): readonly [number, number, number, number] | null {
  if (text === undefined) return null;
  const numbers: number[] = [];
  NUMBER.lastIndex = 0;
  for (let i = 0; i < 4; i += 1) {
    const match = NUMBER.exec(text);
    if (match === null) return null;
    numbers.push(Number(match[1]));
  }
  const [x = 0, y = 0, width = 0, height = 0] = numbers;
  return width > 0 && height > 0 ? [x, y, width, height] : null;
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
