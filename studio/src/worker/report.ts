/** Exports: the documents of `collidescope clash --json` and `--pairs`, written by the same code. */

import type { Engine, Scene } from '../../../src/index.ts';
import type { Compared } from '../../../src/report/baseline-match.ts';
import { findContained } from '../../../src/report/contained.ts';
import { FAIL_ON, failsGate } from '../../../src/report/gate.ts';
import { findPlaces } from '../../../src/report/places.ts';
import { addAnswer, emptyReport, type Report } from '../../../src/report/report.ts';
import type { CollideQuery, Query } from '../query.ts';
import type { Asked } from './asked.ts';
import { fileObject } from './clash-search.ts';
import { placedPositions } from './placed.ts';
import type { World } from './world.ts';

/** Lines per chunk. */
const LINES = 16_384;

/** The engine's scene, with objects numbered by their indices in the list. */
function byPlace({ scene, objects }: World): Scene {
  const inside: Scene['inside'] = (object, points, options) => scene.inside(objects[object].id, points, options);
  return { ...scene, inside } as Scene;
}

/** What the command line adds when it has looked for clashes. */
function addClashes(report: Report, world: World, { found }: Asked, { clashes, gone }: Compared): void {
  const tolerance = found!.tolerance;
  report.clashes = clashes;
  report.tolerance = { value: tolerance, given: 'auto' };
  if (world.unit) report.unit = world.unit;
  if (gone.length > 0) report.gone = gone;
  report.failed = clashes.some((clash) => failsGate(clash, FAIL_ON, tolerance));
}

async function jsonReport(
  engine: Engine,
  world: World,
  query: Pick<CollideQuery, 'self' | 'between' | 'penetrating'>,
  asked: Asked,
  compared: Compared,
): Promise<Blob> {
  const collisions = asked.collisions!;
  const objects = world.objects.map(fileObject);
  const { self, between, penetrating } = query;
  const options = { self, between, contacts: penetrating ? 'penetrating' : 'all' } as const;
  const positions = world.objects.map(placedPositions);
  const contained = between && (await findContained(byPlace(world), objects, positions, collisions, options));
  const question = { objects, movers: [], query: options, label: '' };
  const answer = { collisions, positions, frames: [], worstFrame: 0, ...(contained && { contained }) };
  const report = emptyReport('clash');
  addAnswer(report, question, answer, await findPlaces(engine, objects, answer));
  if (asked.found) addClashes(report, world, asked, compared);
  report.engine = collisions.stats.backend;
  report.threads = collisions.stats.threads;
  report.milliseconds.query = Math.round(collisions.stats.milliseconds.total * 100) / 100;
  return new Blob([`${JSON.stringify(report, null, 2)}\n`], { type: 'application/json' });
}

/** For the other queries: their numbers instead of a report. */
function plainReport(world: World, query: object, { answer }: Asked): Blob {
  const { count, noun, sentence, rows, stats, stages } = answer;
  const objects = world.objects.map(({ file, name, positions, indices }) => {
    return { file, name, vertices: positions.length / 3, triangles: indices.length / 3 };
  });
  const document = {
    query,
    objects,
    count,
    noun,
    sentence,
    rows,
    stats: Object.fromEntries(stats),
    milliseconds: stages,
  };
  return new Blob([`${JSON.stringify(document, null, 2)}\n`], { type: 'application/json' });
}

function pairsFile({ collisions }: Asked): Blob {
  const trianglePairs = collisions?.trianglePairs ?? new Uint32Array();
  const parts: string[] = [];
  for (let from = 0; from < trianglePairs.length; from += 4 * LINES) {
    const to = Math.min(trianglePairs.length, from + 4 * LINES);
    let text = '';
    for (let at = from; at < to; at += 4) text += `${trianglePairs.subarray(at, at + 4).join('\t')}\n`;
    parts.push(text);
  }
  return new Blob(parts, { type: 'text/tab-separated-values' });
}

/** Writes one file: what the command line would write, where it has the query. */
export async function reportOf(
  form: 'json' | 'pairs',
  engine: Engine,
  world: World,
  query: Query,
  asked: Asked,
  compared: Compared,
): Promise<Blob> {
  if (form === 'pairs') return pairsFile(asked);
  const isClashes = query.kind === 'clashes';
  if (!asked.collisions || !(isClashes || query.kind === 'collide')) return plainReport(world, query, asked);
  const options = isClashes ? { self: query.self, between: true, penetrating: false } : query;
  return jsonReport(engine, world, options, asked, compared);
}
