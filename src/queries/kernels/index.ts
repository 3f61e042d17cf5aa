/** What the kernels offer to TypeScript; src/backend/wasm/kernels.ts has the types. */
import { LAYOUT_NUMBER } from '../../memory/generated/kernels/records';

export { orient2d, orient3d } from '../../exact/kernels/predicates';
export { triangleDistance } from '../../exact/kernels/triangle-distance';
export { edgePairKind, pairKind, vertexPairKind } from '../../exact/kernels/triangle-pair';
export { edgesCancel, listNeighbours, namePatches, numberShells, trianglesOverCells } from '../../mesh/kernels/surface';
export {
  copyDouble,
  firstBadDouble,
  firstBadIndex,
  firstBadSingle,
  hasSingleValues,
  hasTiny,
  positionBoxAt,
  spreadSingle,
} from '../../mesh/kernels/upload';
export { impactTick } from '../impacts/kernels/feature-pair';
export { closePhase, openJob, openThread, runPhase } from './job';

/** Which records these kernels were built for. */
export function layoutNumber(): u32 {
  return LAYOUT_NUMBER;
}
