/** Checks the options of `voxels` and `voxelCollide`, and fills in the defaults. */
import { OptionError } from '../../errors.ts';
import { describe } from '../../mesh/check-mesh.ts';
import type { Box } from '../../tile-lists/image-map.ts';
import {
  type Check,
  type CheckedRunningOptions,
  checkBox,
  choice,
  declareOptions,
  flag,
  optional,
  whole,
} from '../options.ts';
import {
  bothGiven,
  checkGrid,
  checkResolution,
  checkVoxelSize,
  type GridChoice,
  gridByResolution,
  gridBySize,
  type VoxelGrid,
} from './grid.ts';
import {
  VOXEL_COLLIDE_DEFAULTS,
  VOXELS_DEFAULTS,
  type VoxelCollideOptions,
  type VoxelRule,
  type VoxelSlab,
  type VoxelsOptions,
} from './voxels.ts';

const RULES = ['conservative', 'paper'] as const satisfies readonly VoxelRule[];

/** Options that say together what the grid is: `gridMaker` and `regionOf` check them. */
const given: Check<unknown> = (_call, _option, value) => value;
const rule = choice(RULES);
const slabBytes = whole(1, 2 ** 30);

const onSlab: Check<(slab: VoxelSlab) => void> = (call, option, value) => {
  if (typeof value === 'function') return value as (slab: VoxelSlab) => void;
  throw new OptionError('option-type', `${call}: ${option} is ${describe(value)}; expected a function.`, { option });
};

export const VOXELS_DECLARATION = declareOptions<VoxelsOptions>(
  'voxels',
  VOXELS_DEFAULTS,
)({
  resolution: given,
  voxelSize: given,
  box: given,
  grid: given,
  rule,
  solid: checkSolid,
  onSlab: optional(onSlab),
  slabBytes,
});

export const VOXEL_COLLIDE_DECLARATION = declareOptions<VoxelCollideOptions>(
  'voxelCollide',
  VOXEL_COLLIDE_DEFAULTS,
)({
  resolution: given,
  voxelSize: given,
  grid: given,
  rule,
  solid: checkSolids,
  early: flag,
  identify: flag,
  list: flag,
  slabBytes,
});

/** Makes the grid for a box, as the caller chose. */
export type GridMaker = (box: Box) => VoxelGrid;

export interface CheckedVoxelsOptions extends CheckedRunningOptions {
  readonly gridFor: GridMaker;
  /** The region asked for, if one was. */
  readonly box: Box | undefined;
  readonly rule: VoxelRule;
  readonly solid: boolean;
  readonly centresOnly: boolean;
  readonly onSlab: ((slab: VoxelSlab) => void) | undefined;
  readonly slabBytes: number;
}

export interface CheckedVoxelCollideOptions extends CheckedRunningOptions {
  readonly gridFor: GridMaker;
  /** The region of a grid of the caller's; without one it is the overlap of the boxes. */
  readonly region: Box | undefined;
  readonly rule: VoxelRule;
  readonly solid: readonly [boolean, boolean];
  readonly early: boolean;
  readonly identify: boolean;
  readonly list: boolean;
  readonly slabBytes: number;
}

export function gridMaker(call: string, options: GridChoice & { grid?: VoxelGrid }): GridMaker {
  const { resolution, voxelSize, grid } = options;
  if (grid !== undefined) {
    if (resolution !== undefined || voxelSize !== undefined) {
      throw new OptionError(
        'option-conflict',
        `${call}: grid already sets the voxels; leave resolution and voxelSize out.`,
        {
          option: 'grid',
        },
      );
    }
    const checked = checkGrid(call, grid);
    return () => checked;
  }
  if (voxelSize !== undefined) {
    if (resolution !== undefined) throw bothGiven(call);
    const size = checkVoxelSize(call, voxelSize);
    return (box) => gridBySize(call, box, size);
  }
  const counts = checkResolution(call, resolution ?? VOXELS_DEFAULTS.resolution);
  return (box) => gridByResolution(box, counts);
}

/** The region of a grid of the caller's own is the grid. */
function regionOf(call: string, { box, grid }: VoxelsOptions): Box | undefined {
  if (box !== undefined && grid !== undefined) {
    throw new OptionError('option-conflict', `${call}: grid already sets the region; leave box out.`, {
      option: 'box',
    });
  }
  if (box !== undefined) return checkBox(call, box);
  if (grid === undefined) return undefined;
  return gridBox(grid);
}

/** What a grid covers. */
export function gridBox({ origin, resolution, voxelSize }: VoxelGrid): Box {
  return [...origin, ...origin.map((low, k) => low + resolution[k] * voxelSize)];
}

export function checkVoxelsOptions(options: VoxelsOptions): CheckedVoxelsOptions {
  const { solid, rule, onSlab, slabBytes, signal, onProgress } = VOXELS_DECLARATION.check(options);
  return {
    gridFor: gridMaker('voxels', options),
    box: regionOf('voxels', options),
    rule,
    ...solid,
    onSlab,
    slabBytes,
    signal,
    onProgress,
  };
}

function checkSolid(call: string, _: string, solid: unknown): { solid: boolean; centresOnly: boolean } {
  if (typeof solid === 'boolean' || solid === 'centres')
    return { solid: solid !== false, centresOnly: solid === 'centres' };
  throw new OptionError('option-type', `${call}: solid is ${describe(solid)}; expected true, false or "centres".`, {
    option: 'solid',
  });
}

function checkSolids(call: string, _: string, solid: unknown): readonly [boolean, boolean] {
  if (typeof solid === 'boolean') return [solid, solid];
  if (Array.isArray(solid) && solid.length === 2 && solid.every((value) => typeof value === 'boolean')) {
    return [solid[0], solid[1]];
  }
  throw new OptionError(
    'option-type',
    `${call}: solid is ${describe(solid)}; expected true, false, or two of them for the first and the second object.`,
    { option: 'solid' },
  );
}

export function checkVoxelCollideOptions(options: VoxelCollideOptions): CheckedVoxelCollideOptions {
  const call = VOXEL_COLLIDE_DECLARATION.query;
  const checked = VOXEL_COLLIDE_DECLARATION.check(options);
  const { rule, identify, solid, early, list, slabBytes, signal, onProgress } = checked;
  if (identify && rule !== 'conservative') {
    throw new OptionError(
      'option-conflict',
      `${call}: identify promises every colliding pair, but the rule "${rule}" may miss voxels. Use rule "conservative".`,
      { option: 'identify' },
    );
  }
  if (identify && options.grid !== undefined) {
    throw new OptionError(
      'option-conflict',
      `${call}: identify promises every colliding pair, but a grid of your own may not cover them all. Leave grid out.`,
      { option: 'grid' },
    );
  }
  return {
    gridFor: gridMaker(call, options),
    region: options.grid && gridBox(options.grid),
    rule,
    solid,
    early,
    identify,
    list,
    slabBytes,
    signal,
    onProgress,
  };
}
