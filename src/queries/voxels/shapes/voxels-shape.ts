/** Voxels of another answer as a shape, so that objects of a scene can meet shapes that are not triangles. */
import { OptionError } from '../../../errors.ts';
import { boundsOfBox } from '../../../mesh/bounds.ts';
import { checkAnswer } from '../../options.ts';
import type { VoxelSet } from '../bit-grid.ts';
import { layerWords, sameGrid, VOXEL_FIELDS } from '../grid.ts';
import { gridBox } from '../options.ts';
import type { VoxelShape } from './shape.ts';

/**
 * Voxels of another answer as a shape, so that objects of a scene can meet shapes that are not triangles. For the grid of
 * these voxels only: make it first, and pass it as `grid` to both.
 * @throws {@link OptionError} `option-type`; while voxelizing `other-grid`
 * @example
 * ```ts
 * const found = await voxels(scene, id, { grid });
 * const { collides } = await collideShapes(voxelsShape(found), scan, { grid });
 * ```
 */
export function voxelsShape(voxels: Pick<VoxelSet, 'resolution' | 'origin' | 'voxelSize' | 'bits'>): VoxelShape {
  checkAnswer('voxelsShape', voxels, 'voxels()', VOXEL_FIELDS);
  const { bits } = voxels;
  if (bits?.length !== layerWords(voxels) * voxels.resolution[2]) {
    throw new OptionError(
      'option-type',
      'voxelsShape: the voxels have no bits, or bits of another grid. Voxels of a query with onSlab have none.',
    );
  }
  return {
    box: boundsOfBox(gridBox(voxels)),
    async voxelize(sheet, side) {
      if (!sameGrid(voxels, sheet.grid)) {
        throw new OptionError(
          'other-grid',
          'voxelsShape: these voxels are of another grid. Pass the grid that they were made with as grid.',
          { option: 'grid' },
        );
      }
      // Whether a voxel that is touched is wholly inside is not known.
      if (side === 'touched') for (let at = 0; at < bits.length; at++) sheet.bits[at] |= bits[at];
    },
  };
}
