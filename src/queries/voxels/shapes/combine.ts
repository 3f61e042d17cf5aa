/**
 * Union, intersection and difference of shapes (constructive solid geometry).
 *
 * What a difference touches is what the first touches but for voxels wholly inside the second; what is inside it is what
 * is inside the first and not touched by the second. So nothing that is there is lost.
 */
import { OptionError } from '../../../errors.ts';
import { type Bounds, boundsOfBox, boxOfBounds } from '../../../mesh/bounds.ts';
import { describe } from '../../../mesh/check-mesh.ts';
import { unionBox } from '../../../tile-lists/image-map.ts';
import { overlapOf } from '../overlap.ts';
import type { VoxelPace, VoxelShape, VoxelSide } from './shape.ts';
import type { VoxelSheet } from './sheet.ts';

function checkShapes(call: string, shapes: readonly VoxelShape[]): void {
  if (shapes.length === 0) throw new OptionError('no-shapes', `${call} expects at least one shape; found none.`);
  const bad = shapes.findIndex((shape) => typeof shape?.voxelize !== 'function' || !('box' in shape));
  if (bad < 0) return;
  throw new OptionError(
    'option-type',
    `${call}: shape ${bad} is ${describe(shapes[bad])}; expected a shape, such as meshShape(mesh) makes.`,
  );
}

async function voxelizedApart(
  shape: VoxelShape,
  sheet: VoxelSheet,
  side: VoxelSide,
  pace: VoxelPace,
): Promise<Uint32Array> {
  const own = sheet.blank();
  if (shape.box) await shape.voxelize(own, side, pace);
  return own.bits;
}

function setAll(target: Uint32Array, source: Uint32Array): void {
  for (let i = 0; i < target.length; i++) target[i] |= source[i];
}

function commonBounds(a: Bounds, b: Bounds): Bounds | undefined {
  const common = overlapOf(boxOfBounds(a), boxOfBounds(b));
  return common && boundsOfBox(common);
}

/**
 * The union of shapes.
 * @throws {@link OptionError} `no-shapes`, `option-type`
 * @example
 * ```ts
 * const both = unionShape(meshShape(a), meshShape(b));
 * const { count } = await shapeVoxels(both);
 * ```
 */
export function unionShape(...shapes: readonly VoxelShape[]): VoxelShape {
  checkShapes('unionShape', shapes);
  const boxes = shapes.flatMap(({ box }) => (box ? [boxOfBounds(box)] : []));
  return {
    box: boxes.length > 0 ? boundsOfBox(unionBox(boxes)) : undefined,
    async voxelize(sheet, side, pace) {
      for (const [i, shape] of shapes.entries()) {
        if (shape.box) await shape.voxelize(sheet, side, pace.part(i / shapes.length, (i + 1) / shapes.length));
      }
    },
  };
}

/**
 * The intersection of shapes.
 * @throws {@link OptionError} `no-shapes`, `option-type`
 * @example
 * ```ts
 * const common = intersectionShape(meshShape(a, { solid: true }), ball);
 * const { count } = await shapeVoxels(common);
 * ```
 */
export function intersectionShape(...shapes: readonly VoxelShape[]): VoxelShape {
  checkShapes('intersectionShape', shapes);
  const box = shapes
    .map((shape) => shape.box)
    .reduce((common: Bounds | undefined, next) => common && next && commonBounds(common, next));
  return {
    box,
    async voxelize(sheet, side, pace) {
      let common: Uint32Array | undefined;
      for (const [i, shape] of shapes.entries()) {
        const part = pace.part(i / shapes.length, (i + 1) / shapes.length);
        const bits = await voxelizedApart(shape, sheet, side, part);
        if (!common) common = bits;
        else for (let at = 0; at < bits.length; at++) common[at] &= bits[at];
      }
      setAll(sheet.bits, common!);
    },
  };
}

/**
 * What is in the first shape and not in the second.
 * @throws {@link OptionError} `option-type`
 * @example
 * ```ts
 * const drilled = differenceShape(meshShape(block, { solid: true }), ball);
 * const { count } = await shapeVoxels(drilled);
 * ```
 */
export function differenceShape(from: VoxelShape, taken: VoxelShape): VoxelShape {
  checkShapes('differenceShape', [from, taken]);
  return {
    box: from.box,
    async voxelize(sheet, side, pace) {
      const left = await voxelizedApart(from, sheet, side, pace.part(0, 0.5));
      const gone = await voxelizedApart(taken, sheet, side === 'touched' ? 'inside' : 'touched', pace.part(0.5, 1));
      for (let at = 0; at < left.length; at++) left[at] &= ~gone[at];
      setAll(sheet.bits, left);
    },
  };
}
