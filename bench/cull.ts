/**
 * When to switch from image-space culling to exact tests (self-CULLIDE §7): `collide` alone, and after culling down to
 * objects, clusters and triangles. Processor time of all threads, the least of several runs, because it varies less.
 *
 * Exits 1 when culling changes the pairs.
 */
import { fileURLToPath } from 'node:url';
import { openScene, SceneMirror, type SceneName } from '../scenes/index.ts';
import { type CollideOptions, type Collisions, createEngine } from '../src/index.ts';
import { printTable, type Row } from './support/table.ts';

const ROUNDS = 3;
const LEVELS = ['object', 'cluster', 'triangle'] as const;
const RESOLUTIONS = [256, 1024];
const SCENES: readonly { readonly name: SceneName; readonly size: number; readonly frames: number }[] = [
  { name: 'bunnies', size: 136_000, frames: 1 },
  { name: 'leaves', size: 40_000, frames: 60 },
  { name: 'merged-cows', size: 30_000, frames: 1 },
];

/** Positions are given again before every query, so that each starts from scratch. */
async function measured(
  mirror: SceneMirror,
  options: CollideOptions,
): Promise<{ milliseconds: number; answer: Collisions }> {
  let best = Number.POSITIVE_INFINITY;
  let answer = await mirror.scene.collide(options);
  for (let round = 0; round < ROUNDS; round++) {
    mirror.updateAll();
    const before = process.cpuUsage();
    answer = await mirror.scene.collide(options);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return { milliseconds: best, answer };
}

function samePairs(a: Collisions, b: Collisions): boolean {
  return (
    a.trianglePairs.length === b.trianglePairs.length &&
    a.trianglePairs.every((value, i) => value === b.trianglePairs[i])
  );
}

export async function run(): Promise<boolean> {
  const engine = await createEngine({ backend: 'wasm', threads: 0 });
  const rows: Row[] = [];
  let same = true;
  for (const { name, size, frames } of SCENES) {
    process.stderr.write(`${name}\n`);
    const animated = await openScene(name, { size, engine });
    for (let frame = 0; frame < frames; frame++) await animated.step(1 / 60);
    const mirror = new SceneMirror(engine, animated);
    const self = animated.selfCollisions;
    const plain = await measured(mirror, { self });
    const { triangles, candidates } = plain.answer.stats;
    rows.push({
      scene: name,
      culling: 'none',
      resolution: undefined,
      ms: plain.milliseconds,
      left: triangles,
      candidates,
    });
    for (const resolution of RESOLUTIONS) {
      for (const level of LEVELS) {
        const { milliseconds, answer } = await measured(mirror, { self, cull: { level, resolution } });
        same &&= samePairs(answer, plain.answer);
        const { cull, candidates: decided } = answer.stats;
        rows.push({
          scene: name,
          culling: level,
          resolution,
          ms: milliseconds,
          left: cull?.survivorTriangles,
          candidates: decided,
        });
      }
    }
    mirror.dispose();
    animated.dispose();
  }
  engine.dispose();
  printTable('collide after culling, one thread; ms of processor time', rows);
  if (!same) console.log('culling changed the pairs');
  return same;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await run()) ? 0 : 1;
