/**
 * Clashes of a model against booleans of manifold-3d over every pair of its parts: who finds which overlaps?
 *
 * manifold-3d shares nothing with us. It takes closed parts only, in single precision; parts that it refuses are named, and their pairs
 * left out on both sides. Exits 1 when a pair with a common volume above `--least` is not among our clashes, or the other way round.
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import Module, { type Manifold } from 'manifold-3d';
import { createEngine } from '../src/index.ts';
import { type ModelPart, readModel } from '../src/io/index.ts';
import { readNamesAndFlags } from './support/flags.ts';
import { progress } from './support/progress.ts';
import { printTable } from './support/table.ts';

const FLAGS = {
  tolerance: { type: 'string', help: 'of our clashes, in metres (0.0001)' },
  least: { type: 'string', help: 'common volume in cubic metres from which on a boolean counts as an overlap (1e-6)' },
} as const;

type Solids = (Manifold | undefined)[];

async function readParts(files: readonly string[]): Promise<ModelPart[]> {
  const parts: ModelPart[] = [];
  for (const file of files) parts.push(...(await readModel(await readFile(file), { name: basename(file) })).parts);
  return parts.filter(({ positions }) => positions.length > 0);
}

/** Coordinates from the middle of all, so that single precision is enough. */
function centred(parts: readonly ModelPart[]): Float64Array[] {
  const first = parts[0].positions;
  return parts.map(({ positions }) => Float64Array.from(positions, (x, i) => x - first[i % 3]));
}

async function solidsOf(parts: readonly ModelPart[]): Promise<Solids> {
  const manifold = await Module();
  manifold.setup();
  const positions = centred(parts);
  return parts.map(({ indices, name }, i) => {
    const count = positions[i].length / 3;
    const triVerts = indices ? Uint32Array.from(indices) : Uint32Array.from({ length: count }, (_, n) => n);
    const mesh = new manifold.Mesh({ numProp: 3, vertProperties: Float32Array.from(positions[i]), triVerts });
    mesh.merge();
    try {
      return new manifold.Manifold(mesh);
    } catch (error) {
      console.log(`manifold-3d refuses ${name}: ${(error as Error).message}`);
      return undefined;
    }
  });
}

function overlaps(solids: Solids, least: number): { volumes: Map<string, number>; asked: number } {
  const volumes = new Map<string, number>();
  let asked = 0;
  for (let a = 0; a < solids.length; a++) {
    for (let b = a + 1; b < solids.length; b++) {
      const [left, right] = [solids[a], solids[b]];
      if (!left || !right) continue;
      asked++;
      const common = left.intersect(right);
      if (common.volume() > least) volumes.set(`${a} ${b}`, common.volume());
      common.delete();
    }
  }
  return { volumes, asked };
}

const { names, values } = readNamesAndFlags(FLAGS);
if (names.length === 0) {
  console.error('bench: name the files of a model: npm run bench -- booleans Infra-Bridge.ifc');
  process.exit(2);
}
const [tolerance, least] = [Number(values.tolerance ?? 1e-4), Number(values.least ?? 1e-6)];
const parts = await readParts(names);
progress(`${parts.length} parts, ${(parts.length * (parts.length - 1)) / 2} pairs`);
const solids = await solidsOf(parts);
const { volumes, asked } = overlaps(solids, least);

const engine = await createEngine();
const scene = engine.createScene();
for (const { positions, indices, name } of parts) scene.add({ positions, indices, name, weld: true });
const answer = await scene.clashes({ tolerance });
const ours = new Map(
  answer.clashes
    .filter(({ kind, a, b }) => kind !== 'touching' && solids[a] && solids[b])
    .map((clash) => [`${clash.a} ${clash.b}`, clash]),
);
engine.dispose();

const rows = [...new Set([...volumes.keys(), ...ours.keys()])].map((key) => {
  const [a, b] = key.split(' ').map(Number);
  return {
    a: parts[a].name,
    b: parts[b].name,
    'boolean volume': volumes.get(key)?.toPrecision(4) ?? 'none',
    ours: ours.get(key)?.kind ?? 'none',
    depth: ours.get(key)?.depth?.most.toPrecision(4) ?? '',
    answer: volumes.has(key) && ours.has(key) ? 'same' : 'DIFFERENT',
  };
});
printTable(`Overlaps among ${asked} pairs of ${parts.length} parts`, rows);
console.log(`booleans: ${volumes.size}, ours: ${ours.size}, of ${answer.clashes.length} contacts in all`);
process.exit(rows.some(({ answer: verdict }) => verdict === 'DIFFERENT') ? 1 : 0);
