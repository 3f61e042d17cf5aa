/**
 * The tile lists on the GPU: which cells a triangle covers, and the list of each cell.
 *
 * A triangle lies in the lists of the least level of the pyramid at which it covers CELLS_MOST cells or fewer, so cells
 * are about as wide as the triangles in them, whatever else is in the scene. Lists of cells lie in a table of buckets; a
 * bucket may hold entries of several cells, which the marks tell apart. Boxes are computed once, and all passes use the
 * same: low corner and object, high corner and flags: INSIDE, and the certain signs of its normal. Coordinates are kept as
 * bits, because a GPU may change what it moves as a float.
 */

/**
 * Image coordinates of a vertex as it lies in the buffer. Goes behind a uniform `image` with a field `scale`, a power of
 * two. Numbers below the normal ones become 0 here: a GPU may or may not flush them to 0, differently each time, and boxes must agree.
 */
export const IMAGE_POINT_WGSL = /* wgsl */ `
const SMALLEST_NORMAL = 0x1p-126;

fn normalOrZero(p: vec3f) -> vec3f {
  return select(p, vec3f(0.0), abs(p) < vec3f(SMALLEST_NORMAL));
}

fn imagePoint(vertex: vec4f) -> vec3f {
  return normalOrZero(normalOrZero(vertex.xyz) * image.scale);
}
`;

/** The pyramid and its table. Goes behind the struct ImageParameters and a uniform `image` of it. */
export const PYRAMID_WGSL = /* wgsl */ `
const CELLS_MOST = 4u;
// Flags of a box: whether its triangle is in the image, and from SIGNS_SHIFT on the signs of its normal.
const INSIDE = 1u;
const SIGNS_SHIFT = 8u;

// Across and down.
fn seen(p: vec3f) -> vec2f {
  if (image.axis == 0u) { return p.yz; }
  if (image.axis == 1u) { return p.zx; }
  return p.xy;
}

// At level 0.
fn cellOf(p: vec3f) -> vec2u {
  let scaled = seen(p) * vec2f(image.scaleAcross, image.scaleDown);
  let cell = vec2i(floor(scaled)) - vec2i(image.firstAcross, image.firstDown);
  return vec2u(clamp(cell, vec2i(0), vec2i(vec2u(image.across, image.down)) - 1));
}

fn levelOf(first: vec2u, last: vec2u) -> u32 {
  var level = 0u;
  loop {
    let span = (last >> vec2u(level)) - (first >> vec2u(level)) + 1u;
    if (all(span <= vec2u(CELLS_MOST)) && span.x * span.y <= CELLS_MOST) { return level; }
    level++;
  }
}

// Blocks of 8 x 8 cells stay together, wherever in the table they come to lie.
fn bucketOf(cell: vec2u, level: u32) -> u32 {
  let block = cell >> vec2u(3u);
  var h = (block.x * 0x9e3779b1u) ^ (block.y * 0x85ebca77u) ^ (level * 0xc2b2ae3du);
  h = (h ^ (h >> 15u)) * 0x2c1b3c6du;
  h ^= h >> 13u;
  return ((h << 6u) | ((cell.y & 7u) << 3u) | (cell.x & 7u)) & image.bucketMask;
}

// 13 bits across, 13 bits down, the level: tells the few cells of one triangle apart from each other.
fn markOf(cell: vec2u, level: u32) -> u32 {
  return (cell.x & 0x1fffu) | ((cell.y & 0x1fffu) << 13u) | (level << 26u);
}

// The cell of a mark, given the first cell of its triangle.
fn cellOfMark(mark: u32, first: vec2u) -> vec2u {
  return first + ((vec2u(mark, mark >> 13u) - first) & vec2u(0x1fffu));
}
`;

export const COVER_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> image: ImageParameters;
@group(0) @binding(1) var<storage, read> vertices: array<vec4f>;
@group(0) @binding(2) var<storage, read> triangles: array<vec4u>;
@group(0) @binding(3) var<storage, read> regions: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> boxes: array<vec4u>;
@group(0) @binding(5) var<storage, read_write> cells: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read_write> uncertain: array<u32>;
@group(0) @binding(7) var<storage, read_write> counters: array<atomic<u32>>;

fn countCells(first: vec2u, last: vec2u) {
  let level = levelOf(first, last);
  // Behind the buckets and their total: which levels are used.
  let levels = image.bucketMask + 2u;
  if ((atomicLoad(&cells[levels]) & (1u << level)) == 0u) { atomicOr(&cells[levels], 1u << level); }
  for (var y = first.y >> level; y <= last.y >> level; y++) {
    for (var x = first.x >> level; x <= last.x >> level; x++) { atomicAdd(&cells[bucketOf(vec2u(x, y), level)], 1u); }
  }
}

// Boxes and cells of each triangle, and the lengths of the lists; triangles that may have no area.
@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let t = workgroupIndex(id, grid) * THREADS + thread;
  if (t >= image.triangleCount) { return; }
  let corners = triangles[t];
  let a = imagePoint(vertices[corners.x]);
  let b = imagePoint(vertices[corners.y]);
  let c = imagePoint(vertices[corners.z]);
  let signs = normalSigns(a, b, c, image.rounding);
  if (signs == 0u) {
    let place = appendEntries(image.uncertainCounter, 1u);
    if (place < arrayLength(&uncertain)) { uncertain[place] = t; }
  }
  // Nothing lies beyond 1, so boxes need not reach farther to overlap.
  let low = max(min(min(a, b), c) - image.growth, vec3f(-1.0));
  let high = min(max(max(a, b), c) + image.growth, vec3f(1.0));
  let side = all(low <= regions[2u * corners.w + 1u].xyz) && all(high >= regions[2u * corners.w].xyz);
  if (side) { countCells(cellOf(low), cellOf(high)); }
  boxes[2u * t] = vec4u(bitcast<vec3u>(low), corners.w);
  boxes[2u * t + 1u] = vec4u(bitcast<vec3u>(high), select(0u, INSIDE, side) | (signs << SIGNS_SHIFT));
}
`;

export const FILL_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> image: ImageParameters;
@group(0) @binding(1) var<storage, read> boxes: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> cells: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> entries: array<vec2u>;

// Fills the lists. Where a list began it ends afterwards: each bucket's word has become the beginning of the next.
@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let t = workgroupIndex(id, grid) * THREADS + thread;
  if (t >= image.triangleCount) { return; }
  let high = boxes[2u * t + 1u];
  if ((high.w & INSIDE) == 0u) { return; }
  let first = cellOf(bitcast<vec3f>(boxes[2u * t].xyz));
  let last = cellOf(bitcast<vec3f>(high.xyz));
  let level = levelOf(first, last);
  for (var y = first.y >> level; y <= last.y >> level; y++) {
    for (var x = first.x >> level; x <= last.x >> level; x++) {
      let place = atomicAdd(&cells[bucketOf(vec2u(x, y), level)], 1u);
      if (place < arrayLength(&entries)) { entries[place] = vec2u(t, markOf(vec2u(x, y), level)); }
    }
  }
}
`;
