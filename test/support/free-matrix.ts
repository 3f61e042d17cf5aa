/** Matrices that round what they place. */
import type { Random } from './random.ts';

/** A turn by any angle about any axis, so that placed coordinates are rounded; somewhere, perhaps far off or nearly flat. */
export function freeMatrix(random: Random): number[] {
  const [w, x, y, z] = unitQuaternion(random);
  const columns = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
  const scales = [1, random.pick([1, 1, -1, 50]), random.pick([1, 1, 1e-3, 1e-12, 1e-16])];
  const far = random.pick([0, 0, 0, 1e6]);
  const place = [0, 1, 2].map(() => far + random.real(-2, 2));
  return [...columns.flatMap((column, i) => [...column.map((value) => value * scales[i]), 0]), ...place, 1];
}

function unitQuaternion(random: Random): number[] {
  const parts = [0, 1, 2, 3].map(() => random.real(-1, 1));
  const length = Math.hypot(...parts);
  return parts.map((part) => part / length);
}
