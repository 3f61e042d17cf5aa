/** Generated animals: closed surfaces of blended limbs. */
import { blob, type Capsule, capsule } from './implicit.ts';
import type { Mesh } from './mesh.ts';

const LEGS = [
  [-0.62, 0.24],
  [-0.62, -0.24],
  [0.62, 0.24],
  [0.62, -0.24],
] as const;

/** Standing on y = 0, about 2.4 long, looking along x. */
export function cow(triangles: number): Promise<Mesh> {
  const limbs: Capsule[] = [
    capsule([-0.65, 1.05, 0], [0.65, 1.05, 0], 0.36, 0.34),
    ...LEGS.map(([x, z]) => capsule([x, 0.95, z], [x, 0.1, z], 0.15, 0.1)),
    capsule([0.75, 1.15, 0], [1.1, 1.5, 0], 0.2, 0.17),
    capsule([1.1, 1.52, 0], [1.45, 1.38, 0], 0.18, 0.12),
    capsule([1.08, 1.66, 0.1], [1.05, 1.88, 0.24], 0.05, 0.035),
    capsule([1.08, 1.66, -0.1], [1.05, 1.88, -0.24], 0.05, 0.035),
    capsule([-0.98, 1.2, 0], [-1.15, 0.6, 0], 0.06, 0.05),
    capsule([-0.25, 0.8, 0], [-0.35, 0.62, 0], 0.16, 0.1),
  ];
  return blob(limbs, { triangles, blend: 0.16, cell: 0.045 });
}

/** Sitting on y = 0, about 1 high, looking along z. */
export function mouse(triangles: number): Promise<Mesh> {
  const limbs: Capsule[] = [
    capsule([0, 0.3, -0.1], [0, 0.55, 0], 0.3, 0.2),
    capsule([0, 0.72, 0.08], [0, 0.68, 0.3], 0.19, 0.06),
    ...[-1, 1].flatMap((side) => [
      capsule([0.2 * side, 0.95, 0], [0.23 * side, 0.99, 0], 0.11),
      capsule([0.2 * side, 0.12, -0.05], [0.22 * side, 0.07, 0.25], 0.1, 0.07),
      capsule([0.17 * side, 0.5, 0.12], [0.16 * side, 0.38, 0.3], 0.06, 0.05),
    ]),
    capsule([0, 0.1, -0.38], [0.1, 0.06, -0.75], 0.06, 0.04),
    capsule([0.1, 0.06, -0.75], [0.35, 0.08, -0.95], 0.04, 0.03),
  ];
  return blob(limbs, { triangles, blend: 0.08, cell: 0.022 });
}

/** About 2 long, swimming along x. */
export function dolphin(triangles: number): Promise<Mesh> {
  const limbs: Capsule[] = [
    capsule([-0.3, 0, 0], [0.4, 0, 0], 0.24, 0.23),
    capsule([-0.3, 0, 0], [-0.95, 0.02, 0], 0.22, 0.07),
    capsule([0.4, 0, 0], [0.7, -0.03, 0], 0.22, 0.15),
    capsule([0.7, -0.06, 0], [1, -0.08, 0], 0.09, 0.05),
    capsule([-0.05, 0.2, 0], [-0.2, 0.42, 0], 0.1, 0.04),
    ...[-1, 1].flatMap((side) => [
      capsule([0.35, -0.12, 0.15 * side], [0.15, -0.25, 0.42 * side], 0.08, 0.04),
      capsule([-0.95, 0.02, 0], [-1.12, 0.02, 0.26 * side], 0.06, 0.04),
    ]),
  ];
  return blob(limbs, { triangles, blend: 0.12, cell: 0.035 });
}

/** Five fingers and a wrist, about 2 high, the palm towards z. */
export function hand(triangles: number, cell = 0.03): Promise<Mesh> {
  const fingers = [-0.36, -0.12, 0.12, 0.36].map((x, finger) =>
    capsule([x, 0.1, 0], [1.25 * x, 0.95 - 0.1 * Math.abs(finger - 1.4), 0.08], 0.13, 0.09),
  );
  const limbs: Capsule[] = [
    capsule([-0.22, -0.35, 0], [-0.26, 0, 0], 0.2),
    capsule([0.22, -0.35, 0], [0.26, 0, 0], 0.2),
    ...fingers,
    capsule([0.35, -0.3, 0.05], [0.75, 0.2, 0.2], 0.15, 0.1),
    capsule([0, -0.5, 0], [0, -1, 0], 0.24, 0.22),
  ];
  return blob(limbs, { triangles, blend: 0.1, cell });
}
