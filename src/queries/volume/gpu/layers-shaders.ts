/** The compute shaders of layered depth images, and their parameters. */
import { APPEND_WGSL } from '../../../backend/gpu/counters.wgsl.ts';
import { LINEAR_INDEX_WGSL } from '../../../backend/gpu/linear-index.wgsl.ts';
import { ShaderSource } from '../../../backend/gpu/pipelines.ts';
import { struct } from '../../../memory/struct.ts';
import { COVER_WGSL, PROJECT_WGSL } from './compute.wgsl.ts';
import { INSIDE_WGSL, OVERLAP_WGSL, SELF_OVERLAP_WGSL } from './lookup.wgsl.ts';
import { BIN_WGSL, COUNT_WGSL, FILL_WGSL, GATHER_WGSL, SORT_WGSL } from './sort.wgsl.ts';

export const PROJECT_PARAMETERS = struct('ProjectParameters', {
  corners: 'u32',
  across: 'u32',
  down: 'u32',
  depth: 'u32',
  /** Clip space and depth per quarter step, and the depth of the view's low corner. */
  perAcross: 'f32',
  perDown: 'f32',
  perDepth: 'f32',
  depthLow: 'f32',
});
export const COVER_PARAMETERS = struct('CoverParameters', { triangleCount: 'u32', size: 'u32', looseCounter: 'u32' });
export const GATHER_PARAMETERS = struct('GatherParameters', {
  size: 'u32',
  /** Words of a row of the layer. */
  stride: 'u32',
  /** Not zero: rays enter at this layer. */
  enters: 'u32',
  looseCounter: 'u32',
});
export const SORT_PARAMETERS = struct('SortParameters', {
  pixels: 'u32',
  looseCounter: 'u32',
  /** From depths to parts of the volume of interest: 0 at its front, 1 at its back. */
  perDepth: 'f32',
  front: 'f32',
  /** By how much depths may be off. */
  slack: 'f32',
});
export const LOOKUP_PARAMETERS = struct('LookupParameters', { pixels: 'u32', across: 'u32', points: 'u32' });

const THREADS = { THREADS: 32 };
const source = (name: string, parts: readonly string[], bindings: readonly ('uniform' | 'read' | 'write')[]) =>
  new ShaderSource(name, [LINEAR_INDEX_WGSL, ...parts], [...bindings], THREADS);

export const PROJECT_CORNERS = source(
  'layers-project',
  [PROJECT_PARAMETERS.wgsl, PROJECT_WGSL],
  ['uniform', 'read', 'read', 'write'],
);
export const LAYERS_COVER = source(
  'layers-cover',
  [COVER_PARAMETERS.wgsl, APPEND_WGSL, COVER_WGSL],
  ['uniform', 'write', 'read', 'write'],
);
export const LAYERS_GATHER = source(
  'layers-gather',
  [GATHER_PARAMETERS.wgsl, APPEND_WGSL, GATHER_WGSL],
  ['uniform', 'write', 'read', 'write'],
);
export const LAYERS_COUNT = source(
  'layers-count',
  [SORT_PARAMETERS.wgsl, BIN_WGSL, COUNT_WGSL],
  ['uniform', 'read', 'write', 'write', 'write'],
);
export const LAYERS_FILL = source(
  'layers-fill',
  [SORT_PARAMETERS.wgsl, BIN_WGSL, FILL_WGSL],
  ['uniform', 'read', 'write', 'read', 'write'],
);
export const LAYERS_SORT = source('layers-sort', [SORT_PARAMETERS.wgsl, SORT_WGSL], ['uniform', 'read', 'write']);
export const LAYERS_OVERLAP = source(
  'layers-overlap',
  [LOOKUP_PARAMETERS.wgsl, OVERLAP_WGSL],
  ['uniform', 'read', 'read', 'read', 'read', 'read', 'read', 'write'],
);
export const LAYERS_SELF_OVERLAP = source(
  'layers-self-overlap',
  [LOOKUP_PARAMETERS.wgsl, SELF_OVERLAP_WGSL],
  ['uniform', 'read', 'read', 'read', 'write'],
);
export const LAYERS_INSIDE = source(
  'layers-inside',
  [LOOKUP_PARAMETERS.wgsl, INSIDE_WGSL],
  ['uniform', 'read', 'read', 'read', 'read', 'write'],
);
