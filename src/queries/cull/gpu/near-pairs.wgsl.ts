/**
 * Passes over pairs of triangles whose boxes overlap, in place of a picture of everything. Twin of src/queries/cull/kernels/relate.ts and
 * passes-by-pairs.ts; what is computed of a triangle in a pixel is that of the pictures (depthsOver() of the coverage).
 */
import { HIDES_FIRST, HIDES_SECOND } from '../constants.ts';

/** Views whose relations a word has room for. With more of them, relations are found again in every visit. */
export const RELATED_VIEWS = 16;
/** Where a triangle is not part of what is looked at. */
export const NOWHERE = 0xffffffff;
/** Blocks of pixels that are looked at for a pair; beyond, each of the two is taken to hide the other, which keeps more. */
const STEPS_MOST = 16384;

/** Whether all pairs fit their lists. */
export const CHECK_PAIRS_WGSL = /* wgsl */ `
@group(0) @binding(0) var<uniform> limits: PairLimits;
@group(0) @binding(1) var<storage, read_write> state: array<u32>;
@group(0) @binding(2) var<storage, read> counters: array<u32>;
@group(0) @binding(3) var<storage, read> weighed: array<u32>;

fn exceeds(at: u32, capacity: u32) -> bool { return counters[at] > capacity || counters[at + 1u] != 0u; }

@compute @workgroup_size(1)
fn main() {
  let isShort = exceeds(limits.entriesCounter, limits.entryCapacity) || exceeds(limits.pairsCounter, limits.pairCapacity);
  let isTooHeavy = weighed[0] > limits.heaviest || weighed[1] != 0u;
  if (isShort || isTooHeavy) { state[AT_IS_SHORT] = 1u; }
  state[AT_PAIRS] = select(counters[limits.pairsCounter], 0u, isShort);
}
`;

const TOOLS = /* wgsl */ `
override THREADS: u32;
const NOWHERE = ${NOWHERE}u;
const HIDES_FIRST = ${HIDES_FIRST}u;
const HIDES_SECOND = ${HIDES_SECOND}u;
const BOTH = ${HIDES_FIRST | HIDES_SECOND}u;

@group(0) @binding(0) var<uniform> parameters: CullParameters;
@group(0) @binding(1) var<storage, read> state: array<u32>;
@group(0) @binding(2) var<storage, read> pairs: array<vec2u>;
// Of each triangle its rank and its element, unless each is an element.
@group(0) @binding(3) var<storage, read> places: array<vec2u>;
@group(0) @binding(4) var<storage, read> sets: array<u32>;

fn placeOf(triangle: u32) -> vec2u {
  if (parameters.isPlain != 0u) { return vec2u(triangle); }
  return places[triangle];
}

// Rank and element of the one that is drawn first, then of the other; NOWHERE where one is not looked at.
fn placesOf(pair: vec2u) -> vec4u {
  let a = placeOf(pair.x);
  let b = placeOf(pair.y);
  if (a.x == NOWHERE || b.x == NOWHERE) { return vec4u(NOWHERE); }
  return select(vec4u(b, a), vec4u(a, b), a.x < b.x);
}

fn shiftOfView() -> u32 { return 2u * ((state[AT_VISIT] % parameters.viewCount) % ${RELATED_VIEWS}u); }
`;

const MAIN = /* wgsl */ `
@compute @workgroup_size(THREADS)
fn main(
  @builtin(local_invocation_index) thread: u32,
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) grid: vec3u,
) {
  let index = workgroupIndex(id, grid) * THREADS + thread;
  if (index >= state[AT_PAIRS]) { return; }
  let found = placesOf(pairs[index]);
  if (found.x == NOWHERE) { return; }
  let shift = shiftOfView();
`;

/**
 * Which of two triangles may hide the other in a view. Blocks of pixels that cannot tell anything new are left out as a whole: near and
 * far over a block bound those in its pixels. Needs depthsOver().
 */
export const RELATE_PAIRS_WGSL = /* wgsl */ `
${TOOLS}
const NOTHING = 0x7fffffff;
const STEPS_MOST = ${STEPS_MOST}u;

@group(0) @binding(5) var<storage, read> pieces: array<Piece>;
// Two bits per view.
@group(0) @binding(6) var<storage, read_write> relations: array<u32>;

fn firstPixel(piece: u32) -> vec2u { return vec2u(pieces[piece].first & 0xffffu, pieces[piece].first >> 16u); }
fn lastPixel(piece: u32) -> vec2u { return vec2u(pieces[piece].last & 0xffffu, pieces[piece].last >> 16u); }

fn relationIn(first: u32, second: u32, low: vec2u, high: vec2u) -> u32 {
  let one = depthsOver(first, low, high);
  if (one.x == NOTHING) { return 0u; }
  let other = depthsOver(second, low, high);
  if (other.x == NOTHING) { return 0u; }
  return select(0u, HIDES_SECOND, one.x <= other.y) | select(0u, HIDES_FIRST, other.x <= one.y);
}

fn relationOf(first: u32, second: u32) -> u32 {
  let low = max(firstPixel(first), firstPixel(second));
  let high = min(lastPixel(first), lastPixel(second));
  if (any(low > high)) { return 0u; }
  let differing = low ^ high;
  let largest = 32u - countLeadingZeros(differing.x | differing.y);
  var level = largest;
  var block = low >> vec2u(level);
  var found = 0u;
  for (var step = 0u; step < STEPS_MOST; step++) {
    let begin = max(low, block << vec2u(level));
    let end = min(high, ((block + 1u) << vec2u(level)) - 1u);
    var more = 0u;
    if (all(begin <= end)) { more = relationIn(first, second, begin, end) & ~found; }
    if (more != 0u && level > 0u) {
      level--;
      block *= 2u;
      continue;
    }
    found |= more;
    if (found == BOTH) { return found; }
    while (level < largest && all((block & vec2u(1u)) == vec2u(1u))) {
      block = block >> vec2u(1u);
      level++;
    }
    if (level == largest) { return found; }
    if ((block.x & 1u) == 0u) { block.x++; }
    else { block = vec2u(block.x - 1u, block.y + 1u); }
  }
  return BOTH;
}

${MAIN}
  var relation = 0u;
  if (sets[found.y] != BFV && sets[found.w] != BFV) { relation = relationOf(found.x, found.z); }
  relations[index] = (relations[index] & ~(BOTH << shift)) | (relation << shift);
}
`;

/** A pass: what is asked for and hidden by something that is drawn before it. In the first, elements are tested against themselves too. */
export const PASS_PAIRS_WGSL = /* wgsl */ `
${TOOLS}
@group(0) @binding(5) var<storage, read> relations: array<u32>;
@group(0) @binding(6) var<storage, read_write> hidden: array<atomic<u32>>;

${MAIN}
  let relation = (relations[index] >> shift) & BOTH;
  if (relation == 0u) { return; }
  let isBackward = (state[AT_PASS] & 1u) != 0u;
  let asked = select(parameters.askedFirst, parameters.askedSecond, isBackward);
  let drawn = select(parameters.drawnFirst, parameters.drawnSecond, isBackward);
  let front = select(found.y, found.w, isBackward);
  let behind = select(found.w, found.y, isBackward);
  if (((asked >> sets[behind]) & 1u) == 0u) { return; }
  if (front == behind) {
    if (!isBackward) { atomicStore(&hidden[behind], 1u); }
    return;
  }
  let hides = select(HIDES_SECOND, HIDES_FIRST, isBackward);
  if ((relation & hides) != 0u && ((drawn >> sets[front]) & 1u) != 0u) { atomicStore(&hidden[behind], 1u); }
}
`;
