/** "Which objects clash, where and how deep?" Nothing is painted unless asked for. */
import { countStandings, standingOf } from '../../../src/report/listed.ts';
import type { Report } from '../../../src/report/report.ts';
import { hiddenSentence } from '../../../src/report/sentences.ts';
import { summarySentence } from '../../../src/report/summary.ts';
import type { Answer, Overlay } from '../answer.ts';
import type { ClashesQuery } from '../query.ts';
import { worstOf } from '../review/clash-marks.ts';
import { overlaysOf } from './ask-collide.ts';
import { type Asked, type AskOptions, counted, grouped, megabytes } from './asked.ts';
import { type FoundClashes, findClashes } from './clash-search.ts';
import { curveLines } from './inspect.ts';
import { factsOf } from './object-facts.ts';
import { chosenUnit, shownLength } from './shown-lengths.ts';
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
    reword: () => ({ sentence: sentenceOf(world, found) }),
    locate: (a, b) => locate(world, found, a, b),
  };
}

function nothingFound({ objects }: World): string {
  return objects.length === 1 ? 'the object does not meet itself' : `none between ${objects.length} objects`;
}

/** Mere contacts and clashes by design, which are listed separately. */
function apartText({ list }: FoundClashes): string | undefined {
  const { touching, 'by design': byDesign } = countStandings(list);
  const parts = [
    ...(byDesign > 0 ? [`${grouped(byDesign)} by design`] : []),
    ...(touching > 0 ? [`${grouped(touching)} only ${touching === 1 ? 'touches' : 'touch'}`] : []),
  ];
  return parts.length > 0 ? parts.join(', ') : undefined;
}

/** What was not searched because only files are compared. */
function withinFilesText({ strict: { withinFiles } }: FoundClashes): string | undefined {
  if (!withinFiles?.length) return undefined;
  return `${counted(withinFiles.length, 'near pair')} within one file not looked at`;
}

/** What was not searched because subassemblies are components. */
function withinAssembliesText({ strict: { withinAssemblies } }: FoundClashes): string | undefined {
  if (!withinAssemblies) return undefined;
  return `${counted(withinAssemblies.length, 'near pair')} within one subassembly not looked at`;
}

/** Where they are, what is listed apart, how it was looked for, and what may have gone unnoticed. */
function sentenceOf(world: World, found: FoundClashes): string {
  const open = found.list.filter((clash) => standingOf(clash) === 'open');
  const { unit } = world;
  const report = factsOf(world, found.known) as unknown as Report;
  const hidden = hiddenSentence({ ...world.hidden, ...(unit && { unit }) }, chosenUnit());
  const how = [
    ...(open.length === 0 ? [] : [counted(world.objects.length, 'object')]),
    ...(found.rules === undefined ? [] : [`rules ${found.rules}`]),
    `tolerance ${shownLength(world, found.tolerance.value)}`,
  ];
  const parts = [
    open.length === 0 ? nothingFound(world) : summarySentence(report, open),
    apartText(found),
    how.join(', '),
    withinFilesText(found),
    withinAssembliesText(found),
    hidden,
  ];
  const sentences = parts.filter((text) => text !== undefined);
  return `${sentences.map((text) => text.charAt(0).toUpperCase() + text.slice(1)).join('. ')}.`;
}

function answerOf(
  world: World,
  { paint }: ClashesQuery,
  found: FoundClashes,
  milliseconds: number,
  playing: boolean,
): Answer {
  const { list, raw } = found;
  const count = countStandings(list).open;
  const { objectPairs, stats } = raw.collisions;
  const rows = Array.from({ length: objectPairs.length / 3 }, (_, i) => {
    const [a, b, value] = objectPairs.subarray(3 * i, 3 * i + 3);
    return { a, b, value };
  });
  const { collide, regions, depth } = raw.stats.milliseconds;
  return {
    query: 'clashes',
    count,
    noun: count === 1 ? 'clash' : 'clashes',
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
      ['tolerance', String(found.tolerance.value)],
      ['memory', `${megabytes(stats.bytes.scene)} + ${megabytes(stats.bytes.query)}`],
    ],
    milliseconds,
    stages: { collide, regions, depth },
  };
}

/** Where clashes are; parts that only touch, of which an assembly has hundreds, are left out if there are others. The list's filter decides on the page. */
function pointsOf({ origin }: World, { list }: FoundClashes): Overlay {
  const deeper = list.filter(({ kind }) => kind !== 'touching');
  const marked = worstOf(deeper.length > 0 ? deeper : list);
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
