/**
 * Vertices that no triangle uses. They must not count: a stray one far away would enlarge the scene's box.
 *
 * The engine keeps their numbers and gives each the coordinates of a used vertex.
 */

/**
 * The given vertex that each vertex takes its coordinates from; `sources` when all vertices are used. Indices may be out of
 * range here: they are refused elsewhere.
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
