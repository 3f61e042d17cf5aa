/** What a query on the GPU is before it is recorded: view, grid, and the part of each object that can meet others. */
import { chooseGrid, type ImageGrid } from '../../image/choose-grid.ts';
import { type Box, unionBox } from '../../image/image-map.ts';
import { WANTED_BETWEEN, WANTED_SELF } from './gpu-kernels.ts';
import type { GpuSceneData } from './gpu-scene.ts';
import { objectRegions } from './object-regions.ts';

export interface GpuPlan {
  readonly scene: GpuSceneData;
  readonly grid: ImageGrid;
  /** Eight per object: low x y z and high x y z of its part that matters, each with a number behind. */
  readonly regions: Float32Array<ArrayBuffer>;
  readonly wanted: number;
}

/** Beyond all image coordinates, which are of magnitude 1 at most. */
const BEYOND = 2;
const EVERYWHERE: Box = [-BEYOND, -BEYOND, -BEYOND, BEYOND, BEYOND, BEYOND];

/** Regions that are nowhere (low above high) become finite; what lies in none stays so. */
function packRegions(regions: readonly Box[]): Float32Array<ArrayBuffer> {
  const packed = new Float32Array(8 * regions.length);
  for (const [i, region] of regions.entries()) {
    for (let k = 0; k < 6; k++) {
      packed[8 * i + k + (k < 3 ? 0 : 1)] = Math.max(-BEYOND, Math.min(BEYOND, region[k]));
    }
  }
  return packed;
}

function intersection(a: Box, b: Box): Box {
  return a.map((x, k) => (k < 3 ? Math.max(x, b[k]) : Math.min(x, b[k])));
}

/** None for a scene without triangles. */
export function planQuery(scene: GpuSceneData, self: boolean, between: boolean): GpuPlan | undefined {
  if (scene.triangleCount === 0) return undefined;
  const boxes = scene.imageBoxes();
  const regions = self ? boxes.map(() => EVERYWHERE) : objectRegions(boxes);
  const parts = unionBox(boxes.map((box, i) => intersection(box, regions[i])));
  // Where no two objects can meet there is still to be told which triangles have no area.
  const box = parts[0] <= parts[3] ? parts : unionBox(boxes);
  const { triangles, triangleCount } = scene;
  const grid = chooseGrid({ coordinates: scene.image.coordinates, triangles, triangleCount, box });
  const wanted = (self ? WANTED_SELF : 0) | (between ? WANTED_BETWEEN : 0);
  return { scene, grid, regions: packRegions(regions), wanted };
}
