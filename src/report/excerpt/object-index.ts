/** Finds the triangles of an object near a place: boxes around runs of triangles, which lie close together in most files. */
import type { EvidenceObject } from './evidence.ts';

/** Triangles per box. */
const RUN = 128;

export class ObjectIndex {
  readonly object: EvidenceObject;
  /** Low x y z, then high x y z, of each run. */
  readonly #boxes: Float64Array;
  /** Of the whole; infinite the wrong way round when there are no triangles. */
  readonly low: readonly number[];
  readonly high: readonly number[];
  /** Whether its triangles are wound so that they face inward, as those of mirrored parts are. */
  readonly isInsideOut: boolean;

  constructor(object: EvidenceObject) {
    this.object = object;
    const { positions, indices } = object;
    const runs = Math.ceil(indices.length / (3 * RUN));
    this.#boxes = new Float64Array(6 * runs);
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let run = 0; run < runs; run++) {
      const box = this.#boxes
        .subarray(6 * run, 6 * run + 6)
        .fill(Infinity, 0, 3)
        .fill(-Infinity, 3, 6);
      const end = Math.min(indices.length, 3 * RUN * (run + 1));
      for (let corner = 3 * RUN * run; corner < end; corner++) {
        for (let axis = 0; axis < 3; axis++) {
          const value = positions[3 * indices[corner] + axis];
          if (value < box[axis]) box[axis] = value;
          if (value > box[3 + axis]) box[3 + axis] = value;
        }
      }
      for (let axis = 0; axis < 3; axis++) {
        low[axis] = Math.min(low[axis], box[axis]);
        high[axis] = Math.max(high[axis], box[3 + axis]);
      }
    }
    this.low = low;
    this.high = high;
    this.isInsideOut = volumeOf(object, low) < 0;
  }

  /** Calls `visit` with the first corner of each triangle of the runs whose box meets the given one. */
  forEachNear(low: readonly number[], high: readonly number[], visit: (corner: number) => void): void {
    const boxes = this.#boxes;
    const cornerCount = this.object.indices.length;
    for (let at = 0; at < boxes.length; at += 6) {
      if (boxes[at] > high[0] || boxes[at + 1] > high[1] || boxes[at + 2] > high[2]) continue;
      if (boxes[at + 3] < low[0] || boxes[at + 4] < low[1] || boxes[at + 5] < low[2]) continue;
      const end = Math.min(cornerCount, 3 * RUN * (at / 6 + 1));
      for (let corner = (3 * RUN * at) / 6; corner < end; corner += 3) visit(corner);
    }
  }
}

/** Six times the signed volume; near 0 for open surfaces. */
function volumeOf({ positions, indices }: EvidenceObject, origin: readonly number[]): number {
  let sum = 0;
  const [ox, oy, oz] = origin;
  for (let corner = 0; corner < indices.length; corner += 3) {
    const [p, q, r] = [3 * indices[corner], 3 * indices[corner + 1], 3 * indices[corner + 2]];
    const [px, py, pz] = [positions[p] - ox, positions[p + 1] - oy, positions[p + 2] - oz];
    const [qx, qy, qz] = [positions[q] - ox, positions[q + 1] - oy, positions[q + 2] - oz];
    const [rx, ry, rz] = [positions[r] - ox, positions[r + 1] - oy, positions[r + 2] - oz];
    sum += px * (qy * rz - qz * ry) + py * (qz * rx - qx * rz) + pz * (qx * ry - qy * rx);
  }
  return sum;
}
