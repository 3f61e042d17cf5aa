/** A scene as a user sees it: its objects, and the door to every query. */
import type { GpuPositions } from './mesh/gpu-positions.ts';
import type { GpuMeshInput, MeshInput, Positions } from './mesh/mesh-input.ts';
import type { CollideOptions, Collisions, GpuCollideOptions, GpuCollisions } from './queries/collide/collide.ts';
import type { Culled, CullOptions } from './queries/cull/cull.ts';
import type { Impacts, ImpactsOptions } from './queries/impacts/impacts.ts';
import type { InsideOptions } from './queries/inside/inside.ts';
import type { LayeredImage, LayersOptions } from './queries/volume/layers.ts';
import type { Volume, VolumeOptions } from './queries/volume/volume.ts';
import type { VoxelCollideOptions, VoxelCollision, Voxels, VoxelsOptions } from './queries/voxels/voxels.ts';
import type { Proximities, WithinOptions } from './queries/within/within.ts';

export interface Scene {
  /** Adds an object and gives its id, which is never used again for another. */
  add(mesh: MeshInput | GpuMeshInput): number;
  /** Gives the object's vertices new positions; as many, and of the same precision, as it was added with. */
  move(object: number, positions: Positions | GpuPositions): void;
  /** Places the object by a 4 × 4 matrix (column-major, last row 0 0 0 1), applied in double precision to its positions. */
  place(object: number, matrix: ArrayLike<number>): void;
  /**
   * Says where the object will be, for `impacts`: every vertex moves on the straight line from where it is. `end` are positions
   * as `move` takes them, or a matrix as `place` does. It stands still again when it is moved, placed or replaced.
   */
  aim(object: number, end: Positions | ArrayLike<number>): void;
  /** Gives the object a new mesh; its id and its place stay. */
  replace(object: number, mesh: MeshInput | GpuMeshInput): void;
  remove(object: number): void;
  /** Every pair of triangles that collide. With `output: 'gpu'` the pairs stay in buffers of the caller's device. */
  collide(options: GpuCollideOptions): Promise<GpuCollisions>;
  collide(options?: CollideOptions): Promise<Collisions>;
  /** Which of the points (x y z after x y z) lie inside the object: one number each, 0 outside, 1 inside, 2 on its surface. */
  inside(object: number, points: Positions, options?: InsideOptions): Promise<Uint8Array>;
  /** The voxels that an object touches, or fills. */
  voxels(object: number, options?: VoxelsOptions): Promise<Voxels>;
  /** The voxels that two objects share; whether there are any, or which of their triangles collide there. */
  voxelCollide(a: number, b: number, options?: VoxelCollideOptions): Promise<VoxelCollision>;
  /** What may collide: objects and triangles that visibility culling leaves over. */
  cull(options?: CullOptions): Promise<Culled>;
  /** Every pair of triangles strictly nearer than a distance, with that distance and the nearest points. */
  within(distance: number, options?: WithinOptions): Promise<Proximities>;
  /** Every vertex and face, and every two edges, that meet on the way to where the objects have been aimed, and when first. */
  impacts(options?: ImpactsOptions): Promise<Impacts>;
  /** The volume that two closed objects have in common, with a bound for its error. */
  overlapVolume(a: number, b: number, options?: VolumeOptions): Promise<Volume>;
  /** The volume in which a closed object overlaps itself, counted as often as it does; with a bound for its error. */
  selfOverlapVolume(object: number, options?: VolumeOptions): Promise<Volume>;
  /** The object's layered depth image: where rays along an axis enter and leave it. */
  layers(object: number, options?: LayersOptions): Promise<LayeredImage>;
  /** Frees the scene's memory. A query that is running ends first; those that wait reject. */
  dispose(): void;
  [Symbol.dispose](): void;
}
