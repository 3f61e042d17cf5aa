/** The shaders of voxels on the GPU, and their parameters. */

import { APPEND_WGSL } from '../../../backend/gpu/counters.wgsl.ts';
import { LINEAR_INDEX_WGSL } from '../../../backend/gpu/linear-index.wgsl.ts';
import { ShaderSource } from '../../../backend/gpu/pipelines.ts';
import { LONG_INTEGERS_WGSL } from '../../../exact/gpu/long-integers.wgsl.ts';
import { struct } from '../../../memory/struct.ts';
import { COMPARE_WGSL, CORNERS_WGSL, LIST_OPEN_WGSL, PATCH_WGSL } from './compare.wgsl.ts';
import { PARTS_WGSL, SELECT_WGSL } from './select.wgsl.ts';
import { QUARTERS_WGSL, STEPS_WGSL } from './steps.wgsl.ts';
import {
  OPEN_WGSL,
  SYNTHESIZE_WGSL,
  TOUCH_WGSL,
  VOXEL_GRID_WGSL,
  VOXELIZE_SHEETS_WGSL,
  VOXELIZE_TOUCHED_WGSL,
} from './voxels.wgsl.ts';

/** As grid-units.ts has them. */
export const STEPS_PARAMETERS = struct('StepsParameters', {
  vertexCount: 'u32',
  isDouble: 'u32',
  exponent: 'i32',
  quarters: 'u32',
  originXLow: 'u32',
  originXHigh: 'u32',
  originYLow: 'u32',
  originYHigh: 'u32',
  originZLow: 'u32',
  originZHigh: 'u32',
});

export const SELECT_PARAMETERS = struct('SelectParameters', {
  triangleCount: 'u32',
  across: 'u32',
  down: 'u32',
  firstLayer: 'u32',
  endLayer: 'u32',
  partsCounter: 'u32',
  /** How many triangles are too large or too far away to be cut. */
  largeCounter: 'u32',
});

export const VOXEL_PARAMETERS = struct('VoxelParameters', {
  partsCounter: 'u32',
  across: 'u32',
  down: 'u32',
  firstLayer: 'u32',
  endLayer: 'u32',
  rowWords: 'u32',
  layerRows: 'u32',
  sheetYWords: 'u32',
  sheetZWords: 'u32',
  /** Where the sheet along z begins, in words. */
  sheetZ: 'u32',
  /** 0 for the first object, 1 for the second. */
  object: 'u32',
});

export const COMPARE_PARAMETERS = struct('CompareParameters', {
  words: 'u32',
  /** Not zero: the common voxels are listed. */
  lists: 'u32',
  commonCounter: 'u32',
});

/** How many there are. */
export const PATCH_PARAMETERS = struct('PatchParameters', { count: 'u32' });
export const LIST_OPEN_PARAMETERS = struct('ListOpenParameters', { words: 'u32', openCounter: 'u32' });

export const THREADS = { THREADS: 32 };
/** What shaders on the parts of triangles begin with. */
export const ON_PARTS = [VOXEL_PARAMETERS.wgsl, LINEAR_INDEX_WGSL, LONG_INTEGERS_WGSL, VOXEL_GRID_WGSL, PARTS_WGSL];

export const VOXEL_STEPS = new ShaderSource(
  'voxel-steps',
  [STEPS_PARAMETERS.wgsl, LINEAR_INDEX_WGSL, LONG_INTEGERS_WGSL, QUARTERS_WGSL, STEPS_WGSL],
  ['uniform', 'read', 'write'],
  THREADS,
);
export const VOXEL_SELECT = new ShaderSource(
  'voxel-select',
  [SELECT_PARAMETERS.wgsl, LINEAR_INDEX_WGSL, APPEND_WGSL, QUARTERS_WGSL, PARTS_WGSL, SELECT_WGSL],
  ['uniform', 'read', 'read', 'write', 'write', 'write'],
  THREADS,
);
export const VOXELIZE_TOUCHED = new ShaderSource(
  'voxelize-touched',
  [...ON_PARTS, OPEN_WGSL, TOUCH_WGSL, VOXELIZE_TOUCHED_WGSL],
  ['uniform', 'read', 'read', 'read', 'read', 'write', 'write'],
  THREADS,
);
export const VOXELIZE_SHEETS = new ShaderSource(
  'voxelize-sheets',
  [...ON_PARTS, OPEN_WGSL, VOXELIZE_SHEETS_WGSL],
  ['uniform', 'read', 'read', 'read', 'read', 'write', 'write', 'write'],
  THREADS,
);
export const SYNTHESIZE = new ShaderSource(
  'voxels-synthesize',
  [VOXEL_PARAMETERS.wgsl, LINEAR_INDEX_WGSL, SYNTHESIZE_WGSL],
  ['uniform', 'read', 'write'],
  THREADS,
);
export const VOXEL_LIST_OPEN = new ShaderSource(
  'voxel-list-open',
  [LIST_OPEN_PARAMETERS.wgsl, LINEAR_INDEX_WGSL, APPEND_WGSL, LIST_OPEN_WGSL],
  ['uniform', 'read', 'write', 'write'],
  THREADS,
);
export const VOXEL_PATCH = new ShaderSource(
  'voxel-patch',
  [PATCH_PARAMETERS.wgsl, LINEAR_INDEX_WGSL, PATCH_WGSL],
  ['uniform', 'read', 'write'],
  THREADS,
);
export const VOXEL_CORNERS = new ShaderSource(
  'voxel-corners',
  [PATCH_PARAMETERS.wgsl, LINEAR_INDEX_WGSL, CORNERS_WGSL],
  ['uniform', 'read', 'read', 'read', 'write'],
  THREADS,
);
export const VOXEL_COMPARE = new ShaderSource(
  'voxel-compare',
  [COMPARE_PARAMETERS.wgsl, LINEAR_INDEX_WGSL, APPEND_WGSL, COMPARE_WGSL],
  ['uniform', 'read', 'read', 'write', 'write', 'write'],
  THREADS,
);
