/**
 * The sets of elements on the GPU, from pass to pass: what becomes of them after a pass, and whether another is needed. Twin of
 * src/queries/cull/passes.ts, which does the same where passes are made one by one.
 */

/** Counts of each pass of a run, in this order; all 0 where it was not needed. */
export const PASS_COUNTS = ['before', 'after', 'queries', 'renders', 'triangles', 'changes'] as const;

/**
 * Whether the passes before this one have come to an end: nothing is left, or an iteration of two changed nothing. The shader
 * has the counts as countAt().
 */
export const PASS_STATE_WGSL = /* wgsl */ `
const COUNTS = ${PASS_COUNTS.length}u;
const BEFORE = 0u;
const AFTER = 1u;
const CHANGES = 5u;

fn isOver() -> bool {
  let number = parameters.passOfRun;
  if (number == 0u) { return false; }
  let last = COUNTS * (number - 1u);
  if (countAt(last + BEFORE) == 0u || countAt(last + AFTER) == 0u) { return true; }
  return (number & 1u) == 0u && countAt(last + CHANGES) + countAt(last - COUNTS + CHANGES) == 0u;
}
`;

const BINDINGS = /* wgsl */ `
override THREADS: u32;

@group(0) @binding(0) var<uniform> parameters: PaneParameters;
/** Of each element: its object, not 0 if it is kept whatever is seen, and its triangles. */
@group(0) @binding(1) var<storage, read> elements: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> sets: array<u32>;
@group(0) @binding(3) var<storage, read_write> hidden: array<u32>;
@group(0) @binding(4) var<storage, read_write> counts: array<atomic<u32>>;

fn countAt(i: u32) -> u32 { return atomicLoad(&counts[i]); }
`;

/** Elements that a thread looks at, so that counts are added up by few. */
export const ELEMENTS_PER_THREAD = 16;

const MAIN = /* wgsl */ `
@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  if (isOver()) { return; }
  let first = (workgroupIndex(id, grid) * THREADS + thread) * ${ELEMENTS_PER_THREAD}u;
  let end = min(first + ${ELEMENTS_PER_THREAD}u, parameters.elementCount);
`;

/** Before a pass: nothing is hidden yet; CULLIDE forgets what was fully visible in the iteration before. */
export const OPEN_PASS_WGSL = /* wgsl */ `
${BINDINGS}
${MAIN}
  for (var element = first; element < end; element++) {
    hidden[element] = 0u;
    if (parameters.forgets != 0u && sets[element] != parameters.pruned) { sets[element] = parameters.unknown; }
  }
}
`;

/** After a pass: what was asked for and is not hidden was fully visible; in both passes of an iteration, it is pruned. */
export const CLOSE_PASS_WGSL = /* wgsl */ `
${BINDINGS}
fn isIn(mask: u32, label: u32) -> bool { return ((mask >> label) & 1u) != 0u; }

${MAIN}
  var found: array<u32, COUNTS>;
  for (var element = first; element < end; element++) {
    let label = sets[element];
    if (label == parameters.pruned) { continue; }
    found[0]++;
    found[1]++;
    if (isIn(parameters.drawn, label)) {
      found[3]++;
      found[4] += elements[element].z;
    }
    if (!isIn(parameters.asked, label)) { continue; }
    found[2]++;
    if (hidden[element] != 0u || elements[element].y != 0u) { continue; }
    let next = select(parameters.visible, parameters.pruned, label == parameters.visibleBefore);
    sets[element] = next;
    if (next == parameters.pruned) { found[1]--; }
    if (parameters.isQuick != 0u || next == parameters.pruned) { found[5]++; }
  }
  for (var i = 0u; i < COUNTS; i++) {
    if (found[i] != 0u) { atomicAdd(&counts[COUNTS * parameters.passOfRun + i], found[i]); }
  }
}
`;
