/**
 * How much rounding of the place may change the volume of a closed object: whether what is known of it as given says which way it faces
 * where it is placed.
 *
 * Let a matrix A with norm F and determinant d place points off by δ at most (placed-degenerate.ts). While the corners of a triangle with
 * sides u and v move from where A puts them to where rounding does, its sides are no longer than F|u| + 2δ and F|v| + 2δ, and its area no
 * larger than half of their product. The volume that a closed surface winds round changes by no more than what its triangles sweep: δ
 * times these areas, in all δ (F² Σ|u||v| + 2δF Σ(|u| + |v|) + 4δ² n) / 2 for n triangles. Exactly placed, the volume is d times that as
 * given.
 */
import type { KeptParts } from '../../backend/wasm/kept-parts.ts';
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { SceneObject } from '../../backend/wasm/scene-object.ts';
import { placingOf, reachOf } from '../keep/placed-degenerate.ts';
import { cornersOf } from '../open-mesh.ts';

/** Of a closed surface, as given. */
interface Sizes {
  readonly writes: number;
  /** Lower bound for the size of its volume. */
  readonly volume: number;
  /** Sums over the triangles, of |u||v| and of |u| + |v|, and how many there are. */
  readonly products: number;
  readonly lengths: number;
  readonly count: number;
}

/** Covers rounding of the sums in this file. */
const SAFETY = 1 + 2 ** -10;

const known = new WeakMap<KeptParts, Sizes>();

function sizesOf(runtime: WasmRuntime, object: SceneObject): Sizes {
  const { kept } = object;
  const before = known.get(kept);
  if (before?.writes === kept.writes) return before;
  const { positions } = object;
  const corners = cornersOf(runtime, object);
  let [volume, size, products, lengths] = [0, 0, 0, 0];
  const first = 3 * (corners[0] ?? 0);
  const [x, y, z] = [positions[first], positions[first + 1], positions[first + 2]];
  for (let at = 0; at < corners.length; at += 3) {
    const a = 3 * corners[at];
    const b = 3 * corners[at + 1];
    const c = 3 * corners[at + 2];
    const ax = positions[a] - x;
    const ay = positions[a + 1] - y;
    const az = positions[a + 2] - z;
    const bx = positions[b] - x;
    const by = positions[b + 1] - y;
    const bz = positions[b + 2] - z;
    const cx = positions[c] - x;
    const cy = positions[c + 1] - y;
    const cz = positions[c + 2] - z;
    volume += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    size += Math.abs(ax) * (Math.abs(by * cz) + Math.abs(bz * cy));
    size += Math.abs(ay) * (Math.abs(bz * cx) + Math.abs(bx * cz));
    size += Math.abs(az) * (Math.abs(bx * cy) + Math.abs(by * cx));
    // No shorter than they are, and without squares that could underflow.
    const u = Math.abs(bx - ax) + Math.abs(by - ay) + Math.abs(bz - az);
    const v = Math.abs(cx - ax) + Math.abs(cy - ay) + Math.abs(cz - az);
    products += u * v;
    lengths += u + v;
  }
  // Six times the volume, of which each term is off by a few units in the last place, and each sum by one.
  const error = (8 + corners.length) * 2 ** -52 * size;
  const sizes = {
    writes: kept.writes,
    volume: Math.max(0, (Math.abs(volume) - error) / 6),
    products: SAFETY * products,
    lengths: SAFETY * lengths,
    count: corners.length / 3,
  };
  known.set(kept, sizes);
  return sizes;
}

/** How much rounding may change the volume of an object that has been placed. */
export function volumeMovedByPlacing(runtime: WasmRuntime, object: SceneObject): number {
  const { matrix, restBox } = object;
  if (!matrix) return 0;
  const [norm, , off, isInRange] = placingOf(matrix, reachOf(restBox));
  if (!isInRange) return Infinity;
  const { products, lengths, count } = sizesOf(runtime, object);
  return (SAFETY * off * (norm * norm * products + 2 * off * (norm * lengths + 2 * off * count))) / 2;
}

/** Whether an object faces outward where it is placed if it does so as given, and the matrix does not mirror it. */
export function keepsVolume(runtime: WasmRuntime, object: SceneObject): boolean {
  const { matrix, restBox } = object;
  if (!matrix) return true;
  const { volume } = sizesOf(runtime, object);
  const [, determinant] = placingOf(matrix, reachOf(restBox));
  return determinant * volume > 2 * volumeMovedByPlacing(runtime, object);
}
