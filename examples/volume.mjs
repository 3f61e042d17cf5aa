// How much do two meshes overlap, and how sure is that?
import { createEngine } from 'collidescope';

const octahedron = (x) => ({
  positions: Float32Array.of(x + 1, 1, 1, x - 1, 1, 1, x, 2, 1, x, 0, 1, x, 1, 2, x, 1, 0),
  indices: Uint32Array.of(0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5),
});

const engine = await createEngine();
const scene = engine.createScene();
const [a, b] = [scene.add(octahedron(1)), scene.add(octahedron(1.5))];

const { volume, errorBound, centroid } = await scene.overlapVolume(a, b, { resolution: 128 });
const round = (value) => Number(value.toPrecision(3));
console.log(`overlap of ${round(volume)} ± ${round(errorBound)}, around ${centroid.map((value) => value.toFixed(2))}`);
engine.dispose();
