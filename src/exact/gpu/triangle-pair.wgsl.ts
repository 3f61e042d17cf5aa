/**
 * Do two triangles collide? WGSL: in single precision, certainly not, certainly so, or undecided.
 *
 * Twin of triangle-pair.ts, with the same names; goes behind CERTAIN_SIGNS_WGSL.
 * test/exact/gpu/triangle-pair-wgsl.test.ts feeds both the same triangles.
 */
export const TRIANGLE_PAIR_WGSL = /* wgsl */ `
const PAIR_NONE: u32 = 0u;
const PAIR_CROSSING: u32 = 1u;
const PAIR_UNDECIDED: u32 = 2u;

const NO_LONE_CORNER: u32 = 3u;

fn turned(t: TriangleCorners) -> TriangleCorners {
  return TriangleCorners(t.p1, t.p2, t.p0);
}

fn flipped(t: TriangleCorners) -> TriangleCorners {
  return TriangleCorners(t.p0, t.p2, t.p1);
}

fn triangleNormal(t: TriangleCorners) -> vec3f {
  return crossProduct(t.p1 - t.p0, t.p2 - t.p0);
}

fn pairAnswer(a: TriangleCorners, b: TriangleCorners, rounding: f32) -> u32 {
  let normalA = triangleNormal(a);
  let normalB = triangleNormal(b);
  if (separatedAlong(normalB, a, b, rounding) || separatedAlong(normalA, a, b, rounding)) { return PAIR_NONE; }
  let answer = intervalAnswer(a, b, rounding);
  if (answer != PAIR_UNDECIDED) { return answer; }
  if (separatedInPlane(normalA, a, b, rounding) || separatedInPlane(normalB, b, a, rounding)) { return PAIR_NONE; }
  return select(PAIR_UNDECIDED, PAIR_NONE, separatedByEdges(a, b, rounding));
}

struct CornerHeights { heights: vec3f, certain: bool }

fn cornerHeights(plane: Plane, t: TriangleCorners) -> CornerHeights {
  let h0 = heightAbove(plane, t.p0);
  let h1 = heightAbove(plane, t.p1);
  let h2 = heightAbove(plane, t.p2);
  let certain = abs(h0.x) > h0.y && abs(h1.x) > h1.y && abs(h2.x) > h2.y;
  return CornerHeights(vec3f(h0.x, h1.x, h2.x), certain);
}

fn loneCorner(heights: vec3f) -> u32 {
  let up = heights > vec3f(0.0);
  if (up.x == up.y) { return select(2u, NO_LONE_CORNER, up.y == up.z); }
  return select(0u, 1u, up.x == up.z);
}

// The component of a vector with this number, without indexing.
fn component(v: vec3f, k: u32) -> f32 {
  return select(select(v.z, v.y, k == 1u), v.x, k == 0u);
}

fn beginningAt(t: TriangleCorners, corner: u32) -> TriangleCorners {
  if (corner == 0u) { return t; }
  if (corner == 1u) { return turned(t); }
  return turned(turned(t));
}

fn intervalAnswer(a: TriangleCorners, b: TriangleCorners, rounding: f32) -> u32 {
  let ofA = cornerHeights(planeThrough(b.p0, b.p1, b.p2, rounding), a);
  let ofB = cornerHeights(planeThrough(a.p0, a.p1, a.p2, rounding), b);
  let loneA = loneCorner(ofA.heights);
  let loneB = loneCorner(ofB.heights);
  if (loneA == NO_LONE_CORNER || loneB == NO_LONE_CORNER) {
    let apart = (loneA == NO_LONE_CORNER && ofA.certain) || (loneB == NO_LONE_CORNER && ofB.certain);
    return select(PAIR_UNDECIDED, PAIR_NONE, apart);
  }
  var p = beginningAt(a, loneA);
  var q = beginningAt(b, loneB);
  if (!(component(ofB.heights, loneB) > 0.0)) { p = flipped(p); }
  if (!(component(ofA.heights, loneA) > 0.0)) { q = flipped(q); }
  let edges1 = crossProduct(p.p1 - p.p0, q.p1 - q.p0);
  let edges2 = crossProduct(p.p2 - p.p0, q.p2 - q.p0);
  if (separatedAlong(edges1, p, q, rounding) || separatedAlong(edges2, p, q, rounding)) { return PAIR_NONE; }
  if (!ofA.certain || !ofB.certain) { return PAIR_UNDECIDED; }
  let first = certainSide(planeThrough(p.p0, q.p0, p.p1, rounding), q.p1);
  let second = certainSide(planeThrough(p.p0, q.p0, p.p2, rounding), q.p2);
  return select(PAIR_UNDECIDED, PAIR_CROSSING, first > 0 && second < 0);
}

fn separatedInPlane(normal: vec3f, a: TriangleCorners, b: TriangleCorners, rounding: f32) -> bool {
  var p = a;
  for (var edge = 0u; edge < 3u; edge++) {
    if (separatedAlong(crossProduct(normal, p.p1 - p.p0), p, b, rounding)) { return true; }
    p = turned(p);
  }
  return false;
}

fn separatedByEdges(a: TriangleCorners, b: TriangleCorners, rounding: f32) -> bool {
  var p = a;
  var q = b;
  for (var pair = 0u; pair < 9u; pair++) {
    if (separatedAlong(crossProduct(p.p1 - p.p0, q.p1 - q.p0), p, q, rounding)) { return true; }
    q = turned(q);
    if (pair % 3u == 2u) { p = turned(p); }
  }
  return false;
}

fn vertexPairAnswer(a: TriangleCorners, b: TriangleCorners, rounding: f32) -> u32 {
  let planeB = planeThrough(b.p0, b.p1, b.p2, rounding);
  let a1 = certainSide(planeB, a.p1);
  let a2 = certainSide(planeB, a.p2);
  if (a1 * a2 > 0) { return PAIR_NONE; }
  let planeA = planeThrough(a.p0, a.p1, a.p2, rounding);
  let b1 = certainSide(planeA, b.p1);
  let b2 = certainSide(planeA, b.p2);
  if (b1 * b2 > 0) { return PAIR_NONE; }
  if (a1 * a2 * b1 * b2 != 0) { return select(PAIR_CROSSING, PAIR_NONE, a2 == b2); }
  return select(PAIR_UNDECIDED, PAIR_NONE, sectorsApart(a, b, rounding));
}

fn sectorsApart(a: TriangleCorners, b: TriangleCorners, rounding: f32) -> bool {
  let a1 = a.p1 - a.p0;
  let a2 = a.p2 - a.p0;
  let b1 = b.p1 - a.p0;
  let b2 = b.p2 - a.p0;
  let a1a2 = certainOrientations(a1, a2, rounding);
  let b1b2 = certainOrientations(b1, b2, rounding);
  let a1b1 = certainOrientations(a1, b1, rounding);
  let a1b2 = certainOrientations(a1, b2, rounding);
  let a2b1 = certainOrientations(a2, b1, rounding);
  let a2b2 = certainOrientations(a2, b2, rounding);
  let beyondA1 = (a1b1 == -a1a2) & (a1b2 == -a1a2);
  let beyondA2 = (a2b1 == a1a2) & (a2b2 == a1a2);
  let beyondB1 = (a1b1 == b1b2) & (a2b1 == b1b2);
  let beyondB2 = (a1b2 == -b1b2) & (a2b2 == -b1b2);
  let none = vec3i(0);
  return any((a1a2 != none) & (beyondA1 | beyondA2)) || any((b1b2 != none) & (beyondB1 | beyondB2));
}

fn edgePairAnswer(a: TriangleCorners, b: TriangleCorners, rounding: f32) -> u32 {
  if (certainSide(planeThrough(a.p0, a.p1, a.p2, rounding), b.p2) != 0) { return PAIR_NONE; }
  let edge = a.p1 - a.p0;
  let orientationsA = certainOrientations(edge, a.p2 - a.p0, rounding);
  let orientationsB = certainOrientations(edge, b.p2 - a.p0, rounding);
  return select(PAIR_UNDECIDED, PAIR_NONE, any(orientationsA * orientationsB < vec3i(0)));
}
`;
