/** "Which objects clash, where and how deep?" Nothing is painted unless asked for. */
import { hiddenSentence } from '../../../src/report/sentences.ts';
import type { Answer, Overlay } from '../protocol.ts';
import type { ClashesQuery } from '../query.ts';
import { overlaysOf } from './ask-collide.ts';
import { type Asked, type AskOptions, counted, grouped, megabytes } from './asked.ts';
import { type FoundClashes, findClashes } from './clash-search.ts';
import { curveLines } from './inspect.ts';
import { GrowingBox, type World } from './world.ts';

export async function askClashes(
  world: World,
  query: ClashesQuery,
  options: AskOptions,
  playing: boolean,
): Promise<Asked> {
  const began = performance.now();
  world.update();
  const found = await findClashes(world, query, options);
  const milliseconds = performance.now() - began;
  return {
    answer: answerOf(world, query, found, milliseconds, playing),
    collisions: found.raw.collisions,
    found,
    locate: (a, b) => locate(world, found, a, b),
  };
}

/** "3 penetrating, 12 touching", in the order in which they are listed. */
function countsByKind({ list }: FoundClashes): string {
  const counts = new Map<string, number>();
  for (const { kind } of list) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${grouped(count)} ${kind}`).join(', ');
}

function nothingFound({ objects }: World): string {
  return objects.length === 1 ? 'The object does not meet itself.' : `No clashes between ${objects.length} objects.`;
}

/** What was found, and what may have gone unnoticed. */
function sentenceOf(world: World, found: FoundClashes): string {
  const objects = counted(world.objects.length, 'object');
  const told = found.list.length === 0 ? nothingFound(world) : `${countsByKind(found)}, of ${objects}`;
  const hidden = hiddenSentence({ ...world.hidden, ...(world.unit && { unit: world.unit }) });
  return hidden ? `${told.replace(/\.$/, '')}. ${hidden}.` : told;
}

function answerOf(
  world: World,
  { paint }: ClashesQuery,
  found: FoundClashes,
  milliseconds: number,
  playing: boolean,
): Answer {
  const { list, raw } = found;
  const { objectPairs, stats } = raw.collisions;
  const rows = Array.from({ length: objectPairs.length / 3 }, (_, i) => {
    const [a, b, value] = objectPairs.subarray(3 * i, 3 * i + 3);
    return { a, b, value };
  });
  const { collide, regions, depth } = raw.stats.milliseconds;
  return {
    query: 'clashes',
    count: list.length,
    noun: list.length === 1 ? 'clash' : 'clashes',
    sentence: sentenceOf(world, found),
    overlays: [
      pointsOf(world, found),
      // In motion nobody looks at one clash; the curves of all are drawn with their frame.
      ...(playing ? [curvesOf(world, found)] : []),
      ...(paint ? overlaysOf(world, raw.collisions) : []),
    ],
    rows,
    valueTitle: 'pairs',
    stats: [
      ['pairs of triangles', grouped(raw.collisions.kinds.length)],
      ['pairs of objects', grouped(raw.stats.objectPairs)],
      ['contact points', grouped(raw.stats.contactPoints)],
      ['triangles', grouped(raw.stats.triangles)],
      ['tolerance', String(found.tolerance)],
      ['memory', `${megabytes(stats.bytes.scene)} + ${megabytes(stats.bytes.query)}`],
    ],
    milliseconds,
    stages: { collide, regions, depth },
  };
}

/** Where clashes are; parts that only touch, of which an assembly has hundreds, are left out if there are others. */
function pointsOf({ origin }: World, { list }: FoundClashes): Overlay {
  const deeper = list.filter(({ kind }) => kind !== 'touching');
  const marked = deeper.length > 0 ? deeper : list;
  const data = new Float32Array(3 * marked.length);
  for (const [i, { point }] of marked.entries())
    data.set(
      point.map((value, axis) => value - origin[axis]),
      3 * i,
    );
  return { name: 'clash-points', form: 'points', data };
}

function curvesOf({ origin }: World, { raw }: FoundClashes): Overlay {
  const parts = raw.clashes.map((clash) => curveLines(clash, origin));
  const data = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    data.set(part, at);
    at += part.length;
  }
  return { name: 'contact', form: 'lines', data };
}

function locate({ origin }: World, { list }: FoundClashes, a: number, b: number) {
  const bounds = new GrowingBox();
  for (const {
    bounds: { min, max },
    ...clash
  } of list) {
    if (clash.a !== a || clash.b !== b) continue;
    bounds.add(min[0], min[1], min[2]);
    bounds.add(max[0], max[1], max[2]);
  }
  return bounds.isEmpty ? undefined : bounds.about(origin);
}
