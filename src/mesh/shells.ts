/** The pieces that a mesh falls into: by the vertices that triangles share, and by the edges. */

/** Sets that grow together; the root of each is its smallest member. */
class DisjointSets {
  readonly #parents: Uint32Array;

  constructor(count: number) {
    this.#parents = Uint32Array.from({ length: count }, (_, member) => member);
  }

  rootOf(member: number): number {
    const parents = this.#parents;
    let root = member;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root]];
      root = parents[root];
    }
    return root;
  }

  join(a: number, b: number): void {
    const [p, q] = [this.rootOf(a), this.rootOf(b)];
    this.#parents[Math.max(p, q)] = Math.min(p, q);
  }
}

/** One vertex of each piece whose triangles hang together by vertices; vertices of no triangle are left out. */
export function vertexOfEachPiece(indices: ArrayLike<number>, vertexCount: number): number[] {
  const sets = new DisjointSets(vertexCount);
  for (let corner = 0; corner < indices.length; corner += 3) {
    sets.join(indices[corner], indices[corner + 1]);
    sets.join(indices[corner], indices[corner + 2]);
  }
  const roots = new Set<number>();
  for (let corner = 0; corner < indices.length; corner += 3) roots.add(sets.rootOf(indices[corner]));
  return [...roots];
}

/**
 * The triangles of each shell: pieces that hang together by edges, where each edge has just two triangles that face the
 * same way. Undefined when some edge has others.
 */
export function closedShells(indices: ArrayLike<number>, vertexCount: number): number[][] | undefined {
  const starts = new Uint32Array(vertexCount + 2);
  const next = (corner: number) => indices[corner % 3 === 2 ? corner - 2 : corner + 1];
  const lower = (corner: number) => Math.min(indices[corner], next(corner));
  for (let corner = 0; corner < indices.length; corner++) starts[lower(corner) + 2]++;
  for (let vertex = 2; vertex < starts.length; vertex++) starts[vertex] += starts[vertex - 1];
  // Corners by the lower vertex of the edge that begins there; filling moves each start to the next one's.
  const corners = new Uint32Array(indices.length);
  for (let corner = 0; corner < indices.length; corner++) corners[starts[lower(corner) + 1]++] = corner;
  const sets = new DisjointSets(indices.length / 3);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const own = corners.subarray(starts[vertex], starts[vertex + 1]);
    for (const corner of own) {
      const [from, to] = [indices[corner], next(corner)];
      const others = own.filter(
        (other) =>
          other !== corner &&
          (indices[other] === from ? next(other) === to : next(other) === from && indices[other] === to),
      );
      if (from === to || others.length !== 1 || indices[others[0]] !== to) return undefined;
      sets.join(Math.floor(corner / 3), Math.floor(others[0] / 3));
    }
  }
  const shells = new Map<number, number[]>();
  for (let triangle = 0; 3 * triangle < indices.length; triangle++) {
    const root = sets.rootOf(triangle);
    const shell = shells.get(root);
    if (shell) shell.push(triangle);
    else shells.set(root, [triangle]);
  }
  return [...shells.values()];
}
