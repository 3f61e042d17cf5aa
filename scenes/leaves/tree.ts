/** A bare tree: blended limbs, and the places on its twigs where leaves hang. */
import { blob, type Capsule, capsule } from '../support/implicit.ts';
import { cos, sin, TAU } from '../support/maths.ts';
import type { Mesh, Point } from '../support/mesh.ts';
import type { Random } from '../support/random.ts';

const BRANCHES = 9;
const TWIGS_PER_BRANCH = 4;
const BLEND = 0.05;
const CELL = 0.04;

export interface Twig {
  readonly from: Point;
  readonly to: Point;
  readonly radius: number;
}

export interface Tree {
  readonly limbs: readonly Capsule[];
  readonly twigs: readonly Twig[];
}

function along(from: Point, to: Point, part: number): Point {
  return [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1]), from[2] + part * (to[2] - from[2])];
}

/** From a point outwards at an angle about the trunk. */
function outwards([x, y, z]: Point, angle: number, out: number, up: number): Point {
  return [x + out * cos(angle), y + up, z + out * sin(angle)];
}

export function growTree(random: Random): Tree {
  const limbs: Capsule[] = [
    capsule([0, 0.12, 0], [0.05, 1.4, 0.02], 0.15, 0.11),
    capsule([0.05, 1.4, 0.02], [0, 2.6, 0], 0.11, 0.05),
  ];
  const twigs: Twig[] = [];
  for (let branch = 0; branch < BRANCHES; branch++) {
    const from: Point = [0.03, 1.1 + 0.15 * branch, 0.01];
    const angle = (TAU * branch * 0.382) % TAU;
    const to = outwards(from, angle + random.real(-0.2, 0.2), random.real(0.8, 1.2), random.real(0.3, 0.7));
    limbs.push(capsule(from, to, 0.06, 0.035));
    for (let twig = 0; twig < TWIGS_PER_BRANCH; twig++) {
      const start = along(from, to, 0.35 + 0.2 * twig);
      const side = (twig % 2 === 0 ? 1 : -1) * random.real(0.6, 1.1);
      const end = outwards(start, angle + side, random.real(0.3, 0.5), random.real(-0.05, 0.25));
      limbs.push(capsule(start, end, 0.035, 0.03));
      twigs.push({ from: start, to: end, radius: 0.035 });
    }
  }
  return { limbs, twigs };
}

export function treeMesh({ limbs }: Tree, triangles: number): Promise<Mesh> {
  return blob(limbs, { triangles, blend: BLEND, cell: CELL });
}

/** Where the stem of a leaf sits, clear of its twig, and the way it points. */
export function leafPlace({ twigs }: Tree, random: Random): { stem: Point; angle: number } {
  const { from, to, radius } = twigs[random.integer(0, twigs.length - 1)];
  const [x, y, z] = along(from, to, random.real(0.35, 1));
  const angle = random.real(0, TAU);
  const clear = radius + BLEND + 0.02;
  return { stem: [x + clear * 0.7 * cos(angle), y - clear, z + clear * 0.7 * sin(angle)], angle };
}
