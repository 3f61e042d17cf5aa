/**
 * The most that the least of several linear functions can be on a triangle, each given by its values at the corners.
 *
 * It is the value of a game: for any weights that add up to 1, the least function is nowhere more than the weighted mean,
 * which is linear and so largest at a corner. Whatever weights are tried, the bound holds; the best ones make it tight, and
 * those are found among mixtures of two functions that are equal at two corners, and of three that are equal at all.
 */

/** Three values of a function begin at each multiple of 3; `count` functions, at least one. */
export function mostOfLeast(values: Float64Array, count: number): number {
  let bound = Infinity;
  for (let i = 0; i < count; i++) {
    const f = 3 * i;
    bound = Math.min(bound, Math.max(values[f], values[f + 1], values[f + 2]));
    for (let j = 0; j < i; j++) {
      const g = 3 * j;
      bound = Math.min(bound, mixedTwo(values, f, g));
      for (let k = 0; k < j; k++) bound = Math.min(bound, mixedThree(values, f, g, 3 * k));
    }
  }
  return bound;
}

/** The least bound by mixtures of two functions. */
function mixedTwo(values: Float64Array, f: number, g: number): number {
  let bound = Infinity;
  for (let p = 0; p < 3; p++) {
    const q = p === 2 ? 0 : p + 1;
    // The weight of f with which the mixture is the same at both corners.
    const from = values[f + p] - values[f + q];
    const to = values[g + q] - values[g + p];
    const weight = to / (from + to);
    if (!(weight > 0 && weight < 1)) continue;
    const rest = 1 - weight;
    const a = weight * values[f] + rest * values[g];
    const b = weight * values[f + 1] + rest * values[g + 1];
    const c = weight * values[f + 2] + rest * values[g + 2];
    bound = Math.min(bound, Math.max(a, b, c));
  }
  return bound;
}

/** The bound by the mixture of three functions that is the same at all corners; infinite when there is none. */
function mixedThree(values: Float64Array, f: number, g: number, h: number): number {
  // Differences to the first corner: of each function a vector in the plane; the weights make their sum vanish.
  const fx = values[f + 1] - values[f];
  const fy = values[f + 2] - values[f];
  const gx = values[g + 1] - values[g];
  const gy = values[g + 2] - values[g];
  const hx = values[h + 1] - values[h];
  const hy = values[h + 2] - values[h];
  const u = gx * hy - gy * hx;
  const v = hx * fy - hy * fx;
  const w = fx * gy - fy * gx;
  const sum = u + v + w;
  const [a, b, c] = [u / sum, v / sum, w / sum];
  if (!(a > 0 && b > 0 && c > 0)) return Infinity;
  const scale = 1 / (a + b + c);
  const at = (k: number) => scale * (a * values[f + k] + b * values[g + k] + c * values[h + k]);
  return Math.max(at(0), at(1), at(2));
}
