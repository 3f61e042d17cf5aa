/** "Which points lie inside?": the points of the scene, or a grid of them over the object's box. */
import { POINT_PLACE } from '../../../src/index.ts';
import type { Overlay } from '../answer.ts';
import type { InsideQuery } from '../query.ts';
import { type Asked, type AskOptions, counted, grouped, objectAt } from './asked.ts';
import type { GrowingBox, World } from './world.ts';
import { boxAround } from './world.ts';

const NAMES = { [POINT_PLACE.outside]: 'outside', [POINT_PLACE.inside]: 'inside', [POINT_PLACE.on]: 'on' } as const;

/** Centres of the cells of a grid with `along` cells on its longest side. */
function gridPoints({ min, max }: GrowingBox, along: number): Float64Array {
  const sides = max.map((value, axis) => value - min[axis]);
  const step = Math.max(...sides) / along || 1;
  const counts = sides.map((side) => Math.max(1, Math.round(side / step)));
  const points = new Float64Array(3 * counts[0] * counts[1] * counts[2]);
  let at = 0;
  for (let z = 0; z < counts[2]; z++) {
    for (let y = 0; y < counts[1]; y++) {
      for (let x = 0; x < counts[0]; x++) {
        points[at++] = min[0] + (sides[0] * (x + 0.5)) / counts[0];
        points[at++] = min[1] + (sides[1] * (y + 0.5)) / counts[1];
        points[at++] = min[2] + (sides[2] * (z + 0.5)) / counts[2];
      }
    }
  }
  return points;
}

function overlaysOf(points: Float32Array | Float64Array, places: Uint8Array, [ox, oy, oz]: World['origin']): Overlay[] {
  return ([POINT_PLACE.inside, POINT_PLACE.on, POINT_PLACE.outside] as const).map((place) => {
    const data = new Float32Array(3 * places.filter((value) => value === place).length);
    let to = 0;
    for (let i = 0; i < places.length; i++) {
      if (places[i] !== place) continue;
      data[to++] = points[3 * i] - ox;
      data[to++] = points[3 * i + 1] - oy;
      data[to++] = points[3 * i + 2] - oz;
    }
    return { name: NAMES[place], form: 'points', data };
  });
}

export async function askInside(world: World, query: InsideQuery, options: AskOptions): Promise<Asked> {
  const object = objectAt(world, query.object);
  const bounds = boxAround([world.objects[object]]);
  const points = world.points ?? gridPoints(bounds, query.points);
  const began = performance.now();
  const places = await world.scene.inside(world.objects[object].id, points, { allowOpen: true, ...options });
  const milliseconds = performance.now() - began;
  const count = (place: number) => places.reduce((sum, value) => sum + Number(value === place), 0);
  const inside = count(POINT_PLACE.inside);
  const total = places.length;
  return {
    answer: {
      query: 'inside',
      count: inside,
      noun: inside === 1 ? 'point inside' : 'points inside',
      sentence: `of ${counted(total, 'point')}, ${world.points ? 'those of the scene' : 'in a grid over the object'}`,
      overlays: overlaysOf(points, places, world.origin),
      rows: [{ a: object, b: -1, value: inside }],
      valueTitle: 'inside',
      stats: [
        ['points', grouped(total)],
        ['inside', grouped(inside)],
        ['on the surface', grouped(count(POINT_PLACE.on))],
        ['outside', grouped(count(POINT_PLACE.outside))],
        ['points per ms', grouped(Math.round(total / milliseconds))],
      ],
      milliseconds,
      stages: { inside: milliseconds },
    },
    locate: () => bounds.about(world.origin),
  };
}
