/** Puts the answer of the GPU together: certain pairs and those decided on the CPU, sorted, with numbers as the caller has them. */
import { KIND_CROSSING, KIND_NONE, KIND_TOUCHING } from '../../kernels/layout.ts';
import type { ObjectPair } from '../options.ts';
import type { Contacts } from './collide.ts';
import type { ExactPairs } from './exact-pairs.ts';
import type { GpuSceneData } from './gpu-scene.ts';

/** What the GPU found: pairs of triangles (two words each, lower first) and single triangles. */
export interface GpuFindings {
  readonly crossings: Uint32Array;
  readonly undecided: Uint32Array;
  /** Triangles that may have no area. */
  readonly uncertain: Uint32Array;
}

export interface GpuPairs {
  readonly trianglePairs: Uint32Array;
  readonly kinds: Uint8Array;
  readonly objectPairs: Uint32Array;
  readonly degenerateTriangles: Uint32Array;
}

export interface PairFilter {
  readonly contacts: Contacts;
  readonly ignore: readonly ObjectPair[];
}

/** Pairs of triangles with their kinds as sortable numbers: exact below 2^53, so for 47 million triangles. */
class PairKeys {
  readonly #triangleCount: number;
  readonly #keys: number[] = [];

  constructor(triangleCount: number) {
    this.#triangleCount = triangleCount;
  }

  add(a: number, b: number, kind: number): void {
    this.#keys.push((a * this.#triangleCount + b) * 4 + kind);
  }

  /** a, b, kind of each, ascending. */
  sorted(): Uint32Array {
    const keys = Float64Array.from(this.#keys).sort();
    const triples = new Uint32Array(3 * keys.length);
    for (const [i, key] of keys.entries()) {
      const pair = Math.floor(key / 4);
      const a = Math.floor(pair / this.#triangleCount);
      triples.set([a, pair - a * this.#triangleCount, key - 4 * pair], 3 * i);
    }
    return triples;
  }
}

export function joinFindings(
  scene: GpuSceneData,
  exact: ExactPairs,
  findings: GpuFindings,
  filter: PairFilter,
): GpuPairs {
  const degenerate = findings.uncertain.filter((triangle) => exact.isDegenerate(scene, triangle)).sort();
  const withoutArea = new Set(degenerate);
  const isIgnored = ignoring(scene, filter.ignore);
  const keys = new PairKeys(scene.triangleCount);
  const eachPair = (pairs: Uint32Array, kindOf: (a: number, b: number) => number) => {
    for (let i = 0; i < pairs.length; i += 2) {
      const [a, b] = [pairs[i], pairs[i + 1]];
      if (withoutArea.has(a) || withoutArea.has(b) || isIgnored(a, b)) continue;
      const kind = kindOf(a, b);
      if (kind === KIND_NONE || (kind === KIND_TOUCHING && filter.contacts === 'penetrating')) continue;
      keys.add(a, b, kind);
    }
  };
  eachPair(findings.crossings, () => KIND_CROSSING);
  eachPair(findings.undecided, (a, b) => exact.kind(scene, a, b));
  return { ...namePairs(scene, keys.sorted()), degenerateTriangles: nameTriangles(scene, degenerate) };
}

function ignoring(scene: GpuSceneData, ignore: readonly ObjectPair[]): (a: number, b: number) => boolean {
  if (ignore.length === 0) return () => false;
  const keys = new Set(ignore.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));
  const idOf = (triangle: number) => scene.objects[scene.triangles[4 * triangle + 3]].id;
  return (a, b) => idOf(a) !== idOf(b) && keys.has(`${idOf(a)} ${idOf(b)}`);
}

function namePairs(scene: GpuSceneData, triples: Uint32Array) {
  const { objects, triangles } = scene;
  const count = triples.length / 3;
  const trianglePairs = new Uint32Array(4 * count);
  const kinds = new Uint8Array(count);
  const totals = new Map<number, number>();
  for (let i = 0; i < count; i++) {
    const [a, b, kind] = triples.subarray(3 * i, 3 * i + 3);
    const [objectA, objectB] = [triangles[4 * a + 3], triangles[4 * b + 3]];
    const [ofA, ofB] = [objects[objectA], objects[objectB]];
    trianglePairs.set([ofA.id, a - ofA.triangleStart, ofB.id, b - ofB.triangleStart], 4 * i);
    kinds[i] = kind;
    const key = objectA * objects.length + objectB;
    totals.set(key, (totals.get(key) ?? 0) + 1);
  }
  const objectPairs = new Uint32Array(3 * totals.size);
  for (const [i, [key, total]] of [...totals].sort(([a], [b]) => a - b).entries()) {
    objectPairs.set([objects[Math.floor(key / objects.length)].id, objects[key % objects.length].id, total], 3 * i);
  }
  return { trianglePairs, kinds, objectPairs };
}

function nameTriangles(scene: GpuSceneData, numbers: Uint32Array): Uint32Array {
  const named = new Uint32Array(2 * numbers.length);
  for (const [i, triangle] of numbers.entries()) {
    const { id, triangleStart } = scene.objects[scene.triangles[4 * triangle + 3]];
    named.set([id, triangle - triangleStart], 2 * i);
  }
  return named;
}
