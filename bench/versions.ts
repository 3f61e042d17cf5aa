/**
 * Another commit beside this one: every query of both, in turns in one process, times and processor time.
 *
 * `npm run bench -- versions <commit>` builds the commit in build/versions and compares it with the working tree. Medians of at
 * least 30 turns; who goes first changes from turn to turn. Exits 1 when an answer of the commit is not found in ours, unless its
 * query is named by --changed. A ratio above 1 means that this version takes longer; `SLOWER` marks more than 5 %.
 */

import { readNamesAndFlags } from './support/flags.ts';
import { noteLoad } from './support/machine.ts';
import { median } from './support/measure.ts';
import { progress } from './support/progress.ts';
import { printTable, type Row } from './support/table.ts';
import { commitNamed, type Version, versionHere, versionOf } from './support/versions/build-version.ts';
import { type Case, MissingQuery, type Runner } from './support/versions/case.ts';
import { versionCases } from './support/versions/cases.ts';
import { firstDifference } from './support/versions/same-answer.ts';

const TURNS = 30;
const WARMUPS = 3;
const SLOWER = 1.05;

/** One version in one case: its times, and its last answer. */
class Side {
  readonly wall: number[] = [];
  readonly processor: number[] = [];
  readonly #runner: Runner;
  answer: unknown;
  isMissing = false;

  constructor(runner: Runner) {
    this.#runner = runner;
  }

  async turn(turn: number, counts: boolean): Promise<void> {
    if (this.isMissing) return;
    const [start, usage] = [performance.now(), process.cpuUsage()];
    try {
      this.answer = await this.#runner.run(turn);
    } catch (error) {
      if (!(error instanceof MissingQuery)) throw error;
      this.isMissing = true;
      return;
    }
    if (!counts) return;
    this.wall.push(performance.now() - start);
    const { user, system } = process.cpuUsage(usage);
    this.processor.push((user + system) / 1000);
  }

  dispose(): void {
    this.#runner.dispose();
  }
}

async function runCase(own: Case, [then, here]: readonly Side[], turns: number): Promise<string | undefined> {
  let difference: string | undefined;
  const { warmups = WARMUPS } = own;
  for (let turn = -warmups; turn < turns; turn++) {
    const inOrder = turn % 2 === 0 ? [then, here] : [here, then];
    for (const side of inOrder) await side.turn(turn + warmups, turn >= 0);
    if (!then.isMissing && !here.isMissing) difference ??= firstDifference(then.answer, here.answer);
  }
  progress(`${own.query}: ${own.name}`);
  return difference;
}

function rowOf(own: Case, threads: number, [then, here]: readonly Side[], difference: string | undefined): Row {
  const [before, now] = [then, here].map(({ wall }) => (wall.length > 0 ? median(wall) : undefined));
  const [cpuBefore, cpuNow] = [then, here].map(({ processor }) =>
    processor.length > 0 ? median(processor) : undefined,
  );
  const ratio = before && now ? now / before : undefined;
  const cpuRatio = cpuBefore && cpuNow ? cpuNow / cpuBefore : undefined;
  return {
    query: own.query,
    scene: own.name,
    threads,
    'then ms': before,
    'now ms': now,
    ratio,
    'then CPU ms': cpuBefore,
    'now CPU ms': cpuNow,
    'CPU ratio': cpuRatio,
    answers: then.isMissing || here.isMissing ? 'one only' : (difference ?? 'same'),
    verdict: ratio && cpuRatio && Math.min(ratio, cpuRatio) > SLOWER ? 'SLOWER' : '',
  };
}

async function compare(versions: readonly Version[], cases: readonly Case[], threads: number, turns: number) {
  const engines = await Promise.all(versions.map(({ createEngine }) => createEngine({ backend: 'wasm', threads })));
  const rows: Row[] = [];
  for (const own of cases) {
    const sides = versions.map((version, i) => new Side(own.prepare(version, engines[i])));
    const difference = await runCase(own, sides, turns);
    rows.push(rowOf(own, threads, sides, difference));
    for (const side of sides) side.dispose();
  }
  for (const engine of engines) engine.dispose();
  return rows;
}

const { names, values } = readNamesAndFlags({
  queries: { type: 'string', help: 'only these, comma-separated: collide,clashes' },
  scenes: { type: 'string', help: 'only cases whose scene has this in its name: tori' },
  changed: { type: 'string', help: 'queries whose answers are meant to differ, comma-separated' },
  threads: { type: 'string', help: 'threads of both engines, comma-separated [0,2]' },
  turns: { type: 'string', help: `turns of each side that count [${TURNS}]` },
});
if (names.length !== 1) {
  console.error('bench: name one commit to compare with, as in `npm run bench -- versions HEAD~1`.');
  process.exit(2);
}
const asked = values.queries?.split(',');
const cases = versionCases().filter(
  ({ query, name }) => (asked === undefined || asked.includes(query)) && name.includes(values.scenes ?? ''),
);
if (cases.length === 0) {
  const known = [...new Set(versionCases().map(({ query }) => query))];
  console.error(
    `bench: no case of ${values.queries ?? 'any query'} has ${values.scenes ?? 'a scene'}; queries are ${known.join(', ')}.`,
  );
  process.exit(2);
}
const versions = [await versionOf(commitNamed(names[0])), await versionHere()];
noteLoad();
const rows: Row[] = [];
for (const threads of (values.threads ?? '0,2').split(',').map(Number)) {
  rows.push(...(await compare(versions, cases, threads, Number(values.turns ?? TURNS))));
}
printTable(`${versions[0].name} (then) and the working tree (now), medians in turns`, rows);
const changed = values.changed?.split(',') ?? [];
const differing = rows.filter(
  ({ query, answers }) => answers !== 'same' && answers !== 'one only' && !changed.includes(String(query)),
);
for (const { query, scene, answers } of differing)
  console.error(`bench: ${query} (${scene}): answers differ at ${answers}.`);
if (differing.length > 0) process.exitCode = 1;
