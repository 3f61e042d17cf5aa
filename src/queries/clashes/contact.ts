/**
 * The contact of two surfaces: points that have names, arcs between them, and which of them are connected.
 *
 * An arc is a segment in which two triangles meet, or a side of the polygon in which coplanar ones overlap. Pairs of
 * triangles belong together when they share a point by name.
 */

import type { DisjointSets } from '../../mesh/disjoint-sets.ts';
import { CONTACT_KIND } from '../collide/collide.ts';
import { NAME_OF_FACE, NAME_OF_VERTEX } from './constants.ts';
import type { NamedPoints } from './contact-kernels.ts';
import { ExactSigns } from './exact-signs.ts';
import type { IntList } from './int-list.ts';
import type { NameTable } from './name-table.ts';
import { PairMeeting } from './pair-meeting.ts';
import { Points } from './points.ts';
import type { Surface } from './surface.ts';
import type { Workspace } from './workspace.ts';

export class Contact {
  readonly points: Points;
  /** Two triangles per pair, of a and of b. */
  readonly pairs: Uint32Array;
  readonly starts: Uint32Array;
  readonly #pairPoints: IntList;
  readonly coplanar: Uint8Array;
  readonly #arcs: IntList;
  /** Names of the points, two words on each side; points from `nodeCount` on have none. */
  readonly names: NameTable;
  nodeCount = 0;
  readonly components: DisjointSets;
  readonly #isSelf: boolean;

  /**
   * `kinds` are those of `collide`: pairs it found coplanar need not be tested again. `named` are the points of these pairs if the
   * kernels have found them.
   */
  constructor(
    a: Surface,
    b: Surface,
    pairs: Uint32Array,
    kinds: Uint8Array,
    workspace: Workspace,
    named?: NamedPoints,
  ) {
    this.#isSelf = a === b;
    const count = pairs.length / 2;
    this.points = new Points(a, b, workspace.points);
    this.names = workspace.names;
    this.names.clear(count);
    this.components = workspace.components;
    this.components.clear();
    this.#pairPoints = workspace.pairPoints;
    this.#pairPoints.count = 0;
    this.#arcs = workspace.arcs;
    this.#arcs.count = 0;
    this.pairs = pairs;
    this.starts = new Uint32Array(count + 1);
    this.coplanar = new Uint8Array(count);
    if (named) this.#assign(named);
    else this.#meet(kinds);
    this.nodeCount = this.names.count;
  }

  #meet(kinds: Uint8Array): void {
    const { pairs } = this;
    const [a, b] = this.points.surfaces;
    const meeting = new PairMeeting(new ExactSigns(a.isWide || b.isWide));
    for (let pair = 0; pair < kinds.length; pair++) {
      meeting.find(a, pairs[2 * pair], b, pairs[2 * pair + 1], kinds[pair] === CONTACT_KIND.coplanar);
      this.#addPair(pair, meeting);
    }
  }

  /** Pairs in different planes: a point, or two and an arc between them. */
  #assign(named: NamedPoints): void {
    const { counts, pairPoints } = named;
    this.names.assign(named.names);
    this.points.assign(named);
    this.components.assign(named.components);
    this.#pairPoints.assign(pairPoints);
    let at = 0;
    for (let pair = 0; pair < counts.length; pair++) {
      if (counts[pair] === 2) this.#arcs.push3(pairPoints[at], pairPoints[at + 1], pair);
      at += counts[pair];
      this.starts[pair + 1] = at;
    }
  }

  /** The points of each pair: `pairPoints[starts[i]]` to `pairPoints[starts[i + 1]]`. */
  get pairPoints(): Int32Array {
    return this.#pairPoints.values;
  }

  /** Three per arc: its ends and its pair; the first `arcCount` arcs. */
  get arcs(): Int32Array {
    return this.#arcs.values;
  }

  get arcCount(): number {
    return this.#arcs.count / 3;
  }

  /** What the point is on one side: two words, as PairMeeting names them. */
  name0(side: number, node: number): number {
    return this.names.words[4 * node + 2 * side];
  }

  name1(side: number, node: number): number {
    return this.names.words[4 * node + 2 * side + 1];
  }

  #addPair(pair: number, meeting: PairMeeting): void {
    const first = this.#pairPoints.count;
    for (let i = 0; i < meeting.count; i++) {
      const node = this.#node(meeting.a0[i], meeting.a1[i], meeting.b0[i], meeting.b1[i]);
      this.#pairPoints.push(node);
      if (i > 0) this.components.union(this.#pairPoints.values[first], node);
    }
    this.starts[pair + 1] = this.#pairPoints.count;
    this.coplanar[pair] = Number(meeting.isCoplanar);
    const { pairPoints } = this;
    if (!meeting.isCoplanar) {
      if (meeting.count === 2) this.#arcs.push3(pairPoints[first], pairPoints[first + 1], pair);
      return;
    }
    const arcsBefore = this.arcCount;
    for (let side = 0; side < 2; side++) this.#addSides(pair, side, arcsBefore);
  }

  /** The sides of a coplanar pair's polygon that lie on the edges of its triangle on one side. */
  #addSides(pair: number, side: number, arcsBefore: number): void {
    const { corners } = this.points.surfaces[side];
    const face = this.pairs[2 * pair + side];
    for (let k = 0; k < 3; k++) {
      const p = corners[3 * face + k];
      const q = corners[3 * face + ((k + 1) % 3)];
      let from = -1;
      let to = -1;
      for (let i = this.starts[pair]; i < this.starts[pair + 1]; i++) {
        const node = this.pairPoints[i];
        if (!this.#isOnEdge(side, node, p, q)) continue;
        if (from < 0) from = node;
        else to = node;
      }
      if (to >= 0 && !this.#hasArc(arcsBefore, from, to)) this.#arcs.push3(from, to, pair);
    }
  }

  #hasArc(arcsBefore: number, from: number, to: number): boolean {
    for (let at = 3 * arcsBefore; at < 3 * this.arcCount; at += 3) {
      if (this.arcs[at] === from && this.arcs[at + 1] === to) return true;
      if (this.arcs[at] === to && this.arcs[at + 1] === from) return true;
    }
    return false;
  }

  #isOnEdge(side: number, node: number, p: number, q: number): boolean {
    const word0 = this.name0(side, node);
    const word1 = this.name1(side, node);
    if (word1 === NAME_OF_VERTEX) return word0 === p || word0 === q;
    return word0 === Math.min(p, q) && word1 === Math.max(p, q);
  }

  #node(a0: number, a1: number, b0: number, b1: number): number {
    // Where a surface meets itself, a point is the same from either side.
    const isSwapped = this.#isSelf && (b0 < a0 || (b0 === a0 && b1 < a1));
    return isSwapped ? this.#takeNode(b0, b1, a0, a1) : this.#takeNode(a0, a1, b0, b1);
  }

  #takeNode(a0: number, a1: number, b0: number, b1: number): number {
    const known = this.names.count;
    const node = this.names.take(a0, a1, b0, b1);
    if (node < known) return node;
    this.components.grow(node + 1);
    if (a1 === NAME_OF_VERTEX) this.points.addVertex(0, a0);
    else if (b1 === NAME_OF_VERTEX) this.points.addVertex(1, b0);
    else if (a1 === NAME_OF_FACE) this.points.addEdgeFace(1, b0, b1, a0);
    else if (b1 === NAME_OF_FACE) this.points.addEdgeFace(0, a0, a1, b0);
    else this.points.addEdgeEdge(a0, a1, b0, b1);
    return node;
  }
}
