// A cloth that falls on a post that moves, on a floor and in folds on itself, and passes through nothing.
import { createEngine } from 'collidescope';

const SIZE = 20,
  STEPS = 80,
  GAP = 0.01;
const at = (x, y) => y * SIZE + x;
let positions = new Float32Array(3 * SIZE * SIZE);
const triangles = [],
  springs = [];
for (let y = 0; y < SIZE; y++)
  for (let x = 0; x < SIZE; x++) {
    positions.set([x / SIZE, 0.4 + 0.01 * Math.sin(9 * x), y / SIZE], 3 * at(x, y));
    if (x + 1 < SIZE) springs.push([at(x, y), at(x + 1, y)]);
    if (y + 1 < SIZE) springs.push([at(x, y), at(x, y + 1)]);
    if (x + 1 < SIZE && y + 1 < SIZE)
      triangles.push(at(x, y), at(x, y + 1), at(x + 1, y), at(x + 1, y), at(x, y + 1), at(x + 1, y + 1));
  }
const distance = (p, a, b) => Math.hypot(...[0, 1, 2].map((k) => p[3 * a + k] - p[3 * b + k]));
const rest = springs.map(([a, b]) => distance(positions, a, b));

const engine = await createEngine();
const scene = engine.createScene();
scene.add({ positions: Float32Array.of(-9, 0, -9, 0, 0, 9, 9, 0, -9), indices: Uint32Array.of(0, 1, 2) }); // the floor
const post = Float32Array.of(0.4, 0.2, 0.4, 0.6, 0.2, 0.4, 0.5, 0.2, 0.6, 0.5, 0.02, 0.45);
const moving = scene.add({ positions: post, indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3) });
const cloth = scene.add({ positions, indices: Uint32Array.from(triangles) });

let before = positions,
  pairs = 0,
  folds = 0;
for (let step = 0; step < STEPS; step++) {
  // Where inertia, gravity and the threads take it.
  const next = positions.map((x, i) => x + 0.98 * (x - before[i]) - (i % 3 === 1 ? 0.003 : 0));
  for (let round = 0; round < 8; round++)
    springs.forEach(([a, b], s) => {
      const length = distance(next, a, b),
        share = (0.5 * (length - rest[s])) / length;
      for (const k of [0, 1, 2]) {
        const move = share * (next[3 * a + k] - next[3 * b + k]);
        next[3 * a + k] -= move;
        next[3 * b + k] += move;
      }
    });
  // Where it may go: pushed apart at contacts, held back where that is not enough.
  scene.aim(cloth, next);
  scene.aim(moving, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.2 * Math.sin(step / 12), 0, 0, 1]);
  const { ends } = await scene.advance({ self: true, gap: GAP, friction: 0.3 });
  [before, positions] = [positions, new Float32Array(ends[1])];
  pairs += (await scene.collide({ self: true })).kinds.length;
  folds = (await scene.contacts(2 * GAP, { pairs: [[cloth, cloth]] })).kinds.length;
}
console.log(`${STEPS} steps, ${pairs} colliding pairs, ${folds} contacts of the cloth with itself`);
engine.dispose();
