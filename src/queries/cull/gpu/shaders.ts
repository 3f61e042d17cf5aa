/** The shaders of culling in compute passes, and what they bind. */
import type { Gpu } from '../../../backend/gpu/gpu.ts';
import { LINEAR_INDEX_WGSL } from '../../../backend/gpu/linear-index.wgsl.ts';
import { type BindingKind, type Shader, ShaderSource } from '../../../backend/gpu/pipelines.ts';
import type { CullCoverage } from '../cull.ts';
import {
  BOX_DEPTHS_WGSL,
  BOX_PIECE_WGSL,
  DEPTHS_IN_PIXEL_WGSL,
  LIST_BOXES_WGSL,
  MAKE_BOXES_WGSL,
} from './box-pieces.wgsl.ts';
import { DOUBLE_WGSL } from './double.wgsl.ts';
import { ASKED_PARAMETERS, FLOW_WGSL, PAIR_LIMITS } from './flow.ts';
import { CHECK_LISTS_WGSL, CLOSE_PASS_WGSL, OPEN_PASSES_WGSL, OPEN_VISIT_WGSL } from './flow.wgsl.ts';
import { READ_ANSWERS_WGSL, writeArgumentsWgsl } from './hardware.wgsl.ts';
import { LONG_WGSL } from './long-numbers.wgsl.ts';
import { CHECK_PAIRS_WGSL, PASS_PAIRS_WGSL, RELATE_PAIRS_WGSL } from './near-pairs.wgsl.ts';
import { PANES_WGSL, SAMPLE_DEPTHS_WGSL } from './panes.wgsl.ts';
import { PROJECT_BOXES_WGSL, PROJECT_SAMPLES_WGSL, VIEW_WGSL } from './project.wgsl.ts';
import { COUNT_PIECES_WGSL, MAKE_PIECES_WGSL, PIECE_WGSL } from './sample-pieces.wgsl.ts';
import { CLOSE_SETS_WGSL, OPEN_SETS_WGSL, PACK_SETS_WGSL } from './sets.wgsl.ts';
import { START_LISTS_WGSL } from './square-lists.wgsl.ts';
import { STEEP_WGSL } from './steep.wgsl.ts';
import { MAKE_TOUCHED_WGSL, TOUCHED_DEPTHS_WGSL, TOUCHED_PIECE_WGSL } from './touched-pieces.wgsl.ts';

const source = (name: string, code: readonly string[], bindings: readonly BindingKind[]) =>
  new ShaderSource(`cull-${name}`, [FLOW_WGSL, LINEAR_INDEX_WGSL, ...code], ['uniform', ...bindings], { THREADS: 32 });

/** Shaders of sampled coverage. */
const SAMPLED = {
  project: source('project', [LONG_WGSL, DOUBLE_WGSL, PROJECT_SAMPLES_WGSL], ['read', 'read', 'read', 'write']),
  countPieces: source(
    'count-pieces',
    [LONG_WGSL, COUNT_PIECES_WGSL],
    ['write', 'read', 'read', 'read', 'read', 'write', 'write'],
  ),
  makePieces: source(
    'make-pieces',
    [LONG_WGSL, DOUBLE_WGSL, PIECE_WGSL, MAKE_PIECES_WGSL],
    ['write', 'read', 'read', 'read', 'read', 'read', 'write', 'write'],
  ),
  panes: source(
    'panes',
    [LONG_WGSL, PIECE_WGSL, SAMPLE_DEPTHS_WGSL, PANES_WGSL],
    ['read', 'read', 'read', 'read', 'read', 'write', 'read'],
  ),
};

/** Corners in whole numbers, for coverages that lose nothing. */
const PROJECT_WHOLE = source(
  'project-whole',
  [LONG_WGSL, DOUBLE_WGSL, PROJECT_BOXES_WGSL],
  ['read', 'read', 'read', 'write'],
);
const MAKE_BINDINGS = ['write', 'read', 'read', 'read', 'read', 'read', 'write', 'write'] as const;
const PANE_BINDINGS = ['read', 'read', 'read', 'read', 'read', 'write'] as const;

/** Shaders that test the visibility of pieces: in pixels, and by pairs. */
const seenOf = (name: string, pieces: readonly string[]) => ({
  panes: source(`panes-of-${name}`, [...pieces, DEPTHS_IN_PIXEL_WGSL, PANES_WGSL], PANE_BINDINGS),
  relatePairs: source(`relate-${name}`, [...pieces, RELATE_PAIRS_WGSL], PANE_BINDINGS),
});

/** Shaders of FAR's boxes. */
const BOXES = {
  project: PROJECT_WHOLE,
  makeBoxes: source('make-boxes', [BOX_PIECE_WGSL, VIEW_WGSL, MAKE_BOXES_WGSL], MAKE_BINDINGS),
  listBoxes: source('list-boxes', [BOX_PIECE_WGSL, LIST_BOXES_WGSL], ['read', 'read', 'write']),
  ...seenOf('boxes', [BOX_PIECE_WGSL, BOX_DEPTHS_WGSL]),
};

/** Shaders of conservative coverage, under the same names as those of boxes. */
const TOUCHED: typeof BOXES = {
  project: PROJECT_WHOLE,
  makeBoxes: source('make-touched', [LONG_WGSL, TOUCHED_PIECE_WGSL, VIEW_WGSL, MAKE_TOUCHED_WGSL], MAKE_BINDINGS),
  listBoxes: source('list-touched', [TOUCHED_PIECE_WGSL, LIST_BOXES_WGSL], ['read', 'read', 'write']),
  ...seenOf('touched', [TOUCHED_PIECE_WGSL, TOUCHED_DEPTHS_WGSL]),
};

/** Shaders that all coverages share. */
const SHARED = {
  openVisit: source('open-visit', [OPEN_VISIT_WGSL], ['write', 'write']),
  checkLists: source('check-lists', [CHECK_LISTS_WGSL], ['write', 'write']),
  openPasses: source('open-passes', [OPEN_PASSES_WGSL], ['write', 'write']),
  startLists: source('start-lists', [START_LISTS_WGSL], ['read', 'read', 'write']),
  openSets: source('open-sets', [OPEN_SETS_WGSL], ['read', 'write', 'read', 'write']),
  passPairs: source('pass-pairs', [PASS_PAIRS_WGSL], PANE_BINDINGS),
  closeSets: source('close-sets', [CLOSE_SETS_WGSL], ['write', 'write', 'read', 'read']),
  closePass: source('close-pass', [CLOSE_PASS_WGSL], ['write', 'write', 'write']),
  packSets: source('pack-sets', [PACK_SETS_WGSL], ['read', 'write']),
};

/** Behind the passes that find pairs of near triangles. */
export const CHECK_PAIRS = new ShaderSource(
  'cull-check-pairs',
  [FLOW_WGSL, PAIR_LIMITS.wgsl, CHECK_PAIRS_WGSL],
  ['uniform', 'write', 'read', 'read'],
);

/** Compiled when the first steep piece is met. */
export const CULL_STEEP = source(
  'steep',
  [LONG_WGSL, DOUBLE_WGSL, PIECE_WGSL, STEEP_WGSL],
  ['read', 'read', 'read', 'write'],
);

/** Around the occlusion queries of a pass: of triangles, or of the rectangles of pieces, two triangles each. */
const writeArguments = (name: string, corners: number) =>
  source(`write-arguments-of-${name}`, [writeArgumentsWgsl(corners)], ['read', 'read', 'read', 'write']);
export const CULL_WRITE_ARGUMENTS = {
  triangles: writeArguments('triangles', 3),
  pieces: writeArguments('pieces', 6),
} as const;
export const CULL_READ_ANSWERS = new ShaderSource(
  'cull-read-answers',
  [ASKED_PARAMETERS.wgsl, LINEAR_INDEX_WGSL, READ_ANSWERS_WGSL],
  ['uniform', 'read', 'read', 'write'],
  { THREADS: 32 },
);

type Compiled<Sources> = { readonly [Name in keyof Sources]: Shader };
export type SampleShaders = Compiled<typeof SHARED & typeof SAMPLED>;
export type BoxShaders = Compiled<typeof SHARED & typeof BOXES>;
/** Shaders for samples that are left to the rasterizer. */
export type QueryShaders = Compiled<typeof SHARED & Pick<typeof SAMPLED, 'project'>>;
export type CullShaders = SampleShaders | BoxShaders | QueryShaders;

const OF_COVERAGE = { sampled: SAMPLED, uobb: BOXES, conservative: TOUCHED };

/** How hidden elements are found: by lists of pixels, occlusion queries, pairs of triangles whose boxes overlap. */
export interface SeenBy {
  readonly lists: boolean;
  readonly queries: boolean;
  readonly pairs: boolean;
}

const OF_LISTS = ['checkLists', 'listBoxes', 'startLists', 'panes'];
const OF_PAIRS = ['relatePairs', 'passPairs'];

/** Those that are not needed are not compiled, and must not be used. */
export async function compileCull(
  gpu: Gpu,
  coverage: CullCoverage,
  { lists, queries, pairs }: SeenBy,
): Promise<CullShaders> {
  const constants = { THREADS: gpu.workSizes.plain.threads };
  const own = queries && coverage === 'sampled' ? { project: PROJECT_WHOLE } : OF_COVERAGE[coverage];
  const sources: Record<string, ShaderSource> = { ...SHARED, ...own };
  const unused = [...(lists ? [] : OF_LISTS), ...(pairs ? [] : OF_PAIRS)];
  const made = Object.entries(sources)
    .filter(([name]) => !unused.includes(name))
    .map(async ([name, shader]) => [name, await gpu.compile(shader, constants)] as const);
  return Object.fromEntries(await Promise.all(made)) as unknown as CullShaders;
}

/** For tests, which look at every shader there is. */
export const CULL_SHADERS: readonly ShaderSource[] = [
  ...Object.values(SHARED),
  ...Object.values(SAMPLED),
  ...Object.values(BOXES),
  ...Object.values(TOUCHED),
  CHECK_PAIRS,
  CULL_STEEP,
  ...Object.values(CULL_WRITE_ARGUMENTS),
  CULL_READ_ANSWERS,
];
