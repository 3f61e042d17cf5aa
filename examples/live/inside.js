import { createEngine } from 'collidescope';
import { BufferAttribute, BufferGeometry, Points, PointsMaterial, TorusGeometry } from 'three';
import { closedMesh, ending, latest, openView, slider, solid } from './stage.js';

const COUNT = 20_000;

/** Random points, coloured by whether they lie inside a ring. */
export async function run(stage) {
  const view = openView(stage);
  const ring = solid(new TorusGeometry(1.1, 0.45, 32, 96), 0x8fa8c8);
  ring.material.opacity = 0.25;
  let seed = 1;
  const random = () => (seed = (seed * 48271) % 0x7fffffff) / 0x7fffffff;
  const cloud = Float32Array.from({ length: 3 * COUNT }, () => 3.4 * (random() - 0.5));
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(cloud, 3));
  const colors = new BufferAttribute(new Float32Array(3 * COUNT), 3);
  geometry.setAttribute('color', colors);
  view.scene.add(ring, new Points(geometry, new PointsMaterial({ size: 0.02, vertexColors: true })));

  const engine = await createEngine();
  const scene = engine.createScene();
  const object = scene.add(closedMesh(ring.geometry));

  const ask = latest(async (angle) => {
    ring.rotation.x = angle;
    ring.updateMatrix();
    scene.place(object, ring.matrix.elements);
    const places = await scene.inside(object, cloud);
    for (let i = 0; i < COUNT; i++) colors.setXYZ(i, ...(places[i] ? [0.75, 0.15, 0.1] : [0.6, 0.65, 0.7]));
    colors.needsUpdate = true;
    const count = places.reduce((sum, place) => sum + Number(place === 1), 0);
    stage.say(`${count} of ${COUNT} points are inside`);
    view.draw();
  });
  slider(stage, 'Turn the ring', { min: 0, max: Math.PI, value: 0.6 }, ask);
  await ask(0.6);
  return ending(view, engine);
}
