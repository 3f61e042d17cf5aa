/** What the larger sets of kernels offer to TypeScript. */
export { triangleDistance } from '../../exact/kernels/triangle-distance';
export {
  joinAreas,
  linkSurface,
  markIrregular,
  nameAreas,
  openAreas,
  writeFacing,
} from '../../mesh/kernels/surface-areas';
export { measureVertices, trianglesInBox } from '../../mesh/kernels/vertex-places';
export { impactTick } from '../impacts/kernels/feature-pair';
export { gapTick } from '../impacts/kernels/gap-search';
export * from './index';
