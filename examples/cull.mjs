// What may collide? Visibility culling, as a paper has it and so that nothing is missed.
import { createEngine } from 'collidescope';
import { CULL_SET, cull } from 'collidescope/papers';

// Two tents, one through the other, and a third one beside them.
const tent = (x) => Float32Array.of(x, 0, 0, x + 4, 0.5, 0.3, x + 3.5, 4, 0, x + 0.4, 3.6, 0.2, x + 2, 2, 3);
const indices = Uint32Array.of(0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4);

const engine = await createEngine();
const scene = engine.createScene();
for (const x of [0, 3, 9]) scene.add({ positions: tent(x), indices });

for (const preset of ['cullide', 'far', undefined]) {
  const { method, survivors, survivorTriangles, sets, passes } = await cull(scene, { preset, resolution: 64 });
  const free = sets.filter((set) => set !== CULL_SET.NFV).length;
  console.log(
    `${method}: objects ${[...survivors]}, ${survivorTriangles.length / 2} triangles, ${free} of them in FFV or SFV, ${passes.length} passes`,
  );
}
engine.dispose();
