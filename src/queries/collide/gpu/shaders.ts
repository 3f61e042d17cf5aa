/** The shaders of `collide` on the GPU, and the parameters that they share. */

import { APPEND_WGSL } from '../../../backend/gpu/counters.wgsl.ts';
import { LINEAR_INDEX_WGSL } from '../../../backend/gpu/linear-index.wgsl.ts';
import { ShaderSource } from '../../../backend/gpu/pipelines.ts';
import { CERTAIN_SIGNS_WGSL } from '../../../exact/gpu/certain-signs.wgsl.ts';
import { TRIANGLE_PAIR_WGSL } from '../../../exact/gpu/triangle-pair.wgsl.ts';
import { struct } from '../../../memory/struct.ts';
import { FAN_CERTIFY_WGSL, FAN_COUNT_WGSL, FAN_FILL_WGSL, FAN_SHAPE_WGSL, FANS_WGSL } from './fans.wgsl.ts';
import { COVER_WGSL, FILL_WGSL, IMAGE_POINT_WGSL, PYRAMID_WGSL } from './image.wgsl.ts';
import { OPPOSED_SECTORS_WGSL } from './opposed-sectors.wgsl.ts';
import { CORNERS_WGSL, ROWS_WGSL } from './output.wgsl.ts';
import { DECIDE_WGSL, GROUPS_WGSL, SETTLED_BY_FANS_WGSL, SETTLED_IF_SHARED_WGSL, WALK_WGSL } from './pairs.wgsl.ts';
import { WEIGH_WGSL } from './weigh.wgsl.ts';

export const IMAGE_PARAMETERS = struct('ImageParameters', {
  triangleCount: 'u32',
  vertexCount: 'u32',
  axis: 'u32',
  /** From coordinates as they lie in the buffer to image coordinates. */
  scale: 'f32',
  scaleAcross: 'f32',
  scaleDown: 'f32',
  firstAcross: 'i32',
  firstDown: 'i32',
  across: 'u32',
  down: 'u32',
  /** Buckets of the table of lists, a power of two, less one. */
  bucketMask: 'u32',
  /** Bound of what image coordinates are off by. */
  rounding: 'f32',
  /** By how much boxes grow on every side. */
  growth: 'f32',
  /** 1 pairs within objects, 2 pairs between objects, 3 both. */
  wanted: 'u32',
  ignoredCount: 'u32',
  /** Crossings after which no more pairs need to be decided. */
  limit: 'u32',
  /** The slice of the entries that is walked, and the number of slices. */
  slice: 'u32',
  slices: 'u32',
  entriesCounter: 'u32',
  candidatesCounter: 'u32',
  crossingsCounter: 'u32',
  undecidedCounter: 'u32',
  uncertainCounter: 'u32',
});
export type ImageParameters = Parameters<typeof IMAGE_PARAMETERS.pack>[0][number];

/** A list for whose entries workgroups are to be counted; more than `capacity` have not fitted, and get none. */
export const LIST_PARAMETERS = struct('ListParameters', {
  counterIndex: 'u32',
  capacity: 'u32',
  /** Parts of the list, one of which is dispatched for. */
  slices: 'u32',
  groupsPerRowMax: 'u32',
  /** The weight of the walk up to which the list is dispatched for (weigh.ts); 2^32 − 1 for any. */
  heaviest: 'u32',
});

/** Where the rows of a list go among those of the answer. */
export const ROWS_PARAMETERS = struct('RowsParameters', {
  count: 'u32',
  firstRow: 'u32',
  kind: 'u32',
  total: 'u32',
});

export const WANTED_SELF = 1;
export const WANTED_BETWEEN = 2;

const SMALLEST = { THREADS: 32 };

export const COLLIDE_COVER = new ShaderSource(
  'collide-cover',
  [
    IMAGE_PARAMETERS.wgsl,
    COVER_WGSL,
    IMAGE_POINT_WGSL,
    PYRAMID_WGSL,
    APPEND_WGSL,
    LINEAR_INDEX_WGSL,
    CERTAIN_SIGNS_WGSL,
  ],
  ['uniform', 'read', 'read', 'read', 'write', 'write', 'write', 'write'],
  SMALLEST,
);
export const COLLIDE_FILL = new ShaderSource(
  'collide-fill',
  [IMAGE_PARAMETERS.wgsl, FILL_WGSL, PYRAMID_WGSL, LINEAR_INDEX_WGSL],
  ['uniform', 'read', 'write', 'write'],
  SMALLEST,
);
export const COLLIDE_WEIGH = new ShaderSource(
  'collide-weigh',
  [IMAGE_PARAMETERS.wgsl, WEIGH_WGSL, PYRAMID_WGSL, APPEND_WGSL, LINEAR_INDEX_WGSL],
  ['uniform', 'read', 'read', 'write'],
  SMALLEST,
);
export const FAN_COUNT = new ShaderSource(
  'fan-count',
  [IMAGE_PARAMETERS.wgsl, FAN_COUNT_WGSL, LINEAR_INDEX_WGSL],
  ['uniform', 'read', 'write'],
  SMALLEST,
);
export const FAN_FILL = new ShaderSource(
  'fan-fill',
  [IMAGE_PARAMETERS.wgsl, FAN_FILL_WGSL, LINEAR_INDEX_WGSL],
  ['uniform', 'read', 'write', 'write'],
  SMALLEST,
);
export const FAN_SHAPE = new ShaderSource(
  'fan-shape',
  [IMAGE_PARAMETERS.wgsl, FAN_SHAPE_WGSL, FANS_WGSL, LINEAR_INDEX_WGSL],
  ['uniform', 'read', 'read', 'read', 'write'],
  SMALLEST,
);
export const FAN_CERTIFY = new ShaderSource(
  'fan-certify',
  [
    IMAGE_PARAMETERS.wgsl,
    FAN_CERTIFY_WGSL,
    FANS_WGSL,
    IMAGE_POINT_WGSL,
    PYRAMID_WGSL,
    LINEAR_INDEX_WGSL,
    CERTAIN_SIGNS_WGSL,
    OPPOSED_SECTORS_WGSL,
  ],
  ['uniform', 'read', 'read', 'read', 'read', 'read', 'write'],
  SMALLEST,
);
export const COLLIDE_GROUPS = new ShaderSource(
  'collide-groups',
  [LIST_PARAMETERS.wgsl, GROUPS_WGSL],
  ['uniform', 'read', 'read', 'write'],
  SMALLEST,
);
const WALK = [IMAGE_PARAMETERS.wgsl, WALK_WGSL, PYRAMID_WGSL, APPEND_WGSL, LINEAR_INDEX_WGSL];
const WALK_BINDINGS = ['uniform', 'read', 'read', 'read', 'read', 'read', 'write', 'write'] as const;

export const COLLIDE_WALK = new ShaderSource(
  'collide-walk',
  [...WALK, FANS_WGSL, SETTLED_BY_FANS_WGSL],
  [...WALK_BINDINGS, 'read'],
  SMALLEST,
);
/** Without pairs that share a vertex. */
export const COLLIDE_WALK_APART = new ShaderSource(
  'collide-walk-apart',
  [...WALK, SETTLED_IF_SHARED_WGSL],
  WALK_BINDINGS,
  SMALLEST,
);
export const COLLIDE_DECIDE = new ShaderSource(
  'collide-decide',
  [
    IMAGE_PARAMETERS.wgsl,
    DECIDE_WGSL,
    IMAGE_POINT_WGSL,
    APPEND_WGSL,
    LINEAR_INDEX_WGSL,
    CERTAIN_SIGNS_WGSL,
    TRIANGLE_PAIR_WGSL,
    OPPOSED_SECTORS_WGSL,
  ],
  ['uniform', 'read', 'read', 'read', 'write', 'write', 'write'],
  SMALLEST,
);
export const COLLIDE_CORNERS = new ShaderSource(
  'collide-corners',
  [ROWS_PARAMETERS.wgsl, CORNERS_WGSL, LINEAR_INDEX_WGSL],
  ['uniform', 'read', 'read', 'read', 'write'],
  SMALLEST,
);
export const COLLIDE_ROWS = new ShaderSource(
  'collide-rows',
  [ROWS_PARAMETERS.wgsl, ROWS_WGSL, LINEAR_INDEX_WGSL],
  ['uniform', 'read', 'read', 'read', 'write', 'write', 'write'],
  SMALLEST,
);
