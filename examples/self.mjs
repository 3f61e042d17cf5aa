// Does this mesh intersect itself, and where?
import { createEngine } from 'collidescope';

// A band of four triangles whose end is pushed through its beginning.
const positions = Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0, 4, 4, 2, 1, 1, 1, 1, 1, -2);
const indices = Uint32Array.of(0, 1, 2, 1, 3, 2, 3, 4, 2, 3, 5, 4);

const engine = await createEngine();
const scene = engine.createScene();
scene.add({ positions, indices });

const { trianglePairs, kinds, segments } = await scene.collide({ self: true, segments: true });
for (let i = 0; i < kinds.length; i++) {
  const from = [...segments.subarray(6 * i, 6 * i + 3)];
  const to = [...segments.subarray(6 * i + 3, 6 * i + 6)];
  console.log(`triangle ${trianglePairs[4 * i + 1]} meets triangle ${trianglePairs[4 * i + 3]} from ${from} to ${to}`);
}
engine.dispose();
