/** Boxes as meshes, outward, two triangles for each side. */

const SIDES = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5];

/** One mesh of boxes, each given as x0 y0 z0 x1 y1 z1. */
export function boxMesh(...boxes: readonly (readonly number[])[]): { positions: Float64Array; indices: Uint32Array } {
  const corners = boxes.flatMap((box) =>
    Array.from({ length: 24 }, (_, i) => box[((i / 3) >> (i % 3)) & 1 ? (i % 3) + 3 : i % 3]),
  );
  const indices = boxes.flatMap((_, b) =>
    [0, 4, 8, 12, 16, 20].flatMap((at) => [0, 1, 2, 0, 2, 3].map((k) => SIDES[at + k] + 8 * b)),
  );
  return { positions: Float64Array.from(corners), indices: Uint32Array.from(indices) };
}
