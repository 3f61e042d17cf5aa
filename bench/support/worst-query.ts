/** The worst of the queries in which a scene gets to know its objects, beside a first one: nothing that is made for later may be a hitch. */
import { type Collisions, createEngine, type Engine, type Scene } from '../../src/index.ts';
import { answerHash } from './answers.ts';
import { median } from './measure.ts';
import type { BenchMesh } from './mesh.ts';
import type { Row } from './table.ts';

/** Scenes that are asked from the beginning on, one after the other; medians are over these. */
const LIVES = 9;

/** Meshes, and where those that move are in each query: the last frame is followed by the first. */
export interface WorstQueryScene {
  readonly name: string;
  readonly meshes: readonly BenchMesh[];
  readonly moving: readonly number[];
  readonly frames: readonly Float64Array[];
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function open(engine: Engine, { meshes }: WorstQueryScene): Scene {
  const scene = engine.createScene();
  for (const mesh of meshes) scene.add(mesh);
  return scene;
}

/** Milliseconds of processor time of each query of a scene, from its first on; and the answer of the last. */
async function live(
  engine: Engine,
  own: WorstQueryScene,
  queries: number,
): Promise<{ times: number[]; last: Collisions }> {
  const scene = open(engine, own);
  const times: number[] = [];
  let last: Collisions | undefined;
  for (let query = 0; query < queries; query++) {
    scene.placeMany(own.moving, own.frames[query % own.frames.length]);
    const began = processorTime();
    last = await scene.collide();
    times.push(processorTime() - began);
  }
  scene.dispose();
  return { times, last: last! };
}

async function worstQuery(
  own: WorstQueryScene,
  threads: number,
  queries: number,
): Promise<{ row: Row; isRight: boolean }> {
  const engine = await createEngine({ backend: 'wasm', threads });
  await live(engine, own, 2);
  const lives: number[][] = [];
  let answer: Collisions | undefined;
  for (let i = 0; i < LIVES; i++) {
    const { times, last } = await live(engine, own, queries);
    lives.push(times);
    answer = last;
  }
  const fresh = open(engine, own);
  fresh.placeMany(own.moving, own.frames[(queries - 1) % own.frames.length]);
  const isRight = answerHash(await fresh.collide()) === answerHash(answer!);
  engine.dispose();
  const medians = Array.from({ length: queries }, (_, query) => median(lives.map((times) => times[query])));
  const worst = Math.max(...medians.slice(1));
  const row = {
    scene: own.name,
    threads,
    'first CPU ms': medians[0],
    'worst CPU ms': worst,
    ratio: worst / medians[0],
    'worst is query': medians.indexOf(worst, 1) + 1,
    'last CPU ms': medians[queries - 1],
    right: isRight ? 'yes' : 'NO',
  };
  return { row, isRight };
}

/** Processor time of the first query, and of the worst of those that follow until clusters are made, and a few more. */
export async function worstQueries(
  scenes: readonly WorstQueryScene[],
  queries: number,
): Promise<{ rows: Row[]; isRight: boolean }> {
  const found = [];
  for (const scene of scenes) for (const threads of [0, 2]) found.push(await worstQuery(scene, threads, queries));
  return { rows: found.map(({ row }) => row), isRight: found.every(({ isRight }) => isRight) };
}
