/** Kernels without a job, which tests call one by one (test/exact/pure-kernels.test.ts); in no build that is published. */
export {
  expansionDifference,
  expansionProduct,
  expansionScale,
  expansionSign,
  expansionSum,
  expansionValue,
  productTail,
  sumTail,
} from '../../exact/kernels/expansion';
export { orient2d, orient3d, orient3dExact, setWide, takeExactFallbacks } from '../../exact/kernels/predicates';
export { sortKeys } from '../volume/kernels/keys';
