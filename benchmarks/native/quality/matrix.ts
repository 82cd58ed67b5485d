/** Arithmetic of 3 x 3 matrices, rows first. */

export type Matrix = readonly (readonly [number, number, number])[];

/** A matrix times a vector. */
export function apply(matrix: Matrix, a: number, b: number, c: number): [number, number, number] {
  const [x, y, z] = matrix.map((row) => row[0] * a + row[1] * b + row[2] * c);
  return [x as number, y as number, z as number];
}

/** A matrix times a matrix. */
export function product(left: Matrix, right: Matrix): Matrix {
  return left.map((row) => {
    const cell = (column: 0 | 1 | 2): number =>
      row.reduce((sum, value, k) => sum + value * (right[k]?.[column] as number), 0);
    return [cell(0), cell(1), cell(2)];
  });
}

/** The inverse of a matrix that has one. */
export function inverse(matrix: Matrix): Matrix {
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
