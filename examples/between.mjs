// Which of these objects collide?
import { createEngine } from 'collidescope';

const tetrahedron = (x) => ({
  positions: Float32Array.of(x, 0, 0, x + 2, 0, 0, x, 2, 0, x, 0, 2),
  indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3),
});

const engine = await createEngine();
const scene = engine.createScene();
for (const x of [0, 1, 10]) scene.add({ name: `at ${x}`, ...tetrahedron(x) });

const { objectPairs } = await scene.collide();
for (let i = 0; i < objectPairs.length; i += 3) {
  const [a, b, pairs] = objectPairs.subarray(i, i + 3);
  console.log(`object ${a} meets object ${b} in ${pairs} pairs of triangles`);
}
engine.dispose();
