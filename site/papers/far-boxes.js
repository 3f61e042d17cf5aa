/** FAR's bounding offsets, drawn: the boxes that are rendered in place of triangles, at the size that a resolution makes them. */
import { CULL_SET } from 'collidescope/papers';
import {
  BoxGeometry,
  BufferGeometry,
  EdgesGeometry,
  Float32BufferAttribute,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Vector3,
} from 'three';

const MOST = 4000;

/** FAR's bounding offset of a triangle (section 4.1): the tightest rectangle with a side along the longest edge, grown by a radius. */
function boundingOffset(corners, radius) {
  const lengths = corners.map((corner, k) => corner.distanceTo(corners[(k + 1) % 3]));
  const longest = lengths.indexOf(Math.max(...lengths));
  const [p, q, r] = [0, 1, 2].map((k) => corners[(longest + k) % 3]);
  const along = q.clone().sub(p).normalize();
  const rise = r.clone().sub(p);
  rise.addScaledVector(along, -rise.dot(along));
  const height = rise.length();
  const up = rise.normalize();
  const centre = p
    .clone()
    .lerp(q, 0.5)
    .addScaledVector(up, height / 2);
  const across = along.clone().cross(up).multiplyScalar(radius);
  along.multiplyScalar(lengths[longest] / 2 + radius);
  up.multiplyScalar(height / 2 + radius);
  return new Matrix4().makeBasis(along, up, across).setPosition(centre);
}

/** The function it returns draws the boxes of what is left, for a scene in a box and an image of so many pixels. */
export function fattenedBoxes(view, shown) {
  const edges = new EdgesGeometry(new BoxGeometry(2, 2, 2)).attributes.position.array;
  const lines = new LineSegments(
    undefined,
    new LineBasicMaterial({ color: 0x30506f, transparent: true, opacity: 0.5 }),
  );
  lines.frustumCulled = false;
  view.scene.add(lines);
  return (sets, { min, max }, resolution) => {
    const pixel = Math.max(max.x - min.x, max.y - min.y, max.z - min.z) / resolution;
    const positions = [];
    const point = new Vector3();
    let count = 0;
    for (const { id, object, triangleCount } of shown)
      for (let triangle = 0; triangle < triangleCount && count < MOST; triangle++) {
        if (sets.get(id)[triangle] === CULL_SET.BFV) continue;
        count++;
        const corners = [0, 1, 2].map((k) =>
          new Vector3().fromArray(object.positions, 3 * object.indices[3 * triangle + k]),
        );
        const matrix = boundingOffset(corners, pixel);
        for (let i = 0; i < edges.length; i += 3)
          positions.push(...point.fromArray(edges, i).applyMatrix4(matrix).toArray());
      }
    lines.geometry.dispose();
    lines.geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(positions, 3));
  };
}
