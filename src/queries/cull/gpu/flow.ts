/**
 * What the passes of a query share on the GPU: parameters that stay the same in a submission, and the state that shaders change from
 * pass to pass and from visit to visit (flow.wgsl.ts), so that nothing has to come back in between.
 */
import { struct } from '../../../memory/struct.ts';
import { CULL_SET } from '../cull.ts';

export const CULL_PARAMETERS = struct('CullParameters', {
  vertexCount: 'u32',
  /** Triangles in the order of drawing. */
  rankCount: 'u32',
  elementCount: 'u32',
  resolution: 'u32',
  /** Blocks of eight pixels along a side. */
  blocks: 'u32',
  /** Squares along a side, and log2 of a square's side in pixels. */
  squares: 'u32',
  bits: 'u32',
  /** Not zero: each triangle is an element, in the order in which they are numbered. */
  isPlain: 'u32',
  withinObjects: 'u32',
  /** Not zero: elements are kept whatever is seen (a bit each). */
  hasKept: 'u32',
  /** Not zero: pictures of everything are made; pairs of near triangles are looked at. */
  usesImages: 'u32',
  usesPairs: 'u32',
  isQuick: 'u32',
  depthBits: 'u32',
  viewCount: 'u32',
  visitCount: 'u32',
  /** Passes of a visit at most. */
  passesMost: 'u32',
  pieceCapacity: 'u32',
  entryCapacity: 'u32',
  steepCapacity: 'u32',
  /** Which sets the first and the second pass of an iteration ask for and draw: bit CULL_SET. */
  askedFirst: 'u32',
  drawnFirst: 'u32',
  askedSecond: 'u32',
  drawnSecond: 'u32',
  groupsPerRowMost: 'u32',
});
/** How long the lists of pairs may get, and the weight of the walk that finds them (src/queries/collide/gpu/weigh.ts). */
export const PAIR_LIMITS = struct('PairLimits', {
  pairsCounter: 'u32',
  pairCapacity: 'u32',
  entriesCounter: 'u32',
  entryCapacity: 'u32',
  heaviest: 'u32',
});

/** Occlusion queries of a pass: how many, whether of all elements, and in which order. */
export const ASKED_PARAMETERS = struct('AskedParameters', { count: 'u32', isAll: 'u32', isBackward: 'u32' });

export type CullParameters = Parameters<typeof CULL_PARAMETERS.pack>[0][number];

/** Sizes of squares that the entries are counted for: log2 of 8 to 128 pixels. */
export const SQUARE_BITS = [3, 4, 5, 6, 7] as const;

/** Words of the state, in this order. */
export const STATE = [
  'visit',
  'pass',
  /** Visits in a row that found nothing to change. */
  'unchanged',
  /** State of the running iteration. */
  'changes',
  'isOver',
  /** A list exceeded its capacity; nothing continues before it has grown. */
  'isShort',
  /** The running visit has been set up: passes that were recorded for the one before are not its own. */
  'isSetUp',
  /** Ranks that are set up now: all, or none when the lists are there already. */
  'ranks',
  'pieces',
  'entries',
  /** Entries that are to be sorted: all, or none when they were. */
  'sorted',
  /** Pixels of pieces that are too steep for steps. */
  'steep',
  /** Pairs of triangles whose boxes overlap. */
  'pairs',
  /** Entries that squares of each size would have, and for each whether there are more than 2^32. */
  ...SQUARE_BITS.map((bits) => `entries${bits}` as const),
  ...SQUARE_BITS.map((bits) => `tooMany${bits}` as const),
  /** State of the running pass. */
  'before',
  'after',
  'queries',
  'renders',
  'triangles',
  'changed',
  /** Passes in the log. */
  'logged',
] as const;
export type StateName = (typeof STATE)[number];

export const stateIndex = (name: StateName): number => STATE.indexOf(name);

/** Words of a pass in the log. */
export const LOG = ['visit', 'before', 'after', 'queries', 'renders', 'triangles', 'entries', 'isStable'] as const;
export type LogName = (typeof LOG)[number];

/** Dispatches whose size the GPU finds, three words each. */
export const GROUPS = ['vertices', 'ranks', 'pieces', 'squares', 'sets', 'pixels', 'related', 'pairs'] as const;
export type GroupsName = (typeof GROUPS)[number];

/** What a thread does one after the other. */
export const RANKS_PER_THREAD = 4;
export const ELEMENTS_PER_THREAD = 16;
/** Pixels of a block's side: threads are numbered block by block. */
export const BLOCK_BITS = 3;

const upper = (name: string) => name.replace(/[A-Z0-9]/g, (letter) => `_${letter}`).toUpperCase();
const constants = (prefix: string, names: readonly string[], each: number) =>
  names.map((name, i) => `const ${prefix}_${upper(name)} = ${each * i}u;\n`).join('');

export const FLOW_WGSL = `
${CULL_PARAMETERS.wgsl}
${constants('AT', STATE, 1)}
${constants('LOG', LOG, 1)}
${constants('GROUPS_OF', GROUPS, 3)}
const LOG_WORDS = ${LOG.length}u;
const SQUARE_SIZES = ${SQUARE_BITS.length}u;
const SMALLEST_SQUARE_BITS = ${SQUARE_BITS[0]}u;
const RANKS_PER_THREAD = ${RANKS_PER_THREAD}u;
const ELEMENTS_PER_THREAD = ${ELEMENTS_PER_THREAD}u;
const BLOCK_BITS = ${BLOCK_BITS}u;
${Object.entries(CULL_SET)
  .map(([name, value]) => `const ${name} = ${value}u;\n`)
  .join('')}
`;
