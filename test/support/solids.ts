/** Closed surfaces, from harmless to nasty: tetrahedra on lattices, boxes, and points where it is hard to say. */
import type { MeshInput } from '../../src/mesh/mesh-input.ts';
import { boxShape } from './contact-scenes.ts';
import { type Random, stepDouble } from './random.ts';
import { between, joined, latticePoint, realPoint, type Shape, sum, type Vector } from './scene-shape.ts';

const TETRAHEDRON: readonly Vector[] = [
  [0, 2, 1],
  [0, 1, 3],
  [1, 2, 3],
  [2, 0, 3],
];

/** Closed whatever its corners; without volume when they lie in a plane. */
export function tetrahedron(corners: readonly Vector[]): Shape {
  return { vertices: corners, triangles: TETRAHEDRON };
}

/** Closed shapes that overlap, coincide, touch and turn inside out. */
export function randomSolid(random: Random): Shape {
  const real = random.chance(0.3);
  const most = random.integer(1, 4);
  const corner = () => (real ? realPoint(random, 0, most) : latticePoint(random, most));
  const shared = random.times(random.integer(4, 8), corner);
  const shapes = random.times(random.integer(1, 6), (): Shape => {
    if (random.chance(0.3)) {
      const least = latticePoint(random, most);
      return boxShape(least, sum(least, latticePoint(random, 2)));
    }
    return tetrahedron(random.times(4, () => (random.chance(0.7) ? random.pick(shared) : corner())));
  });
  return joined(random.chance(0.2) ? [...shapes, shapes[0]] : shapes);
}

/** Points on corners, edges and faces, a step beside them, on the lattice, and anywhere. */
export function trickyPoints(random: Random, { vertices, triangles }: Shape, count: number): number[] {
  const on = (): Vector => {
    const [a, b, c] = random.shuffle(random.pick(triangles)).map((vertex) => vertices[vertex]);
    const edge = between(a, b, random.pick([0, 0.25, 0.5, 1]));
    return random.chance(0.5) ? edge : between(edge, c, random.pick([0.25, 0.5]));
  };
  const near = (): Vector => {
    const [x, y, z] = on();
    return [x, y, z].map((value) => stepDouble(value, random.integer(-1, 1))) as unknown as Vector;
  };
  // Straight above or below, beside, in front of or behind a corner: rays through corners and edges.
  const inLine = (): Vector => {
    const point = [...random.pick(vertices)];
    point[random.integer(0, 2)] = random.integer(-1, 5) / 2;
    return point as unknown as Vector;
  };
  const makers = [on, near, inLine, () => latticePoint(random, 5), () => realPoint(random, -0.5, 4.5)];
  return random.times(count, () => random.pick(makers)()).flat();
}

export function asMesh({ vertices, triangles }: Shape): MeshInput {
  return { positions: Float64Array.from(vertices.flat()), indices: Uint32Array.from(triangles.flat()) };
}
