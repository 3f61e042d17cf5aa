/** Sums of tetrahedra over triangles with a common point, and what they may be off by: the same to the bit as volume.ts adds others. */
import { FORMAT_F32 } from '../../../memory/constants';
import { reserveScratch } from '../../../memory/kernels/scratch';
import { DEPTH_SMALL } from '../constants';

const EPSILON: f64 = 1.1102230246251565e-16;
const SMALLEST: f64 = 5e-324;
/** Sums of three squares above this have lost nothing to underflow: 2^-900. */
const LEAST_SQUARES: f64 = 1.1830521861667747e-271;
const corners = reserveScratch(72);

/** Where a sum stands; TypeScript has it as a list. */
// @unmanaged
class VolumeState {
  /** The common point. */
  x: f64 = 0;
  y: f64 = 0;
  z: f64 = 0;
  sum: f64 = 0;
  carry: f64 = 0;
  bound: f64 = 0;
  /** Four times the integral of the vector from the point. */
  momentX: f64 = 0;
  momentY: f64 = 0;
  momentZ: f64 = 0;
}

/** The area of the triangle spanned by two sides, or what it does not exceed where squares underflow. */
// @inline
function areaOf(ux: f64, uy: f64, uz: f64, vx: f64, vy: f64, vz: f64): f64 {
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const squares = x * x + y * y + z * z;
  return (squares > LEAST_SQUARES ? sqrt<f64>(squares) : abs(x) + abs(y) + abs(z)) / 2;
}

// @inline
function addTriangle(state: VolumeState, at: usize, weight: f64, error: f64): void {
  const ax = load<f64>(at) - state.x;
  const ay = load<f64>(at, 8) - state.y;
  const az = load<f64>(at, 16) - state.z;
  const bx = load<f64>(at, 24) - state.x;
  const by = load<f64>(at, 32) - state.y;
  const bz = load<f64>(at, 40) - state.z;
  const cx = load<f64>(at, 48) - state.x;
  const cy = load<f64>(at, 56) - state.y;
  const cz = load<f64>(at, 64) - state.z;
  const nx = by * cz - bz * cy;
  const ny = bz * cx - bx * cz;
  const nz = bx * cy - by * cx;
  const volume = (weight * (ax * nx + ay * ny + az * nz)) / 6;
  state.momentX += volume * (ax + bx + cx);
  state.momentY += volume * (ay + by + cy);
  state.momentZ += volume * (az + bz + cz);
  const sum = state.sum;
  const after = sum + volume;
  state.carry += abs(sum) >= abs(volume) ? sum - after + volume : volume - after + sum;
  state.sum = after;
  const size =
    abs(ax) * (abs(by * cz) + abs(bz * cy)) +
    abs(ay) * (abs(bz * cx) + abs(bx * cz)) +
    abs(az) * (abs(bx * cy) + abs(by * cx));
  const reach = abs(ax) + abs(ay) + abs(az);
  state.bound +=
    abs(weight) *
    (4 * SMALLEST * (1 + reach) +
      2 * EPSILON * size +
      2 * error * areaOf(bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az));
}

/**
 * Adds triangles of a surface: numbers, or DEPTH_SMALL and the place of nine coordinates in `small`. `error` is what each coordinate may be
 * off by.
 */
export function addVolume(
  address: usize,
  vertices: usize,
  format: u32,
  indices: usize,
  list: usize,
  count: u32,
  small: usize,
  weight: f64,
  error: f64,
): void {
  const state = changetype<VolumeState>(address);
  for (let i: u32 = 0; i < count; i++) {
    const number = load<u32>(list + ((<usize>i) << 2));
    if (number >= DEPTH_SMALL) {
      addTriangle(state, small + <usize>(number - DEPTH_SMALL) * 72, weight, error);
      continue;
    }
    const triangle = indices + <usize>number * 12;
    for (let k: usize = 0; k < 3; k++) {
      const vertex = <usize>load<u32>(triangle + (k << 2));
      const to = corners + k * 24;
      if (format == FORMAT_F32) {
        const at = vertices + (vertex << 4);
        store<f64>(to, <f64>load<f32>(at));
        store<f64>(to, <f64>load<f32>(at, 4), 8);
        store<f64>(to, <f64>load<f32>(at, 8), 16);
      } else memory.copy(to, vertices + vertex * 24, 24);
    }
    addTriangle(state, corners, weight, error);
  }
}
