/**
 * What the kernels offer to TypeScript in every build; src/backend/wasm/kernels.ts has the types. The smaller sets
 * are made from this file, that of all kernels from all.ts.
 */
import { LAYOUT_NUMBER } from '../../memory/generated/kernels/records';

export { orient2d, orient3d } from '../../exact/kernels/predicates';
export { edgePairKind, pairKind, vertexPairKind } from '../../exact/kernels/triangle-pair';
export { edgesCancel, listNeighbours, namePatches, numberShells, trianglesOverCells } from '../../mesh/kernels/surface';
export {
  copyDouble,
  firstBadDouble,
  firstBadIndex,
  firstBadSingle,
  hasSingleValues,
  hasTiny,
  markUsed,
  positionBoxAt,
  spreadSingle,
} from '../../mesh/kernels/upload';
export { leaveOutUnused, listSources, weldChunk, weldIndices } from '../../mesh/kernels/weld';
export { closePhase, openJob, openThread, runPhase } from './job';
export { firstNotPlaceable, placeObjects, surveyObjects, writeClusteredTable } from './object-states';

/** Which records these kernels were built for. */
export function layoutNumber(): u32 {
  return LAYOUT_NUMBER;
}
