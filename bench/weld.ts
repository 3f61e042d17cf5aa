/**
 * Reading and welding a binary STL of a million triangles: ours against STLLoader followed by mergeVertices, taking turns.
 *
 * Both must find the same number of vertices. The rival is given positions only: with normals it would keep the corners
 * of faces apart. Exits 1 when the counts differ; the target is printed, not enforced.
 */
import { fileURLToPath } from 'node:url';
import { STLLoader } from 'three/examples/jsm/loaders/STLLoader.js';
import { mergeVertices } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { readStl } from '../src/io/index.ts';
import { weld } from '../src/mesh/weld.ts';
import { asStlBinary, wavySheet } from './support/mesh-files.ts';

const TRIANGLES = 1_000_000;
const ROUNDS = 3;
const TARGET = 5;

async function ours(bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const model = await readStl(bytes, { name: 'sheet.stl' });
  return weld(model.parts[0].positions).sources.length;
}

function rivals(bytes: Uint8Array<ArrayBuffer>): number {
  const geometry = new STLLoader().parse(bytes.buffer);
  geometry.deleteAttribute('normal');
  return mergeVertices(geometry).attributes.position.count;
}

async function timed(work: () => number | Promise<number>): Promise<{ milliseconds: number; vertices: number }> {
  const began = performance.now();
  const vertices = await work();
  return { milliseconds: performance.now() - began, vertices };
}

/** Returns whether both found the same vertices. */
export async function run(): Promise<boolean> {
  const bytes = asStlBinary(wavySheet(TRIANGLES));
  let best = Number.POSITIVE_INFINITY;
  let rivalBest = Number.POSITIVE_INFINITY;
  let same = true;
  for (let round = 0; round < ROUNDS; round++) {
    process.stderr.write(`round ${round + 1} of ${ROUNDS}\n`);
    const mine = await timed(() => ours(bytes));
    const theirs = await timed(() => rivals(bytes));
    best = Math.min(best, mine.milliseconds);
    rivalBest = Math.min(rivalBest, theirs.milliseconds);
    same &&= mine.vertices === theirs.vertices;
    if (round === 0) console.log(`vertices: ours ${mine.vertices}, three.js ${theirs.vertices}`);
  }
  const ratio = rivalBest / best;
  const verdict = ratio >= TARGET ? 'PASS' : 'BELOW';
  console.log(`read and weld ${TRIANGLES} triangles: ours ${best.toFixed(0)} ms, three.js ${rivalBest.toFixed(0)} ms`);
  console.log(
    `ratio ${ratio.toFixed(1)} (target ${TARGET}) ${verdict}; memory ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`,
  );
  return same;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await run()) ? 0 : 1;
