/** The four vertices of a pair of features, with their weights in A minus B: of a vertex and a face, or of two edges. */
import type { Bodies } from './bodies.ts';
import type { Body } from './body.ts';

export interface FourVertices {
  readonly bodies: Body[];
  readonly vertices: number[];
  readonly weights: number[];
}

export interface FeatureRows {
  readonly kinds: Uint8Array;
  readonly features: Uint32Array;
  readonly coordinates?: Float64Array;
}

/** Room for four vertices; to be filled again and again, as there may be many thousand pairs. */
export function newFourVertices(bodies: Bodies): FourVertices {
  const [body] = bodies.all.values();
  return { bodies: [body, body, body, body], vertices: [0, 0, 0, 0], weights: [0, 0, 0, 0] };
}

/** Fills in the four vertices of row i. */
export function readFour(bodies: Bodies, rows: FeatureRows, i: number, four: FourVertices): void {
  const { kinds, features, coordinates } = rows;
  const a = bodies.all.get(features[6 * i])!;
  const b = bodies.all.get(features[6 * i + 3])!;
  const x = coordinates ? coordinates[2 * i] : 0;
  const y = coordinates ? coordinates[2 * i + 1] : 0;
  const isFace = kinds[i] === 0;
  const { vertices, weights } = four;
  four.bodies[0] = a;
  four.bodies[1] = isFace ? b : a;
  four.bodies[2] = b;
  four.bodies[3] = b;
  vertices[0] = a.vertex(features[6 * i + 1]);
  if (isFace) {
    const face = features[6 * i + 4];
    for (let k = 0; k < 3; k++) vertices[1 + k] = b.corner(face, k);
    weights[0] = 1;
    weights[1] = x + y - 1;
    weights[2] = -x;
    weights[3] = -y;
    return;
  }
  vertices[1] = a.vertex(features[6 * i + 2]);
  vertices[2] = b.vertex(features[6 * i + 4]);
  vertices[3] = b.vertex(features[6 * i + 5]);
  weights[0] = 1 - x;
  weights[1] = x;
  weights[2] = y - 1;
  weights[3] = -y;
}
