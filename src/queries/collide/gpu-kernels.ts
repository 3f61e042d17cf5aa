/** The kernels of `collide` on the GPU, and the parameters that they share. */
import { CERTAIN_SIGNS_WGSL } from '../../gpu/certain-signs.wgsl.ts';
import { APPEND_WGSL } from '../../gpu/counters.wgsl.ts';
import { LINEAR_INDEX_WGSL } from '../../gpu/linear-index.wgsl.ts';
import { KernelSource } from '../../gpu/pipelines.ts';
import { struct } from '../../gpu/struct-layout.ts';
import { TRIANGLE_PAIR_WGSL } from '../../gpu/triangle-pair.wgsl.ts';
import { COVER_WGSL, FILL_WGSL, PYRAMID_WGSL } from './gpu-image.wgsl.ts';
import { DECIDE_WGSL, GROUPS_WGSL, WALK_WGSL } from './gpu-pairs.wgsl.ts';
import { OPPOSED_SECTORS_WGSL } from './opposed-sectors.wgsl.ts';

export const IMAGE_PARAMETERS = struct('ImageParameters', {
  triangleCount: 'u32',
  axis: 'u32',
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
  /** 1 pairs within objects, 2 pairs between objects, 3 both. */
  wanted: 'u32',
  entriesCounter: 'u32',
  candidatesCounter: 'u32',
  crossingsCounter: 'u32',
  undecidedCounter: 'u32',
  uncertainCounter: 'u32',
});

/** A list for whose entries workgroups are to be counted; more than `capacity` have not fitted, and get none. */
export const LIST_PARAMETERS = struct('ListParameters', {
  counterIndex: 'u32',
  capacity: 'u32',
  groupsPerRowMax: 'u32',
});

export const WANTED_SELF = 1;
export const WANTED_BETWEEN = 2;

const SMALLEST = { THREADS: 32 };

export const COLLIDE_COVER = new KernelSource(
  'collide-cover',
  [IMAGE_PARAMETERS.wgsl, COVER_WGSL, PYRAMID_WGSL, APPEND_WGSL, LINEAR_INDEX_WGSL, CERTAIN_SIGNS_WGSL],
  ['uniform', 'read', 'read', 'read', 'write', 'write', 'write', 'write'],
  SMALLEST,
);
export const COLLIDE_FILL = new KernelSource(
  'collide-fill',
  [IMAGE_PARAMETERS.wgsl, FILL_WGSL, PYRAMID_WGSL, LINEAR_INDEX_WGSL],
  ['uniform', 'read', 'write', 'write'],
  SMALLEST,
);
export const COLLIDE_GROUPS = new KernelSource(
  'collide-groups',
  [LIST_PARAMETERS.wgsl, GROUPS_WGSL],
  ['uniform', 'read', 'write'],
  SMALLEST,
);
export const COLLIDE_WALK = new KernelSource(
  'collide-walk',
  [IMAGE_PARAMETERS.wgsl, WALK_WGSL, PYRAMID_WGSL, APPEND_WGSL, LINEAR_INDEX_WGSL],
  ['uniform', 'read', 'read', 'read', 'write', 'write'],
  SMALLEST,
);
export const COLLIDE_DECIDE = new KernelSource(
  'collide-decide',
  [
    IMAGE_PARAMETERS.wgsl,
    DECIDE_WGSL,
    APPEND_WGSL,
    LINEAR_INDEX_WGSL,
    CERTAIN_SIGNS_WGSL,
    TRIANGLE_PAIR_WGSL,
    OPPOSED_SECTORS_WGSL,
  ],
  ['uniform', 'read', 'read', 'read', 'write', 'write', 'write'],
  SMALLEST,
);
