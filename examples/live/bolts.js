import { Collider } from 'collidescope/three';
import { Color, CylinderGeometry, InstancedMesh, Matrix4, MeshStandardMaterial, Quaternion, Vector3 } from 'three';
import { ending, everyFrame, openView, slider } from './stage.js';

const COUNT = 1000;
const [FREE, HIT] = [new Color(0x8fa8c8), new Color(0xb3261e)];

/** A thousand bolts adrift. Instances share their triangles, and only those that moved are looked at again. */
export async function run(stage) {
  const view = openView(stage, { distance: 11 });
  const bolts = new InstancedMesh(new CylinderGeometry(0.045, 0.045, 0.34, 36, 5), new MeshStandardMaterial(), COUNT);
  const at = (i) => new Vector3(4 * Math.sin(7.3 * i), 2.4 * Math.sin(3.1 * i + 1), 4 * Math.sin(5.7 * i + 2));
  const places = Array.from({ length: COUNT }, (_, i) => ({ at: at(i), turn: new Quaternion().random() }));
  view.scene.add(bolts);
  const show = ({ at, turn }, i) => bolts.setMatrixAt(i, new Matrix4().compose(at, turn, new Vector3(1, 1, 1)));
  places.forEach(show);
  const collider = (await Collider.create()).add(bolts);

  let [seconds, share] = [0, 0.1];
  async function frame() {
    seconds += 1 / 60;
    for (let i = 0; i < share * COUNT; i++) {
      places[i].at.y += 0.01 * Math.sin(seconds + i);
      show(places[i], i);
    }
    bolts.instanceMatrix.needsUpdate = true;
    const { pairs } = await collider.update().collide();
    for (let i = 0; i < COUNT; i++) bolts.setColorAt(i, FREE);
    for (const { instance } of pairs.flatMap(({ a, b }) => [a, b])) bolts.setColorAt(instance, HIT);
    bolts.instanceColor.needsUpdate = true;
    stage.say(
      `${pairs.length} pairs of ${COUNT} bolts collide, ${(COUNT * bolts.geometry.index.count) / 3} triangles; ${share * COUNT} bolts move`,
    );
    view.draw();
  }
  slider(stage, 'How many move', { value: share, seconds: 0 }, (value) => (share = value));
  await frame();
  everyFrame(stage, frame);
  return ending(view, collider);
}
