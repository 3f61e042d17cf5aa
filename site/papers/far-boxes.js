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
import { farBox } from '../../src/queries/cull/far-box.ts';

const MOST = 4000;

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
        const corners = [0, 1, 2].flatMap((k) => {
          const vertex = object.indices[3 * triangle + k];
          return [...object.positions.subarray(3 * vertex, 3 * vertex + 3)];
        });
        const { centre, axes } = farBox(corners, 0, pixel);
        const [u, v, w] = axes.map(({ direction, half }) => direction.map((value) => value * half));
        const matrix = new Matrix4().set(
          u[0],
          v[0],
          w[0],
          centre[0],
          u[1],
          v[1],
          w[1],
          centre[1],
          u[2],
          v[2],
          w[2],
          centre[2],
          0,
          0,
          0,
          1,
        );
        for (let i = 0; i < edges.length; i += 3)
          positions.push(...point.fromArray(edges, i).applyMatrix4(matrix).toArray());
      }
    lines.geometry.dispose();
    lines.geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(positions, 3));
  };
}
