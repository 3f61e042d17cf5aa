/** "Which triangles collide?": red between objects, green within one. */
import type { Collisions } from '../../../src/index.ts';
import type { Answer, Overlay, TableRow } from '../answer.ts';
import type { CollideQuery } from '../query.ts';
import { type Asked, type AskOptions, grouped, megabytes, placesOfIds, renumbered } from './asked.ts';
import { boxOfPairs, TriangleSet } from './triangle-set.ts';
import type { World } from './world.ts';

export async function askCollide(world: World, query: CollideQuery, options: AskOptions): Promise<Asked> {
  const { between, self, penetrating, segments } = query;
  const contacts = penetrating ? 'penetrating' : 'all';
  const began = performance.now();
  world.update();
  const raw = await world.scene.collide({ between, self, contacts, segments, ...options });
  const milliseconds = performance.now() - began;
  const place = placesOfIds(world);
  const collisions: Collisions = {
    ...raw,
    trianglePairs: renumbered(raw.trianglePairs, 4, [0, 2], place),
    objectPairs: renumbered(raw.objectPairs, 3, [0, 1], place),
    degenerateTriangles: renumbered(raw.degenerateTriangles, 2, [0], place),
  };
  return {
    answer: answerOf(world, collisions, milliseconds),
    collisions,
    locate: (a, b) => boxOfPairs(world, collisions.trianglePairs, a, b),
  };
}

function answerOf(world: World, collisions: Collisions, milliseconds: number): Answer {
  const { trianglePairs, kinds, objectPairs, stats } = collisions;
  const rows: TableRow[] = [];
  let within = 0;
  for (let at = 0; at < objectPairs.length; at += 3) {
    const [a, b, value] = objectPairs.subarray(at, at + 3);
    rows.push({ a, b, value });
    if (a === b) within += value;
  }
  const count = kinds.length;
  return {
    query: 'collide',
    count,
    noun: count === 1 ? 'pair' : 'pairs',
    sentence: sentenceOf(count - within, within),
    overlays: overlaysOf(world, collisions),
    rows,
    valueTitle: 'pairs',
    stats: statsOf(collisions, trianglePairs.length / 4 - within, within),
    milliseconds,
    stages: stagesOf(stats.milliseconds),
    potential: stats.candidates,
    ...(stats.restartedAfter && { note: restartNote(stats.restartedAfter, stats.backend) }),
  };
}

/** The engine has recovered by itself, which is worth a note. */
function restartNote(code: string, backend: string): { code: string; text: string } {
  const where = backend === 'wasm' ? 'on WebAssembly' : 'on a new device';
  return {
    code,
    text: `The graphics device failed (${code}) during the query, which was run again ${where}.`,
  };
}

function sentenceOf(between: number, within: number): string {
  if (between + within === 0) return 'No two triangles collide.';
  if (within === 0) return 'of triangles, all between objects';
  if (between === 0) return 'of triangles, all within one object';
  return `of triangles: ${grouped(between)} between objects, ${grouped(within)} within one`;
}

function stagesOf({ bounds, image, walk, exact }: Collisions['stats']['milliseconds']): Record<string, number> {
  return { bounds, image, walk, exact };
}

export function overlaysOf(world: World, { trianglePairs, segments }: Collisions): Overlay[] {
  const sets = { between: new TriangleSet(world), within: new TriangleSet(world) };
  for (let at = 0; at < trianglePairs.length; at += 4) {
    const [a, triangleA, b, triangleB] = [
      trianglePairs[at],
      trianglePairs[at + 1],
      trianglePairs[at + 2],
      trianglePairs[at + 3],
    ];
    const set = a === b ? sets.within : sets.between;
    set.add(a, triangleA);
    set.add(b, triangleB);
  }
  const [between, within] = [sets.between.cornersBySize(), sets.within.cornersBySize()];
  const overlays: Overlay[] = [
    { name: 'between', form: 'triangles', data: between.small },
    { name: 'within', form: 'triangles', data: within.small },
    { name: 'between-wide', form: 'triangles', data: between.wide },
    { name: 'within-wide', form: 'triangles', data: within.wide },
  ];
  if (segments) {
    const data = new Float32Array(segments.length);
    for (let at = 0; at < segments.length; at++) data[at] = segments[at] - world.origin[at % 3];
    overlays.push({ name: 'segments', form: 'lines', data });
  }
  return overlays;
}

function statsOf({ stats, kinds, degenerateTriangles }: Collisions, between: number, within: number): Answer['stats'] {
  const contacts = [0, 0, 0];
  for (const kind of kinds) contacts[kind]++;
  const { image, bytes } = stats;
  return [
    ['between objects', grouped(between)],
    ['within one', grouped(within)],
    ['crossing', grouped(contacts[1])],
    ['coplanar', grouped(contacts[2])],
    ['touching', grouped(contacts[0])],
    ['triangles', grouped(stats.triangles)],
    ['without area', grouped(degenerateTriangles.length / 2)],
    ['candidates', grouped(stats.candidates)],
    ...(stats.certifiedFans === undefined ? [] : [['certified fans', grouped(stats.certifiedFans)] as const]),
    ...(stats.neighbourTests === undefined ? [] : [['neighbour tests', grouped(stats.neighbourTests)] as const]),
    ['exact fallbacks', grouped(stats.exactFallbacks)],
    ['view axis', image.axis],
    ['tiles', `${image.tilesAcross} × ${image.tilesDown}`],
    ['list entries', grouped(image.entries)],
    ['memory', `${megabytes(bytes.scene)} + ${megabytes(bytes.query)}`],
  ];
}
