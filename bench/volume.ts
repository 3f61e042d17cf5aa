/**
 * Overlap volume of two meshes of 100 000 triangles at 256²: ours against the exact boolean of manifold-3d, from raw arrays.
 *
 * `exact`, without images, is the row at equal precision; `collide × ` says how many times as long it takes as `collide` between the two.
 * Both sides start from positions and indices: manifold-3d imports both meshes, intersects them and measures. Exits 1 when
 * our volume differs from the exact one by more than the bound we state; the target is printed, not enforced.
 */
import Module from 'manifold-3d';
import { createEngine, type Engine } from '../src/index.ts';
import { readFlags } from './support/flags.ts';
import { noteLoad } from './support/machine.ts';
import { type Contestant, measureInTurns } from './support/measure.ts';
import { type BenchMesh, triangleCount } from './support/mesh.ts';
import { progress } from './support/progress.ts';
import { saveResults } from './support/results.ts';
import { overlappingCopy } from './support/rigid.ts';
import { bumpySphere } from './support/spheres.ts';
import { printTable, type Row } from './support/table.ts';

const TARGET = 10;
const FORMS = [2, 1, 0];
/** What the rival's own sums may be off by, as a part of the volume. */
const RIVAL_ROUNDING = 1e-12;

interface Measured {
  readonly volume: number;
  readonly errorBound: number;
}

/** `resolution` 0: without images. */
function ours(engine: Engine, meshes: readonly BenchMesh[], resolution: number): Contestant<Measured> {
  const run = async () => {
    using scene = engine.createScene();
    const [a, b] = meshes.map((mesh) => scene.add(mesh));
    return await scene.overlapVolume(a, b, { ...(resolution > 0 && { resolution }), stacks: false });
  };
  return { name: `${engine.threads} threads`, run };
}

function colliding(engine: Engine, meshes: readonly BenchMesh[]): Contestant<Measured> {
  const run = async () => {
    using scene = engine.createScene();
    for (const mesh of meshes) scene.add(mesh);
    await scene.collide();
    return { volume: 0, errorBound: 0 };
  };
  return { name: `collide, ${engine.threads} threads`, run };
}

async function rival(meshes: readonly BenchMesh[]): Promise<Contestant<Measured>> {
  const manifold = await Module();
  manifold.setup();
  const run = () => {
    const solids = meshes.map(
      ({ positions, indices }) =>
        new manifold.Manifold(new manifold.Mesh({ numProp: 3, vertProperties: positions, triVerts: indices })),
    );
    const common = solids[0].intersect(solids[1]);
    const volume = common.volume();
    for (const solid of [...solids, common]) solid.delete();
    return { volume, errorBound: 0 };
  };
  return { name: 'manifold-3d', run };
}

async function runJob(triangles: number, resolution: number, seconds: number): Promise<Row[]> {
  const mesh = bumpySphere(triangles);
  const meshes = [mesh, overlappingCopy(mesh, [0.2, 0.5, 1], 0.4, [0.07, 0.05, 0.03])];
  progress(`two bumpy spheres of ${triangleCount(mesh)} triangles, ${resolution > 0 ? `at ${resolution}²` : 'exact'}`);
  const engines: Engine[] = [];
  for (const threads of FORMS) engines.push(await createEngine({ backend: 'wasm', threads }));
  const sides = [
    ...engines.map((engine) => ours(engine, meshes, resolution)),
    ...engines.map((engine) => colliding(engine, meshes)),
    await rival(meshes),
  ];
  const timings = await measureInTurns(sides, { seconds });
  for (const engine of engines) engine.dispose();
  const exact = timings[timings.length - 1];
  return timings.slice(0, FORMS.length).map((timing, index) => {
    const { volume, errorBound } = timing.answers[0];
    const error = Math.abs(volume - exact.answers[0].volume);
    const ratio = exact.best / timing.best;
    return {
      job: `${triangleCount(mesh)} ${resolution > 0 ? `at ${resolution}²` : 'exact'}`,
      threads: FORMS[index],
      'ours ms': timing.best,
      'median ms': timing.median,
      'rival ms': exact.best,
      'collide ×': timing.best / timings[FORMS.length + index].best,
      ratio,
      target: index === 0 ? TARGET : undefined,
      verdict: index === 0 ? (ratio >= TARGET ? 'PASS' : 'BELOW') : '',
      volume: volume.toPrecision(9),
      error: error.toExponential(2),
      'error bound': errorBound.toExponential(2),
      answer: error <= errorBound + RIVAL_ROUNDING * volume ? 'within bound' : 'WRONG',
    };
  });
}

async function main(): Promise<void> {
  const flags = readFlags({
    triangles: { type: 'string', help: 'of each mesh [100000]' },
    resolution: { type: 'string', help: 'pixels along a side, comma-separated; 0 is without images [0,256]' },
    seconds: { type: 'string', help: 'seconds per measurement, for at least four rounds [6]' },
    save: { type: 'boolean', help: 'append the results to bench/results/<machine>.csv' },
  });
  noteLoad();
  const rows: Row[] = [];
  for (const resolution of (flags.resolution ?? '0,256').split(',').map(Number)) {
    rows.push(...(await runJob(Number(flags.triangles ?? 100_000), resolution, Number(flags.seconds ?? 6))));
  }
  printTable('Overlap volume: ours against manifold-3d (best of several, import included)', rows);
  if (flags.save) saveResults('volume', rows, ['job', 'threads']);
  if (rows.some(({ answer }) => answer === 'WRONG')) process.exitCode = 1;
}

await main();
