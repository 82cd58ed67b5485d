/** Arithmetic of 3 x 3 matrices, rows first. */

type Row = readonly [number, number, number];
export type Matrix = readonly [Row, Row, Row];

/** A matrix times a vector. */
export function apply(matrix: Matrix, a: number, b: number, c: number): [number, number, number] {
  const [first, second, third] = matrix;
  return [
    first[0] * a + first[1] * b + first[2] * c,
    second[0] * a + second[1] * b + second[2] * c,
    third[0] * a + third[1] * b + third[2] * c,
  ];
}

/** A matrix times a matrix. */
export function product(left: Matrix, right: Matrix): Matrix {
  const row = ([a, b, c]: Row): Row => [
    a * right[0][0] + b * right[1][0] + c * right[2][0],
    a * right[0][1] + b * right[1][1] + c * right[2][1],
    a * right[0][2] + b * right[1][2] + c * right[2][2],
  ];
  return [row(left[0]), row(left[1]), row(left[2])];
}

/** The inverse of a matrix that has one. */
export function inverse(matrix: Matrix): Matrix {
  const [[a, b, c], [d, e, f], [g, h, i]] = matrix;
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  return [
    [(e * i - f * h) / determinant, (c * h - b * i) / determinant, (b * f - c * e) / determinant],
    [(f * g - d * i) / determinant, (a * i - c * g) / determinant, (c * d - a * f) / determinant],
    [(d * h - e * g) / determinant, (b * g - a * h) / determinant, (a * e - b * d) / determinant],
  ];
}
