/**
 * Signs and separations that are certain although they are computed in single precision: WGSL.
 *
 * Twin of certain-signs.ts, with the same names; the bounds are derived in docs/single-precision.md.
 * test/exact/gpu/triangle-pair-wgsl.test.ts feeds both the same triangles.
 */
export const CERTAIN_SIGNS_WGSL = /* wgsl */ `
const DOT_BOUND: f32 = 8.0 * 0x1p-23;
const MINOR_BOUND: f32 = 5.0 * 0x1p-23;
const DETERMINANT_BOUND: f32 = 9.0 * 0x1p-23;
const UNDERFLOW: f32 = 0x1p-112;
const ROUNDING_SLACK: f32 = 1.0078125;

struct TriangleCorners { p0: vec3f, p1: vec3f, p2: vec3f }

struct Plane { point: vec3f, normal: vec3f, slope: vec3f, offset: f32 }

fn crossProduct(u: vec3f, v: vec3f) -> vec3f {
  return u.yzx * v.zxy - u.zxy * v.yzx;
}

fn crossSize(u: vec3f, v: vec3f) -> vec3f {
  let s = abs(u);
  let t = abs(v);
  return s.yzx * t.zxy + s.zxy * t.yzx;
}

fn crossRounding(u: vec3f, v: vec3f, slack: f32) -> vec3f {
  let spans = abs(u) + abs(v);
  return slack * (2.0 * (spans.yzx + spans.zxy) + vec3f(8.0 * slack));
}

fn dotProduct(u: vec3f, v: vec3f) -> f32 {
  return u.x * v.x + u.y * v.y + u.z * v.z;
}

fn componentSum(v: vec3f) -> f32 {
  return v.x + v.y + v.z;
}

fn planeThrough(p0: vec3f, p1: vec3f, p2: vec3f, rounding: f32) -> Plane {
  let u = p1 - p0;
  let v = p2 - p0;
  let size = crossSize(u, v);
  let slack = ROUNDING_SLACK * rounding;
  let slope = DETERMINANT_BOUND * size + crossRounding(u, v, slack);
  let spans = componentSum(abs(u)) + componentSum(abs(v));
  let square = slack * (8.0 * spans + 48.0 * slack);
  let offset = slack * (2.0 * componentSum(size) + square) + UNDERFLOW;
  return Plane(p0, crossProduct(u, v), slope, offset);
}

// x: how high q lies above the plane; y: more than that can be off.
fn heightAbove(plane: Plane, q: vec3f) -> vec2f {
  let d = q - plane.point;
  return vec2f(dotProduct(d, plane.normal), dotProduct(abs(d), plane.slope) + plane.offset);
}

fn certainSide(plane: Plane, q: vec3f) -> i32 {
  let height = heightAbove(plane, q);
  return select(select(0, -1, height.x < -height.y), 1, height.x > height.y);
}

fn certainOrientations(u: vec3f, v: vec3f, rounding: f32) -> vec3i {
  let orientations = crossProduct(u, v);
  let bound = MINOR_BOUND * crossSize(u, v) + crossRounding(u, v, ROUNDING_SLACK * rounding) + vec3f(UNDERFLOW);
  return vec3i(orientations > bound) - vec3i(orientations < -bound);
}

fn normalSigns(a: vec3f, b: vec3f, c: vec3f, rounding: f32) -> u32 {
  let orientations = certainOrientations(b - a, c - a, rounding);
  return signBit(orientations.z, 0u) | signBit(orientations.x, 1u) | signBit(orientations.y, 2u);
}

fn signBit(sign: i32, place: u32) -> u32 {
  return select(select(0u, 8u << place, sign < 0), 1u << place, sign > 0);
}

// x and y: between which numbers the exact (p - origin) . direction certainly lies.
fn heightRange(direction: vec3f, origin: vec3f, p: vec3f, offset: f32) -> vec2f {
  let d = p - origin;
  let height = dotProduct(d, direction);
  let bound = DOT_BOUND * dotProduct(abs(d), abs(direction)) + offset;
  return vec2f(height - bound, height + bound);
}

fn separatedAlong(direction: vec3f, a: TriangleCorners, b: TriangleCorners, rounding: f32) -> bool {
  let slack = 2.0 * ROUNDING_SLACK * rounding;
  let offset = slack * componentSum(abs(direction)) + UNDERFLOW;
  let a1 = heightRange(direction, a.p0, a.p1, offset);
  let a2 = heightRange(direction, a.p0, a.p2, offset);
  let b0 = heightRange(direction, a.p0, b.p0, offset);
  let b1 = heightRange(direction, a.p0, b.p1, offset);
  let b2 = heightRange(direction, a.p0, b.p2, offset);
  let lowA = min(0.0, min(a1.x, a2.x));
  let highA = max(0.0, max(a1.y, a2.y));
  let lowB = min(b0.x, min(b1.x, b2.x));
  let highB = max(b0.y, max(b1.y, b2.y));
  return highA < lowB || highB < lowA;
}
`;
