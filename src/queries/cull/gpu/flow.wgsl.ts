/**
 * From pass to pass and from visit to visit, by one thread: what is to be set up, whether lists have room, and what a pass has come to.
 * Dispatches that are not needed get no workgroups. Twin of the visits in src/queries/cull/run.ts and kernels/visits.ts.
 */
import { RELATED_VIEWS } from './near-pairs.wgsl.ts';

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
// Whether no pass can be made before the next visit begins.
fn isWaiting() -> bool { return isStopped() || state[AT_IS_SET_UP] == 0u; }

fn openPass() {
  for (var at = AT_BEFORE; at <= AT_CHANGED; at++) { state[at] = 0u; }
  let isNeeded = select(1u, 0u, isWaiting());
  let perThread = ELEMENTS_PER_THREAD;
  setGroups(GROUPS_OF_SETS, isNeeded * ((parameters.elementCount + perThread - 1u) / perThread));
  let pixels = (parameters.blocks * parameters.blocks) << (2u * BLOCK_BITS);
  setGroups(GROUPS_OF_PIXELS, select(0u, isNeeded * pixels, parameters.usesImages != 0u));
  setGroups(GROUPS_OF_PAIRS, select(0u, isNeeded * state[AT_PAIRS], parameters.usesPairs != 0u));
}
`;

const BINDINGS = /* wgsl */ `
@group(0) @binding(0) var<uniform> parameters: CullParameters;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read_write> groups: array<u32>;
`;

/**
 * Before a visit: all ranks are set up, unless the lists of the running visit are there, or only pairs are looked at and have been along
 * this view.
 */
export const OPEN_VISIT_WGSL = /* wgsl */ `
${BINDINGS}
${TOOLS}

@compute @workgroup_size(1)
fn main() {
  let isNew = state[AT_PASS] == 0u && !isStopped();
  if (isNew) { state[AT_IS_SET_UP] = 1u; }
  let isRelated = state[AT_VISIT] >= parameters.viewCount && parameters.viewCount <= ${RELATED_VIEWS}u;
  let isNeeded = select(0u, 1u, isNew && (parameters.usesImages != 0u || !isRelated));
  let isAsked = isNeeded != 0u && parameters.usesPairs != 0u && !isRelated;
  setGroups(GROUPS_OF_RELATED, select(0u, state[AT_PAIRS], isAsked));
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
  state[AT_IS_SET_UP] = 0u;
  let isLast = state[AT_VISIT] >= parameters.visitCount || state[AT_UNCHANGED] >= parameters.viewCount;
  if (isLast || state[AT_AFTER] == 0u) { state[AT_IS_OVER] = 1u; }
}

@compute @workgroup_size(1)
fn main() {
  if (isWaiting()) {
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
