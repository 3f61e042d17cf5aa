/** Runs scenes through engines and holds every answer against the second oracle; failures come out shrunk, as JSON. */
import type { Collisions, Engine } from '../../src/index.ts';
import { shrinkScene, toCase } from '../support/scene-case.ts';
import { type AttackScene, attackScene, bakedMeshes, expectedAnswer, type Generator } from './scenes/scene.ts';

export interface Found {
  readonly pairs: number[][];
  readonly degenerate: number[][];
  readonly objectPairs: number[][];
  readonly segments: Float64Array;
  readonly collisions: Collisions;
}

function rows(flat: ArrayLike<number>, width: number): number[][] {
  return Array.from({ length: flat.length / width }, (_, row) =>
    Array.from({ length: width }, (_, column) => flat[width * row + column]),
  );
}

export function foundIn(collisions: Collisions): Found {
  return {
    pairs: rows(collisions.trianglePairs, 4).map((pair, index) => [...pair, collisions.kinds[index]]),
    degenerate: rows(collisions.degenerateTriangles, 2),
    objectPairs: rows(collisions.objectPairs, 3),
    segments: collisions.segments!,
    collisions,
  };
}

/** How many pairs each pair of objects has. */
export function countByObjects(pairs: readonly (readonly number[])[]): number[][] {
  const counts: number[][] = [];
  for (const [a, , b] of [...pairs].sort((p, q) => p[0] - q[0] || p[2] - q[2])) {
    const last = counts.at(-1);
    if (last && last[0] === a && last[1] === b) last[2]++;
    else counts.push([a, b, 1]);
  }
  return counts;
}

/** What an engine says about a scene; the pairs with segments, and once more with a limit. */
export async function answerOf(engine: Engine, { meshes, places, options }: AttackScene): Promise<Found> {
  const scene = engine.createScene();
  try {
    for (const [object, mesh] of meshes.entries()) {
      scene.add(mesh);
      const matrix = places[object];
      if (matrix) scene.place(object, matrix);
    }
    return foundIn(await scene.collide({ ...options, segments: true }));
  } finally {
    scene.dispose();
  }
}

/** In words what is wrong with an answer, or undefined. */
export function complaint(found: Found, expected: { pairs: number[][]; degenerate: number[][] }): string | undefined {
  const known = new Set(expected.pairs.map(String));
  const given = new Set(found.pairs.map(String));
  const missing = expected.pairs.filter((pair) => !given.has(String(pair)));
  const extra = found.pairs.filter((pair) => !known.has(String(pair)));
  if (missing.length > 0 || extra.length > 0) {
    const some = (list: number[][]) => `${list.length} (${list.slice(0, 4).join(' | ')})`;
    return `pairs with kind: missing ${some(missing)}, not expected ${some(extra)}`;
  }
  if (String(found.pairs) !== String(expected.pairs)) return 'pairs are not in ascending order, or come twice';
  if (String(found.degenerate) !== String(expected.degenerate)) {
    return `degenerate: found ${found.degenerate.join(' | ')}, expected ${expected.degenerate.join(' | ')}`;
  }
  const counts = countByObjects(expected.pairs);
  if (String(found.objectPairs) !== String(counts)) return `objectPairs: found ${found.objectPairs.join(' | ')}`;
  return undefined;
}

async function complaintOf(engine: Engine, scene: AttackScene): Promise<string | undefined> {
  try {
    return complaint(await answerOf(engine, scene), expectedAnswer(scene));
  } catch (error) {
    return `threw ${error}`;
  }
}

/** The failing scene as small as it gets, with its places applied if it still fails then, as a case for test/repro. */
export async function shrunkCase(engine: Engine, scene: AttackScene, about: string): Promise<string> {
  const plain = (meshes: AttackScene['meshes']): AttackScene => ({
    meshes,
    places: meshes.map(() => undefined),
    options: { ...scene.options, ignore: undefined },
  });
  const fails = async (meshes: AttackScene['meshes']) => (await complaintOf(engine, plain(meshes))) !== undefined;
  const baked = bakedMeshes(scene);
  if (!(await fails(baked))) return `${about}; only with its places or ignore list: ${JSON.stringify(toJson(scene))}`;
  const small = await shrinkScene(baked, fails);
  return JSON.stringify(toCase(about, small, plain(small).options));
}

function toJson(scene: AttackScene) {
  return { ...toCase('', scene.meshes, scene.options), places: scene.places };
}

export interface Attacked {
  readonly scene: AttackScene;
  readonly found: Found;
}

/** One scene on all engines; throws what is wrong, with the seed and the shrunk scene. */
export async function attack(
  engines: readonly Engine[],
  name: string,
  generator: Generator,
  seed: number,
): Promise<Attacked> {
  return attackWith(engines, `${name}, seed ${seed}`, attackScene(generator, seed));
}

export async function attackWith(engines: readonly Engine[], name: string, scene: AttackScene): Promise<Attacked> {
  const expected = expectedAnswer(scene);
  let first: Found | undefined;
  for (const [place, engine] of engines.entries()) {
    const found = await answerOf(engine, scene);
    const wrong = complaint(found, expected);
    if (wrong) {
      const about = `${name}, engine ${place}: ${wrong}`;
      throw new Error(`${about}\n${await shrunkCase(engine, scene, about)}`);
    }
    first ??= found;
    const differs = found.segments.findIndex((value, k) => !Object.is(value, first?.segments[k]));
    if (differs >= 0) throw new Error(`${name}, engine ${place}: segments differ at ${differs}`);
  }
  return { scene, found: first! };
}
