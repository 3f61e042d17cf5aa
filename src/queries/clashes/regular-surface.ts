/** Whether triangles hang together as those of a plain surface do: in one closed fan around each vertex. */
import type { SurfaceTopology } from './surface-topology.ts';

/** Then each edge has two triangles, and what hangs together at a vertex does so across edges. */
export function isRegular({ corners, triangles, vertexCount }: SurfaceTopology): boolean {
  const starts = new Uint32Array(vertexCount + 1);
  for (const triangle of triangles) {
    for (let at = 3 * triangle; at < 3 * triangle + 3; at++) starts[corners[at] + 1]++;
  }
  for (let vertex = 0; vertex < vertexCount; vertex++) starts[vertex + 1] += starts[vertex];
  const places = new Uint32Array(3 * triangles.length);
  const filled = starts.slice();
  for (const triangle of triangles) {
    for (let at = 3 * triangle; at < 3 * triangle + 3; at++) places[filled[corners[at]]++] = at;
  }
  // Around a vertex: which vertex follows each of its neighbours, and for which vertex that was noted.
  const following = new Uint32Array(vertexCount);
  const notedFor = new Int32Array(vertexCount).fill(-1);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const [from, to] = [starts[vertex], starts[vertex + 1]];
    for (let i = from; i < to; i++) {
      const at = places[i];
      const first = 3 * Math.trunc(at / 3);
      const left = corners[first + ((at - first + 1) % 3)];
      if (notedFor[left] === vertex) return false;
      notedFor[left] = vertex;
      following[left] = corners[first + ((at - first + 2) % 3)];
    }
    if (from < to && !goesRound(vertex, places[from], to - from)) return false;
  }
  return true;

  function goesRound(vertex: number, at: number, count: number): boolean {
    const first = 3 * Math.trunc(at / 3);
    const start = corners[first + ((at - first + 1) % 3)];
    let neighbour = start;
    for (let step = 1; ; step++) {
      neighbour = following[neighbour];
      if (notedFor[neighbour] !== vertex) return false;
      if (neighbour === start) return step === count;
    }
  }
}
