/** A walk over the triangles of a surface that are in no pair, from several groups of small triangles at once. */
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
  readonly #met: ((p: number, q: number) => void) | undefined;

  /** Groups that meet are joined in the mesh; `met`, if given, hears of it, with their places in the list. */
  constructor(mesh: ContactSide, roots: readonly number[], met?: (p: number, q: number) => void) {
    this.#mesh = mesh;
    this.#roots = roots;
    this.#met = met;
    this.#stacks = roots.map(() => []);
    this.#marks = mesh.surface.topology.freshWalk();
    this.#neighbours = mesh.surface.topology.neighboursOf(mesh.surface.object);
    const places = new Map(roots.map((root, group) => [root, group]));
    for (const vertex of mesh.freeVertices) {
      const group = places.get(mesh.groups.find(mesh.memberAt(vertex)));
      if (group === undefined) continue;
      this.#stacks[group].push(vertex);
      this.#marks.setVertex(vertex, group);
    }
  }

  /** Continues the walk from a group over at most `most` vertices; false when there is nowhere left to go. `faces` gets what it reaches. */
  advance(group: number, most: number, faces?: number[]): boolean {
    const mesh = this.#mesh;
    const marks = this.#marks;
    const stack = this.#stacks[group];
    const { topology } = mesh.surface;
    const { corners } = topology;
    const { starts, triangles } = this.#neighbours;
    for (let steps = 0; steps < most && stack.length > 0; steps++) {
      const vertex = stack.pop()!;
      const end = starts[vertex + 1];
      for (let at = starts[vertex]; at < end; at++) {
        const face = triangles[at];
        if (marks.triangle(face) >= 0 || mesh.has(face)) continue;
        marks.setTriangle(face, group);
        faces?.push(face);
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
    return stack.length > 0;
  }

  #join(group: number, other: number): void {
    const { groups } = this.#mesh;
    const [p, q] = [this.#roots[group], this.#roots[other]];
    if (groups.find(p) !== groups.find(q)) groups.union(p, q);
    this.#met?.(group, other);
  }
}
