/** Fragment lists on the GPU: counting and filling lists of fragments per pixel. */

/** What both have in common: goes through the pixels of a piece and calls `emit` for those that are covered. */
export const LAYERS_WGSL = /* wgsl */ `
// As shapes.ts writes them.
const EDGES = 3u;
const FUNCTIONS = 5u;

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
      let range = functions[first + EDGES + 1u].xy;
      let depth = clamp(valueAt(functions[first + EDGES], x, y), range.x, range.y);
      let pixel = u32(row - parameters.firstRow) * parameters.resolution + u32(column);
      emit(pixel, rank, depthStep(depth));
    }
  }
}
`;

export const COUNT_LAYERS_WGSL = /* wgsl */ `
@group(0) @binding(4) var<storage, read_write> counts: array<atomic<u32>>;

fn emit(pixel: u32, rank: u32, depth: u32) {
  atomicAdd(&counts[pixel], 1u);
}
`;

export const FILL_LAYERS_WGSL = /* wgsl */ `
@group(0) @binding(4) var<storage, read_write> cursors: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> fragments: array<vec2u>;

fn emit(pixel: u32, rank: u32, depth: u32) {
  let place = atomicAdd(&cursors[pixel], 1u);
  fragments[place] = vec2u(rank, depth);
}
`;

/** The walk over the list of a pixel. Twin of what src/queries/cull/kernels/walk.ts does with sampled coverage. */
export const WALK_LAYERS_WGSL = /* wgsl */ `
const NOTHING = 0xffffffffu;
const ASKED = 1u;
const DRAWN = 2u;

@group(0) @binding(0) var<uniform> parameters: WalkParameters;
@group(0) @binding(1) var<storage, read> starts: array<u32>;
@group(0) @binding(2) var<storage, read_write> fragments: array<vec2u>;
@group(0) @binding(3) var<storage, read> elementOf: array<u32>;
@group(0) @binding(4) var<storage, read> elements: array<vec2u>;
@group(0) @binding(5) var<storage, read_write> hidden: array<atomic<u32>>;

override THREADS: u32;

fn depthAt(i: i32) -> u32 { return fragments[i].y; }
fn elementAt(i: i32) -> u32 { return elementOf[fragments[i].x]; }
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
      let held = fragments[start + i];
      var j = i;
      while (j >= gap) {
        let before = fragments[start + j - gap];
        if (before.x <= held.x) { break; }
        fragments[start + j] = before;
        j -= gap;
      }
      fragments[start + j] = held;
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
    if (others != NOTHING && depthAt(i) >= others && isAsked(element)) { hide(element); }
    if (isDrawn(element)) { own = min(own, depthAt(i)); }
  }
}

/** Elements one by one, in the first pass against themselves too; equal depths do not hide. */
fn walkSelf(begin: i32, end: i32, step: i32) {
  var nearest = NOTHING;
  var i = begin;
  while (i != end) {
    let element = elementAt(i);
    var own = NOTHING;
    var next = i;
    while (next != end) {
      if (elementAt(next) != element) { break; }
      own = min(own, depthAt(next));
      next += step;
    }
    if (isAsked(element)) {
      let limit = select(nearest, min(nearest, own), step > 0);
      for (var k = i; k != next; k += step) {
        if (depthAt(k) <= limit) { continue; }
        hide(element);
        break;
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
