/** A square cloth, if asked with a hole for a head, and a plain solver that says where it wants to go: position-based dynamics. */
import { BufferGeometry, DoubleSide, Float32BufferAttribute, Mesh, MeshStandardMaterial } from 'three';

const DAMPING = 0.98;
const GRAVITY = 9.8;

/** `side` metres wide, of `count` × `count` vertices, at a height, with a hole of a radius in the middle. */
export function makeCloth({ height = 1.9, hole = 0.14, side = 1.42, count = 44 } = {}) {
  const edge = side / (count - 1);
  const positions = new Float32Array(3 * count * count);
  for (let n = 0; n < count * count; n++) {
    const [x, z] = [((n % count) - (count - 1) / 2) * edge, (Math.floor(n / count) - (count - 1) / 2) * edge];
    const radius = Math.hypot(x, z);
    // Vertices beside the hole go to its rim.
    const scale = Math.abs(radius - hole) < 0.45 * edge ? hole / radius : 1;
    // A little uneven: a perfect sheet would not know which way to fold.
    positions.set([scale * x, height + 0.004 * Math.sin(9 * x + 5 * z), scale * z], 3 * n);
  }
  const isIn = (...corners) => corners.some((n) => Math.hypot(positions[3 * n], positions[3 * n + 2]) < hole - 1e-6);
  const [indices, springs] = [[], []];
  for (let y = 0; y < count; y++)
    for (let x = 0; x < count; x++) {
      const n = y * count + x;
      const links = [
        [1, 0],
        [0, 1],
        [1, 1],
        [-1, 1],
        [2, 0],
        [0, 2],
      ]; // threads, diagonals, and what resists folding
      for (const [dx, dy] of links) {
        const [u, v] = [x + dx, y + dy];
        if (u >= 0 && u < count && v < count && !isIn(n, v * count + u)) springs.push(n, v * count + u);
      }
      if (x + 1 === count || y + 1 === count) continue;
      const [a, b, c, d] = [n, n + 1, n + count, n + count + 1];
      const quads =
        (x + y) % 2
          ? [
              [a, c, b],
              [b, c, d],
            ]
          : [
              [a, c, d],
              [a, d, b],
            ];
      for (const triangle of quads) if (!isIn(...triangle)) indices.push(...triangle);
    }
  return withoutUnused({ positions, indices, springs, edge });
}

/** Vertices in the hole go. */
function withoutUnused({ positions, indices, springs, edge }) {
  const used = [...new Set(indices)].sort((a, b) => a - b);
  const renumbered = new Map(used.map((n, i) => [n, i]));
  const kept = Float32Array.from(used.flatMap((n) => [...positions.subarray(3 * n, 3 * n + 3)]));
  const pairs = [];
  for (let s = 0; s < springs.length; s += 2)
    if (renumbered.has(springs[s]) && renumbered.has(springs[s + 1]))
      pairs.push(renumbered.get(springs[s]), renumbered.get(springs[s + 1]));
  const all = Uint32Array.from(pairs);
  const rest = Float64Array.from({ length: all.length / 2 }, (_, s) => length(kept, all[2 * s], all[2 * s + 1]));
  return { positions: kept, indices: Uint32Array.from(indices, (n) => renumbered.get(n)), springs: all, rest, edge };
}

const length = (p, a, b) => Math.hypot(p[3 * a] - p[3 * b], p[3 * a + 1] - p[3 * b + 1], p[3 * a + 2] - p[3 * b + 2]);

/** Where inertia, gravity and its threads take the cloth from where it is, when nothing is in the way. `pull` has a vertex and where it is held. */
export function clothWants({ springs, rest }, { positions, before, seconds, pull }) {
  const next = positions.map((x, i) => x + DAMPING * (x - before[i]) - (i % 3 === 1 ? GRAVITY * seconds * seconds : 0));
  for (let round = 0; round < 24; round++) {
    if (pull) next.set(pull.to, 3 * pull.vertex);
    for (let s = 0; s < rest.length; s++) {
      const [a, b] = [3 * springs[2 * s], 3 * springs[2 * s + 1]];
      const [x, y, z] = [next[a] - next[b], next[a + 1] - next[b + 1], next[a + 2] - next[b + 2]];
      const far = Math.sqrt(x * x + y * y + z * z) || 1;
      const share = (0.5 * (far - rest[s])) / far;
      next[a] -= share * x;
      next[a + 1] -= share * y;
      next[a + 2] -= share * z;
      next[b] += share * x;
      next[b + 1] += share * y;
      next[b + 2] += share * z;
    }
  }
  return next;
}

/** The mesh of three.js that shows it. */
export function clothMesh({ positions, indices }) {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setIndex([...indices]);
  const mesh = new Mesh(geometry, new MeshStandardMaterial({ color: 0xb3261e, roughness: 0.75, side: DoubleSide }));
  mesh.frustumCulled = false;
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}
