/** What the kernels offer to TypeScript; src/backend/wasm/kernels.ts has the types. */

export { orient2d, orient3d } from '../../exact/kernels/predicates';
export { triangleDistance } from '../../exact/kernels/triangle-distance';
export { edgePairKind, pairKind, vertexPairKind } from '../../exact/kernels/triangle-pair';
export {
  copyDouble,
  firstBadIndex,
  hasSingleValues,
  hasTiny,
  positionBoxAt,
  spreadSingle,
} from '../../mesh/kernels/upload';
export { impactCell } from '../impacts/kernels/feature-pair';
export { closePhase, openJob, openThread, runPhase } from './job';
export { bindThread } from './thread';
