/**
 * A figure to dance with, made here so that the page needs no model: bones, a smooth skin around them, and a dance.
 *
 * The skin is the surface at which a smooth union of rounded cones is 0, cut into triangles by surface nets (Gibson 1998): a vertex
 * for every cell that the surface passes, a quad for every edge of the grid that it crosses. It is closed and does not meet itself.
 */
import { Bone, BufferGeometry, Float32BufferAttribute, Skeleton, SkinnedMesh, Uint16BufferAttribute } from 'three';

/** Name, parent, joint and end, radius at both, for the left side; `right` mirrors them. Metres, feet on y = 0. */
const LIMBS = [
  ['hips', undefined, [0, 0.98, 0], [0, 1.1, 0], 0.145, 0.13],
  ['chest', 'hips', [0, 1.14, 0], [0, 1.36, 0], 0.13, 0.15],
  ['head', 'chest', [0, 1.5, 0], [0, 1.68, 0.015], 0.055, 0.115],
  ['upper arm', 'chest', [0.17, 1.4, 0], [0.43, 1.4, 0], 0.075, 0.052],
  ['lower arm', 'upper arm', [0.44, 1.4, 0], [0.68, 1.4, 0], 0.05, 0.04],
  ['hand', 'lower arm', [0.7, 1.4, 0], [0.79, 1.4, 0], 0.042, 0.035],
  ['thigh', 'hips', [0.1, 0.93, 0], [0.12, 0.53, 0], 0.1, 0.07],
  ['shin', 'thigh', [0.12, 0.5, 0], [0.12, 0.1, 0], 0.068, 0.045],
  ['foot', 'shin', [0.12, 0.06, -0.02], [0.12, 0.05, 0.14], 0.05, 0.042],
];
const CELL = 0.038;
/** How far bones blend into each other. */
const BLEND = 0.05;

const mirrored = ([x, y, z]) => [-x, y, z];

function allLimbs() {
  return LIMBS.flatMap(([name, parent, from, to, r0, r1]) => {
    const limb = { name, parent, from, to, r0, r1 };
    if (from[0] === 0) return [limb];
    const ofSide = (side) => (LIMBS.find(([other]) => other === parent)[2][0] === 0 ? parent : `${side} ${parent}`);
    return [
      { ...limb, name: `left ${name}`, parent: ofSide('left') },
      { ...limb, name: `right ${name}`, parent: ofSide('right'), from: mirrored(from), to: mirrored(to) },
    ];
  });
}

/** Distance of a point from a limb, a cone between two balls. */
function limbDistance({ from, to, r0, r1 }, x, y, z) {
  const [dx, dy, dz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const along = (x - from[0]) * dx + (y - from[1]) * dy + (z - from[2]) * dz;
  const t = Math.min(1, Math.max(0, along / (dx * dx + dy * dy + dz * dz)));
  return Math.hypot(x - from[0] - t * dx, y - from[1] - t * dy, z - from[2] - t * dz) - (r0 + t * (r1 - r0));
}

function skinDistance(limbs, x, y, z) {
  let nearest = Infinity;
  let sum = 0;
  for (const limb of limbs) {
    const distance = limbDistance(limb, x, y, z);
    nearest = Math.min(nearest, distance);
    // Farther ones change the sum by nothing that shows.
    if (distance < 2 * BLEND) sum += Math.exp((-4 * distance) / BLEND);
  }
  return nearest < 2 * BLEND ? (-BLEND / 4) * Math.log(sum) : nearest;
}

const AXES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

function surfaceNet(limbs) {
  const size = [50, 52, 16];
  const origin = [-0.95, -0.03, -0.27];
  const index = (i, j, k) => i + size[0] * (j + size[1] * k);
  const values = new Float64Array(size[0] * size[1] * size[2]);
  const each = (visit) => {
    for (let k = 0; k < size[2] - 1; k++)
      for (let j = 0; j < size[1] - 1; j++) for (let i = 0; i < size[0] - 1; i++) visit(i, j, k);
  };
  const place = (n, axis) => origin[axis] + CELL * n;
  for (let k = 0; k < size[2]; k++)
    for (let j = 0; j < size[1]; j++)
      for (let i = 0; i < size[0]; i++)
        values[index(i, j, k)] = skinDistance(limbs, place(i, 0), place(j, 1), place(k, 2));

  const positions = [];
  const vertexOf = new Map();
  each((i, j, k) => {
    // The middle of where the edges of the cell cross the surface.
    const sum = [0, 0, 0];
    let crossings = 0;
    for (let corner = 0; corner < 8; corner++)
      for (const [axis, step] of AXES.entries()) {
        if ((corner >> axis) & 1) continue;
        const at = [i + (corner & 1), j + ((corner >> 1) & 1), k + (corner >> 2)];
        const a = values[index(...at)];
        const b = values[index(at[0] + step[0], at[1] + step[1], at[2] + step[2])];
        if (a < 0 === b < 0) continue;
        crossings++;
        for (let n = 0; n < 3; n++) sum[n] += at[n] + (step[n] * a) / (a - b);
      }
    if (crossings === 0) return;
    vertexOf.set(index(i, j, k), positions.length / 3);
    positions.push(...sum.map((value, axis) => place(value / crossings, axis)));
  });

  const indices = [];
  each((i, j, k) => {
    for (const [axis, step] of AXES.entries()) {
      const inside = values[index(i, j, k)] < 0;
      if (inside === values[index(i + step[0], j + step[1], k + step[2])] < 0) continue;
      const [u, v] = [AXES[(axis + 1) % 3], AXES[(axis + 2) % 3]];
      const cell = (a, b) =>
        vertexOf.get(index(i - a * u[0] - b * v[0], j - a * u[1] - b * v[1], k - a * u[2] - b * v[2]));
      const [p, q, r, s] = inside
        ? [cell(0, 0), cell(1, 0), cell(1, 1), cell(0, 1)]
        : [cell(0, 0), cell(0, 1), cell(1, 1), cell(1, 0)];
      indices.push(p, q, r, p, r, s);
    }
  });
  return { positions, indices };
}

/** The four nearest bones of each vertex, nearer ones with much more weight. */
function skinWeights(limbs, positions) {
  const bones = new Uint16Array((positions.length / 3) * 4);
  const weights = new Float32Array(bones.length);
  for (let v = 0; v < positions.length / 3; v++) {
    const at = positions.slice(3 * v, 3 * v + 3);
    const near = limbs
      .map((limb, bone) => ({ bone, weight: Math.exp(-limbDistance(limb, ...at) / 0.018) }))
      .sort((a, b) => b.weight - a.weight)
      .slice(0, 4);
    const sum = near.reduce((total, { weight }) => total + weight, 0);
    for (const [n, { bone, weight }] of near.entries()) {
      bones[4 * v + n] = bone;
      weights[4 * v + n] = weight / sum;
    }
  }
  return { bones, weights };
}

/** A skinned mesh, `dance(seconds)`, which puts its bones into the pose of that time, and what fits over its head. */
export function dancingFigure(material) {
  const limbs = allLimbs();
  const { positions, indices } = surfaceNet(limbs);
  const { bones: skin, weights } = skinWeights(limbs, positions);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute(skin, 4));
  geometry.setAttribute('skinWeight', new Float32BufferAttribute(weights, 4));
  geometry.setIndex(indices);
  geometry.computeVertexNormals();

  const bones = new Map();
  for (const { name, parent, from } of limbs) {
    const bone = new Bone();
    const base = limbs.find((limb) => limb.name === parent)?.from ?? [0, 0, 0];
    bone.position.set(from[0] - base[0], from[1] - base[1], from[2] - base[2]);
    bones.get(parent)?.add(bone);
    bones.set(name, bone);
  }
  const mesh = new SkinnedMesh(geometry, material);
  mesh.add(bones.get('hips'));
  mesh.bind(new Skeleton([...bones.values()]));
  mesh.frustumCulled = false;
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return { meshes: [mesh], dance: (seconds) => dance((name) => bones.get(name), seconds), height: 1.8, hole: 0.14 };
}

function dance(bone, seconds) {
  const beat = 2.4 * seconds;
  // It begins standing still.
  const swing = Math.min(1, seconds / 3);
  const [s, c, d] = [swing * Math.sin(beat), swing * Math.cos(beat), swing * Math.sin(2 * beat)];
  bone('hips').position.set(0.07 * s, 0.955 + 0.012 * swing * Math.cos(2 * beat), 0);
  bone('hips').rotation.set(0, 0.3 * s, 0.07 * c);
  bone('chest').rotation.set(0.04 * d, 0.3 * s, -0.1 * c);
  bone('head').rotation.set(0.05 * d, -0.35 * s, 0.08 * c);
  for (const [side, sign] of [
    ['left', 1],
    ['right', -1],
  ]) {
    bone(`${side} upper arm`).rotation.set(0, 0.12 * c, sign * -0.42 + 0.3 * s);
    bone(`${side} lower arm`).rotation.set(0, sign * -0.3 + 0.15 * c, sign * 0.35 + 0.3 * c);
    bone(`${side} thigh`).rotation.set(-0.1 + 0.12 * sign * s, -0.15 * s, -0.14 * s);
    bone(`${side} shin`).rotation.set(0.18 - 0.14 * sign * s, 0, 0.04 * s);
    bone(`${side} foot`).rotation.set(-0.08, 0, 0.02 * s);
  }
}
