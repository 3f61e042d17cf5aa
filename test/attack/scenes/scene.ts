/** A whole scene of an attack from a kind and a seed: shapes, twists, dress, places and options. */
import type { MeshInput } from '../../../src/index.ts';
import { Random } from '../../support/random.ts';
import type { PairOptions } from '../oracle/pairs.ts';
import { type Answer, collidingPairs, trianglesOf } from '../oracle/pairs.ts';
import { dressed } from './dress.ts';
import { isExact, type Matrix, placedMesh, randomMatrix, unplaced } from './placing.ts';
import type { Shape } from './shape.ts';
import { twisted } from './twists.ts';

export type Generator = (random: Random) => Shape[];

export interface AttackScene {
  readonly meshes: readonly MeshInput[];
  /** One per mesh; none where the object stays as it is. */
  readonly places: readonly (Matrix | undefined)[];
  readonly options: PairOptions;
}

/** Exact arithmetic on all pairs must stay affordable. */
const TRIANGLES_MOST = 100;
/** Scenes smaller than 2^-1000 are refused. */
const EXTENT_LEAST = 2 ** -980;

export function attackScene(generator: Generator, seed: number): AttackScene {
  for (let attempt = 0; ; attempt++) {
    const random = new Random(seed * 1009 + attempt * 7919);
    const scene = draw(generator, random);
    if (isFit(scene)) return scene;
  }
}

function draw(generator: Generator, random: Random): AttackScene {
  const shapes = twisted(random, withinLimit(generator(random)));
  const mixed = random.pick(['single', 'single', 'double', 'mixed'] as const);
  const precision = () => (mixed === 'mixed' ? random.pick(['single', 'double'] as const) : mixed);
  const meshes: MeshInput[] = [];
  const places: (Matrix | undefined)[] = [];
  const isPlaced = random.chance(0.25);
  for (const shape of shapes) {
    const matrix = isPlaced && random.chance(0.6) ? randomMatrix(random) : undefined;
    meshes.push(dressed(random, matrix && random.chance(0.7) ? unplaced(shape, matrix) : shape, precision()));
    places.push(matrix);
  }
  return settled({ meshes, places, options: randomOptions(random, meshes.length) });
}

function withinLimit(shapes: readonly Shape[]): Shape[] {
  let left = TRIANGLES_MOST;
  return shapes.map((shape) => {
    const faces = shape.faces.slice(0, left);
    left -= faces.length;
    return { ...shape, faces };
  });
}

function randomOptions(random: Random, objectCount: number): PairOptions {
  const self = objectCount === 1 || random.chance(0.7);
  const between = !self || random.chance(0.9);
  const contacts = random.chance(0.15) ? ('penetrating' as const) : ('all' as const);
  const any = () => random.integer(0, objectCount - 1);
  const drawn = random.times(random.integer(1, 3), () => [any(), any()] as const).filter(([a, b]) => a !== b);
  return { self, between, contacts, ...(random.chance(0.15) && drawn.length > 0 ? { ignore: drawn } : {}) };
}

/** Collisions within an object are the same wherever it is placed, so they are asked for only where no place rounds. */
function settled(scene: AttackScene): AttackScene {
  const isRounded = scene.places.some((matrix, object) => matrix && !isExact(scene.meshes[object], matrix));
  return isRounded ? { ...scene, options: { ...scene.options, self: false, between: true } } : scene;
}

function isFit(scene: AttackScene): boolean {
  const placed = bakedMeshes(scene);
  const used = placed.flatMap(usedCoordinates);
  if (used.some((value) => !(Math.abs(value) <= 2 ** 249))) return false;
  const extent = Math.max(...[0, 1, 2].map((k) => spread(used.filter((_, index) => index % 3 === k))));
  if (!(extent >= EXTENT_LEAST)) return false;
  // What has no area may depend on rounding; such scenes say nothing.
  if (scene.places.every((matrix) => !matrix)) return true;
  return isSameList(trianglesOf(placed).degenerate, trianglesOf(scene.meshes).degenerate);
}

function isSameList(a: readonly number[][], b: readonly number[][]): boolean {
  return a.join(' ') === b.join(' ');
}

/** Coordinates of every corner of every triangle. */
export function usedCoordinates({ positions, indices }: MeshInput): number[] {
  if (!indices) return Array.from(positions);
  return Array.from(indices).flatMap((vertex) => Array.from(positions.subarray(3 * vertex, 3 * vertex + 3)));
}

function spread(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), -Infinity) - values.reduce((a, b) => Math.min(a, b), Infinity);
}

/** The meshes with the coordinates they have in the scene. */
export function bakedMeshes({ meshes, places }: AttackScene): MeshInput[] {
  return meshes.map((mesh, object) => placedMesh(mesh, places[object]));
}

export function expectedAnswer(scene: AttackScene): Answer {
  return collidingPairs(bakedMeshes(scene), scene.options);
}
