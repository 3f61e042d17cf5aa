/**
 * Depths of pieces that are too steep for steps, pixel by pixel in double precision (double.wgsl.ts). Twin of
 * src/queries/cull/kernels/raster-exact.ts. Such pieces are rare: this is compiled when the first is met.
 */
import { doubleWgsl } from './double.wgsl.ts';

export const STEEP_WGSL = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> parameters: CullParameters;
@group(0) @binding(1) var<storage, read> state: array<u32>;
@group(0) @binding(2) var<storage, read> pieces: array<Piece>;
@group(0) @binding(3) var<storage, read> projected: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> steepDepths: array<i32>;

fn smallerDouble(a: vec2u, b: vec2u) -> vec2u { return select(b, a, isLessDouble(a, b)); }
fn largerDouble(a: vec2u, b: vec2u) -> vec2u { return select(a, b, isLessDouble(a, b)); }

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let index = workgroupIndex(id, grid) * THREADS + thread;
  if (index >= state[AT_PIECES] || (pieces[index].object & STEEP) == 0u) { return; }
  let a = projected[pieces[index].depth.y];
  let b = projected[pieces[index].depthAcross.x];
  let c = projected[pieces[index].depthAcross.y];
  let toB = bitcast<vec2i>(b.xy - a.xy);
  let toC = bitcast<vec2i>(c.xy - a.xy);
  let area = doubleOfLong(subtractLong(productOfIntegers(toB.x, toC.y), productOfIntegers(toC.x, toB.y)));
  let deepB = subtractDouble(b.zw, a.zw);
  let deepC = subtractDouble(c.zw, a.zw);
  let ofB = vec2i(toC.y, -toC.x);
  let ofC = vec2i(-toB.y, toB.x);
  var slopes: array<vec2u, 2>;
  for (var k = 0u; k < 2u; k++) {
    let rise = addDouble(timesDouble(deepB, doubleOfInteger(ofB[k])), timesDouble(deepC, doubleOfInteger(ofC[k])));
    slopes[k] = divideDouble(rise, area);
  }
  let least = smallerDouble(a.zw, smallerDouble(b.zw, c.zw));
  let most = largerDouble(a.zw, largerDouble(b.zw, c.zw));
  // The far plane is a step of its own where there is room for it.
  var deepest = ${doubleWgsl(2 ** 32 - 2)};
  if (parameters.depthBits != 32u) { deepest = doubleOfInteger(1 << parameters.depthBits); }
  let flip = select(0u, 0x80000000u, parameters.depthBits == 32u);
  let first = pieces[index].first;
  let last = pieces[index].last;
  var at = pieces[index].depth.x;
  for (var y = first >> 16u; y <= last >> 16u; y++) {
    for (var x = first & 0xffffu; x <= (last & 0xffffu); x++) {
      let beside = bitcast<vec2i>(vec2u(x, y) * 256u + 128u - a.xy);
      var depth = a.zw;
      for (var k = 0u; k < 2u; k++) { depth = addDouble(depth, timesDouble(slopes[k], doubleOfInteger(beside[k]))); }
      depth = smallerDouble(deepest, largerDouble(least, smallerDouble(most, depth)));
      let step = longOfDouble(largerDouble(vec2u(0u), depth), 0).x;
      if (at < arrayLength(&steepDepths)) { steepDepths[at] = bitcast<i32>(step ^ flip); }
      at++;
    }
  }
}
`;
