/**
 * Takes positions out of a caller's buffer: from any stride and offset into four words per vertex, with their bounds.
 *
 * Coordinates are moved as bits. Bounds are kept as keys in the order of the numbers: highs as they are, lows inverted, so
 * that all of them begin at 0 and grow; behind them the first vertex that is not finite, inverted, too.
 */
export const TAKE_POSITIONS_WGSL = /* wgsl */ `
override THREADS: u32;
override ITEMS: u32;

@group(0) @binding(0) var<uniform> taking: TakeParameters;
@group(0) @binding(1) var<storage, read> source: array<u32>;
@group(0) @binding(2) var<storage, read_write> vertices: array<vec4u>;
@group(0) @binding(3) var<storage, read_write> bounds: array<atomic<u32>>;

// As the numbers are ordered, for all that are finite.
fn orderedKey(bits: vec3u) -> vec3u {
  return select(bits | vec3u(0x80000000u), ~bits, bits >= vec3u(0x80000000u));
}

fn isFinite(bits: vec3u) -> bool {
  return all((bits & vec3u(0x7f800000u)) != vec3u(0x7f800000u));
}

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let group = workgroupIndex(id, grid);
  var low = vec3u(0u);
  var high = vec3u(0u);
  var bad = 0u;
  for (var item = 0u; item < ITEMS; item++) {
    let vertex = (group * ITEMS + item) * THREADS + thread;
    if (vertex >= taking.vertexCount) { break; }
    let at = taking.offsetWords + vertex * taking.strideWords;
    let bits = vec3u(source[at], source[at + 1u], source[at + 2u]);
    vertices[vertex] = vec4u(bits, 0u);
    if (!isFinite(bits)) {
      bad = max(bad, 0xffffffffu - vertex);
      continue;
    }
    let key = orderedKey(bits);
    low = max(low, ~key);
    high = max(high, key);
  }
  for (var k = 0u; k < 3u; k++) {
    if (low[k] > 0u) { atomicMax(&bounds[k], low[k]); }
    if (high[k] > 0u) { atomicMax(&bounds[3u + k], high[k]); }
  }
  if (bad > 0u) { atomicMax(&bounds[6], bad); }
}
`;
