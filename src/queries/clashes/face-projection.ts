/** Two coordinates in which a triangle does not degenerate, and its orientation in them. */
import { triangleNormal } from '../../mesh/triangle-normal.ts';
import { ExactSigns } from './exact-signs.ts';
import type { Projection } from './points.ts';
import type { Surface } from './surface.ts';

type Axis = 0 | 1 | 2;

export class FaceProjector {
  readonly #surface: Surface;
  readonly #signs: ExactSigns;

  constructor(surface: Surface) {
    this.#surface = surface;
    this.#signs = new ExactSigns(surface.isWide);
  }

  /** The face is seen along the axis that its normal is nearest to. It must have area. */
  project(face: number): Projection {
    const { positions, corners } = this.#surface;
    const p = 3 * corners[3 * face];
    const q = 3 * corners[3 * face + 1];
    const r = 3 * corners[3 * face + 2];
    const normal = triangleNormal(positions, p, q, r);
    const nx = Math.abs(normal[0]);
    const ny = Math.abs(normal[1]);
    const nz = Math.abs(normal[2]);
    const likely = nz >= nx && nz >= ny ? 2 : nx >= ny ? 0 : 1;
    for (let step = 0; step < 3; step++) {
      const w = ((likely + step) % 3) as Axis;
      const orientation = this.orientationAlong(face, w);
      if (orientation !== 0) return { u: ((w + 1) % 3) as Axis, v: ((w + 2) % 3) as Axis, w, orientation };
    }
    throw new Error(`triangle ${face} of a pair has no area`);
  }

  /** The sign of the face's normal along an axis; exact. */
  orientationAlong(face: number, w: Axis): number {
    const { positions, corners } = this.#surface;
    const u = (w + 1) % 3;
    const v = (w + 2) % 3;
    const p = 3 * corners[3 * face];
    const q = 3 * corners[3 * face + 1];
    const r = 3 * corners[3 * face + 2];
    return this.#signs.orient2d(
      positions[p + u],
      positions[p + v],
      positions[q + u],
      positions[q + v],
      positions[r + u],
      positions[r + v],
    );
  }
}
