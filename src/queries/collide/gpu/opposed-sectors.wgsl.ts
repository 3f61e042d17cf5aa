/** Twin of opposed-sectors.ts, with the same names; goes behind CERTAIN_SIGNS_WGSL. test/queries/collide/gpu/opposed-sectors.test.ts tries to break it. */
export const OPPOSED_SECTORS_WGSL = /* wgsl */ `
fn shortened(v: vec3f) -> vec3f {
  return v / max(max(abs(v.x), abs(v.y)), max(abs(v.z), 0x1p-100));
}

fn sectorMiddle(t: TriangleCorners) -> vec3f {
  return shortened(t.p1 - t.p0) + shortened(t.p2 - t.p0);
}

fn sectorsOpposed(a: TriangleCorners, b: TriangleCorners, rounding: f32) -> bool {
  let direction = sectorMiddle(a) - sectorMiddle(b);
  let slack = 2.0 * ROUNDING_SLACK * rounding;
  let offset = slack * componentSum(abs(direction)) + UNDERFLOW;
  let a1 = heightRange(direction, a.p0, a.p1, offset);
  let a2 = heightRange(direction, a.p0, a.p2, offset);
  let b1 = heightRange(direction, a.p0, b.p1, offset);
  let b2 = heightRange(direction, a.p0, b.p2, offset);
  return min(a1.x, a2.x) > 0.0 && max(b1.y, b2.y) < 0.0;
}
`;
