/** A walk over the triangles of a surface that are in no pair, from several groups of small triangles. */
import type { ContactSide } from './contact-side.ts';
import type { Marks, Neighbours } from './surface-topology.ts';

export class SurfaceWalk {
  readonly #mesh: ContactSide;
  /** The members that name the groups. */
  readonly #roots: readonly number[];
  /** Vertices from which each group walks on. */
  readonly #stacks: number[][];
  /** For vertices and triangles: the group that reached them first. */
  readonly #marks: Marks;
  readonly #neighbours: Neighbours;

  /** Groups that meet are joined in the mesh. */
  constructor(mesh: ContactSide, roots: readonly number[]) {
    this.#mesh = mesh;
    this.#roots = roots;
    this.#stacks = roots.map(() => []);
    this.#marks = mesh.surface.topology.freshWalk();
    this.#neighbours = mesh.surface.topology.neighboursOf(mesh.surface.object);
    const places = new Map(roots.map((root, group) => [root, group]));
    for (const [place, vertex] of mesh.freeVertices.entries()) {
      const group = places.get(mesh.groups.find(mesh.memberOf(place)));
      if (group === undefined) continue;
      this.#stacks[group].push(vertex);
      this.#marks.setVertex(vertex, group);
    }
  }

  /** Walks from a group as far as it goes; `faces` gets what it reaches. */
  walk(group: number, faces: number[]): void {
    const mesh = this.#mesh;
    const marks = this.#marks;
    const stack = this.#stacks[group];
    const { topology } = mesh.surface;
    const { corners } = topology;
    const { starts, triangles } = this.#neighbours;
    while (stack.length > 0) {
      const vertex = stack.pop()!;
      const end = starts[vertex + 1];
      for (let at = starts[vertex]; at < end; at++) {
        const face = triangles[at];
        if (marks.triangle(face) >= 0 || mesh.has(face)) continue;
        marks.setTriangle(face, group);
        faces.push(face);
        for (let corner = 3 * face; corner < 3 * face + 3; corner++) {
          const other = corners[corner];
          const before = marks.vertex(other);
          if (before < 0) {
            marks.setVertex(other, group);
            stack.push(other);
          } else if (before !== group) this.#join(group, before);
        }
      }
    }
  }

  #join(group: number, other: number): void {
    const { groups } = this.#mesh;
    const [p, q] = [this.#roots[group], this.#roots[other]];
    if (groups.find(p) !== groups.find(q)) groups.union(p, q);
  }
}
