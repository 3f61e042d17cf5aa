/**
 * Many objects of four triangles, all placed again before every query, next to the same triangles as one object that deforms: what an
 * object costs beyond its triangles. One in fifty overlaps its neighbour, so that there is something to be found.
 */
import { type Collisions, createEngine, type Engine } from '../../src/index.ts';
import type { Row } from './table.ts';

const FRAMES = 4;
const ROUNDS = 12;
const CORNERS = Float64Array.of(0, 0, 0, 0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5);
const TRIANGLES = Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3);

function matricesOf(count: number, frame: number): Float64Array {
  const side = Math.ceil(Math.cbrt(count));
  const matrices = new Float64Array(16 * count);
  for (let i = 0; i < count; i++) {
    const isNear = i % 50 === 1;
    const cell = isNear ? i - 1 : i;
    const angle = 0.1 * i + 0.3 * frame;
    const place = [cell % side, Math.floor(cell / side) % side, Math.floor(cell / side / side)];
    const m = matrices.subarray(16 * i, 16 * i + 16);
    m.set([Math.cos(angle), Math.sin(angle), 0, 0, -Math.sin(angle), Math.cos(angle), 0, 0, 0, 0, 1, 0]);
    for (let k = 0; k < 3; k++) m[12 + k] = 2 * place[k] + (isNear ? 0.11 : 0);
    m[15] = 1;
  }
  return matrices;
}

/** The corners of all objects where they are placed: the same sums in the same order as the kernels take. */
function placedCorners(matrices: Float64Array): Float64Array {
  const count = matrices.length / 16;
  const positions = new Float64Array(12 * count);
  for (let i = 0; i < count; i++) {
    const m = matrices.subarray(16 * i, 16 * i + 16);
    for (let corner = 0; corner < 12; corner += 3) {
      const [x, y, z] = CORNERS.subarray(corner, corner + 3);
      for (let k = 0; k < 3; k++) positions[12 * i + corner + k] = m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k];
    }
  }
  return positions;
}

/** Microseconds per object since a time. */
const since = (start: number, count: number): number => (1000 * (performance.now() - start)) / count;

/** The least of several times. */
class Least {
  value = Number.POSITIVE_INFINITY;

  take(time: number): void {
    this.value = Math.min(this.value, time);
  }
}

async function asObjects(
  engine: Engine,
  frames: readonly Float64Array[],
  count: number,
): Promise<{ row: Row; last: Collisions }> {
  const scene = engine.createScene();
  const started = performance.now();
  const ids = Array.from({ length: count }, () => scene.add({ positions: CORNERS, indices: TRIANGLES }));
  const adding = since(started, count);
  const [placing, asking] = [new Least(), new Least()];
  let last: Collisions | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const before = performance.now();
    scene.placeMany(ids, frames[round % FRAMES]);
    placing.take(since(before, count));
    const placed = performance.now();
    last = await scene.collide();
    asking.take(since(placed, count));
  }
  const before = performance.now();
  for (const id of ids) scene.remove(id);
  const removing = since(before, count);
  scene.dispose();
  return { row: { adding, placing: placing.value, asking: asking.value, removing }, last: last! };
}

/** The same triangles as one object, with the pairs among them. */
async function asOne(
  engine: Engine,
  frames: readonly Float64Array[],
  count: number,
): Promise<{ row: Row; last: Collisions }> {
  const scene = engine.createScene();
  const positions = frames.map(placedCorners);
  const indices = new Uint32Array(12 * count);
  for (let i = 0; i < indices.length; i++) indices[i] = TRIANGLES[i % 12] + 4 * Math.floor(i / 12);
  const started = performance.now();
  const one = scene.add({ positions: positions[0], indices });
  const adding = since(started, count);
  const [placing, asking] = [new Least(), new Least()];
  let last: Collisions | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const before = performance.now();
    scene.move(one, positions[round % FRAMES]);
    placing.take(since(before, count));
    const moved = performance.now();
    last = await scene.collide({ self: true });
    asking.take(since(moved, count));
  }
  scene.dispose();
  return { row: { adding, placing: placing.value, asking: asking.value, removing: undefined }, last: last! };
}

/** Rows of microseconds an object, without threads; whether both methods found equally many pairs. */
export async function manyObjects(counts: readonly number[]): Promise<{ rows: Row[]; isRight: boolean }> {
  const engine = await createEngine({ backend: 'wasm', threads: 0 });
  const rows: Row[] = [];
  let isRight = true;
  for (const count of counts) {
    const frames = Array.from({ length: FRAMES }, (_, frame) => matricesOf(count, frame));
    const objects = await asObjects(engine, frames, count);
    const one = await asOne(engine, frames, count);
    const same = objects.last.kinds.length === one.last.kinds.length && objects.last.kinds.length > 0;
    isRight &&= same;
    for (const [who, { row, last }] of Object.entries({ objects, 'one object': one })) {
      rows.push({ scene: `${count} objects`, who, ...row, pairs: last.kinds.length, right: same ? 'yes' : 'NO' });
    }
  }
  engine.dispose();
  return { rows, isRight };
}
