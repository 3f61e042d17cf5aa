// Which objects are too close to each other, and where?
import { createEngine } from 'collidescope';

const tetrahedron = (x) => ({
  positions: Float32Array.of(x, 0, 0, x + 2, 0, 0, x, 2, 0, x, 0, 2),
  indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3),
});

const engine = await createEngine();
const scene = engine.createScene();
for (const x of [0, 2.5, 10]) scene.add({ name: `at ${x}`, ...tetrahedron(x) });

const { objectPairs, objectDistances, nearestPairs, points } = await scene.within(1);
for (const [i, distance] of objectDistances.entries()) {
  const [a, b] = objectPairs.subarray(3 * i, 3 * i + 2);
  const at = points.subarray(6 * nearestPairs[i], 6 * nearestPairs[i] + 3);
  console.log(`object ${a} is ${distance} from object ${b} at ${at.join()}`);
}
engine.dispose();
