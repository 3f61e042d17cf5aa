/**
 * Vertices in quarter steps of the grid, from single or double precision, in whole numbers (grid-units.ts says how exact).
 * Coordinates 2^17 voxels or more away are FAR, with their sign.
 */
export const STEPS_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> parameters: StepsParameters;
@group(0) @binding(1) var<storage, read> positions: array<u32>;
@group(0) @binding(2) var<storage, read_write> quarters: array<vec4i>;

/** No number of units; more than any. */
const TOO_MANY = vec2u(0xffffffffu, 0x7fffffffu);

fn bitsOf(a: vec2u) -> u32 {
  return select(32u - countLeadingZeros(a.x), 64u - countLeadingZeros(a.y), a.y != 0u);
}

/** a · 2^by, rounded down; TOO_MANY from 2^62 on. */
fn shifted(a: vec2u, by: i32) -> vec2u {
  if (by >= 0) {
    if ((a.x | a.y) == 0u) { return a; }
    if (by > 62 || bitsOf(a) + u32(by) > 62u) { return TOO_MANY; }
    let n = u32(by);
    if (n >= 32u) { return vec2u(0u, a.x << (n - 32u)); }
    if (n == 0u) { return a; }
    return vec2u(a.x << n, (a.y << n) | (a.x >> (32u - n)));
  }
  let n = u32(-by);
  if (n >= 64u) { return vec2u(0u); }
  if (n >= 32u) { return vec2u(a.y >> (n - 32u), 0u); }
  return vec2u((a.x >> n) | (a.y << (32u - n)), a.y >> n);
}

/** Units of the grid in a number, without its sign. */
fn unitsOf(low: u32, high: u32) -> vec2u {
  if (parameters.isDouble != 0u) {
    let exponent = (high >> 20u) & 0x7ffu;
    let mantissa = vec2u(low, (high & 0xfffffu) | select(0x100000u, 0u, exponent == 0u));
    return shifted(mantissa, i32(max(exponent, 1u)) - 1075 - parameters.exponent);
  }
  let exponent = (high >> 23u) & 0xffu;
  let mantissa = vec2u((high & 0x7fffffu) | select(0x800000u, 0u, exponent == 0u), 0u);
  return shifted(mantissa, i32(max(exponent, 1u)) - 150 - parameters.exponent);
}

/** One coordinate; high holds its sign. */
fn quartersOf(low: u32, high: u32, origin: vec2u) -> i32 {
  let size = unitsOf(low, high);
  let isNegative = (high >> 31u) != 0u;
  if (size.y == TOO_MANY.y) { return select(FAR, -FAR, isNegative); }
  let apart = longSubtract(select(size, longNegate(size), isNegative), origin);
  let isBefore = longIsNegative(apart);
  let units = longAbs(apart);
  if (units.y >= 64u) { return select(FAR, -FAR, isBefore); }
  // Times a fraction of 37 bits: what is below 32 bits is dropped, half of the other five is added.
  let lower = wideProduct(units.x, parameters.quarters);
  let product = longAdd(longAdd(vec2u(lower.y, 0u), wideProduct(units.y, parameters.quarters)), vec2u(16u, 0u));
  let found = (product.x >> 5u) | (product.y << 27u);
  let steps = select(i32(found), FAR, (product.y >> 5u) != 0u || found >= u32(FAR));
  return select(steps, -steps, isBefore);
}

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let vertex = workgroupIndex(id, grid) * THREADS + thread;
  if (vertex >= parameters.vertexCount) { return; }
  let x = vec2u(parameters.originXLow, parameters.originXHigh);
  let y = vec2u(parameters.originYLow, parameters.originYHigh);
  let z = vec2u(parameters.originZLow, parameters.originZHigh);
  if (parameters.isDouble != 0u) {
    let at = 6u * vertex;
    quarters[vertex] = vec4i(
      quartersOf(positions[at], positions[at + 1u], x),
      quartersOf(positions[at + 2u], positions[at + 3u], y),
      quartersOf(positions[at + 4u], positions[at + 5u], z),
      0,
    );
  } else {
    let at = 4u * vertex;
    quarters[vertex] = vec4i(
      quartersOf(0u, positions[at], x),
      quartersOf(0u, positions[at + 1u], y),
      quartersOf(0u, positions[at + 2u], z),
      0,
    );
  }
}
`;

/** What all shaders on quarter steps know. */
export const QUARTERS_WGSL = /* wgsl */ `
/** Quarter steps in a voxel, and the bits of that. */
const QUARTERS: i32 = 16384;
/** A coordinate that is too far away to be told exactly. */
const FAR: i32 = 0x7fff0000;
`;
