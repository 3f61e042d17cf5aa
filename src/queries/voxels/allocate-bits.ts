import { EngineError } from '../../errors.ts';
import { emptyBits } from './bit-grid.ts';
import { layerWords, type VoxelGrid } from './grid.ts';

/** Bits for the whole grid; if there is no memory for them, an error that says what to do. */
export function allocateBits(call: string, grid: VoxelGrid): Uint32Array {
  try {
    return emptyBits(grid);
  } catch {
    const bytes = 4 * layerWords(grid) * grid.resolution[2];
    throw new EngineError(
      'out-of-memory',
      `${call}: ${grid.resolution.join(' × ')} voxels need ${bytes} bytes (${(bytes / 2 ** 30).toFixed(2)} GiB), more than there are. Use a lower resolution, or take the voxels slab by slab with onSlab.`,
      { bytes },
    );
  }
}
