/**
 * The most that the least of several linear functions can be on a triangle, each given by its values at the corners.
 *
 * It is the value of a game: for any weights that add up to 1, the least function is nowhere more than the weighted mean,
 * which is linear and so largest at a corner. Whatever weights are tried, the bound holds; the best ones make it tight, and
 * those are found among mixtures of two functions that are equal at two corners, and of three that are equal at all.
 */

/** Bytes of the three values of a function, one after the other. */
const FUNCTION_BYTES: usize = 24;

// @inline
function most(a: f64, b: f64, c: f64): f64 {
  return max<f64>(max<f64>(a, b), c);
}

/** For `count` functions, at least one; or a bound that is no more than `enough`. */
export function mostOfLeast(values: usize, count: u32, enough: f64): f64 {
  let bound: f64 = Infinity;
  const end = values + <usize>count * FUNCTION_BYTES;
  for (let f = values; f < end; f += FUNCTION_BYTES) {
    bound = min<f64>(bound, most(load<f64>(f), load<f64>(f, 8), load<f64>(f, 16)));
    for (let g = values; g < f; g += FUNCTION_BYTES) {
      bound = min<f64>(bound, mixedTwo(f, g));
      if (bound <= enough) return bound;
      for (let h = values; h < g; h += FUNCTION_BYTES) bound = min<f64>(bound, mixedThree(f, g, h));
    }
  }
  return bound;
}

/** The least bound by mixtures of two functions. */
function mixedTwo(f: usize, g: usize): f64 {
  let bound: f64 = Infinity;
  for (let p: usize = 0; p < 24; p += 8) {
    const q: usize = p == 16 ? 0 : p + 8;
    // The weight of f with which the mixture is the same at both corners.
    const from = load<f64>(f + p) - load<f64>(f + q);
    const to = load<f64>(g + q) - load<f64>(g + p);
    const weight = to / (from + to);
    if (!(weight > 0 && weight < 1)) continue;
    const rest = 1 - weight;
    const a = weight * load<f64>(f) + rest * load<f64>(g);
    const b = weight * load<f64>(f, 8) + rest * load<f64>(g, 8);
    const c = weight * load<f64>(f, 16) + rest * load<f64>(g, 16);
    bound = min<f64>(bound, most(a, b, c));
  }
  return bound;
}

/** The bound by the mixture of three functions that is the same at all corners; infinite when there is none. */
function mixedThree(f: usize, g: usize, h: usize): f64 {
  // Differences to the first corner: of each function a vector in the plane; the weights make their sum vanish.
  const fx = load<f64>(f, 8) - load<f64>(f);
  const fy = load<f64>(f, 16) - load<f64>(f);
  const gx = load<f64>(g, 8) - load<f64>(g);
  const gy = load<f64>(g, 16) - load<f64>(g);
  const hx = load<f64>(h, 8) - load<f64>(h);
  const hy = load<f64>(h, 16) - load<f64>(h);
  const u = gx * hy - gy * hx;
  const v = hx * fy - hy * fx;
  const w = fx * gy - fy * gx;
  const sum = u + v + w;
  const a = u / sum;
  const b = v / sum;
  const c = w / sum;
  if (!(a > 0 && b > 0 && c > 0)) return Infinity;
  const scale = 1 / (a + b + c);
  return most(
    scale * (a * load<f64>(f) + b * load<f64>(g) + c * load<f64>(h)),
    scale * (a * load<f64>(f, 8) + b * load<f64>(g, 8) + c * load<f64>(h, 8)),
    scale * (a * load<f64>(f, 16) + b * load<f64>(g, 16) + c * load<f64>(h, 16)),
  );
}
