/**
 * Neighbours on the GPU: which triangles a vertex has, how they hang together, and which fans are certified to be free of
 * collisions. Relative of src/queries/collide/kernels/fans.ts; twin of the certificate itself: certified-fan.ts, with the same names.
 *
 * Corners are listed by vertex, in no order: count, scan, fill; the words of `starts` are then the ends of the lists. That
 * and the shapes are made once for a mesh; certificates in every query.
 */
import { FAN_ALONE, FAN_CLOSED, FAN_IRREGULAR, FAN_OPEN } from '../../../memory/constants.ts';

/** Words of `fans`: the shape of a fan, and whether it is certified in this query. */
export const FANS_WGSL = /* wgsl */ `
const FAN_CLOSED = ${FAN_CLOSED}u;
const FAN_OPEN = ${FAN_OPEN}u;
const FAN_IRREGULAR = ${FAN_IRREGULAR}u;
const FAN_ALONE = ${FAN_ALONE}u;
const FAN_SHAPE = 255u;
const FAN_CERTIFIED = 256u;
`;

/** A corner's vertex before and after it, and the range of a vertex. Goes behind `triangles` and `starts`. */
const FAN_LISTS_WGSL = /* wgsl */ `
fn listBegin(vertex: u32) -> u32 {
  if (vertex == 0u) { return 0u; }
  return starts[vertex - 1u];
}

// The other two vertices of the triangle, in its order.
fn spokesOf(corner: u32) -> vec2u {
  let t = triangles[corner / 3u].xyz;
  let place = corner % 3u;
  return vec2u(t[(place + 1u) % 3u], t[(place + 2u) % 3u]);
}
`;

export const FAN_COUNT_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> image: ImageParameters;
@group(0) @binding(1) var<storage, read> triangles: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> starts: array<atomic<u32>>;

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let t = workgroupIndex(id, grid) * THREADS + thread;
  if (t >= image.triangleCount) { return; }
  let corners = triangles[t].xyz;
  for (var k = 0u; k < 3u; k++) { atomicAdd(&starts[corners[k]], 1u); }
}
`;

export const FAN_FILL_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> image: ImageParameters;
@group(0) @binding(1) var<storage, read> triangles: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> starts: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> corners: array<u32>;

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let t = workgroupIndex(id, grid) * THREADS + thread;
  if (t >= image.triangleCount) { return; }
  let vertices = triangles[t].xyz;
  for (var k = 0u; k < 3u; k++) { corners[atomicAdd(&starts[vertices[k]], 1u)] = 3u * t + k; }
}
`;

export const FAN_SHAPE_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> image: ImageParameters;
@group(0) @binding(1) var<storage, read> triangles: array<vec4u>;
@group(0) @binding(2) var<storage, read> starts: array<u32>;
@group(0) @binding(3) var<storage, read> corners: array<u32>;
@group(0) @binding(4) var<storage, read_write> fans: array<u32>;

// Larger ones are tested in pairs: one thread looks at a fan, and at each of its triangles against all.
const FAN_MOST = 256u;

// Closed when every edge at the vertex is left by one triangle and entered by one other; open when one edge is only left
// and one only entered.
fn shapeOf(begin: u32, end: u32) -> u32 {
  if (end - begin == 1u) { return FAN_ALONE; }
  if (end - begin > FAN_MOST) { return FAN_IRREGULAR; }
  var loose = 0u;
  for (var i = begin; i < end; i++) {
    let entered = spokesOf(corners[i]).y;
    var leaving = 0u;
    var entering = 0u;
    for (var j = begin; j < end; j++) {
      let spokes = spokesOf(corners[j]);
      leaving += u32(spokes.x == entered);
      entering += u32(spokes.y == entered);
    }
    if (leaving > 1u || entering > 1u) { return FAN_IRREGULAR; }
    loose += 1u - leaving;
  }
  if (loose > 1u) { return FAN_IRREGULAR; }
  return select(FAN_CLOSED, FAN_OPEN, loose == 1u);
}

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let vertex = workgroupIndex(id, grid) * THREADS + thread;
  if (vertex >= image.vertexCount) { return; }
  let begin = listBegin(vertex);
  let end = starts[vertex];
  if (end > begin) { fans[vertex] = shapeOf(begin, end); }
}
${FAN_LISTS_WGSL}`;

export const FAN_CERTIFY_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> image: ImageParameters;
@group(0) @binding(1) var<storage, read> vertices: array<vec4f>;
@group(0) @binding(2) var<storage, read> triangles: array<vec4u>;
@group(0) @binding(3) var<storage, read> boxes: array<vec4u>;
@group(0) @binding(4) var<storage, read> starts: array<u32>;
@group(0) @binding(5) var<storage, read> corners: array<u32>;
@group(0) @binding(6) var<storage, read_write> fans: array<u32>;

const NO_SIGN = 0u;
const ALL_SIGNS = 63u;
// The mean of normals as whole numbers up to this: directions across it are then exact.
const DIRECTION_STEPS = 15.0;
const TRIES = 4u;

struct Fan { apex: vec3f, begin: u32, end: u32, isClosed: bool }

fn spokePoint(vertex: u32) -> vec3f {
  return imagePoint(vertices[vertex]);
}

fn commonSigns(fan: Fan) -> u32 {
  var signs = ALL_SIGNS;
  for (var i = fan.begin; i < fan.end; i++) { signs &= boxes[2u * (corners[i] / 3u) + 1u].w >> SIGNS_SHIFT; }
  return signs;
}

// Bits are in the order z, x, y, the negative ones behind.
fn axisOf(sign: u32) -> vec3i {
  let direction = select(1, -1, sign >= 3u);
  let axis = (sign + 2u) % 3u;
  return direction * vec3i(vec3u(axis) == vec3u(0u, 1u, 2u));
}

// Roughly along the mean of the normals; 0 when there is none.
fn meanDirection(fan: Fan) -> vec3i {
  var sum = vec3f(0.0);
  for (var i = fan.begin; i < fan.end; i++) {
    let spokes = spokesOf(corners[i]);
    sum += shortened(crossProduct(spokePoint(spokes.x) - fan.apex, spokePoint(spokes.y) - fan.apex));
  }
  return vec3i(round(DIRECTION_STEPS * shortened(sum)));
}

// Do all triangles certainly turn the same way, seen against the direction?
fn areAllOriented(fan: Fan, direction: vec3i) -> bool {
  let d = vec3f(direction);
  for (var i = fan.begin; i < fan.end; i++) {
    let spokes = spokesOf(corners[i]);
    let plane = planeThrough(fan.apex, spokePoint(spokes.x), spokePoint(spokes.y), image.rounding);
    if (!(dotProduct(d, plane.normal) > dotProduct(abs(d), plane.slope) + UNDERFLOW)) { return false; }
  }
  return true;
}

// Some whole-numbered vector square to the direction.
fn acrossDirection(direction: vec3i, attempt: u32) -> vec3i {
  var other = vec3i(3, 1, 2);
  if (attempt == 1u) { other = vec3i(-2, 5, 1); }
  if (attempt == 2u) { other = vec3i(1, -4, 7); }
  if (attempt == 3u) { other = vec3i(5, 2, -3); }
  return direction.yzx * other.zxy - direction.zxy * other.yzx;
}

// The certain side of a point: -1, 1, or 0.
fn sideAcross(fan: Fan, across: vec3f, offset: f32, p: vec3f) -> i32 {
  let range = heightRange(across, fan.apex, p, offset);
  return i32(range.x > 0.0) - i32(range.y < 0.0);
}

const ROUND_UNCERTAIN = 0u;
const ROUND_ONCE = 1u;
const ROUND_MORE = 2u;

// Whether the triangles cover no direction around the vertex twice, given that all turn the same way seen against a
// direction: crossings of a half-plane that contains it are counted. For a closed fan there is one; an open fan goes
// round less than once when one of the two half-planes is crossed by none.
fn goesRound(fan: Fan, across: vec3f) -> u32 {
  let slack = 2.0 * ROUNDING_SLACK * image.rounding;
  let offset = slack * componentSum(abs(across)) + UNDERFLOW;
  var up = 0u;
  var down = 0u;
  for (var i = fan.begin; i < fan.end; i++) {
    let spokes = spokesOf(corners[i]);
    let a = sideAcross(fan, across, offset, spokePoint(spokes.x));
    let b = sideAcross(fan, across, offset, spokePoint(spokes.y));
    if (a == 0 || b == 0) { return ROUND_UNCERTAIN; }
    up += u32(a < b);
    down += u32(a > b);
  }
  let once = select(up == 0u || down == 0u, up == 1u, fan.isClosed);
  return select(ROUND_MORE, ROUND_ONCE, once);
}

fn certifiedAlong(fan: Fan, direction: vec3i) -> bool {
  for (var attempt = 0u; attempt < TRIES; attempt++) {
    let found = goesRound(fan, vec3f(acrossDirection(direction, attempt)));
    if (found != ROUND_UNCERTAIN) { return found == ROUND_ONCE; }
  }
  return false;
}

fn isCertified(fan: Fan) -> bool {
  let signs = commonSigns(fan);
  if (signs != NO_SIGN && certifiedAlong(fan, axisOf(firstTrailingBit(signs)))) { return true; }
  let mean = meanDirection(fan);
  return areAllOriented(fan, mean) && certifiedAlong(fan, mean);
}

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let vertex = workgroupIndex(id, grid) * THREADS + thread;
  if (vertex >= image.vertexCount) { return; }
  let shape = fans[vertex] & FAN_SHAPE;
  let fan = Fan(spokePoint(vertex), listBegin(vertex), starts[vertex], shape == FAN_CLOSED);
  if (fan.begin == fan.end) { return; }
  let certified = shape == FAN_ALONE || (shape != FAN_IRREGULAR && isCertified(fan));
  fans[vertex] = shape | select(0u, FAN_CERTIFIED, certified);
}
${FAN_LISTS_WGSL}`;
