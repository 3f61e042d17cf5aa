/**
 * Moving scenes: memory over a thousand frames of move and collide, and a cloth against the rival's refitted tree.
 *
 * Exits 1 when memory grows between frame 10 and frame 1000, or when an answer is not the exact one.
 */

import { WasmRuntime } from '../src/backend/wasm/runtime.ts';
import { EngineScene } from '../src/engine-scene.ts';
import { readFlags } from './support/flags.ts';
import { noteLoad } from './support/machine.ts';
import { collectGarbage, median } from './support/measure.ts';
import type { BenchMesh } from './support/mesh.ts';
import { runContest } from './support/peer-contest.ts';
import { clothFrames, clothJob } from './support/peer-job-cloth.ts';
import { progress } from './support/progress.ts';
import { saveResults } from './support/results.ts';
import { printTable, type Row } from './support/table.ts';

const CLOTH_FRAMES = 8;
const LOOKS = [10, 100, 1000];
const THREADS = [2, 0];

/** Memory after frame 10, 100 and 1000: what the engine has taken from the system, and what the scripts hold. */
async function memoryOverFrames(meshes: readonly BenchMesh[], threads: number): Promise<Row[]> {
  const runtime = await WasmRuntime.open(threads);
  const scene = new EngineScene({ runtime }, () => {});
  const cloth = scene.add(meshes[0]);
  const rows: Row[] = [];
  const times: number[] = [];
  for (let frame = 1; frame <= LOOKS[LOOKS.length - 1]; frame++) {
    const start = performance.now();
    scene.move(cloth, meshes[frame % meshes.length].positions);
    const { stats, trianglePairs } = await scene.collide({ self: true });
    times.push(performance.now() - start);
    if (!LOOKS.includes(frame)) continue;
    progress(`memory, ${threads} threads: frame ${frame}`);
    collectGarbage();
    rows.push({
      scene: 'cloth',
      threads,
      frame,
      'engine bytes': runtime.memory.buffer.byteLength,
      'scene bytes': stats.bytes.scene,
      'query bytes': stats.bytes.query,
      'script heap MB': process.memoryUsage().heapUsed / 2 ** 20,
      'median ms': median(times),
      pairs: trianglePairs.length / 4,
    });
  }
  scene.dispose();
  runtime.dispose();
  return rows;
}

/** Whether the engine allocated more after the first measurement. */
function grows(rows: readonly Row[]): boolean {
  return rows[rows.length - 1]['engine bytes'] !== rows[0]['engine bytes'];
}

async function main(): Promise<void> {
  const flags = readFlags({
    seconds: { type: 'string', help: 'seconds to measure the cloth, for at least four rounds [5]' },
    save: { type: 'boolean', help: 'append the results to bench/results/<machine>.csv' },
  });
  noteLoad();
  const meshes = clothFrames(CLOTH_FRAMES);
  const memory: Row[][] = [];
  for (const threads of THREADS) memory.push(await memoryOverFrames(meshes, threads));
  printTable('Memory over a thousand frames of move and collide', memory.flat());
  const contest = await runContest(clothJob(meshes), { seconds: Number(flags.seconds ?? 5) });
  printTable('A deforming cloth, per frame, against three-mesh-bvh with refit', contest);
  if (flags.save) {
    saveResults('frames', memory.flat(), ['scene', 'threads', 'frame']);
    saveResults('frames', contest, ['job', 'threads']);
  }
  if (memory.some(grows)) console.log('\nMemory GROWS.');
  if (memory.some(grows) || contest.some(({ answer }) => answer !== 'exact')) process.exitCode = 1;
}

await main();
