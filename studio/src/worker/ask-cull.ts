/** "What may collide?": the potentially colliding set after any pass, by the visibility of each triangle. */
import * as papers from '../../../src/papers/index.ts';
import { CULL_SET, type Culled, type CullOptions } from '../../../src/papers/index.ts';
import type { Answer, Overlay, OverlayName } from '../answer.ts';
import type { CullQuery } from '../query.ts';
import { type Asked, type AskOptions, counted, grouped, megabytes, placesOfIds } from './asked.ts';
import { TriangleSet } from './triangle-set.ts';
import { boxAround, type World } from './world.ts';

/** By the values of CULL_SET. */
const NAMES: readonly OverlayName[] = ['nfv', 'ffv', 'sfv', 'bfv'];

export async function askCull(world: World, query: CullQuery, options: AskOptions, playing: boolean): Promise<Asked> {
  const { resolution, generator } = query;
  const began = performance.now();
  const method = methodOf(query);
  const culled = await papers.cull(world.scene, { ...method, resolution, generator, trace: !playing, ...options });
  const milliseconds = performance.now() - began;
  const trace = culled.trace ?? [];
  const shown = query.pass > 0 ? Math.min(query.pass, trace.length) : trace.length;
  const place = placesOfIds(world);
  const sets = triangleSets(world, culled, shown, place);
  const left = culled.survivorTriangles.length / 2;
  const sizes = trace.map(({ sets: traced }) => leftIn(traced));
  return {
    answer: {
      query: 'cull',
      count: left,
      noun: left === 1 ? 'triangle left' : 'triangles left',
      sentence: sentenceOf(culled, shown, sizes),
      overlays: sets.map((set, value): Overlay => ({ name: NAMES[value], form: 'triangles', data: set.corners() })),
      rows: rowsOf(culled, place),
      valueTitle: 'left',
      stats: statsOf(culled, left),
      milliseconds,
      stages: stagesOf(culled),
      passes: { count: trace.length, shown, sizes },
    },
    locate: (a, b) => boxAround([world.objects[a], world.objects[b]]).about(world.origin),
  };
}

/** A preset decides whether to search within objects, unless the user asks for it. */
function methodOf({ preset, self }: CullQuery): CullOptions {
  return { ...(preset !== 'reliable' && { preset }), ...(self && { self }) };
}

/** The triangles of all objects that are left. */
function leftIn(sets: ReadonlyMap<number, Uint8Array>): number {
  let left = 0;
  for (const values of sets.values()) for (const value of values) left += Number(value !== CULL_SET.BFV);
  return left;
}

/** The four sets after a pass; without passes, everything left is in the first. */
function triangleSets(world: World, culled: Culled, shown: number, place: (id: number) => number): TriangleSet[] {
  const sets = NAMES.map(() => new TriangleSet(world));
  const traced = culled.trace?.[shown - 1];
  if (traced) {
    for (const [id, values] of traced.sets) {
      const object = place(id);
      for (let triangle = 0; triangle < values.length; triangle++) sets[values[triangle]].add(object, triangle);
    }
    return sets;
  }
  const { survivorTriangles } = culled;
  for (let i = 0; i < culled.sets.length; i++) {
    sets[culled.sets[i]].add(place(survivorTriangles[2 * i]), survivorTriangles[2 * i + 1]);
  }
  return sets;
}

function sentenceOf({ passes, stats }: Culled, shown: number, sizes: readonly number[]): string {
  const of = `of ${counted(stats.triangles, 'triangle')}`;
  if (shown === 0 || shown === sizes.length)
    return `${of}, after ${counted(passes.length, 'pass')}`.replace('passs', 'passes');
  const { view, pass, level } = passes[shown - 1];
  return `${of}; ${grouped(sizes[shown - 1])} after pass ${shown}: along ${view}, ${pass % 2 ? 'in order' : 'against it'}, ${level}s`;
}

/** Triangles left per object. */
function rowsOf({ survivors, survivorTriangles }: Culled, place: (id: number) => number): Answer['rows'] {
  const counts = new Map<number, number>();
  for (let at = 0; at < survivorTriangles.length; at += 2) {
    counts.set(survivorTriangles[at], (counts.get(survivorTriangles[at]) ?? 0) + 1);
  }
  return Array.from(survivors, (id) => ({ a: place(id), b: -1, value: counts.get(id) ?? 0 }));
}

function stagesOf({ stats }: Culled): Record<string, number> {
  const { clusters, neighbours, prune } = stats.milliseconds;
  return { clusters, neighbours, prune };
}

function statsOf({ method, passes, stats, survivors, objectPairs }: Culled, left: number): Answer['stats'] {
  return [
    ['method', method],
    ['triangles left', `${grouped(left)} of ${grouped(stats.triangles)}`],
    ['objects left', `${grouped(survivors.length)} of ${grouped(stats.objects)}`],
    ['pairs of objects', grouped(objectPairs.length / 2)],
    ['passes', grouped(passes.length)],
    ['queries', grouped(passes.reduce((sum, { queries }) => sum + queries, 0))],
    ['fragments', grouped(stats.fragments)],
    ['kept neighbours', grouped(stats.keptNeighbours)],
    ['left out by sweep and prune', grouped(stats.swept)],
    ['memory', `${megabytes(stats.bytes.scene)} + ${megabytes(stats.bytes.query)}`],
  ];
}
