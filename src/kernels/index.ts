/** What the kernels offer to TypeScript; src/wasm/kernels.ts has the types. */
export { closePhase, openJob, openThread, runPhase } from './job';
export { bindThread } from './thread';
export { orient2d, orient3d } from './predicates';
export { triangleDistance } from './triangle-distance';
export { edgePairKind, pairKind, vertexPairKind } from './triangle-pair';
export { copyDouble, firstBadIndex, hasSingleValues, hasTiny, positionBoxAt, spreadSingle } from './upload';
