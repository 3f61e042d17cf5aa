/** Double-precision 4 × 4 matrices, column-major, as the engine expects. */

export type Matrix = Float64Array;
export type Vector = readonly [number, number, number];

export function identity(): Matrix {
  return Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
}

export function multiply(a: ArrayLike<number>, b: ArrayLike<number>): Matrix {
  const product = new Float64Array(16);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[4 * k + row] * b[4 * column + k];
      product[4 * column + row] = sum;
    }
  }
  return product;
}

function translation([x, y, z]: Vector, sign: number): Matrix {
  const matrix = identity();
  matrix.set([sign * x, sign * y, sign * z], 12);
  return matrix;
}

/** Converts a world matrix to coordinates relative to `origin`. */
export function aboutOrigin(matrix: ArrayLike<number>, origin: Vector): Matrix {
  return multiply(translation(origin, -1), multiply(matrix, translation(origin, 1)));
}

/** The inverse: a matrix for coordinates relative to `origin`, as a world matrix. */
export function ofWorld(matrix: ArrayLike<number>, origin: Vector): Matrix {
  return multiply(translation(origin, 1), multiply(matrix, translation(origin, -1)));
}
