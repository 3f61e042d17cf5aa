/** "What meets on the way from the frame before to this one, and when?" Every vertex moves on a straight line. */
import type { Impacts } from '../../../src/index.ts';
import type { Answer, ImpactStep } from '../answer.ts';
import type { ImpactsQuery } from '../query.ts';
import { type Asked, type AskOptions, grouped, placesOfIds, renumbered } from './asked.ts';
import { aboutOrigin, multiply } from './matrices.ts';
import { placedVertices } from './placed.ts';
import { type Before, GrowingBox, placeOf, type World, type WorldObject } from './world.ts';

/** The earliest are marked; there can be a hundred thousand. */
const MARKED_MOST = 5000;
const NO_STEP = 'Nothing has moved yet. Go to the next frame, or play.';

interface ObjectMotion {
  readonly object: WorldObject;
  readonly before: Before;
  /** Where it was, as the engine takes it: positions and matrix. */
  readonly beforePlace: ArrayLike<number> | undefined;
}

function motionsOf(world: World): ObjectMotion[] {
  const before = world.before?.() ?? new Map<WorldObject, Before>();
  return [...before].map(([object, was]) => ({
    object,
    before: was,
    beforePlace: was.base && object.drag ? multiply(object.drag, was.base) : (object.drag ?? was.base),
  }));
}

/** Asks with the objects back where they were, and puts them where they are again. */
async function findImpacts(world: World, motions: readonly ObjectMotion[], query: ImpactsQuery, options: AskOptions) {
  const { scene } = world;
  const { between, self } = query;
  try {
    for (const { object, before, beforePlace } of motions) {
      if (before.positions) scene.move(object.id, before.positions);
      if (beforePlace) scene.place(object.id, beforePlace);
      if (before.positions) scene.aim(object.id, object.positions);
      else scene.aim(object.id, placeOf(object)!);
    }
    return await scene.impacts({ between, self, ...options });
  } finally {
    for (const { object, before } of motions) {
      if (before.positions) scene.move(object.id, object.positions);
      const place = placeOf(object);
      if (place) scene.place(object.id, place);
    }
  }
}

export async function askImpacts(world: World, query: ImpactsQuery, options: AskOptions): Promise<Asked> {
  world.update();
  const motions = motionsOf(world);
  const began = performance.now();
  const raw = await findImpacts(world, motions, query, options);
  const milliseconds = performance.now() - began;
  const place = placesOfIds(world);
  const features = renumbered(raw.features, 6, [0, 3], place);
  const objectPairs = renumbered(raw.objectPairs, 3, [0, 1], place);
  const rows = Array.from(raw.earliest, (first, i) => ({
    a: objectPairs[3 * i],
    b: objectPairs[3 * i + 1],
    value: raw.times[first],
  }));
  const step = stepOf(world, motions, raw, features);
  return {
    answer: {
      query: 'impacts',
      count: raw.times.length,
      noun: raw.times.length === 1 ? 'impact' : 'impacts',
      sentence: motions.length === 0 ? NO_STEP : sentenceOf(step, raw),
      overlays: [],
      rows,
      valueTitle: 'earliest',
      stats: statsOf(raw),
      milliseconds,
      stages: stagesOf(raw),
      potential: raw.stats.candidates,
      step,
    },
    locate: (a, b) => locate(world, raw, features, a, b),
  };
}

function sentenceOf({ times }: ImpactStep, { times: all }: Impacts): string {
  if (all.length === 0) return 'Nothing meets on the way from the frame before.';
  const marked = times.length < all.length ? `; the earliest ${grouped(times.length)} are marked` : '';
  return `on the way from the frame before, the first at ${Number(times[0].toPrecision(6))} of it${marked}`;
}

/** The vertices of an object at both ends of the step, relative to the origin. */
function endsOf(world: World, motions: readonly ObjectMotion[], index: number): readonly [Float64Array, Float64Array] {
  const object = world.objects[index];
  const motion = motions.find((candidate) => candidate.object === object);
  const to = placedVertices(object, world.origin);
  if (!motion) return [to, to];
  const was = {
    ...object,
    positions: motion.before.positions ?? object.positions,
    ...(motion.before.base && { base: motion.before.base }),
  };
  return [placedVertices(was, world.origin), to];
}

function stepOf(world: World, motions: readonly ObjectMotion[], raw: Impacts, features: Uint32Array): ImpactStep {
  const order = Uint32Array.from(raw.times, (_, i) => i).sort((i, j) => raw.times[i] - raw.times[j] || i - j);
  const marked = order.subarray(0, MARKED_MOST);
  const ends = new Map<number, readonly [Float64Array, Float64Array]>();
  const at = (object: number, vertex: number, time: number): number[] => {
    let known = ends.get(object);
    if (!known) ends.set(object, (known = endsOf(world, motions, object)));
    const [from, to] = known;
    return [0, 1, 2].map((axis) => from[3 * vertex + axis] + time * (to[3 * vertex + axis] - from[3 * vertex + axis]));
  };
  const coordinates = new Float32Array(12 * marked.length);
  for (const [i, impact] of marked.entries()) {
    const [a, a0, a1, b, b0, b1] = features.subarray(6 * impact, 6 * impact + 6);
    const time = raw.times[impact];
    const { indices } = world.objects[b];
    const corners =
      raw.kinds[impact] === 0
        ? [...[0, 1, 2].flatMap((k) => at(b, indices[3 * b0 + k], time)), ...at(a, a0, time)]
        : [...at(a, a0, time), ...at(a, a1, time), ...at(b, b0, time), ...at(b, b1, time)];
    coordinates.set(corners, 12 * i);
  }
  return {
    movers: motions.map(({ object, before, beforePlace }) => {
      const place = placeOf(object);
      return {
        key: object.key,
        ...(before.positions && {
          from: shifted(before.positions, world.origin),
          to: shifted(object.positions, world.origin),
        }),
        ...(beforePlace &&
          place && {
            fromMatrix: [...aboutOrigin(beforePlace, world.origin)],
            toMatrix: [...aboutOrigin(place, world.origin)],
          }),
      };
    }),
    times: Float64Array.from(marked, (impact) => raw.times[impact]),
    kinds: Uint8Array.from(marked, (impact) => raw.kinds[impact]),
    features: coordinates,
    count: raw.times.length,
  };
}

function shifted(positions: ArrayLike<number>, origin: World['origin']): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: positions.length }, (_, at) => positions[at] - origin[at % 3]);
}

function stagesOf({ stats }: Impacts): Record<string, number> {
  const { bounds, image, walk, exact, contacts } = stats.milliseconds;
  return { bounds, image, walk, exact, contacts };
}

function statsOf({ kinds, stats }: Impacts): Answer['stats'] {
  const edges = kinds.reduce((sum, kind) => sum + kind, 0);
  return [
    ['vertex and face', grouped(kinds.length - edges)],
    ['edge and edge', grouped(edges)],
    ['triangles', grouped(stats.triangles)],
    ['candidates', grouped(stats.candidates)],
    ['feature pairs', grouped(stats.featurePairs)],
    ['exact fallbacks', grouped(stats.exactFallbacks)],
  ];
}

function locate({ origin }: World, { points }: Impacts, features: Uint32Array, a: number, b: number) {
  const bounds = new GrowingBox();
  for (let i = 0; points && i < points.length / 3; i++) {
    const pair = [features[6 * i], features[6 * i + 3]];
    if (Math.min(...pair) === a && Math.max(...pair) === b)
      bounds.add(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
  }
  return bounds.isEmpty ? undefined : bounds.about(origin);
}
