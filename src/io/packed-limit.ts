/**
 * Limits what a packed file may unpack to: a model of a few kilobytes must not fill the memory.
 *
 * One rule for everything that is packed as a whole: files in a 3MF, and gzip.
 */
export const PACKED_LIMITS = {
  /** Unpacked bytes of one file. */
  unpackedBytes: 2 ** 31,
  /** Unpacked bytes per packed byte, for files of more than `ratioFromBytes`. Real models stay below 50. */
  ratio: 200,
  ratioFromBytes: 2 ** 26,
} as const;

/** The most that this many packed bytes may unpack to. */
export function unpackedLimit(packedBytes: number): number {
  const { unpackedBytes, ratio, ratioFromBytes } = PACKED_LIMITS;
  return Math.min(unpackedBytes, Math.max(ratioFromBytes, ratio * packedBytes));
}
