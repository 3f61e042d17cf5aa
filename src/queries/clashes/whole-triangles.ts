/** Which regions the triangles of a skin belong to that are in no pair. */

import type { ContactSide } from './contact-side.ts';
import type { Region } from './regions.ts';
import type { Surface } from './surface.ts';
import type { Marks } from './surface-topology.ts';

export class WholeTriangles {
  readonly #mesh: ContactSide | undefined;
  readonly #surface: Surface;
  /** The regions of shells that touch nothing, and of groups of small triangles that lie inside. */
  readonly #ofShell = new Map<number, number>();
  readonly #ofGroup = new Map<number, number>();
  #patches: Patches | undefined;

  constructor(mesh: ContactSide | undefined, regions: readonly Region[], surface: Surface, side: 0 | 1) {
    this.#mesh = mesh;
    this.#surface = surface;
    for (const [i, { pieces, shells, inner }] of regions.entries()) {
      if (inner === side) for (const shell of shells) this.#ofShell.set(shell, i);
      for (const { small } of pieces[side]) if (small.length > 0) this.#ofGroup.set(mesh!.groupOf(small[0]), i);
    }
  }

  /** −1 for none. */
  regionOf(triangle: number): number {
    const mesh = this.#mesh;
    if (mesh?.has(triangle)) return -1;
    const { topology } = this.#surface;
    const ofShell = this.#ofShell.get(topology.shellOf(triangle));
    if (ofShell !== undefined || !mesh) return ofShell ?? -1;
    this.#patches ??= topology.wantsNeighbours ? new WalkedPatches(mesh) : new NamedPatches(mesh);
    const member = this.#patches.memberAt(triangle);
    return member < 0 ? -1 : (this.#ofGroup.get(mesh.groups.find(member)) ?? -1);
  }
}

/** Connected triangles of a surface that are in no pair: they lie inside the other surface or outside as a whole. */
interface Patches {
  /** The member of the groups at a free vertex of the patch of a triangle, −1 when there is none. */
  memberAt(triangle: number): number;
}

/** By going over all triangles once. */
class NamedPatches implements Patches {
  readonly #corners: Uint32Array;
  /** For each vertex the one that names its patch; and for names, a member of the groups. */
  readonly #names: Uint32Array;
  readonly #members = new Map<number, number>();

  constructor(mesh: ContactSide) {
    const { topology } = mesh.surface;
    this.#corners = topology.corners;
    const all = new Int32Array(topology.vertexCount);
    for (let vertex = 0; vertex < all.length; vertex++) all[vertex] = vertex;
    this.#names = topology.patches(mesh.faces, all);
    for (const vertex of mesh.freeVertices) this.#members.set(this.#names[vertex], mesh.memberAt(vertex));
  }

  memberAt(triangle: number): number {
    return this.#members.get(this.#names[this.#corners[3 * triangle]]) ?? -1;
  }
}

/** By walking from a triangle until a free vertex is reached. */
class WalkedPatches implements Patches {
  readonly #mesh: ContactSide;
  /** For vertices and triangles: the walk that reached them first; and what each has found. */
  readonly #marks: Marks;
  readonly #found: number[] = [];

  constructor(mesh: ContactSide) {
    this.#mesh = mesh;
    this.#marks = mesh.surface.topology.freshWalk();
  }

  memberAt(triangle: number): number {
    const vertex = this.#mesh.surface.corners[3 * triangle];
    const before = this.#marks.vertex(vertex);
    if (before >= 0) return this.#found[before];
    const walk = this.#found.push(-1) - 1;
    this.#found[walk] = this.#walk(vertex, walk);
    return this.#found[walk];
  }

  #walk(start: number, walk: number): number {
    const mesh = this.#mesh;
    const marks = this.#marks;
    const { corners } = mesh.surface.topology;
    const neighbours = mesh.surface.topology.neighboursOf(mesh.surface.object);
    const queue = [start];
    marks.setVertex(start, walk);
    for (let next = 0; next < queue.length; next++) {
      const member = mesh.memberAt(queue[next]);
      if (member >= 0) return member;
      const end = neighbours.starts[queue[next] + 1];
      for (let at = neighbours.starts[queue[next]]; at < end; at++) {
        const face = neighbours.triangles[at];
        if (marks.triangle(face) === walk || mesh.has(face)) continue;
        marks.setTriangle(face, walk);
        for (let corner = 3 * face; corner < 3 * face + 3; corner++) {
          const before = marks.vertex(corners[corner]);
          if (before === walk) continue;
          if (before >= 0) return this.#found[before];
          marks.setVertex(corners[corner], walk);
          queue.push(corners[corner]);
        }
      }
    }
    return -1;
  }
}
