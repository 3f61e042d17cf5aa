/** Voxels of a shape, and voxels that two shapes share. */
import { OptionError } from '../../../errors.ts';
import { type Bounds, boundsOfBox } from '../../../mesh/bounds.ts';
import { describe } from '../../../mesh/check-mesh.ts';
import type { Box } from '../../../tile-lists/image-map.ts';
import { checkBox, checkFlag, checkOptionNames, checkRunningOptions, type RunningOptions } from '../../options.ts';
import { allocateBits } from '../allocate-bits.ts';
import { countBits, listVoxels, type VoxelSet, voxelSet } from '../bit-grid.ts';
import type { GridChoice, VoxelGrid } from '../grid.ts';
import { type GridMaker, gridBox, gridMaker } from '../options.ts';
import { overlapOf } from '../overlap.ts';
import { Pace } from './pace.ts';
import type { VoxelShape } from './shape.ts';
import { VoxelSheet } from './sheet.ts';

/** Options of {@link shapeVoxels}. */
export interface ShapeVoxelsOptions extends RunningOptions, GridChoice {
  /**
   * The region to voxelize.
   * @defaultValue the shape's own box
   */
  box?: Bounds;
  /**
   * A grid of your own or of another answer, instead of `resolution`, `voxelSize` and `box`.
   * @defaultValue none
   */
  grid?: VoxelGrid;
}

/** Options of {@link collideShapes}. */
export interface ShapeCollideOptions extends RunningOptions, GridChoice {
  /**
   * A grid of your own.
   * @defaultValue one over the overlap of the two boxes
   */
  grid?: VoxelGrid;
  /**
   * List the common voxels.
   * @defaultValue `false`
   */
  list?: boolean;
}

/** The answer of {@link collideShapes}. */
export interface ShapeCollision extends VoxelGrid {
  /** Whether the shapes share a voxel. */
  readonly collides: boolean;
  /** Voxels that both have. */
  readonly common: number;
  /** Voxels of the first and of the second shape within the region. */
  readonly counts: readonly [number, number];
  /** The overlap of the two boxes; undefined when they are apart. */
  readonly region: Bounds | undefined;
  /** With `list`: x, y, z of every common voxel, in ascending order of z, y, x. */
  readonly voxels?: Uint32Array;
}

const NOWHERE: Box = [0, 0, 0, 0, 0, 0];

function checkShape(call: string, shape: unknown): asserts shape is VoxelShape {
  if (typeof (shape as VoxelShape | undefined)?.voxelize === 'function') return;
  throw new OptionError(
    'option-type',
    `${call}: the shape is ${describe(shape)}; expected one such as meshShape(mesh) makes.`,
  );
}

function finiteBox(call: string, box: Bounds | undefined): Box | undefined {
  return box && checkBox(`${call}: the shape's`, box);
}

/**
 * Finds the voxels that a shape touches.
 * @throws {@link OptionError} `option-type`, `option-value`, `option-range`, `option-conflict`, `unknown-option`
 * @throws {@link EngineError} `out-of-memory`
 * @example
 * ```ts
 * const ball = pointCloudShape({ positions: new Float64Array(3), radius: 1 });
 * const { count } = await shapeVoxels(ball, { resolution: 64 });
 * ```
 */
export async function shapeVoxels(shape: VoxelShape, options: ShapeVoxelsOptions = {}): Promise<VoxelSet> {
  const call = 'shapeVoxels';
  checkShape(call, shape);
  checkOptionNames(call, options, ['resolution', 'voxelSize', 'box', 'grid', 'signal', 'onProgress']);
  const running = checkRunningOptions(call, options);
  running.signal?.throwIfAborted();
  const own = finiteBox(call, shape.box);
  const grid = gridMaker(call, options)(options.box === undefined ? (own ?? NOWHERE) : checkBox(call, options.box));
  const sheet = new VoxelSheet(grid, allocateBits(call, grid));
  if (own) await shape.voxelize(sheet, 'touched', new Pace(running));
  running.onProgress?.(1);
  return voxelSet(grid, sheet.bits, countBits(sheet.bits));
}

/**
 * Finds the voxels that two shapes of any kind share. Shapes that share a point share a voxel.
 * @throws {@link OptionError} `option-type`, `option-range`, `option-conflict`, `unknown-option`
 * @throws {@link EngineError} `out-of-memory`
 * @example
 * ```ts
 * const { collides } = await collideShapes(meshShape(part), scan, { voxelSize: 0.1 });
 * if (collides) console.log("they may touch");
 * ```
 */
export async function collideShapes(
  a: VoxelShape,
  b: VoxelShape,
  options: ShapeCollideOptions = {},
): Promise<ShapeCollision> {
  const call = 'collideShapes';
  checkShape(call, a);
  checkShape(call, b);
  checkOptionNames(call, options, ['resolution', 'voxelSize', 'grid', 'list', 'signal', 'onProgress']);
  const list = checkFlag(call, 'list', options.list ?? false);
  const running = checkRunningOptions(call, options);
  running.signal?.throwIfAborted();
  const boxes = [finiteBox(call, a.box), finiteBox(call, b.box)];
  const overlap = boxes[0] && boxes[1] && overlapOf(boxes[0], boxes[1]);
  const region = overlap && boundsOfBox(overlap);
  const gridFor: GridMaker = gridMaker(call, options);
  const grid = gridFor(overlap ?? boxes[0] ?? NOWHERE);
  const isApart = !overlap || (options.grid && !overlapOf(overlap, gridBox(grid)));
  if (isApart) {
    return { ...grid, collides: false, common: 0, counts: [0, 0], region, ...(list && { voxels: new Uint32Array(0) }) };
  }
  const pace = new Pace(running);
  const sheets = [a, b].map(() => new VoxelSheet(grid, allocateBits(call, grid)));
  await a.voxelize(sheets[0], 'touched', pace.part(0, 0.5));
  await b.voxelize(sheets[1], 'touched', pace.part(0.5, 1));
  const counts = sheets.map(({ bits }) => countBits(bits));
  const [{ bits }, other] = sheets;
  for (let at = 0; at < bits.length; at++) bits[at] &= other.bits[at];
  const common = countBits(bits);
  running.onProgress?.(1);
  return {
    ...grid,
    collides: common > 0,
    common,
    counts: [counts[0], counts[1]],
    region,
    ...(list && { voxels: listVoxels(bits, grid) }),
  };
}
