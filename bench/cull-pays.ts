/**
 * Where culling before `collide` pays: over numbers of objects, how far they overlap, and how many triangles they have. Processor
 * time of one thread, the least of several rounds in which every method runs once; ratios to `collide` alone.
 *
 * Objects move in every round, so that nothing is kept of the round before. Exits 1 when culling changes the pairs.
 */
import { fileURLToPath } from 'node:url';
import { type CollideOptions, createEngine, type Scene } from '../src/index.ts';
import { printTable, type Row } from './support/table.ts';

const ROUNDS = 3;
const OBJECTS = [2, 16, 64];
const TRIANGLES = [512, 4096];
/** Distance between neighbours on a lattice, in radii. */
const SPACINGS = { apart: 2.5, touching: 1.98, deep: 1.2 };
const WAYS: Readonly<Record<string, CollideOptions>> = {
  collide: {},
  objects: { cull: { level: 'object', resolution: 256 } },
  'objects, by images': { cull: { level: 'object', resolution: 256, boxes: false } },
  triangles: { cull: { resolution: 512 } },
};

/** A sphere of rings and sectors. */
function sphere(triangles: number, radius: number): { positions: Float32Array; indices: Uint32Array } {
  const rings = Math.round(Math.sqrt(triangles) / 2);
  const sectors = 2 * rings;
  const positions: number[] = [];
  const indices: number[] = [];
  for (let ring = 0; ring <= rings; ring++) {
    for (let sector = 0; sector < sectors; sector++) {
      const [down, around] = [(Math.PI * ring) / rings, (2 * Math.PI * sector) / sectors];
      const r = radius * Math.sin(down);
      positions.push(r * Math.cos(around), r * Math.sin(around), radius * Math.cos(down));
    }
  }
  for (let ring = 0; ring < rings; ring++) {
    for (let sector = 0; sector < sectors; sector++) {
      const [a, b] = [ring * sectors + sector, ring * sectors + ((sector + 1) % sectors)];
      if (ring > 0) indices.push(a, a + sectors, b);
      if (ring + 1 < rings) indices.push(b, a + sectors, b + sectors);
    }
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}

/** Spheres on a lattice, each a little beside its place; `move` shifts all of them. */
function lattice(scene: Scene, count: number, triangles: number, spacing: number): (round: number) => void {
  const { positions, indices } = sphere(triangles, 1);
  const side = Math.ceil(Math.cbrt(count));
  const placed = (i: number, round: number) => {
    const place = [i % side, Math.floor(i / side) % side, Math.floor(i / side ** 2)];
    return positions.map((value, k) => value + spacing * place[k % 3] + 0.01 * Math.sin(7 * i + 3 * (k % 3) + round));
  };
  const ids = Array.from({ length: count }, (_, i) => scene.add({ positions: placed(i, 0), indices }));
  return (round) => {
    for (const [i, id] of ids.entries()) scene.move(id, placed(i, round));
  };
}

export async function run(): Promise<boolean> {
  const engine = await createEngine({ backend: 'wasm', threads: 0 });
  const rows: Row[] = [];
  let same = true;
  for (const objects of OBJECTS) {
    for (const triangles of TRIANGLES) {
      for (const [overlap, spacing] of Object.entries(SPACINGS)) {
        process.stderr.write(`${objects} objects of ${triangles}, ${overlap}\n`);
        const scene = engine.createScene();
        const move = lattice(scene, objects, triangles, spacing);
        const best = new Map<string, number>();
        let pairs = 0;
        for (let round = 0; round <= ROUNDS; round++) {
          for (const [way, options] of Object.entries(WAYS)) {
            move(round);
            const before = process.cpuUsage();
            const { trianglePairs } = await scene.collide(options);
            const { user, system } = process.cpuUsage(before);
            if (way === 'collide') pairs = trianglePairs.length;
            else same &&= trianglePairs.length === pairs;
            if (round > 0) best.set(way, Math.min(best.get(way) ?? Infinity, (user + system) / 1000));
          }
        }
        scene.dispose();
        const alone = best.get('collide')!;
        const times = [...best].filter(([way]) => way !== 'collide').map(([way, ms]) => [`${way}, times`, ms / alone]);
        rows.push({
          objects,
          triangles: objects * triangles,
          overlap,
          pairs: pairs / 4,
          ms: alone,
          ...Object.fromEntries(times),
        });
      }
    }
  }
  engine.dispose();
  printTable('collide after culling, in times of collide alone; one thread', rows);
  if (!same) console.log('culling changed the pairs');
  return same;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await run()) ? 0 : 1;
