/**
 * What the library says about objects of three.js whose world coordinates three.js itself has computed, vertex by vertex:
 * the answer that the adapter must give.
 */
import { type BufferGeometry, type Matrix4, type Mesh, Vector3 } from 'three';
import type { CollideOptions, Engine } from '../../src/index.ts';
import type { Hits } from '../../src/three/index.ts';

/** One object of the answer, and what of it is drawn. */
export interface Drawn {
  readonly mesh: Mesh;
  readonly instance?: number;
  /** Where it is; the world matrix of the mesh unless given. */
  readonly matrix?: Matrix4;
  /** Faces that are drawn; all unless given. */
  readonly faces?: readonly number[];
  /** Asked for vertex positions in place of the mesh; it must be posed the same. */
  readonly posed?: Mesh;
}

/** A hit as text: both faces, in the order of their text, and the kind. */
export type HitText = string;

const KINDS = ['touching', 'crossing', 'coplanar'];

function faceText(mesh: Mesh, instance: number | undefined, face: number): string {
  return `${mesh.name}${instance === undefined ? '' : `[${instance}]`}/${face}`;
}

function hitText(a: string, b: string, kind: string): HitText {
  return [...[a, b].sort(), kind].join(' ');
}

export function allFaces({ geometry }: Mesh): number[] {
  const corners = geometry.index ? geometry.index.count : geometry.attributes.position.count;
  return Array.from({ length: Math.floor(corners / 3) }, (_, face) => face);
}

/** Nine coordinates per face, as three.js computes them. */
export function worldCorners({ mesh, matrix, faces, posed }: Drawn): Float64Array {
  const { index } = mesh.geometry;
  const list = faces ?? allFaces(mesh);
  const corners = new Float64Array(9 * list.length);
  const point = new Vector3();
  list.forEach((face, i) => {
    for (let k = 0; k < 3; k++) {
      const vertex = index ? index.getX(3 * face + k) : 3 * face + k;
      (posed ?? mesh).getVertexPosition(vertex, point).applyMatrix4(matrix ?? mesh.matrixWorld);
      point.toArray(corners, 9 * i + 3 * k);
    }
  });
  return corners;
}

/**
 * Geometries of three.js have sin 2π on one side of a seam where they have 0 on the other. The adapter welds that; the
 * library, which takes coordinates as they are, does not.
 */
export function withCleanSeams<T extends BufferGeometry>(geometry: T): T {
  const { array } = geometry.attributes.position;
  for (let i = 0; i < array.length; i++) if (Math.abs(array[i]) < 1e-14) array[i] = 0;
  return geometry;
}

export async function explicitHits(
  engine: Engine,
  drawn: readonly Drawn[],
  options: CollideOptions = {},
): Promise<HitText[]> {
  const scene = engine.createScene();
  const byId = new Map(drawn.map((one) => [scene.add({ positions: worldCorners(one) }), one]));
  const { trianglePairs, kinds } = await scene.collide(options);
  scene.dispose();
  const text = (id: number, triangle: number) => {
    const { mesh, instance, faces } = byId.get(id)!;
    return faceText(mesh, instance, faces ? faces[triangle] : triangle);
  };
  return [...kinds]
    .map((kind, i) => {
      const [a, faceA, b, faceB] = trianglePairs.subarray(4 * i);
      return hitText(text(a, faceA), text(b, faceB), KINDS[kind]);
    })
    .sort();
}

export function hitTexts(hits: Hits): HitText[] {
  return [...hits]
    .map(({ a, b, kind }) =>
      hitText(faceText(a.object, a.instance, a.face), faceText(b.object, b.instance, b.face), kind),
    )
    .sort();
}
