/** What a query costs where there is next to nothing to find: two boxes, and a hundred quads, without threads. */
import { createEngine, type Engine } from '../../src/index.ts';
import { type Contestant, measureInTurns } from './measure.ts';
import type { Row } from './table.ts';

/** Queries in a row: one alone is too short for a clock. */
const QUERIES = 50;

const BOX = Uint32Array.of(
  ...[0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5],
);

function boxAt(x: number): Float32Array {
  const positions = new Float32Array(24);
  for (let corner = 0; corner < 8; corner++) {
    positions.set([x + (corner & 1), (corner >> 1) & 1, corner >> 2], 3 * corner);
  }
  return positions;
}

function twoBoxes(engine: Engine): { scene: ReturnType<Engine['createScene']>; moving: number } {
  const scene = engine.createScene();
  scene.add({ positions: boxAt(0), indices: BOX });
  return { scene, moving: scene.add({ positions: boxAt(0.5), indices: BOX }) };
}

async function repeat(query: (i: number) => Promise<{ kinds: Uint8Array }>): Promise<number> {
  let pairs = 0;
  for (let i = 0; i < QUERIES; i++) pairs += (await query(i)).kinds.length;
  return pairs;
}

function moved(engine: Engine): Contestant<number> {
  const { scene, moving } = twoBoxes(engine);
  const places = Array.from({ length: QUERIES }, (_, i) => boxAt(0.5 + 0.001 * i));
  const query = (i: number) => {
    scene.move(moving, places[i]);
    return scene.collide();
  };
  return { name: 'two boxes, one moved', run: () => repeat(query) };
}

function placed(engine: Engine): Contestant<number> {
  const { scene, moving } = twoBoxes(engine);
  const query = (i: number) => {
    scene.place(moving, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.001 * (i + 1), 0, 0, 1]);
    return scene.collide();
  };
  return { name: 'two boxes, one placed', run: () => repeat(query) };
}

function unchanged(engine: Engine): Contestant<number> {
  const { scene } = twoBoxes(engine);
  return { name: 'two boxes, unchanged', run: () => repeat(() => scene.collide()) };
}

function quads(engine: Engine): Contestant<number> {
  const scene = engine.createScene();
  const positions = new Float32Array(1200);
  const indices = new Uint32Array(600);
  for (let i = 0; i < 100; i++) {
    for (let corner = 0; corner < 4; corner++) {
      positions.set([1.1 * (i % 10) + (corner & 1), 1.1 * Math.floor(i / 10) + (corner >> 1)], 12 * i + 3 * corner);
    }
    for (const [k, corner] of [0, 1, 3, 0, 3, 2].entries()) indices[6 * i + k] = 4 * i + corner;
  }
  const object = scene.add({ positions, indices });
  const query = (i: number) => {
    positions[2] = 0.001 * i;
    scene.move(object, positions);
    return scene.collide({ self: true });
  };
  return { name: '100 quads with self, moved', run: () => repeat(query) };
}

/** Rows of microseconds a query. */
export async function smallScenes(seconds: number): Promise<Row[]> {
  const engine = await createEngine({ backend: 'wasm', threads: 0 });
  const contestants = [moved, placed, unchanged, quads].map((make) => make(engine));
  const timings = await measureInTurns(contestants, { seconds, roundsMost: 1000, warmups: 20 });
  engine.dispose();
  return timings.map(({ name, best, median, answers }) => ({
    scene: name,
    'best µs': (1000 * best) / QUERIES,
    'median µs': (1000 * median) / QUERIES,
    'target µs': name.endsWith('unchanged') ? undefined : 50,
    'pairs in all': answers[0],
  }));
}
