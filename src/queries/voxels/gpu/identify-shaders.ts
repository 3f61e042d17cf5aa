/** The shaders that find the colliding triangles of common voxels, and their parameters. */
import { APPEND_WGSL } from '../../../backend/gpu/counters.wgsl.ts';
import { LINEAR_INDEX_WGSL } from '../../../backend/gpu/linear-index.wgsl.ts';
import { ShaderSource } from '../../../backend/gpu/pipelines.ts';
import { CERTAIN_SIGNS_WGSL } from '../../../exact/gpu/certain-signs.wgsl.ts';
import { TRIANGLE_PAIR_WGSL } from '../../../exact/gpu/triangle-pair.wgsl.ts';
import { struct } from '../../../memory/struct.ts';
import {
  COMMON_WGSL,
  COUNT_LISTS_WGSL,
  DECIDE_PAIRS_WGSL,
  FILL_LISTS_WGSL,
  MARK_PAIRS_WGSL,
  PAIRS_WGSL,
} from './identify.wgsl.ts';
import { ON_PARTS, PATCH_PARAMETERS, THREADS } from './shaders.ts';
import { TOUCH_WGSL } from './voxels.wgsl.ts';

export const IDENTIFY_PARAMETERS = struct('IdentifyParameters', {
  /** Lists: two for each common voxel. */
  lists: 'u32',
  /** Where the second object's vertices begin among those in steps, and its triangles among all. */
  stepsAt: 'u32',
  secondStart: 'u32',
  /** Places of the table of pairs, a power of two, less one. */
  tableMask: 'u32',
  entriesCounter: 'u32',
  pairsCounter: 'u32',
  crossingsCounter: 'u32',
  undecidedCounter: 'u32',
});

const ON_PAIRS = [IDENTIFY_PARAMETERS.wgsl, LINEAR_INDEX_WGSL];

export const IDENTIFY_COMMON = new ShaderSource(
  'identify-common',
  [PATCH_PARAMETERS.wgsl, LINEAR_INDEX_WGSL, COMMON_WGSL],
  ['uniform', 'read', 'read', 'write', 'write'],
  THREADS,
);
export const IDENTIFY_COUNT = new ShaderSource(
  'identify-count',
  [...ON_PARTS, TOUCH_WGSL, COUNT_LISTS_WGSL],
  ['uniform', 'read', 'read', 'read', 'read', 'read', 'read', 'write'],
  THREADS,
);
export const IDENTIFY_FILL = new ShaderSource(
  'identify-fill',
  [...ON_PARTS, TOUCH_WGSL, FILL_LISTS_WGSL],
  ['uniform', 'read', 'read', 'read', 'read', 'read', 'read', 'write', 'write'],
  THREADS,
);
export const IDENTIFY_PAIRS = new ShaderSource(
  'identify-pairs',
  [...ON_PAIRS, APPEND_WGSL, PAIRS_WGSL],
  ['uniform', 'read', 'read', 'read', 'read', 'read', 'write', 'write'],
  THREADS,
);
export const IDENTIFY_MARK = new ShaderSource(
  'identify-mark',
  [...ON_PAIRS, MARK_PAIRS_WGSL],
  ['uniform', 'read', 'read', 'write'],
  THREADS,
);
export const IDENTIFY_DECIDE = new ShaderSource(
  'identify-decide',
  [...ON_PAIRS, APPEND_WGSL, CERTAIN_SIGNS_WGSL, TRIANGLE_PAIR_WGSL, DECIDE_PAIRS_WGSL],
  ['uniform', 'read', 'read', 'read', 'read', 'read', 'write', 'write', 'write'],
  THREADS,
);
