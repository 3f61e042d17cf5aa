// Which voxels do two objects share, and do their triangles really meet there?
import { writeFileSync } from 'node:fs';
import { createEngine } from 'collidescope';
import { voxelCollide, voxels, voxelsToBinvox } from 'collidescope/papers';

const tetrahedron = (x) => ({
  positions: Float32Array.of(x, 0, 0, x + 2, 0, 0, x, 2, 0, x, 0, 2),
  indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3),
});

const engine = await createEngine();
const scene = engine.createScene();
const [a, b] = [scene.add(tetrahedron(0)), scene.add(tetrahedron(1))];

const { common, trianglePairs } = await voxelCollide(scene, a, b, { resolution: 32, identify: true });
console.log(`${common > 0 ? 'some' : 'no'} voxels in common, ${trianglePairs.length / 4} pairs of triangles`);

const filled = await voxels(scene, a, { resolution: 16, solid: true });
writeFileSync('tetrahedron.binvox', voxelsToBinvox(filled));
console.log(`${filled.count} of ${filled.resolution.join(' × ')} voxels, each ${filled.voxelSize} wide`);
engine.dispose();
