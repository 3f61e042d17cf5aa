/**
 * Vertices that no triangle uses. They must not count: a forgotten one far off would make the scene look larger than it is.
 *
 * The engine keeps their numbers, and lets each take the coordinates of a vertex that is used.
 */

/**
 * Which given vertex each vertex takes its coordinates from, or undefined when that is as it was: `sources`, or its own.
 * Indices may be out of range here; they are refused elsewhere.
 */
export function withoutUnused(
  vertexCount: number,
  indices: Uint32Array | Uint16Array,
  sources: Uint32Array | undefined,
): Uint32Array | undefined {
  const isUsed = new Uint8Array(vertexCount);
  for (let i = 0; i < indices.length; i++) isUsed[indices[i]] = 1;
  const firstUsed = isUsed.indexOf(1);
  if (firstUsed < 0 || !isUsed.includes(0)) return sources;
  const sourceOf = (vertex: number) => sources?.[vertex] ?? vertex;
  return Uint32Array.from(isUsed, (used, vertex) => sourceOf(used ? vertex : firstUsed));
}
