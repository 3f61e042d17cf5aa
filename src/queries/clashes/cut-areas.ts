/**
 * The areas that a surface falls into where it is cut: on each side of an area the winding number is the same everywhere.
 *
 * An area is what is connected across edges that have two triangles and lie on no other part of the surface. Triangles that cancel
 * each other do not count. Kernels join whole triangles; the edges near the cuts, and those that more triangles have, are looked at
 * one by one.
 */
import type { Adjacency } from '../../backend/wasm/scene-object.ts';
import { DisjointSets } from '../../mesh/disjoint-sets.ts';
import type { AreaKernels, WholeAreas } from './area-kernels.ts';
import type { CutSurface } from './cut-surface.ts';
import { type AtEdge, type Step, stepsAround } from './edge-steps.ts';
import { EdgeTable } from './edge-table.ts';
import { ExactSigns } from './exact-signs.ts';
import { IntList } from './int-list.ts';

/** Connected areas of a surface that was cut. */
export interface Areas {
  /** The area of each small triangle. */
  readonly ofSmall: Int32Array;
  /** For each triangle of the surface its number among the areas of whole triangles, or NO_AREA, and the area of each of these. */
  readonly ofFace: Uint32Array;
  readonly ofWhole: Int32Array;
  /** A triangle of each area. */
  readonly samples: readonly number[];
  /** How winding numbers differ between areas. */
  readonly steps: readonly Step[];
}

/** Areas of the surface; `linked` is the adjacency of its vertices and triangles, if there is one. */
export function areasOf(cut: CutSurface, kernels: AreaKernels, linked: Adjacency | undefined): Areas {
  const { smallCount } = cut;
  const whole = kernels.areas(cut.surface.topology, linked, cut.skipped, cut.verticesAtCuts);
  const sets = new DisjointSets(smallCount + whole.firsts.length);
  const edges = new NearEdges(cut, whole);
  const setOf = (t: number) => (t < smallCount ? t : smallCount + whole.ofFace[t - smallCount]);
  edges.join(setOf, sets);
  // Whole triangles as samples where there are any.
  const areaOf = new Int32Array(sets.count).fill(-1);
  const samples: number[] = [];
  const number = (set: number, sample: number) => {
    const root = sets.find(set);
    if (areaOf[root] < 0) areaOf[root] = samples.push(sample) - 1;
    areaOf[set] = areaOf[root];
  };
  for (const [i, face] of whole.firsts.entries()) number(smallCount + i, smallCount + face);
  for (let t = 0; t < smallCount; t++) number(t, t);
  const steps = [...cut.steps, ...edges.steps()].map(({ from, to, more }) => ({
    from: areaOf[setOf(from)],
    to: areaOf[setOf(to)],
    more,
  }));
  const [ofSmall, ofWhole] = [areaOf.subarray(0, smallCount), areaOf.subarray(smallCount)];
  return { ofSmall, ofWhole, ofFace: whole.ofFace, samples, steps };
}

/** The edges between vertices that were looked at, and the triangles that have them. */
class NearEdges {
  readonly #cut: CutSurface;
  readonly #edges: EdgeTable;
  /** The place of the last use of each edge, and of each use the one before it; −1 for none. */
  readonly #last = new IntList();
  readonly #before = new IntList();
  /** For each use, 3 times the triangle and which of its edges it is. */
  readonly #uses = new IntList();
  /** For each edge: its uses, or −1 when it lies on another part of the surface. */
  readonly #counts = new IntList();

  constructor(cut: CutSurface, { near, isLooked }: WholeAreas) {
    this.#cut = cut;
    this.#edges = new EdgeTable(2 * (cut.smallCount + near.length));
    for (let t = 0; t < cut.smallCount; t++) if (cut.weight(cut.faceOf[t]) !== 0) this.#add(t, isLooked);
    for (let i = 0; i < near.length; i++) this.#add(cut.smallCount + near[i], isLooked);
  }

  #add(t: number, isLooked: Uint8Array): void {
    const cut = this.#cut;
    for (let k = 0; k < 3; k++) {
      const p = cut.corner(t, k);
      const q = cut.corner(t, k === 2 ? 0 : k + 1);
      // All triangles at an edge between such corners are examined.
      if ((p < isLooked.length && !isLooked[p]) || (q < isLooked.length && !isLooked[q])) continue;
      const edge = this.#edges.take(p, q);
      if (edge === this.#last.count) {
        this.#last.push(-1);
        this.#counts.push(0);
      }
      this.#before.push(this.#last.values[edge]);
      this.#last.values[edge] = this.#uses.push(3 * t + k);
      if (cut.isArc(t, k)) this.#counts.values[edge] = -1;
      else if (this.#counts.values[edge] >= 0) this.#counts.values[edge]++;
    }
  }

  /** Joins the sets of triangles across edges that have two. */
  join(setOf: (triangle: number) => number, sets: DisjointSets): void {
    for (let edge = 0; edge < this.#edges.count; edge++) {
      if (this.#counts.values[edge] !== 2) continue;
      const use = this.#last.values[edge];
      const [a, b] = [this.#uses.values[use], this.#uses.values[this.#before.values[use]]];
      sets.union(setOf((a / 3) | 0), setOf((b / 3) | 0));
    }
  }

  /** Steps around the edges that more than two triangles have. */
  *steps(): Iterable<Step> {
    const signs = new ExactSigns(this.#cut.surface.isWide);
    const { positions } = this.#cut.surface;
    for (let edge = 0; edge < this.#edges.count; edge++) {
      if (this.#counts.values[edge] <= 2) continue;
      const triangles: AtEdge[] = [];
      let [p, q] = [-1, -1];
      for (let use = this.#last.values[edge]; use >= 0; use = this.#before.values[use]) {
        const at = this.#uses.values[use];
        const [t, k] = [(at / 3) | 0, at % 3];
        const from = this.#cut.corner(t, k);
        if (p < 0) [p, q] = [from, this.#cut.corner(t, (k + 1) % 3)];
        const direction = (from === p ? 1 : -1) * this.#cut.weight(this.#cut.faceAt(t));
        triangles.push({ triangle: t, apex: this.#cut.corner(t, (k + 2) % 3), direction });
      }
      const { vertexCount } = this.#cut.surface.topology;
      if (p >= vertexCount || q >= vertexCount) continue;
      if (triangles.every(({ apex }) => apex < vertexCount)) yield* stepsAround(positions, p, q, triangles, signs);
    }
  }
}
