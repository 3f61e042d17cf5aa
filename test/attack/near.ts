/** Holds an answer of `within` against exact distances. */
import type { Engine, MeshInput, Proximities } from '../../src/index.ts';
import { squareBetween } from './oracle/distance.ts';
import {
  type AttackTriangle,
  isAskedFor,
  meetingOf,
  sharedVertices,
  trianglesOf,
  wholeTriangles,
} from './oracle/pairs.ts';
import { rootOfRatio } from './oracle/whole.ts';
import { type AttackScene, bakedMeshes } from './scenes/scene.ts';

/** What docs/within.md promises, in parts of the longest side of the pair's box. */
const ERROR_MOST = 2 ** -48;

export async function nearPairs(engine: Engine, scene: AttackScene, distance: number): Promise<Proximities> {
  const held = engine.createScene();
  try {
    for (const [object, mesh] of scene.meshes.entries()) {
      held.add(mesh);
      const matrix = scene.places[object];
      if (matrix) held.place(object, matrix);
    }
    const { self, between, ignore } = scene.options;
    return await held.within(distance, { self, between, ...(ignore ? { ignore } : {}) });
  } finally {
    held.dispose();
  }
}

function longestSide(a: readonly number[], b: readonly number[]): number {
  return Math.max(...[0, 1, 2].map((k) => Math.max(a[k + 3], b[k + 3]) - Math.min(a[k], b[k])));
}

function gapOfBoxes(a: readonly number[], b: readonly number[]): number {
  return Math.max(...[0, 1, 2].map((k) => Math.max(b[k] - a[k + 3], a[k] - b[k + 3])));
}

export function exactDistance(a: AttackTriangle, b: AttackTriangle): number {
  const { triangles, unit } = wholeTriangles([...a.corners, ...b.corners]);
  return rootOfRatio(...squareBetween(triangles[0], triangles[1]), unit);
}

/** In words what is wrong with an answer, or undefined. */
export function nearComplaint(scene: AttackScene, distance: number, found: Proximities): string | undefined {
  const { triangles, degenerate } = trianglesOf(bakedMeshes(scene));
  if (String(Array.from(found.degenerateTriangles)) !== String(degenerate.flat())) return 'degenerate triangles differ';
  const rows = new Map<string, number>();
  for (let row = 0; row < found.distances.length; row++) {
    rows.set(found.trianglePairs.subarray(4 * row, 4 * row + 4).join(' '), found.distances[row]);
  }
  if (rows.size !== found.distances.length) return 'a pair comes twice';
  for (const [place, a] of triangles.entries()) {
    for (const b of triangles.slice(place + 1)) {
      const key = `${a.object} ${a.index} ${b.object} ${b.index}`;
      const wrong = pairComplaint(a, b, scene, distance, rows.get(key));
      if (wrong) return `${key}: ${wrong}`;
      rows.delete(key);
    }
  }
  return rows.size > 0 ? `unknown pair ${[...rows.keys()][0]}` : undefined;
}

function pairComplaint(a: AttackTriangle, b: AttackTriangle, scene: AttackScene, limit: number, found?: number) {
  const isAsked = isAskedFor(a.object, b.object, scene.options) && sharedVertices(a, b) === 0;
  if (!isAsked) return found === undefined ? undefined : 'was not asked for';
  const error = ERROR_MOST * longestSide(a.box, b.box);
  if (found === undefined) {
    if (gapOfBoxes(a.box, b.box) > limit) return undefined;
    const exact = exactDistance(a, b);
    return exact < limit - error ? `missing, ${exact} apart` : undefined;
  }
  const meets = meetingOf(a, b) !== undefined;
  if (meets !== (found === 0)) return `distance ${found}, but they ${meets ? '' : 'do not '}meet`;
  if (!(found < limit)) return `distance ${found} is not below ${limit}`;
  const exact = meets ? 0 : exactDistance(a, b);
  return Math.abs(exact - found) <= error + 2 ** -1070 ? undefined : `distance ${found}, exactly ${exact}`;
}

/** Sums per pair of objects, from the pairs of the same answer. */
export function summaryComplaint(found: Proximities): string | undefined {
  for (let row = 0; row < found.objectDistances.length; row++) {
    const [a, b, count] = found.objectPairs.subarray(3 * row, 3 * row + 3);
    const own = Array.from(found.distances.keys()).filter(
      (k) => found.trianglePairs[4 * k] === a && found.trianglePairs[4 * k + 2] === b,
    );
    const least = Math.min(...own.map((k) => found.distances[k]));
    const nearest = own.find((k) => found.distances[k] === least);
    if (own.length !== count || least !== found.objectDistances[row] || nearest !== found.nearestPairs[row]) {
      return `objects ${a} ${b}: ${count} pairs, ${found.objectDistances[row]} at ${found.nearestPairs[row]}`;
    }
  }
  return undefined;
}

/** A distance worth asking for: that of some pair, or one beside it, or a part of the extent. */
export function telling(meshes: readonly MeshInput[], choose: (count: number) => number): number {
  const { triangles } = trianglesOf(meshes);
  if (triangles.length < 2) return 1;
  const [a, b] = [triangles[choose(triangles.length)], triangles[choose(triangles.length)]];
  const exact = exactDistance(a, b);
  const side = longestSide(a.box, b.box);
  const candidates = [exact, exact, exact * (1 + 2 ** -52), exact * 1.5, side / 4, side / 1000, side * 2];
  return Math.max(candidates[choose(candidates.length)], Number.MIN_VALUE);
}
