/**
 * Our readers against the three.js loaders: the same bytes, one run, taking turns.
 *
 * A time is worth nothing without its answer: both sides must give the same triangles at the same places (three.js
 * keeps single precision, so ours is rounded to it). Exits 1 when they do not, or when ours is slower.
 */
import { fileURLToPath } from 'node:url';
import type { BufferGeometry, Mesh } from 'three';
import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js';
import { PLYLoader } from 'three/examples/jsm/loaders/PLYLoader.js';
import { STLLoader } from 'three/examples/jsm/loaders/STLLoader.js';
import { type Model, readModel } from '../src/io/index.ts';
import { asObj, asOff, asPlyAscii, asPlyBinary, asStlAscii, asStlBinary, wavySheet } from './support/mesh-files.ts';

export interface ReaderRow {
  readonly file: string;
  readonly megabytes: number;
  readonly triangles: number;
  readonly oursMilliseconds: number;
  /** None where three.js has no loader. */
  readonly threeMilliseconds?: number;
  /** three.js time over ours: above 1 we are faster. */
  readonly ratio?: number;
  /** File and everything held while reading it, over the size of the file. */
  readonly memoryRatio: number;
  readonly sameAnswer: boolean;
}

interface Case {
  readonly file: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly three?: (bytes: Uint8Array<ArrayBuffer>) => BufferGeometry;
}

const ROUNDS = 5;

const threeObj = (bytes: Uint8Array<ArrayBuffer>) =>
  (new OBJLoader().parse(new TextDecoder().decode(bytes)).children[0] as Mesh).geometry;
const threeStl = (bytes: Uint8Array<ArrayBuffer>) => new STLLoader().parse(bytes.buffer);
const threePly = (bytes: Uint8Array<ArrayBuffer>) => new PLYLoader().parse(bytes.buffer);

function* cases(): Generator<Case> {
  const large = wavySheet(1_000_000);
  yield { file: 'sheet.stl, binary', bytes: asStlBinary(large), three: threeStl };
  const sheet = wavySheet(200_000);
  yield { file: 'sheet.stl, text', bytes: asStlAscii(sheet), three: threeStl };
  yield { file: 'sheet.obj', bytes: asObj(sheet), three: threeObj };
  yield { file: 'sheet.obj, 17 digits', bytes: asObj(sheet, (value) => (value / 3).toPrecision(17)), three: threeObj };
  yield { file: 'sheet.ply, text', bytes: asPlyAscii(sheet), three: threePly };
  yield { file: 'sheet.ply, binary', bytes: asPlyBinary(sheet, true), three: threePly };
  yield { file: 'sheet.ply, big-endian', bytes: asPlyBinary(sheet, false), three: threePly };
  yield { file: 'sheet.off', bytes: asOff(sheet) };
}

export async function run(): Promise<readonly ReaderRow[]> {
  const rows: ReaderRow[] = [];
  for (const one of cases()) rows.push(await measure(one));
  return rows;
}

async function measure({ file, bytes, three }: Case): Promise<ReaderRow> {
  const ours: number[] = [];
  const theirs: number[] = [];
  let sameAnswer = true;
  let triangles = 0;
  for (let round = 0; round < ROUNDS; round++) {
    let start = performance.now();
    const model = await readModel(bytes, { name: file });
    ours.push(performance.now() - start);
    triangles = model.parts.reduce((sum, { indices }) => sum + indices.length / 3, 0);
    if (!three) continue;
    start = performance.now();
    const geometry = three(bytes);
    theirs.push(performance.now() - start);
    if (round === 0) sameAnswer = isSame(model, geometry);
  }
  const oursMilliseconds = Math.min(...ours);
  const threeMilliseconds = three && Math.min(...theirs);
  return {
    file,
    megabytes: bytes.length / 1e6,
    triangles,
    oursMilliseconds,
    threeMilliseconds,
    ratio: threeMilliseconds && threeMilliseconds / oursMilliseconds,
    memoryRatio: await memoryRatio(bytes, file),
    sameAnswer,
  };
}

/** Corner by corner, in single precision. */
function isSame(model: Model, geometry: BufferGeometry): boolean {
  const theirs = geometry.getAttribute('position').array;
  const theirIndices = geometry.getIndex()?.array;
  const [{ positions, indices }] = model.parts;
  if (indices.length !== (theirIndices?.length ?? theirs.length / 3)) return false;
  for (let corner = 0; corner < indices.length; corner++) {
    const a = 3 * indices[corner];
    const b = 3 * (theirIndices ? theirIndices[corner] : corner);
    for (let axis = 0; axis < 3; axis++) if (Math.fround(positions[a + axis]) !== theirs[b + axis]) return false;
  }
  return true;
}

/**
 * Array buffers while reading, sampled at every step; at least what the model holds, because garbage may be collected
 * meanwhile.
 */
async function memoryRatio(bytes: Uint8Array, file: string): Promise<number> {
  (globalThis as { gc?: () => void }).gc?.();
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  const onProgress = () => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  };
  const { parts } = await readModel(bytes, { name: file, onProgress });
  const held = parts.reduce((sum, { positions, indices }) => sum + positions.byteLength + indices.byteLength, 0);
  return 1 + Math.max(most, held) / bytes.length;
}

function format({ file, megabytes, triangles, oursMilliseconds, ...row }: ReaderRow): string {
  const columns = [
    file.padEnd(22),
    `${megabytes.toFixed(1)} MB`.padStart(9),
    `${triangles}`.padStart(9),
    `${oursMilliseconds.toFixed(1)} ms`.padStart(11),
    (row.threeMilliseconds === undefined ? '–' : `${row.threeMilliseconds.toFixed(1)} ms`).padStart(11),
    (row.ratio === undefined ? '–' : `${row.ratio.toFixed(2)}×`).padStart(8),
    `${row.memoryRatio.toFixed(2)}×`.padStart(8),
    row.sameAnswer ? '  same' : '  DIFFERENT',
  ];
  return columns.join('');
}

async function main(): Promise<void> {
  console.log('file                       size  triangles       ours   three.js   ratio  memory  answer');
  const rows = await run();
  for (const row of rows) console.log(format(row));
  if (rows.some(({ sameAnswer, ratio }) => !sameAnswer || (ratio !== undefined && ratio < 1))) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
