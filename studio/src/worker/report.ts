/** What a question found, as the documents of `collidescope clash --json` and `--pairs`, written by the same code. */

import type { Engine } from '../../../src/index.ts';
import type { Compared } from '../../../src/report/baseline-match.ts';
import { containedIn } from '../../../src/report/contained.ts';
import { FAIL_ON, failsGate } from '../../../src/report/gate.ts';
import { findPlaces } from '../../../src/report/places.ts';
import { addAnswer, emptyReport, type Report } from '../../../src/report/report.ts';
import { reportAsInFiles } from '../../../src/report/report-as-in-files.ts';
import { reportModels } from '../../../src/report/report-models.ts';
import type { CollideQuery, Query } from '../query.ts';
import type { Asked } from './asked.ts';
import { fileObject } from './clash-search.ts';
import { placedPositions } from './placed.ts';
import type { World } from './world.ts';

/** What was asked and found, and what was decided about it. */
export interface Outcome {
  readonly engine: Engine;
  readonly world: World;
  readonly query: Query;
  readonly asked: Asked;
  readonly compared: Pick<Compared, 'clashes' | 'gone'>;
}

/** Lines per chunk. */
const LINES = 16_384;

/** What the command line adds when it has looked for clashes. */
function addClashes(report: Report, { world, asked, compared }: Outcome): void {
  const { clashes, gone } = compared;
  const { tolerance, strict } = asked.found!;
  const { value } = tolerance;
  report.clashes = clashes;
  report.contained = containedIn(clashes);
  report.tolerance = tolerance;
  if (strict.withinFiles) report.withinFiles = strict.withinFiles.length;
  if (strict.withinAssemblies) report.withinAssemblies = strict.withinAssemblies.length;
  if (strict.applied) {
    report.coverage = strict.applied.coverage;
    const countOf = (name: string) => clashes.filter(({ test }) => test === name).length;
    report.tests = strict.applied.tests.map((test) => ({ ...test, clashes: countOf(test.name) }));
  }
  if (world.unit) report.unit = world.unit;
  Object.assign(report, world.hidden);
  if (gone.length > 0) report.gone = gone;
  report.failed = clashes.some((clash) => failsGate(clash, FAIL_ON, value));
}

type Wanted = Pick<CollideQuery, 'self' | 'between' | 'penetrating'>;

/** Which pairs of triangles the question was about; undefined for questions that the command line's report has no place for. */
function wantedOf({ world, query, asked }: Outcome): Wanted | undefined {
  if (!asked.collisions) return undefined;
  if (query.kind === 'collide') return query;
  const self = query.kind === 'clashes' && (query.self || world.objects.length === 1);
  return query.kind === 'clashes' ? { self, between: true, penetrating: false } : undefined;
}

/** The report of `clash --json`; undefined for other questions. */
export async function documentOf(outcome: Outcome): Promise<Report | undefined> {
  const wanted = wantedOf(outcome);
  if (!wanted) return undefined;
  const { engine, world, asked } = outcome;
  const { self, between, penetrating } = wanted;
  const collisions = asked.collisions!;
  const objects = world.objects.map(fileObject);
  const options = { self, between, contacts: penetrating ? 'penetrating' : 'all' } as const;
  const positions = world.objects.map(placedPositions);
  const clearance = asked.found?.strict.clearance;
  const near = asked.found?.near;
  const question = { objects, movers: [], query: options, label: '', ...(clearance && { clearance }) };
  const answer = { collisions, positions, frames: [], worstFrame: 0, ...(near && { near }) };
  const report = emptyReport('clash');
  addAnswer(report, question, answer, await findPlaces(engine, objects, answer));
  if (asked.found) addClashes(report, outcome);
  if (world.modelFiles) {
    report.models = reportModels(world.modelFiles, report.objects);
    report.up = world.up;
    if (world.isTurned) report.isTurned = true;
  }
  report.engine = collisions.stats.backend;
  report.threads = collisions.stats.threads;
  report.milliseconds.query = Math.round(collisions.stats.milliseconds.total * 100) / 100;
  return report;
}

/** For the other queries: their numbers instead of a report. */
function plainDocument({ world, query, asked: { answer } }: Outcome): object {
  const { count, noun, sentence, rows, stats, stages } = answer;
  const objects = world.objects.map(({ file, name, positions, indices }) => {
    return { file, name, vertices: positions.length / 3, triangles: indices.length / 3 };
  });
  return { query, objects, count, noun, sentence, rows, stats: Object.fromEntries(stats), milliseconds: stages };
}

export async function jsonFile(outcome: Outcome): Promise<Blob> {
  const report = await documentOf(outcome);
  const document = report ? reportAsInFiles(report) : plainDocument(outcome);
  return new Blob([`${JSON.stringify(document, null, 2)}\n`], { type: 'application/json' });
}

export function pairsFile({ asked: { collisions } }: Outcome): Blob {
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
