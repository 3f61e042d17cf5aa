/** What the papers' pages share: a scene of a paper, in the engine and in sight, and colours for the sets of culling. */
import { CULL_SET } from 'collidescope/papers';
import { Box3, Vector3 } from 'three';
import { openView } from '../../examples/live/stage.js';
import { paintedMesh } from '../../examples/live/triangle-colors.js';
import { SceneMirror } from '../../scenes/mirror.ts';

const COLORS = {
  [CULL_SET.NFV]: [0.7, 0.15, 0.12],
  [CULL_SET.FFV]: [0.95, 0.55, 0.15],
  [CULL_SET.SFV]: [0.95, 0.85, 0.3],
  [CULL_SET.BFV]: [0.78, 0.82, 0.86],
};
/** Collides, and was pruned all the same. */
const LOST = [0.55, 0.1, 0.75];
const NAMES = Object.entries(CULL_SET);

/** Of all but the ground. */
function boxOf(objects) {
  const box = new Box3();
  const point = new Vector3();
  for (const { positions } of objects.filter(({ name }) => name !== 'ground'))
    for (let i = 0; i < positions.length; i += 3) box.expandByPoint(point.fromArray(positions, i));
  return box;
}

/** Shows an animated scene of `scenes`; `update` takes over what its `step` or `seek` changed. */
export function openPaper(stage, engine, animated, { opacity, distance = 1.5 } = {}) {
  const box = boxOf(animated.objects);
  const size = box.getSize(new Vector3()).length();
  const view = openView(stage, { distance: distance * size, at: box.getCenter(new Vector3()).toArray() });
  const mirror = new SceneMirror(engine, animated);
  const shown = animated.objects.map((object) => ({
    object,
    id: mirror.id(object),
    ...paintedMesh(object, { opacity }),
  }));
  view.scene.add(...shown.map(({ mesh }) => mesh));
  const update = () => {
    mirror.update();
    for (const { object, mesh, move } of shown) {
      if (object.deforming) move(object.positions);
      if (object.matrix) mesh.matrix.fromArray(object.matrix).decompose(mesh.position, mesh.quaternion, mesh.scale);
    }
  };
  update();
  return { view, box, shown, update, scene: mirror.scene };
}

/** The triangles that collide, exactly: for each object a set of them. */
export function collidingTriangles({ trianglePairs }) {
  const all = new Map();
  for (let i = 0; i < trianglePairs.length; i += 2) {
    if (!all.has(trianglePairs[i])) all.set(trianglePairs[i], new Set());
    all.get(trianglePairs[i]).add(trianglePairs[i + 1]);
  }
  return all;
}

/** Colours every triangle by its set, and what collides but was pruned in violet. Returns how many there are of each. */
export function paintSets(shown, sets, colliding) {
  const counts = { NFV: 0, FFV: 0, SFV: 0, BFV: 0, lost: 0 };
  for (const { id, triangleCount, paint } of shown)
    for (let triangle = 0; triangle < triangleCount; triangle++) {
      const set = sets.get(id)?.[triangle] ?? CULL_SET.BFV;
      const isLost = set === CULL_SET.BFV && colliding.get(id)?.has(triangle);
      counts[NAMES.find(([, value]) => value === set)[0]]++;
      if (isLost) counts.lost++;
      paint(triangle, isLost ? LOST : COLORS[set]);
    }
  return counts;
}

/** For each object, the set of each triangle, of what culling left in the end. */
export function finalSets(shown, { survivorTriangles, sets }) {
  const all = new Map(shown.map(({ id, triangleCount }) => [id, new Uint8Array(triangleCount).fill(CULL_SET.BFV)]));
  for (const [i, set] of sets.entries()) all.get(survivorTriangles[2 * i])[survivorTriangles[2 * i + 1]] = set;
  return all;
}

export const countsText = ({ NFV, FFV, SFV, BFV, lost }) =>
  `NFV ${NFV}, FFV ${FFV}, SFV ${SFV}, pruned ${BFV}, of which ${lost} collide`;
