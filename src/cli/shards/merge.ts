/** Joins the results of all shards of a plan into one report, as if one process had done everything. */

import type { Clashes } from '../../queries/clashes/clashes.ts';
import { compareClashes } from '../../queries/clashes/order.ts';
import type { Answer, Question } from '../../report/ask.ts';
import { emptyReport, foundPairs, type Report } from '../../report/report.ts';
import { plainText } from '../../report/text.ts';
import type { FoundPairs } from '../../shards/found-pairs.ts';
import { joinReports, renumberPairs } from '../../shards/join-reports.ts';
import { collisionsOf, joinNear, joinTiles, pairsOfRange, proximitiesOf } from '../../shards/join-tiles.ts';
import type { FilesShard } from '../../shards/plan.ts';
import { damaged, readSealed } from '../../shards/sealed.ts';
import {
  doneShards,
  type FilesDone,
  nameOf,
  numbersIn,
  type PairsDone,
  readDone,
  readFound,
  readJson,
  refuseMissing,
  type TileDone,
} from '../../shards/shard-results.ts';
import { Arguments } from '../input/arguments.ts';
import { checkOutput } from '../input/settings.ts';
import { EXIT } from '../output/exit-codes.ts';
import { OutputFile } from '../output/output-file.ts';
import type { Terminal } from '../output/terminal.ts';
import { printReport, type SearchSource } from '../search.ts';
import { searchCollisions } from '../verbs/check.ts';
import { searchClashes } from '../verbs/clash.ts';
import type { OpenPlan } from './open-plan.ts';
import { plannedReader } from './plan-question.ts';
import type { ShardProblem } from './serve-shards.ts';

/** `given`: options of this call, such as where the report goes. Returns the exit code of the command that was planned. */
export async function mergePlan(open: OpenPlan, given: Arguments, terminal: Terminal): Promise<number> {
  const { plan, store, path } = open;
  const done = await doneShards(plan, store);
  // Models are independent: those of a shard that was given up are reported as such.
  const failed = plan.kind === 'many' ? numbersIn(await store.list(`${plan.id}/failed`)) : new Set<number>();
  refuseMissing('the report', path, [...plan.shards.keys()], new Set([...done, ...failed]));
  return plan.kind === 'many' ? mergeMany(open, given, terminal) : mergeLarge(open, given, terminal);
}

async function mergeMany(open: OpenPlan, given: Arguments, terminal: Terminal): Promise<number> {
  const { plan, store } = open;
  checkOutput(given);
  const pairsPath = given.text('pairs');
  const pairsFile = pairsPath === undefined ? undefined : OutputFile.open(pairsPath);
  try {
    const parts: Pick<FilesDone, 'report' | 'shapes'>[] = [];
    let objects = 0;
    for (const number of plan.shards.keys()) {
      const done = ((await readDone(plan, number, store)) as FilesDone | undefined) ?? (await givenUp(open, number));
      parts.push(done);
      if (pairsFile && done.report.objects.length > 0) {
        const lines = new TextDecoder().decode(await readPairLines(open, number));
        await pairsFile.write(renumberPairs(lines, objects));
      }
      objects += done.report.objects.length;
    }
    const report = joinReports(plan.command, parts);
    for (const { message } of report.unreadable ?? []) terminal.error(plainText(`MeshError ${message}`));
    if (!report.unreadable) pairsFile?.commit();
    await printReport(report, given, terminal);
    return codeOf(report);
  } finally {
    pairsFile?.discard();
  }
}

/** What is reported for the models of a failed shard. */
async function givenUp({ plan, store }: OpenPlan, number: number): Promise<Pick<FilesDone, 'report' | 'shapes'>> {
  const { problem } = (await readJson(store, nameOf.failed(plan, number))) as { problem: ShardProblem };
  const message = `${problem.message} (shard ${number} of the plan)`;
  const unreadable = (plan.shards[number] as FilesShard).files.map(({ file }) => ({
    file,
    code: problem.code,
    message,
  }));
  return { report: { ...emptyReport(plan.command), unreadable }, shapes: [] };
}

async function readPairLines({ plan, store }: OpenPlan, number: number): Promise<Uint8Array> {
  const name = nameOf.pairs(plan, number);
  const bytes = await readSealed(store, name);
  if (!bytes) throw damaged(store, name, 'it is gone');
  return bytes;
}

function codeOf(report: Report): number {
  if (report.unreadable) return EXIT.badInput;
  return foundPairs(report) ? EXIT.found : EXIT.done;
}

async function mergeLarge(open: OpenPlan, given: Arguments, terminal: Terminal): Promise<number> {
  const { plan } = open;
  const args = joinedArguments(open.args, given);
  const found = await readTiles(open);
  const joined = joinTiles(found.pairs, plan.objects);
  const source: SearchSource = {
    read: plannedReader(plan.files, joined.objects),
    answer: async ({ objects }: Question, first: number): Promise<Answer> => {
      const end = first + objects.length;
      const own = pairsOfRange(joined, first, end);
      const collisions = collisionsOf(own, found.degenerate.slice(first, end));
      const clashes = plan.command === 'clash' ? await readClashes(open) : undefined;
      return {
        collisions,
        ...(clashes && {
          clashes: {
            clashes,
            pairOrder: new Uint32Array(0),
            offsets: new Uint32Array(1),
            collisions,
            stats: NO_STATS,
          },
        }),
        ...(plan.clearance !== undefined && { near: proximitiesOf(joinNear(found.near)) }),
        positions: objects.map(({ mesh }) => mesh.positions),
        triangleNumbers: joined.triangleNumbers.slice(first, end),
        frames: [],
        worstFrame: 0,
      };
    },
  };
  return plan.command === 'check' ? searchCollisions(args, terminal, source) : searchClashes(args, terminal, source);
}

const NO_STATS = {} as Clashes['stats'];

/** Options of the plan determine what was searched, those of this call what is reported. */
function joinedArguments(planned: Arguments, given: Arguments): Arguments {
  return new Arguments(planned.files, new Map([...planned.entries(), ...given.entries()]));
}

async function readTiles({ plan, store }: OpenPlan) {
  const pairs: FoundPairs[] = [];
  const near: TileDone['near'][] = [];
  const degenerate = plan.objects.map(() => 0);
  for (const [number, { stage }] of plan.shards.entries()) {
    if (stage !== 'tile') continue;
    const done = (await readDone(plan, number, store)) as TileDone;
    near.push(done.near);
    for (const [object, count] of done.degenerate) degenerate[object] += count;
    if (done.pairs > 0) pairs.push(await readFound(plan, number, store));
  }
  return { pairs, near, degenerate };
}

async function readClashes({ plan, store }: OpenPlan): Promise<PairsDone['clashes']> {
  const parts: PairsDone[] = [];
  for (const [number, { stage }] of plan.shards.entries()) {
    if (stage === 'pairs') parts.push((await readDone(plan, number, store)) as PairsDone);
  }
  return parts.flatMap(({ clashes }) => clashes).sort(compareClashes);
}
