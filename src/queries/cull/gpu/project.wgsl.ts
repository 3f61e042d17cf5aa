/**
 * Vertices as a view samples them: across and down in whole 1/256 of a pixel, depth in steps. In double precision (double.wgsl.ts), by
 * the operations of src/queries/cull/kernels/project.ts, so that both engines place every corner alike.
 */

import { doubleWgsl } from './double.wgsl.ts';

/** Words of a view: rows, low corner, scale (places across and down, depth), as doubles; sizes of the three in radii of FAR's boxes. */
export const VIEW = { rows: 0, low: 18, scale: 24, sizes: 30 } as const;
export const VIEW_WORDS = 33;

export const VIEW_WGSL = `
const VIEW_WORDS = ${VIEW_WORDS}u;
const VIEW_SIZES = ${VIEW.sizes}u;
`;

/** `floored`: how many of across, down and depth are cut to whole numbers. Depth otherwise stays a double. */
const projectWgsl = (floored: 2 | 3) => /* wgsl */ `
override THREADS: u32;
const HALF = ${doubleWgsl(0.5)};

@group(0) @binding(0) var<uniform> parameters: CullParameters;
@group(0) @binding(1) var<storage, read> state: array<u32>;
@group(0) @binding(2) var<storage, read> views: array<u32>;
// The bits of coordinates: nothing is to take them for numbers and round them to zero.
@group(0) @binding(3) var<storage, read> vertices: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> projected: array<vec4u>;

fn doubleAt(at: u32) -> vec2u { return vec2u(views[at], views[at + 1u]); }

// How far a vertex lies along a row of the view.
fn alongRow(vertex: vec3u, row: u32) -> vec2u {
  var sum = vec2u(0u);
  for (var k = 0u; k < 3u; k++) { sum = addDouble(sum, timesDouble(doubleOfBits(vertex[k]), doubleAt(row + 2u * k))); }
  return sum;
}

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let index = workgroupIndex(id, grid) * THREADS + thread;
  if (index >= parameters.vertexCount) { return; }
  let view = (state[AT_VISIT] % parameters.viewCount) * ${VIEW_WORDS}u;
  let vertex = vertices[index].xyz;
  var place: array<vec2u, 3>;
  // Rows of axes are 0 and 1 or −1, so that sums of products are the coordinates themselves.
  for (var k = 0u; k < 3u; k++) {
    let along = alongRow(vertex, view + ${VIEW.rows}u + 6u * k);
    let beside = subtractDouble(along, doubleAt(view + ${VIEW.low}u + 2u * k));
    place[k] = timesDouble(beside, doubleAt(view + ${VIEW.scale}u + 2u * k));
    if (k < ${floored}u) { place[k].x = bitcast<u32>(floorOfDouble(addDouble(place[k], HALF))); }
  }
  projected[index] = vec4u(place[0].x, place[1].x, place[2]);
}
`;

export const PROJECT_SAMPLES_WGSL = projectWgsl(2);
export const PROJECT_BOXES_WGSL = projectWgsl(3);
