/**
 * Where the options of queries are offered outside the library: on the command line, as inputs of MCP tools, and on which page of
 * the docs. Values and defaults come from the declarations of the queries. An option without a row here does not compile; a query
 * without one fails test/package/options.test.ts.
 */
import { OptionError } from '../../errors.ts';
import type { Triple } from '../../mesh/bounds.ts';
import { CLASHES_DECLARATION } from '../../queries/clashes/options.ts';
import { CLOSEST_DECLARATION } from '../../queries/closest/options.ts';
import { COLLIDE_DECLARATION } from '../../queries/collide/options.ts';
import { CONTACTS_DECLARATION } from '../../queries/contacts/options.ts';
import { CULL_DECLARATION } from '../../queries/cull/options.ts';
import { IMPACTS_DECLARATION } from '../../queries/impacts/options.ts';
import { INSIDE_DECLARATION } from '../../queries/inside/options.ts';
import { SEPARATE_DECLARATION } from '../../queries/separate/options.ts';
import { ADVANCE_DECLARATION, SAFE_STEP_DECLARATION } from '../../queries/step/options.ts';
import { SWEEP_DECLARATION } from '../../queries/sweep/options.ts';
import { LAYERS_DECLARATION, VOLUME_DECLARATION } from '../../queries/volume/options.ts';
import { VOXEL_COLLIDE_DECLARATION, VOXELS_DECLARATION } from '../../queries/voxels/options.ts';
import { WITHIN_DECLARATION } from '../../queries/within/options.ts';
import { type Offered, type OptionSpec, offer, offeredOptions, type QueryOffer, specsOf } from './offer.ts';

const IN_CODE = 'for code only';
const BY_VERB = 'the verb decides';
const PARTS = 'files have parts, not ids';
const PER_STEP = 'for each step of a simulation, in code';

export const COLLIDE = offer(COLLIDE_DECLARATION, 'CollideOptions', 'collide.md', {
  self: BY_VERB,
  between: BY_VERB,
  ignore: PARTS,
  pairs: PARTS,
  contacts: {
    verbs: ['check', 'clash', 'plan'],
    name: 'penetrating',
    sets: 'penetrating',
    text: 'leave out pairs that only touch',
  },
  segments: BY_VERB,
  limit: 'reports are complete',
  output: IN_CODE,
  cull: 'the answer is the same',
});

export const CLASHES = offer(CLASHES_DECLARATION, 'ClashesOptions', 'clashes.md', {
  self: { verbs: ['clash'], sets: true, text: 'also search within each object', read: 'by the verb' },
  between: 'clash always looks between objects',
  ignore: {
    verbs: ['clash', 'plan'],
    value: 'file',
    text: 'pairs of part names, or clash ids, to leave out',
    read: 'by the verb',
  },
  pairs: PARTS,
  tolerance: {
    verbs: ['clash', 'plan'],
    value: 'depth',
    text: 'no deeper only touches; IFC: 1mm',
    default: 'auto',
    takes: 'length',
    read: 'by the verb',
    tool: { text: 'No deeper than this only touches.' },
  },
  clearance: {
    verbs: ['clash', 'plan'],
    value: 'distance',
    text: 'also find objects closer than this: 5mm, 0.2in',
    default: '',
    takes: 'length',
    read: 'by the verb',
    tool: { text: 'Also parts nearer than this.' },
  },
  depth: BY_VERB,
  curve: BY_VERB,
  area: BY_VERB,
  volume: { verbs: ['clash'], text: 'also the volume that two objects have in common', read: 'by the verb' },
});

export const VOLUME = offer(VOLUME_DECLARATION, 'VolumeOptions', 'volumes.md', {
  method: 'options of images ask for images',
  resolution: { verbs: ['volume'], text: 'pixels along each side of the image' },
  axis: { verbs: ['volume'], text: 'viewing direction; auto: shortest side' },
  tolerance: {
    verbs: ['volume'],
    value: 'volume',
    text: 'refine until the error is at most this',
    takes: 'above 0',
    read: positiveVolume,
    tool: { text: 'Refine until the error is at most this volume.' },
  },
  generator: { verbs: ['volume'], value: 'name' },
  allowOpen: {
    verbs: ['volume'],
    text: 'accept meshes that are not closed',
    tool: { text: 'Accept meshes that are not closed.' },
  },
  stacks: IN_CODE,
});

function positiveVolume(text: string, name: string): number {
  const value = /^[\d.]/.test(text) ? Number(text) : Number.NaN;
  if (value > 0 && value < Infinity) return value;
  throw new OptionError(
    'option-value',
    `--${name} is "${text}"; expected a volume greater than 0, in cubic units of the files.`,
    { option: name, found: text },
  );
}

export const INSIDE = offer(INSIDE_DECLARATION, 'InsideOptions', 'inside.md', {
  allowOpen: {
    verbs: ['inside'],
    text: 'accept meshes that are not closed',
    tool: { text: 'Accept meshes that are not closed.' },
  },
});

export const CLOSEST = offer(CLOSEST_DECLARATION, 'ClosestOptions', 'within.md', {
  below: {
    verbs: ['closest'],
    name: 'clearance',
    value: 'distance',
    text: 'only objects closer than this: 5mm, 0.2in',
    takes: 'length',
    read: 'by the verb',
    tool: { text: 'Only parts nearer than this.' },
  },
});

export const SWEEP = offer(SWEEP_DECLARATION, 'SweepOptions', 'motion.md', {
  self: 'rigid motions change nothing within an object',
  between: BY_VERB,
  ignore: 'the file of joints or the SRDF says it',
  pairs: PARTS,
  tolerance: BY_VERB,
  accuracy: BY_VERB,
  gap: {
    verbs: ['motion'],
    name: 'clearance',
    value: 'distance',
    text: 'how far parts are to stay apart: 5mm',
    takes: 'length',
    read: 'by the verb',
    tool: { name: 'clearance', text: 'How far parts are to stay apart.' },
  },
  forgive: BY_VERB,
  first: BY_VERB,
  effort: { verbs: ['motion'], text: 'poses and intervals to look at, at most' },
});

export const CULL = offer(CULL_DECLARATION, 'CullOptions', 'cull.md', {
  preset: { verbs: ['cull'], value: 'name' },
  passes: { verbs: ['cull'], text: 'drawing and testing scheme' },
  coverage: { verbs: ['cull'], value: 'rule', text: 'sampled, uobb or conservative' },
  self: { verbs: ['cull'], text: 'also search within each object' },
  boxes: {
    verbs: ['cull'],
    text: "compare triangles' boxes even with a preset",
    no: "do not compare triangles' boxes",
  },
  sweep: { verbs: ['cull'], text: "first drop what is in no other object's box" },
  views: { verbs: ['cull'], value: 'list|auto', text: 'such as xz, x-xz or "x 1,1,0"', read: 'text' },
  refit: { verbs: ['cull'], text: 'fit the frame to what is left, each time' },
  rounds: { verbs: ['cull'], text: 'rounds through the views, or all', read: 'count or all' },
  iterations: { verbs: ['cull'], text: 'pairs of passes per view, or all', default: 'all', read: 'count or all' },
  distance: { verbs: ['cull'], text: 'keep what may be nearer than this', read: 'number' },
  resolution: { verbs: ['cull'], text: 'pixels along each side of the image' },
  depthBits: { verbs: ['cull'], value: '16|24|32', text: 'bits of the depth buffer' },
  order: { verbs: ['cull'], value: 'order', text: 'given, back-to-front or front-to-back' },
  level: { verbs: ['cull'], value: 'level', text: 'stop at object, cluster or triangle' },
  hierarchy: { verbs: ['cull'], text: 'prune objects, then clusters, before triangles' },
  clusterSize: { verbs: ['cull'], text: 'triangles in the smallest clusters' },
  generator: { verbs: ['cull'], value: 'name', text: 'layered, or hardware (WebGPU only)' },
  pairs: { verbs: ['cull'], value: 'file', text: 'write pairs of survivors whose boxes overlap', read: () => true },
  trace: { verbs: ['cull'], text: 'triangles in each set after every pass (--json)' },
});

const RESOLUTION: Offered = {
  verbs: ['voxels'],
  value: 'n|XxYxZ',
  text: 'voxels along each axis, or along x, y and z',
  read: countOrThree,
};

function countOrThree(text: string, name: string): number | Triple {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  if (/^\d{1,9}x\d{1,9}x\d{1,9}$/.test(text)) return text.split('x').map(Number) as unknown as Triple;
  throw new OptionError(
    'option-value',
    `--${name} is "${text}"; expected a whole number from 1, or three, as in 256x128x64.`,
    { option: name, found: text },
  );
}

export const VOXELS = offer(VOXELS_DECLARATION, 'VoxelsOptions', 'voxels.md', {
  resolution: RESOLUTION,
  voxelSize: IN_CODE,
  box: IN_CODE,
  grid: IN_CODE,
  rule: { verbs: ['voxels'], text: 'which voxels are set' },
  solid: { verbs: ['voxels'], sets: true, text: 'fill the objects, which must be closed' },
  onSlab: IN_CODE,
  slabBytes: IN_CODE,
});

export const VOXEL_COLLIDE = offer(VOXEL_COLLIDE_DECLARATION, 'VoxelCollideOptions', 'voxels.md', {
  resolution: 'as for voxels',
  voxelSize: IN_CODE,
  grid: IN_CODE,
  rule: 'as for voxels',
  solid: 'as for voxels',
  early: IN_CODE,
  identify: { verbs: ['voxels'], text: 'test the triangles in common voxels exactly' },
  list: 'with an output file',
  slabBytes: IN_CODE,
});

/** Every query with options, in the order of the reference. */
export const OFFERED: readonly QueryOffer[] = [
  COLLIDE,
  CLASHES,
  offer(WITHIN_DECLARATION, 'WithinOptions', 'within.md', 'clash --clearance and the MCP tool within ask it'),
  CLOSEST,
  offer(CONTACTS_DECLARATION, 'ContactsOptions', 'contacts.md', PER_STEP),
  offer(IMPACTS_DECLARATION, 'ImpactsOptions', 'impacts.md', 'check and clash ask it with --continuous'),
  offer(SAFE_STEP_DECLARATION, 'SafeStepOptions', 'steps.md', PER_STEP),
  offer(ADVANCE_DECLARATION, 'AdvanceOptions', 'steps.md', PER_STEP),
  offer(SEPARATE_DECLARATION, 'SeparateOptions', 'clashes.md', PER_STEP),
  SWEEP,
  INSIDE,
  VOLUME,
  CULL,
  offer(LAYERS_DECLARATION, 'LayersOptions', 'volumes.md', 'volume asks it'),
  VOXELS,
  VOXEL_COLLIDE,
];

/** The options of queries that a verb has, in the order of their declarations. */
export function offeredBy(verb: string): OptionSpec[] {
  return OFFERED.flatMap((query) =>
    offeredOptions(query).flatMap(([option, row]) => (row.verbs.includes(verb) ? specsOf(query, option, row) : [])),
  );
}
