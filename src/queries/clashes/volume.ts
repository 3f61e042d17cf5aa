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
import type { Bounds } from '../../mesh/bounds.ts';
import { addInside, eachInside, type InsideParts, wholeSurface } from './inside-parts.ts';
import { Box } from './measures.ts';
import { faceSameWay, type PairRegions, type Region } from './regions.ts';
import type { SolidWindings } from './solid-windings.ts';
import type { Surface } from './surface.ts';

const EPSILON = 2 ** -53;

export interface RegionVolume {
  readonly volume: number;
  readonly errorBound: number;
  /** The integral of the place over the volume: its centre times its size. Rounded. */
  readonly moment: readonly [number, number, number];
  /** Around the volume. */
  readonly bounds: Bounds;
}

/** Sums tetrahedra with a common point, and what the sum may be off by. */
class VolumeSum {
  readonly #x: number;
  readonly #y: number;
  readonly #z: number;
  #sum = 0;
  #carry = 0;
  #bound = 0;
  /** Four times the integral of the vector from the origin. */
  readonly #moment: [number, number, number] = [0, 0, 0];

  constructor(origin: readonly number[]) {
    [this.#x, this.#y, this.#z] = origin;
  }

  /** Three corners, x y z each from `at` on; `error` is what each coordinate may be off by. */
  add(corners: ArrayLike<number>, at: number, weight: number, error: number): void {
    const ox = this.#x;
    const oy = this.#y;
    const oz = this.#z;
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
    this.#moment[0] += volume * (ax + bx + cx);
    this.#moment[1] += volume * (ay + by + cy);
    this.#moment[2] += volume * (az + bz + cz);
    const next = this.#sum + volume;
    this.#carry += Math.abs(this.#sum) >= Math.abs(volume) ? this.#sum - next + volume : volume - next + this.#sum;
    this.#sum = next;
    const size =
      Math.abs(ax) * (Math.abs(by * cz) + Math.abs(bz * cy)) +
      Math.abs(ay) * (Math.abs(bz * cx) + Math.abs(bx * cz)) +
      Math.abs(az) * (Math.abs(bx * cy) + Math.abs(by * cx));
    const reach = Math.abs(ax) + Math.abs(ay) + Math.abs(az);
    this.#bound +=
      Math.abs(weight) *
      (4 * Number.MIN_VALUE * (1 + reach) +
        2 * EPSILON * size +
        2 * error * areaOf(bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az));
  }

  /** Around what belongs to the surface of the volume. */
  readonly box = new Box();

  /** `sign` times the sum. The last factor pays for the rounding of the bound itself. */
  result(sign: number): RegionVolume {
    const volume = sign * (this.#sum + this.#carry);
    const origin = [this.#x, this.#y, this.#z];
    const at = (k: 0 | 1 | 2) => (sign * this.#moment[k]) / 4 + volume * origin[k];
    return {
      volume,
      errorBound: (this.#bound + 2 * EPSILON * Math.abs(volume)) * (1 + 2 ** -20),
      moment: [at(0), at(1), at(2)],
      bounds: { min: this.box.min, max: this.box.max },
    };
  }
}

/** The area of the triangle spanned by two sides. */
function areaOf(ux: number, uy: number, uz: number, vx: number, vy: number, vz: number): number {
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  return Math.sqrt(x * x + y * y + z * z) / 2;
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
    eachInside(inside[side], (corners, at) => sum.add(corners, at, weight, error));
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
  eachInside(wholeSurface(surface), (corners, at) => sum.add(corners, at, 1, 0));
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
