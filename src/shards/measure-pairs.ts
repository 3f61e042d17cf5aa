/** Measures the clashes of some pairs of objects, which are loaded whole: kind, depth, containment. */
import type { Engine } from '../engine.ts';
import type { Clash } from '../queries/clashes/clashes.ts';
import { overlappingBoxes } from '../queries/clashes/contained.ts';
import type { ObjectPair } from '../queries/options.ts';
import { type CentredClash, curveCentre } from '../report/contact-centre.ts';
import type { FileObject } from '../report/objects.ts';

export interface PairsQuestion {
  readonly pairs: readonly (readonly [number, number])[];
  readonly toleranceOf: (a: number, b: number) => number;
  /** Also what objects have in common, and the area in which faces lie on each other. */
  readonly volume: boolean;
  readonly area: boolean;
}

export interface PairsAnswer {
  readonly clashes: readonly CentredClash[];
  readonly triangles: number;
}

/** `objects`: those that are in the pairs, by their numbers in the model. */
export async function measurePairs(
  engine: Engine,
  objects: ReadonlyMap<number, FileObject>,
  question: PairsQuestion,
): Promise<PairsAnswer> {
  const numbers = [...objects.keys()].sort((a, b) => a - b);
  const list = numbers.map((number) => objects.get(number)!);
  const places = new Map(numbers.map((number, place) => [number, place]));
  const wanted = new Set(question.pairs.map(([a, b]) => `${places.get(a)} ${places.get(b)}`));
  // Pairs that other shards measure are left out; boxes that do not overlap have nothing to measure.
  const ignore = overlappingBoxes(list.map(({ box }) => [...box!.min, ...box!.max])).filter(
    ([i, j]) => !wanted.has(`${i} ${j}`),
  ) as ObjectPair[];
  const scene = engine.createScene();
  try {
    for (const { mesh } of list) scene.add(mesh);
    const tolerance = (i: number, j: number) => question.toleranceOf(numbers[i], numbers[j]);
    const { volume, area } = question;
    const found = await scene.clashes({ tolerance, ignore, curve: true, volume, area });
    return {
      clashes: found.clashes.map((clash) => inModel(clash, numbers)),
      triangles: list.reduce((sum, { triangles }) => sum + triangles, 0),
    };
  } finally {
    scene.dispose();
  }
}

/** With its number in the model, and the middle of its curves for these: they are long, and all that is made of them are ids. */
function inModel({ curve = [], ...clash }: Clash, numbers: readonly number[]): CentredClash {
  const { a, b, inner } = clash;
  const centre = curveCentre(curve);
  return {
    ...clash,
    ...(centre && { centre }),
    a: numbers[a],
    b: numbers[b],
    ...(inner !== undefined && { inner: numbers[inner] }),
  };
}
