// Which of these points lie inside the mesh?
import { createEngine } from 'collidescope';

const tetrahedron = {
  positions: Float32Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4),
  indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3),
};
const points = Float32Array.of(1, 1, 1, 2, 2, 2, 2, 2, 0);

const engine = await createEngine();
const scene = engine.createScene();
const places = await scene.inside(scene.add(tetrahedron), points);
for (let i = 0; i < places.length; i++) {
  console.log(`${points.subarray(3 * i, 3 * i + 3)} is ${['outside', 'inside', 'on the surface'][places[i]]}`);
}
engine.dispose();
