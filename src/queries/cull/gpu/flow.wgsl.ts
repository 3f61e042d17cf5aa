/**
 * From pass to pass and from visit to visit, by one thread: what is to be set up, whether lists have room, and what a pass has come to.
 * Dispatches that are not needed get no workgroups. Twin of the visits in src/queries/cull/run.ts and kernels/visits.ts.
 */

const TOOLS = /* wgsl */ `
override THREADS: u32;

fn setGroups(at: u32, count: u32) {
  let needed = (count + THREADS - 1u) / THREADS;
  let rows = max(1u, (needed + parameters.groupsPerRowMost - 1u) / parameters.groupsPerRowMost);
  groups[at] = (needed + rows - 1u) / rows;
  groups[at + 1u] = rows;
  groups[at + 2u] = 1u;
}

fn isStopped() -> bool { return state[AT_IS_OVER] != 0u || state[AT_IS_SHORT] != 0u; }

fn openPass() {
  for (var at = AT_BEFORE; at <= AT_CHANGED; at++) { state[at] = 0u; }
  let isNeeded = select(1u, 0u, isStopped());
  let perThread = ELEMENTS_PER_THREAD;
  setGroups(GROUPS_OF_SETS, isNeeded * ((parameters.elementCount + perThread - 1u) / perThread));
  setGroups(GROUPS_OF_PIXELS, isNeeded * ((parameters.blocks * parameters.blocks) << (2u * BLOCK_BITS)));
}
`;

const BINDINGS = /* wgsl */ `
@group(0) @binding(0) var<uniform> parameters: CullParameters;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read_write> groups: array<u32>;
`;

/** Before a visit: all ranks are set up, unless the lists of the running visit are there. */
export const OPEN_VISIT_WGSL = /* wgsl */ `
${BINDINGS}
${TOOLS}

@compute @workgroup_size(1)
fn main() {
  let isNeeded = select(0u, 1u, state[AT_PASS] == 0u && !isStopped());
  state[AT_RANKS] = isNeeded * parameters.rankCount;
  if (isNeeded != 0u) {
    for (var size = 0u; size < 2u * SQUARE_SIZES; size++) { state[AT_ENTRIES_3 + size] = 0u; }
    state[AT_STEEP] = 0u;
  }
  setGroups(GROUPS_OF_VERTICES, isNeeded * parameters.vertexCount);
  setGroups(GROUPS_OF_RANKS, isNeeded * ((parameters.rankCount + RANKS_PER_THREAD - 1u) / RANKS_PER_THREAD));
}
`;

/** When pieces and entries are counted: whether there is room for them. */
export const CHECK_LISTS_WGSL = /* wgsl */ `
${BINDINGS}
${TOOLS}

@compute @workgroup_size(1)
fn main() {
  let isNeeded = state[AT_RANKS] != 0u;
  let isShort = state[AT_PIECES] > parameters.pieceCapacity || state[AT_ENTRIES] > parameters.entryCapacity;
  if (isNeeded && isShort) { state[AT_IS_SHORT] = 1u; }
  let isMade = isNeeded && !isShort;
  setGroups(GROUPS_OF_PIECES, select(0u, state[AT_PIECES], isMade));
  setGroups(GROUPS_OF_SQUARES, select(0u, parameters.squares * parameters.squares + 1u, isMade));
  state[AT_SORTED] = select(0u, state[AT_ENTRIES], isMade);
}
`;

/** When lists are made: whether there was room for the depths of steep pieces. */
export const OPEN_PASSES_WGSL = /* wgsl */ `
${BINDINGS}
${TOOLS}

@compute @workgroup_size(1)
fn main() {
  if (state[AT_STEEP] > parameters.steepCapacity) { state[AT_IS_SHORT] = 1u; }
  openPass();
}
`;

/** After a pass: notes what it did, and whether another one, or another visit, or neither follows. */
export const CLOSE_PASS_WGSL = /* wgsl */ `
${BINDINGS}
@group(0) @binding(3) var<storage, read_write> log: array<u32>;
${TOOLS}

fn closeVisit(isStable: bool) {
  let passes = state[AT_PASS];
  state[AT_UNCHANGED] = select(0u, select(state[AT_UNCHANGED] + 1u, 1u, passes > 2u), isStable);
  state[AT_VISIT]++;
  state[AT_PASS] = 0u;
  let isLast = state[AT_VISIT] >= parameters.visitCount || state[AT_UNCHANGED] >= parameters.viewCount;
  if (isLast || state[AT_AFTER] == 0u) { state[AT_IS_OVER] = 1u; }
}

@compute @workgroup_size(1)
fn main() {
  if (isStopped()) {
    openPass();
    return;
  }
  let isSecond = (state[AT_PASS] & 1u) != 0u;
  let changes = select(0u, state[AT_CHANGES], isSecond) + state[AT_CHANGED];
  state[AT_CHANGES] = changes;
  let line = LOG_WORDS * state[AT_LOGGED];
  log[line + LOG_VISIT] = state[AT_VISIT];
  for (var k = 0u; k < 5u; k++) { log[line + LOG_BEFORE + k] = state[AT_BEFORE + k]; }
  log[line + LOG_ENTRIES] = state[AT_ENTRIES];
  log[line + LOG_IS_STABLE] = 0u;
  state[AT_LOGGED]++;
  state[AT_PASS]++;
  let isEmpty = state[AT_AFTER] == 0u;
  if (isEmpty || (isSecond && changes == 0u)) {
    log[line + LOG_IS_STABLE] = 1u;
    closeVisit(true);
  } else if (isSecond && state[AT_PASS] >= parameters.passesMost) {
    closeVisit(false);
  }
  openPass();
}
`;
