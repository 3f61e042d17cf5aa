/**
 * The volume of a region in which two solids overlap, to rounding.
 *
 * What they have in common is bounded by the pieces of each that lie inside the other, and where the surfaces lie on each
 * other by these, half from either side. Each triangle adds the volume of its tetrahedron with a point near by, times how
 * often the other surface winds round it; for solids round which the winding number is 1 inside and 0 outside that is the
 * volume (the divergence theorem). Both sides use the same rounded points, so the surface stays closed.
 *
 * Promise: `volume` is off by no more than `errorBound`.
 */
import type { AllKernelExports } from '../../backend/wasm/kernels.ts';
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { Bounds } from '../../mesh/bounds.ts';
import { addInside, type InsideParts, wholeSurface } from './inside-parts.ts';
import { Box } from './measures.ts';
import { faceSameWay, type PairRegions, type Region } from './regions.ts';
import type { SolidWindings } from './solid-windings.ts';
import type { Surface } from './surface.ts';
import { SurfaceKernels } from './surface-kernels.ts';

const EPSILON = 2 ** -53;
/** Sums of three squares above this have lost nothing to underflow. */
const LEAST_SQUARES = 2 ** -900;

export interface RegionVolume {
  readonly volume: number;
  readonly errorBound: number;
  /** The integral of the place over the volume: its centre times its size. Rounded. */
  readonly moment: readonly [number, number, number];
  /** Around the volume. */
  readonly bounds: Bounds;
}

/** Sums that a kernel adds up on the calling thread (kernels/volume-sum.ts). */
class VolumeKernels extends SurfaceKernels {
  readonly #runtime: WasmRuntime;

  constructor(runtime: WasmRuntime) {
    super(runtime);
    this.#runtime = runtime;
  }

  /** Adds triangles to a sum, which is a list of nine numbers: see VolumeSum. */
  add(sum: Float64Array, { surface, list, small }: InsideParts, weight: number, error: number): void {
    const { address, format } = surface.vertices.places;
    const words = [2 * sum.length, list.length, 2 * small.length];
    const [corners, , state, listAt, smallAt] = this.bring(surface.topology, ...words);
    const { memory } = this.#runtime;
    const at = state >>> 3;
    memory.f64.set(sum, at);
    memory.u32.set(list, listAt >>> 2);
    memory.f64.set(small, smallAt >>> 3);
    const { addVolume } = this.#runtime.kernels as AllKernelExports;
    addVolume(state, address, format, corners, listAt, list.length, smallAt, weight, error);
    sum.set(memory.f64.subarray(at, at + sum.length));
  }
}

/** Sums tetrahedra with a common point, and what the sum may be off by. */
class VolumeSum {
  /** As kernels/volume-sum.ts has it: the origin, the sum, what its rounding left, its bound, four times the integral of the vector. */
  readonly #state: Float64Array;

  constructor(origin: readonly number[]) {
    this.#state = Float64Array.of(...origin, 0, 0, 0, 0, 0, 0);
  }

  /** Adds what lies inside, in a kernel. */
  addParts(parts: InsideParts, weight: number, error: number): void {
    if (parts.list.length === 0) return;
    new VolumeKernels(parts.surface.object.runtime).add(this.#state, parts, weight, error);
  }

  /** Three corners, x y z each from `at` on; `error` is what each coordinate may be off by. */
  add(corners: ArrayLike<number>, at: number, weight: number, error: number): void {
    const state = this.#state;
    const [ox, oy, oz, sum] = state;
    const ax = corners[at] - ox;
    const ay = corners[at + 1] - oy;
    const az = corners[at + 2] - oz;
    const bx = corners[at + 3] - ox;
    const by = corners[at + 4] - oy;
    const bz = corners[at + 5] - oz;
    const cx = corners[at + 6] - ox;
    const cy = corners[at + 7] - oy;
    const cz = corners[at + 8] - oz;
    const nx = by * cz - bz * cy;
    const ny = bz * cx - bx * cz;
    const nz = bx * cy - by * cx;
    const volume = (weight * (ax * nx + ay * ny + az * nz)) / 6;
    state[6] += volume * (ax + bx + cx);
    state[7] += volume * (ay + by + cy);
    state[8] += volume * (az + bz + cz);
    const next = sum + volume;
    state[4] += Math.abs(sum) >= Math.abs(volume) ? sum - next + volume : volume - next + sum;
    state[3] = next;
    const size =
      Math.abs(ax) * (Math.abs(by * cz) + Math.abs(bz * cy)) +
      Math.abs(ay) * (Math.abs(bz * cx) + Math.abs(bx * cz)) +
      Math.abs(az) * (Math.abs(bx * cy) + Math.abs(by * cx));
    const reach = Math.abs(ax) + Math.abs(ay) + Math.abs(az);
    state[5] +=
      Math.abs(weight) *
      (4 * Number.MIN_VALUE * (1 + reach) +
        2 * EPSILON * size +
        2 * error * areaOf(bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az));
  }

  /** Around what belongs to the surface of the volume. */
  readonly box = new Box();

  /** `sign` times the sum. The last factor pays for the rounding of the bound itself. */
  result(sign: number): RegionVolume {
    const [x, y, z, sum, carry, bound, ...moment] = this.#state;
    const volume = sign * (sum + carry);
    const origin = [x, y, z];
    const at = (k: 0 | 1 | 2) => (sign * moment[k]) / 4 + volume * origin[k];
    return {
      volume,
      errorBound: (bound + 2 * EPSILON * Math.abs(volume)) * (1 + 2 ** -20),
      moment: [at(0), at(1), at(2)],
      bounds: { min: this.box.min, max: this.box.max },
    };
  }
}

/** The area of the triangle spanned by two sides, or what it does not exceed where squares underflow. */
function areaOf(ux: number, uy: number, uz: number, vx: number, vy: number, vz: number): number {
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const squares = x * x + y * y + z * z;
  return (squares > LEAST_SQUARES ? Math.sqrt(squares) : Math.abs(x) + Math.abs(y) + Math.abs(z)) / 2;
}

/** `inside` holds the triangles of both sides inside the other; `error` is what their coordinates may be off by. */
export function regionVolume(
  found: PairRegions | undefined,
  region: Region,
  inside: readonly InsideParts[],
  windings: readonly [SolidWindings, SolidWindings],
  origin: readonly number[],
  error: number,
): RegionVolume {
  const sum = new VolumeSum(origin);
  for (const side of [0, 1] as const) {
    const weight = windings[1 - side].inside;
    sum.addParts(inside[side], weight, error);
    addInside(sum.box, inside[side]);
    if (found) addFlush(sum, found, region, side, windings);
  }
  // The sum is the integral of the product of the two winding numbers, of which one or both may be negative.
  return sum.result(windings[0].inside * windings[1].inside);
}

const volumes = new WeakMap<Surface, number>();

/** The volume of a solid; rounded. */
export function solidVolume(surface: Surface): number {
  const known = volumes.get(surface);
  if (known !== undefined) return known;
  const { box } = surface;
  const sum = new VolumeSum([0, 1, 2].map((k) => box[k] / 2 + box[k + 3] / 2));
  sum.addParts(wholeSurface(surface), 1, 0);
  const volume = Math.abs(sum.result(1).volume);
  volumes.set(surface, volume);
  return volume;
}

function addFlush(
  sum: VolumeSum,
  { contact, meshes }: PairRegions,
  region: Region,
  side: 0 | 1,
  windings: readonly [SolidWindings, SolidWindings],
): void {
  const { points } = contact;
  const corners = new Float64Array(9);
  const mesh = meshes![side];
  for (const t of region.on[side]) {
    let error = 0;
    for (let k = 0; k < 3; k++) {
      const point = mesh.corners[3 * t + k];
      corners[3 * k] = points.x[point];
      corners[3 * k + 1] = points.y[point];
      corners[3 * k + 2] = points.z[point];
      error = Math.max(error, points.error[point]);
    }
    sum.add(corners, 0, windings[1 - side].inside / 2, error);
    // Faces between which the solids lie on opposite sides bound no common volume; what they add cancels.
    const facing = faceSameWay(contact, mesh.onPair[t]) ? 1 : -1;
    if (facing === windings[0].inside * windings[1].inside) sum.box.addAll(corners);
  }
}
