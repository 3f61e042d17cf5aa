/** Why a query, or a part of it, ran on wasm although a WebGPU engine was asked. */

/**
 * Why a WebGPU engine left a query to wasm.
 *
 * - `crowded-cells`: so many triangles share so few cells, as with long slivers, that nearly all boxes would be compared; wasm tells
 *   slivers apart by other means
 * - `double-precision`: distances, times, depths and places are decided in double precision and whole numbers, pair by pair
 * - `some-within`: pairs are asked for within some objects and not within others; a GPU finds those within all or none
 * - `after-culling`: the exact tests of what culling left
 * - `large-triangles`: triangles of common voxels are asked for, and one spans more than 2048 voxels or reaches 2^17 voxels away
 * - `filling`: exact signs tell which centres of voxels lie inside
 * - `image-limits`: how far a volume can be off is found from exact hits in every pixel
 */
export type LeftToWasm =
  | 'crowded-cells'
  | 'double-precision'
  | 'some-within'
  | 'after-culling'
  | 'large-triangles'
  | 'filling'
  | 'image-limits';

/** What answers say of where they come from. */
interface Whereabouts {
  readonly backend?: 'wasm' | 'webgpu';
  readonly restartedAfter?: unknown;
  readonly leftToWasm?: LeftToWasm;
}

/**
 * The answer of a query that ran on wasm, with the reason if WebGPU was asked for by name, so that nothing runs elsewhere in
 * silence. An answer that came from a GPU, or says already why it did not, stays as it is.
 */
export function withReason<T extends { readonly stats: Whereabouts }>(
  { gpus }: { readonly gpus?: { readonly isAsked: boolean } },
  answer: T,
  reason: LeftToWasm,
): T {
  const { backend, restartedAfter, leftToWasm } = answer.stats;
  if (!gpus?.isAsked || backend === 'webgpu' || restartedAfter || leftToWasm) return answer;
  return { ...answer, stats: { ...answer.stats, leftToWasm: reason } };
}
