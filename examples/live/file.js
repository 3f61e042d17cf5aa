import { readModel } from 'collidescope/io';
import { Collider, CollisionHelper } from 'collidescope/three';
import { BufferAttribute, BufferGeometry, Group, TorusKnotGeometry } from 'three';
import { ending, fileInput, openView, solid } from './stage.js';

const geometryOf = ({ positions, indices }) => {
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
  return indices ? geometry.setIndex(new BufferAttribute(indices, 1)) : geometry;
};

/** Where a model of yours intersects itself: OBJ, STL, PLY, OFF, glTF or 3MF. */
export async function run(stage) {
  const view = openView(stage, { distance: 5 });
  const model = new Group();
  const helper = new CollisionHelper();
  view.scene.add(model, helper);
  const collider = await Collider.create();

  async function show(name, geometries) {
    for (const part of model.children) collider.remove(part);
    model.clear();
    model.add(...geometries.map((geometry) => solid(geometry, 0x9fc39b)));
    for (const geometry of geometries) geometry.computeBoundingSphere();
    const size = Math.max(...geometries.map(({ boundingSphere: { center, radius } }) => center.length() + radius));
    model.scale.setScalar(1.6 / size);
    collider.add([...model.children]);
    const hits = await collider.update().collide({ self: true, between: false, segments: true });
    helper.update(hits);
    stage.say(`${name}: ${hits.length === 0 ? 'no' : hits.length} pairs of triangles of one part intersect`);
    view.draw();
  }
  fileInput(stage, '.obj,.stl,.ply,.off,.glb,.3mf', async (bytes, name) => {
    const { parts } = await readModel(bytes, { name });
    await show(name, parts.map(geometryOf));
  });
  await show('a knot that is too thick', [new TorusKnotGeometry(1, 0.48, 160, 24)]);
  return ending(view, collider);
}
