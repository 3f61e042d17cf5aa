/** The corners of a sphere's triangles, nine numbers each: so many rows, and twice as many columns. */
export function sphereSoup(rows: number, radius: number): Float64Array {
  const at = (row: number, column: number) => {
    const [down, around] = [(Math.PI * row) / rows, (Math.PI * (column % (2 * rows))) / rows];
    return [
      radius * Math.sin(down) * Math.cos(around),
      radius * Math.cos(down),
      radius * Math.sin(down) * Math.sin(around),
    ];
  };
  const corners: number[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < 2 * rows; column++) {
      const [p, q, r, s] = [at(row, column), at(row, column + 1), at(row + 1, column + 1), at(row + 1, column)];
      if (row > 0) corners.push(...p, ...q, ...r);
      if (row < rows - 1) corners.push(...p, ...r, ...s);
    }
  }
  return Float64Array.from(corners);
}
