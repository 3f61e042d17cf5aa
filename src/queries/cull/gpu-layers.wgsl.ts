/** The layered image on the GPU: counting and filling lists of fragments per pixel. */

/** What both have in common: goes through the pixels of a piece and calls `emit` for those that are covered. */
export const LAYERS_WGSL = /* wgsl */ `
const EDGES = 6u;
const DEPTHS = 3u;
const FUNCTIONS = 12u;

@group(0) @binding(0) var<uniform> parameters: LayerParameters;
@group(0) @binding(1) var<storage, read> functions: array<vec4f>;
@group(0) @binding(2) var<storage, read> rects: array<vec4i>;
@group(0) @binding(3) var<storage, read> pieces: array<vec4u>;

override THREADS: u32;

fn valueAt(f: vec4f, x: f32, y: f32) -> f32 {
  return f.x * x + f.y * y + f.z;
}

fn depthStep(depth: f32) -> u32 {
  return u32(clamp(floor(depth), 0.0, parameters.deepest));
}

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let index = workgroupIndex(id, grid) * THREADS + thread;
  if (index >= parameters.pieceCount) { return; }
  // Rank, first row, number of rows.
  let piece = pieces[index];
  let rank = piece.x;
  let rect = rects[rank];
  let first = rank * FUNCTIONS;
  let lastRow = i32(piece.y + piece.z) - 1;
  for (var row = i32(piece.y); row <= lastRow; row++) {
    let y = f32(row - rect.y);
    for (var column = rect.x; column <= rect.z; column++) {
      let x = f32(column - rect.x);
      var covered = true;
      for (var k = 0u; k < EDGES; k++) {
        let f = functions[first + k];
        let height = valueAt(f, x, y);
        if (height < 0.0 || (height == 0.0 && f.w != 0.0)) { covered = false; }
      }
      if (!covered) { continue; }
      var near = valueAt(functions[first + EDGES], x, y);
      var far = valueAt(functions[first + EDGES + DEPTHS], x, y);
      for (var k = 1u; k < DEPTHS; k++) {
        near = max(near, valueAt(functions[first + EDGES + k], x, y));
        far = min(far, valueAt(functions[first + EDGES + DEPTHS + k], x, y));
      }
      if (parameters.sampled != 0u) {
        near = min(near, far);
        far = near;
      }
      if (near > far) { continue; }
      let pixel = u32(row - parameters.firstRow) * parameters.resolution + u32(column);
      emit(pixel, rank, depthStep(near), depthStep(far));
    }
  }
}
`;

export const COUNT_LAYERS_WGSL = /* wgsl */ `
@group(0) @binding(4) var<storage, read_write> counts: array<atomic<u32>>;

fn emit(pixel: u32, rank: u32, near: u32, far: u32) {
  atomicAdd(&counts[pixel], 1u);
}
`;

export const FILL_LAYERS_WGSL = /* wgsl */ `
@group(0) @binding(4) var<storage, read_write> cursors: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> fragments: array<u32>;

fn emit(pixel: u32, rank: u32, near: u32, far: u32) {
  let place = atomicAdd(&cursors[pixel], 1u) * 3u;
  fragments[place] = rank;
  fragments[place + 1u] = near;
  fragments[place + 2u] = far;
}
`;

/** The walk over the list of a pixel. Twin of src/kernels/cull-walk.ts. */
export const WALK_LAYERS_WGSL = /* wgsl */ `
const NOTHING = 0xffffffffu;
const ASKED = 1u;
const DRAWN = 2u;

@group(0) @binding(0) var<uniform> parameters: WalkParameters;
@group(0) @binding(1) var<storage, read> starts: array<u32>;
@group(0) @binding(2) var<storage, read_write> fragments: array<u32>;
@group(0) @binding(3) var<storage, read> elementOf: array<u32>;
@group(0) @binding(4) var<storage, read> elements: array<vec2u>;
@group(0) @binding(5) var<storage, read> vertices: array<u32>;
@group(0) @binding(6) var<storage, read_write> hidden: array<atomic<u32>>;

override THREADS: u32;

fn rankAt(i: i32) -> u32 { return fragments[u32(i) * 3u]; }
fn nearAt(i: i32) -> u32 { return fragments[u32(i) * 3u + 1u]; }
fn farAt(i: i32) -> u32 { return fragments[u32(i) * 3u + 2u]; }
fn elementAt(i: i32) -> u32 { return elementOf[rankAt(i)]; }
fn isDrawn(element: u32) -> bool { return (elements[element].y & DRAWN) != 0u; }
fn isAsked(element: u32) -> bool { return (elements[element].y & ASKED) != 0u && atomicLoad(&hidden[element]) == 0u; }
fn hide(element: u32) { atomicStore(&hidden[element], 1u); }

/** Shell sort by rank: lists are short, and a long one is only slower. */
fn sortList(start: u32, end: u32) {
  let count = end - start;
  var gap = 1u;
  while (gap < count / 3u) { gap = 3u * gap + 1u; }
  while (gap > 0u) {
    for (var i = gap; i < count; i++) {
      let place = (start + i) * 3u;
      let held = vec3u(fragments[place], fragments[place + 1u], fragments[place + 2u]);
      var j = i;
      while (j >= gap) {
        let before = (start + j - gap) * 3u;
        if (fragments[before] <= held.x) { break; }
        let to = (start + j) * 3u;
        fragments[to] = fragments[before];
        fragments[to + 1u] = fragments[before + 1u];
        fragments[to + 2u] = fragments[before + 2u];
        j -= gap;
      }
      let to = (start + j) * 3u;
      fragments[to] = held.x;
      fragments[to + 1u] = held.y;
      fragments[to + 2u] = held.z;
    }
    gap /= 3u;
  }
}

fn walkBetween(begin: i32, end: i32, step: i32) {
  var others = NOTHING;
  var own = NOTHING;
  var object = NOTHING;
  for (var i = begin; i != end; i += step) {
    let element = elementAt(i);
    let owner = elements[element].x;
    if (owner != object) {
      others = min(others, own);
      own = NOTHING;
      object = owner;
    }
    if (others != NOTHING && farAt(i) >= others && isAsked(element)) { hide(element); }
    if (isDrawn(element)) { own = min(own, nearAt(i)); }
  }
}

fn areNeighbours(rank: u32, other: u32) -> bool {
  for (var k = 0u; k < 3u; k++) {
    let vertex = vertices[3u * rank + k];
    if (vertex == vertices[3u * other] || vertex == vertices[3u * other + 1u] || vertex == vertices[3u * other + 2u]) {
      return true;
    }
  }
  return false;
}

fn isBehind(i: i32, far: u32, begin: i32, end: i32, step: i32, own: bool) -> bool {
  let rank = rankAt(i);
  for (var k = begin; k != end; k += step) {
    if (k == i || nearAt(k) > far) { continue; }
    if (!own && !isDrawn(elementAt(k))) { continue; }
    if (!areNeighbours(rank, rankAt(k))) { return true; }
  }
  return false;
}

/** Elements one by one, in the first pass against themselves too. */
fn walkSelf(begin: i32, end: i32, step: i32) {
  let sampled = parameters.sampled != 0u;
  var nearest = NOTHING;
  var i = begin;
  while (i != end) {
    let element = elementAt(i);
    var own = NOTHING;
    var next = i;
    while (next != end) {
      if (elementAt(next) != element) { break; }
      own = min(own, nearAt(next));
      next += step;
    }
    if (isAsked(element)) {
      let limit = select(nearest, min(nearest, own), step > 0);
      let within = step > 0 && next != i + step;
      for (var k = i; k != next; k += step) {
        let far = farAt(k);
        var behind = false;
        if (sampled) { behind = far > limit; }
        else {
          if (nearest != NOTHING && far >= nearest) { behind = isBehind(k, far, begin, i, step, false); }
          if (!behind && within && far >= own) { behind = isBehind(k, far, i, next, step, true); }
        }
        if (behind) {
          hide(element);
          break;
        }
      }
    }
    if (isDrawn(element)) { nearest = min(nearest, own); }
    i = next;
  }
}

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let pixel = workgroupIndex(id, grid) * THREADS + thread;
  if (pixel >= parameters.pixelCount) { return; }
  let start = starts[pixel];
  let end = starts[pixel + 1u];
  if (end - start < 2u) { return; }
  if (parameters.sorted == 0u) { sortList(start, end); }
  var begin = i32(start);
  var stop = i32(end);
  var step = 1;
  if (parameters.backward != 0u) {
    begin = i32(end) - 1;
    stop = i32(start) - 1;
    step = -1;
  }
  if (parameters.withinObjects != 0u) { walkSelf(begin, stop, step); }
  else { walkBetween(begin, stop, step); }
}
`;
