/** A mesh, or one instance of one, as an object of the engine's scene. */
import type { Mesh } from 'three';
import type { Positions } from '../index.ts';
import type { Points, Shape } from './shape.ts';
import type { Topology } from './topology.ts';

/**
 * Its triangles never change: when the geometry changes them, another body replaces it under the same id. So
 * answers that refer to it stay correct.
 */
export class Body {
  readonly id: number;
  readonly object: Mesh;
  /** Number of the instance; none for a mesh that is not instanced. */
  readonly instance: number | undefined;
  readonly topology: Topology;
  readonly isSingle: boolean;
  /** As of the last update: the positions, and where they are placed. */
  points: Points;
  positions: Positions;
  version: number;
  readonly matrix: Float64Array;
  /** The round in which it was last seen. */
  round = -1;

  constructor(id: number, object: Mesh, instance: number | undefined, shape: Shape, points: Points) {
    this.id = id;
    this.object = object;
    this.instance = instance;
    this.topology = shape.topology;
    this.points = points;
    this.positions = points.positions;
    this.isSingle = points.positions instanceof Float32Array;
    this.version = points.version;
    this.matrix = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
  }

  /** Writes the world coordinates of a triangle's three corners to `target`, from `at` on. */
  readTriangle(triangle: number, target: Float32Array | Float64Array | number[], at: number): void {
    const { indices } = this.topology;
    const { positions, matrix: m } = this;
    for (let corner = 0; corner < 3; corner++) {
      const from = 3 * indices[3 * triangle + corner];
      const to = at + 3 * corner;
      const x = positions[from];
      const y = positions[from + 1];
      const z = positions[from + 2];
      target[to] = m[0] * x + m[4] * y + m[8] * z + m[12];
      target[to + 1] = m[1] * x + m[5] * y + m[9] * z + m[13];
      target[to + 2] = m[2] * x + m[6] * y + m[10] * z + m[14];
    }
  }
}
