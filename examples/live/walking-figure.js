/** What the character example walks with: a skinned figure, and furniture in its way. */
import {
  Bone,
  BoxGeometry,
  CapsuleGeometry,
  Float32BufferAttribute,
  Skeleton,
  SkinnedMesh,
  Uint16BufferAttribute,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { solid } from './stage.js';

/** Joints of the figure: name, parent, and where it is, from the parent. */
const JOINTS = [
  ['hips', undefined, [0, 0.95, 0]],
  ['left hip', 'hips', [-0.13, 0, 0]],
  ['left knee', 'left hip', [0, -0.45, 0]],
  ['right hip', 'hips', [0.13, 0, 0]],
  ['right knee', 'right hip', [0, -0.45, 0]],
  ['left shoulder', 'hips', [-0.27, 0.5, 0]],
  ['left elbow', 'left shoulder', [0, -0.32, 0]],
  ['right shoulder', 'hips', [0.27, 0.5, 0]],
  ['right elbow', 'right shoulder', [0, -0.32, 0]],
];

/** A capsule whose upper half follows one bone and whose lower half another, blended in the middle. */
function limb(length, radius, [x, y, z], upper, lower = upper) {
  const geometry = new CapsuleGeometry(radius, length, 12, 24, 24).translate(x, y - length / 2, z);
  const { array, count } = geometry.attributes.position;
  const bones = new Uint16Array(4 * count);
  const weights = new Float32Array(4 * count);
  for (let i = 0; i < count; i++) {
    const share = Math.min(1, Math.max(0, 0.5 + (y - length / 2 - array[3 * i + 1]) / (0.4 * length)));
    bones.set([upper, lower], 4 * i);
    weights.set([1 - share, share], 4 * i);
  }
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(bones, 4));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
  return geometry;
}

/** Its mesh, and `walk(way)`, which puts it so far along, in the middle of a stride. */
export function figure() {
  const bones = new Map();
  for (const [name, parent, place] of JOINTS) {
    const bone = new Bone();
    bone.position.set(...place);
    bones.get(parent)?.add(bone);
    bones.set(name, bone);
  }
  const geometry = mergeGeometries([
    limb(0.5, 0.2, [0, 1.5, 0], 0),
    limb(0.08, 0.13, [0, 1.92, 0], 0),
    limb(0.9, 0.085, [-0.13, 0.95, 0], 1, 2),
    limb(0.9, 0.085, [0.13, 0.95, 0], 3, 4),
    limb(0.6, 0.06, [-0.27, 1.45, 0], 5, 6),
    limb(0.6, 0.06, [0.27, 1.45, 0], 7, 8),
  ]);
  const mesh = new SkinnedMesh(geometry, solid(undefined, 0xd8c49a).material);
  mesh.add(bones.get('hips'));
  mesh.bind(new Skeleton([...bones.values()]));
  mesh.frustumCulled = false;
  const turn = (name, angle) => (bones.get(name).rotation.x = angle);
  const walk = (way) => {
    const stride = Math.sin(6 * way);
    mesh.position.x = way - 1.6;
    mesh.rotation.y = Math.PI / 2;
    for (const [side, sign] of [
      ['left', 1],
      ['right', -1],
    ]) {
      turn(`${side} hip`, 0.5 * sign * stride);
      turn(`${side} knee`, 0.4 * Math.max(0, -sign * stride));
      turn(`${side} shoulder`, -0.5 * sign * stride);
    }
  };
  return { mesh, walk };
}

/** A table, its legs, and a stool. */
export function furniture() {
  return [
    [1.2, 0.06, 0.8, 0.5, 0.72, 0],
    ...[
      [0, -0.3],
      [1, -0.3],
      [0, 0.3],
      [1, 0.3],
    ].map(([x, z]) => [0.06, 0.7, 0.06, x, 0.35, z]),
    [0.4, 0.42, 0.4, -0.75, 0.21, 0.15],
  ].map(([width, height, depth, x, y, z]) => {
    const part = solid(new BoxGeometry(width, height, depth, 4, 4, 4), 0x8fa8c8);
    part.position.set(x, y, z);
    return part;
  });
}
