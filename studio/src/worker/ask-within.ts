/** "Which triangles are closer than a distance?", with lines between their closest points. */
import type { Proximities } from '../../../src/index.ts';
import type { Answer, Overlay, TableRow } from '../answer.ts';
import type { WithinQuery } from '../query.ts';
import { type Asked, type AskOptions, grouped, megabytes, placesOfIds, renumbered } from './asked.ts';
import { columnUnit, shownLength } from './shown-lengths.ts';
import { boxOfPairs, TriangleSet } from './triangle-set.ts';
import { boxAround, type World } from './world.ts';

/** The distance used if none is given, as a fraction of the diagonal of everything: at most this. */
const AUTOMATIC_SHARE = 0.01;
/** Number of triangles sampled for their size. */
const SAMPLE = 3000;
/** Pairs that are drawn: more would only cover each other. */
const DRAWN_MOST = 200_000;

/** The side of a typical triangle: the median of a sample's longest sides. */
function typicalSide(objects: World['objects']): number {
  const total = objects.reduce((sum, { indices }) => sum + indices.length / 3, 0);
  const sides: number[] = [];
  for (const { positions, indices } of objects) {
    const step = 3 * Math.max(1, Math.ceil(total / SAMPLE));
    for (let corner = 0; corner < indices.length; corner += step) {
      const [p, q, r] = [3 * indices[corner], 3 * indices[corner + 1], 3 * indices[corner + 2]];
      const side = (i: number, j: number) =>
        Math.hypot(
          positions[i] - positions[j],
          positions[i + 1] - positions[j + 1],
          positions[i + 2] - positions[j + 2],
        );
      sides.push(Math.max(side(p, q), side(q, r), side(r, p)));
    }
  }
  return sides.sort((a, b) => a - b)[sides.length >> 1] ?? 0;
}

/** No more than half a triangle: with more, each triangle is near to all around it, and there are millions of pairs. */
function automaticDistance({ objects }: World): number {
  const { min, max } = boxAround(objects);
  const whole = AUTOMATIC_SHARE * Math.hypot(...max.map((value, axis) => value - min[axis]));
  return Number(Math.min(whole, typicalSide(objects) / 2 || whole).toPrecision(2)) || 1;
}

export async function askWithin(world: World, query: WithinQuery, options: AskOptions): Promise<Asked> {
  const { between, self } = query;
  const distance = query.distance > 0 ? query.distance : automaticDistance(world);
  const began = performance.now();
  const raw = await world.scene.within(distance, { between, self, points: true, ...options });
  const milliseconds = performance.now() - began;
  const place = placesOfIds(world);
  const trianglePairs = renumbered(raw.trianglePairs, 4, [0, 2], place);
  const objectPairs = renumbered(raw.objectPairs, 3, [0, 1], place);
  const rows = Array.from(raw.objectDistances, (value, i) => ({
    a: objectPairs[3 * i],
    b: objectPairs[3 * i + 1],
    value,
  }));
  const count = raw.distances.length;
  const reword = () => rewordedAnswer(world, raw, distance, rows);
  return {
    answer: {
      query: 'within',
      count,
      noun: count === 1 ? 'pair' : 'pairs',
      ...reword(),
      overlays: overlaysOf(world, trianglePairs, raw.points!),
      milliseconds,
      stages: stagesOf(raw),
      potential: raw.stats.candidates,
    },
    reword,
    locate: (a, b) => boxOfPairs(world, trianglePairs, a, b),
  };
}

/** In the unit that is shown. */
function rewordedAnswer(world: World, raw: Proximities, distance: number, rows: readonly TableRow[]) {
  const least = raw.objectDistances.reduce((sofar, value) => Math.min(sofar, value), Number.POSITIVE_INFINITY);
  const count = raw.distances.length;
  const { ratio, symbol } = columnUnit(world);
  const than = `closer than ${shownLength(world, distance)}`;
  const sentence =
    count === 0
      ? `No two triangles are ${than}.`
      : `of triangles ${than}; the closest are ${shownLength(world, least)} apart${drawnNote(count)}`;
  return {
    sentence,
    rows: rows.map((row) => ({ ...row, value: row.value * ratio })),
    valueTitle: symbol ? `distance (${symbol})` : 'distance',
    stats: statsOf(raw, shownLength(world, distance)),
  };
}

function drawnNote(count: number): string {
  return count > DRAWN_MOST ? `. Of the lines between them, ${grouped(DRAWN_MOST)} are drawn` : '';
}

function overlaysOf(world: World, trianglePairs: Uint32Array, points: Float64Array): Overlay[] {
  const set = new TriangleSet(world);
  for (let at = 0; at < trianglePairs.length; at += 2) set.add(trianglePairs[at], trianglePairs[at + 1]);
  const count = points.length / 6;
  const drawn = Math.min(count, DRAWN_MOST);
  const lines = new Float32Array(6 * drawn);
  for (let i = 0; i < drawn; i++) {
    // Spread over all of them, so that no object is left out.
    const from = 6 * Math.floor((i * count) / drawn);
    for (let k = 0; k < 6; k++) lines[6 * i + k] = points[from + k] - world.origin[k % 3];
  }
  return [
    { name: 'near', form: 'triangles', data: set.corners() },
    { name: 'closest', form: 'lines', data: lines },
  ];
}

function stagesOf({ stats }: Proximities): Record<string, number> {
  const { bounds, image, walk, exact, measure } = stats.milliseconds;
  return { bounds, image, walk, exact, measure };
}

function statsOf({ stats, distances }: Proximities, distance: string): Answer['stats'] {
  return [
    ['distance', distance],
    ['pairs', grouped(distances.length)],
    ['touching or crossing', grouped(distances.reduce((sum, value) => sum + Number(value === 0), 0))],
    ['triangles', grouped(stats.triangles)],
    ['candidates', grouped(stats.candidates)],
    ['exact fallbacks', grouped(stats.exactFallbacks)],
    ['tiles', `${stats.image.tilesAcross} × ${stats.image.tilesDown}`],
    ['memory', `${megabytes(stats.bytes.scene)} + ${megabytes(stats.bytes.query)}`],
  ];
}
