/** What leaves the passes: corners of the triangles that the CPU has to look at, and rows for a caller's next pass. */

/**
 * Coordinates, as they lie in the buffer, of the corners of listed triangles: nine words each. Moved as bits, because a
 * GPU may change what it moves as a float. A list of pairs is a list of twice as many triangles.
 */
export const CORNERS_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> rows: RowsParameters;
@group(0) @binding(1) var<storage, read> vertices: array<vec4u>;
@group(0) @binding(2) var<storage, read> triangles: array<vec4u>;
@group(0) @binding(3) var<storage, read> list: array<u32>;
@group(0) @binding(4) var<storage, read_write> corners: array<u32>;

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let i = workgroupIndex(id, grid) * THREADS + thread;
  if (i >= rows.count) { return; }
  // Places behind the end of the list hold anything.
  let triangle = min(list[i], rows.total - 1u);
  for (var k = 0u; k < 3u; k++) {
    let p = vertices[triangles[triangle][k]];
    for (var axis = 0u; axis < 3u; axis++) { corners[9u * i + 3u * k + axis] = p[axis]; }
  }
}
`;

/** Pairs as the caller knows them: object, triangle, object, triangle; their kinds, and how many there are. */
export const ROWS_WGSL = /* wgsl */ `
override THREADS: u32;

const COPLANAR = 2u;

@group(0) @binding(0) var<uniform> rows: RowsParameters;
@group(0) @binding(1) var<storage, read> list: array<vec2u>;
@group(0) @binding(2) var<storage, read> triangles: array<vec4u>;
// Id and first triangle of each object.
@group(0) @binding(3) var<storage, read> objects: array<vec2u>;
@group(0) @binding(4) var<storage, read_write> pairs: array<vec4u>;
@group(0) @binding(5) var<storage, read_write> kinds: array<u32>;
@group(0) @binding(6) var<storage, read_write> count: array<u32>;

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let i = workgroupIndex(id, grid) * THREADS + thread;
  if (i == 0u) { count[0] = rows.total; }
  if (i >= rows.count) { return; }
  // The mark of pairs that are coplanar for certain: pairs.wgsl.ts.
  let isSame = list[i].y >= 0x80000000u;
  let pair = vec2u(list[i].x, list[i].y & 0x7fffffffu);
  let a = objects[triangles[pair.x].w];
  let b = objects[triangles[pair.y].w];
  pairs[rows.firstRow + i] = vec4u(a.x, pair.x - a.y, b.x, pair.y - b.y);
  kinds[rows.firstRow + i] = select(rows.kind, COPLANAR, isSame);
}
`;
