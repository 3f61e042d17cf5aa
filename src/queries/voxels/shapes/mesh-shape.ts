/**
 * A triangle mesh as a shape, in plain JavaScript: every voxel that a triangle touches, exactly, and of a closed mesh also those
 * whose centres are inside. For large meshes `scene.voxels` does the same many times faster.
 */
import { TriangleBoxTest } from '../../../exact/triangle-box.ts';
import { type Bounds, boundsOfBox } from '../../../mesh/bounds.ts';
import { checkContents, checkMesh, meshLabel } from '../../../mesh/check-mesh.ts';
import type { MeshInput } from '../../../mesh/mesh-input.ts';
import { countOpenEdges } from '../../../mesh/open-edges.ts';
import { checkFlag, checkOptionNames } from '../../options.ts';
import { cannotFill } from '../closed-meshes.ts';
import { fillMesh } from './fill-mesh.ts';
import type { VoxelPace, VoxelShape } from './shape.ts';
import type { VoxelSheet } from './sheet.ts';

/** Options of {@link meshShape}. */
export interface MeshShapeOptions {
  /**
   * Fill the mesh, which must then be closed; otherwise its surface alone.
   * @defaultValue `false`
   */
  solid?: boolean;
}

/** Boxes of up to this many voxels are tested voxel by voxel; larger ones are halved first. */
const CELLS_TOGETHER = 64;

function touchCells(sheet: VoxelSheet, test: TriangleBoxTest, first: readonly number[], last: readonly number[]): void {
  const { origin, voxelSize } = sheet.grid;
  const sizes = first.map((low, k) => last[k] - low + 1);
  if (sizes[0] * sizes[1] * sizes[2] > CELLS_TOGETHER) {
    const half = sizes.map((size) => (size * voxelSize) / 2);
    const middle = origin.map((low, k) => low + first[k] * voxelSize + half[k]);
    if (test.misses(middle[0], middle[1], middle[2], half[0], half[1], half[2])) return;
    const axis = sizes.indexOf(Math.max(...sizes));
    const cut = Math.floor((first[axis] + last[axis]) / 2);
    touchCells(
      sheet,
      test,
      first,
      last.map((value, k) => (k === axis ? cut : value)),
    );
    touchCells(
      sheet,
      test,
      first.map((value, k) => (k === axis ? cut + 1 : value)),
      last,
    );
    return;
  }
  for (let z = first[2]; z <= last[2]; z++) {
    for (let y = first[1]; y <= last[1]; y++) {
      for (let x = first[0]; x <= last[0]; x++) {
        if (sheet.has(x, y, z)) continue;
        if (test.touches(origin[0] + x * voxelSize, origin[1] + y * voxelSize, origin[2] + z * voxelSize))
          sheet.set(x, y, z);
      }
    }
  }
}

async function touchMesh(
  sheet: VoxelSheet,
  positions: Float64Array,
  indices: ArrayLike<number>,
  pace: VoxelPace,
): Promise<void> {
  const test = new TriangleBoxTest(sheet.grid.voxelSize);
  // One box for all triangles: this is the innermost loop.
  const [min, max]: [number, number, number][] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  const box: Bounds = { min, max };
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [3 * indices[at], 3 * indices[at + 1], 3 * indices[at + 2]];
    for (let k = 0; k < 3; k++) {
      min[k] = Math.min(positions[a + k], positions[b + k], positions[c + k]);
      max[k] = Math.max(positions[a + k], positions[b + k], positions[c + k]);
    }
    const range = sheet.rangeOf(box);
    if (range) {
      test.setTriangle(positions, a, b, c);
      touchCells(sheet, test, range.first, range.last);
    }
    const wait = pace.step(at / indices.length);
    if (wait) await wait;
  }
}

function boxOf(positions: Float64Array, indices: ArrayLike<number>): Bounds {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let at = 0; at < indices.length; at++) {
    for (let k = 0; k < 3; k++) {
      const value = positions[3 * indices[at] + k];
      if (value < box[k]) box[k] = value;
      if (value > box[k + 3]) box[k + 3] = value;
    }
  }
  return boundsOfBox(box);
}

/**
 * A triangle mesh as a shape. The mesh is copied. For large meshes `scene.voxels` does the same much faster.
 * @throws {@link MeshError} as `scene.add` does, and `open-mesh` with `solid`
 * @example
 * ```ts
 * const shape = meshShape({ positions, indices }, { solid: true });
 * const { count } = await shapeVoxels(shape);
 * ```
 */
export function meshShape(mesh: MeshInput, options: MeshShapeOptions = {}): VoxelShape {
  checkOptionNames('meshShape', options, ['solid']);
  const solid = checkFlag('meshShape', 'solid', options.solid ?? false);
  const checked = checkMesh(mesh);
  checkContents(checked);
  const positions = Float64Array.from(checked.positions);
  const indices = checked.indices?.slice() ?? Uint32Array.from({ length: checked.givenVertexCount }, (_, i) => i);
  if (solid) {
    const edges = countOpenEdges(positions, indices);
    if (edges.open > 0) throw cannotFill('meshShape', meshLabel(mesh.name), edges);
  }
  return {
    box: indices.length > 0 ? boxOf(positions, indices) : undefined,
    async voxelize(sheet, side, pace) {
      if (side === 'touched') {
        await touchMesh(sheet, positions, indices, pace.part(0, solid ? 0.5 : 1));
        if (solid) await fillMesh(sheet, positions, indices, pace.part(0.5, 1));
        return;
      }
      // A surface has no inside. Of a solid, what is filled and not touched lies wholly inside.
      if (!solid) return;
      const surface = sheet.blank();
      await touchMesh(surface, positions, indices, pace.part(0, 0.5));
      const filled = sheet.blank();
      await fillMesh(filled, positions, indices, pace.part(0.5, 1));
      for (let at = 0; at < filled.bits.length; at++) sheet.bits[at] |= filled.bits[at] & ~surface.bits[at];
    },
  };
}
