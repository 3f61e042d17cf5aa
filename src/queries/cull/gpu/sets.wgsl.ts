/**
 * The sets of elements on the GPU, before and after a pass. Twin of src/queries/cull/passes.ts, which does the same where passes are
 * made one by one.
 */

const MAIN = /* wgsl */ `
override THREADS: u32;

fn isIn(mask: u32, label: u32) -> bool { return ((mask >> label) & 1u) != 0u; }

@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let index = workgroupIndex(id, grid) * THREADS + thread;
  let first = min(index * ELEMENTS_PER_THREAD, parameters.elementCount);
  let end = min(first + ELEMENTS_PER_THREAD, parameters.elementCount);
`;

/** Before a pass: nothing is hidden yet, except what is kept in any case; CULLIDE forgets what was fully visible in the iteration before. */
export const OPEN_SETS_WGSL = /* wgsl */ `
@group(0) @binding(0) var<uniform> parameters: CullParameters;
@group(0) @binding(1) var<storage, read> state: array<u32>;
@group(0) @binding(2) var<storage, read_write> sets: array<u32>;
@group(0) @binding(3) var<storage, read> kept: array<u32>;
@group(0) @binding(4) var<storage, read_write> hidden: array<u32>;
${MAIN}
  let forgets = parameters.isQuick == 0u && (state[AT_PASS] & 1u) == 0u;
  for (var element = first; element < end; element++) {
    hidden[element] = 0u;
    if (parameters.hasKept != 0u) { hidden[element] = (kept[element >> 5u] >> (element & 31u)) & 1u; }
    if (forgets && sets[element] != BFV) { sets[element] = NFV; }
  }
}
`;

/** After a pass: what was asked for and is not hidden was fully visible; in both passes of an iteration, it is pruned. */
export const CLOSE_SETS_WGSL = /* wgsl */ `
@group(0) @binding(0) var<uniform> parameters: CullParameters;
@group(0) @binding(1) var<storage, read_write> state: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> sets: array<u32>;
@group(0) @binding(3) var<storage, read> hidden: array<u32>;
/** Triangles of each element, unless each is one. */
@group(0) @binding(4) var<storage, read> sizes: array<u32>;
${MAIN}
  let isSecond = (atomicLoad(&state[AT_PASS]) & 1u) != 0u;
  let asked = select(parameters.askedFirst, parameters.askedSecond, isSecond);
  let drawn = select(parameters.drawnFirst, parameters.drawnSecond, isSecond);
  let visible = select(FFV, SFV, isSecond);
  let visibleBefore = select(SFV, FFV, isSecond);
  var found: array<u32, 6>;
  for (var element = first; element < end; element++) {
    let label = sets[element];
    if (label == BFV) { continue; }
    found[0]++;
    found[1]++;
    if (isIn(drawn, label)) {
      found[3]++;
      if (parameters.isPlain != 0u) { found[4]++; }
      else { found[4] += sizes[element]; }
    }
    if (!isIn(asked, label)) { continue; }
    found[2]++;
    if (hidden[element] != 0u) { continue; }
    let next = select(visible, BFV, label == visibleBefore);
    sets[element] = next;
    if (next == BFV) { found[1]--; }
    if (parameters.isQuick != 0u || next == BFV) { found[5]++; }
  }
  for (var i = 0u; i < 6u; i++) {
    if (found[i] != 0u) { atomicAdd(&state[AT_BEFORE + i], found[i]); }
  }
}
`;

/** At the end: the sets of sixteen elements in a word. */
export const PACK_SETS_WGSL = /* wgsl */ `
@group(0) @binding(0) var<uniform> parameters: CullParameters;
@group(0) @binding(1) var<storage, read> sets: array<u32>;
@group(0) @binding(2) var<storage, read_write> packed: array<u32>;
${MAIN}
  if (first == end) { return; }
  var word = 0u;
  for (var element = first; element < end; element++) { word |= sets[element] << (2u * (element - first)); }
  packed[index] = word;
}
`;
