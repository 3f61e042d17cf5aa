/** The contact points on the edges of one side, in their order along each edge. */
import type { Contact } from './contact.ts';
import type { EdgeTable } from './edge-table.ts';
import type { IntList } from './int-list.ts';
import type { Points } from './points.ts';
import type { Surface } from './surface.ts';
import { signOf } from './whole-points.ts';
import type { SideWorkspace } from './workspace.ts';

export class EdgePoints {
  readonly #points: Points;
  readonly #surface: Surface;
  readonly #edges: EdgeTable;
  /** The edge of each point that was added, and the point. */
  readonly #edgeOf: IntList;
  readonly #added: IntList;
  /** Points edge by edge, once all have been added: those of edge e begin at `starts[e]`, and there are `counts[e]`. */
  #starts = new Int32Array(0);
  #counts = new Int32Array(0);
  #isSorted = new Uint8Array(0);
  list = new Int32Array(0);
  readonly #same: Map<number, number>;
  /** The edge asked for last: where its points begin in `list`, and how many there are. */
  start = 0;
  count = 0;

  /** Points in the same place are noted in `same`, with the one that stands for them. */
  constructor({ points, nodeCount }: Contact, surface: Surface, same: Map<number, number>, workspace: SideWorkspace) {
    this.#points = points;
    this.#surface = surface;
    this.#same = same;
    this.#edges = workspace.edges;
    this.#edges.clear(nodeCount);
    this.#edgeOf = workspace.edgeOf;
    this.#added = workspace.onEdges;
  }

  add(low: number, high: number, node: number): void {
    this.#edgeOf.push(this.#edges.take(low, high));
    this.#added.push(node);
  }

  /** When all have been added. */
  close(): void {
    const { count: edges } = this.#edges;
    const { values: edgeOf, count } = this.#edgeOf;
    const starts = new Int32Array(edges + 1);
    for (let i = 0; i < count; i++) starts[edgeOf[i] + 1]++;
    for (let edge = 0; edge < edges; edge++) starts[edge + 1] += starts[edge];
    this.#counts = new Int32Array(edges);
    this.#isSorted = new Uint8Array(edges);
    this.list = new Int32Array(count);
    const added = this.#added.values;
    for (let i = 0; i < count; i++) {
      const edge = edgeOf[i];
      this.list[starts[edge] + this.#counts[edge]++] = added[i];
    }
    this.#starts = starts;
  }

  /** Finds the points on an edge, from its lower vertex to its higher: `start` and `count` say which they are in `list`. */
  find(p: number, q: number): void {
    const edge = this.#edges.find(p, q);
    this.count = 0;
    if (edge < 0) return;
    if (!this.#isSorted[edge]) {
      this.#isSorted[edge] = 1;
      if (this.#counts[edge] > 1) this.#sortAlong(edge, Math.min(p, q), Math.max(p, q));
    }
    this.start = this.#starts[edge];
    this.count = this.#counts[edge];
  }

  #sortAlong(edge: number, low: number, high: number): void {
    const { positions } = this.#surface;
    const length = (k: number) => Math.abs(positions[3 * high + k] - positions[3 * low + k]);
    const axis = length(0) >= length(1) && length(0) >= length(2) ? 0 : length(1) >= length(2) ? 1 : 2;
    const direction = Math.sign(positions[3 * high + axis] - positions[3 * low + axis]);
    const points = this.#points;
    const compare = (p: number, q: number): number => {
      const difference = points.coordinate(p, axis) - points.coordinate(q, axis);
      const error = points.error[p] + points.error[q];
      if (Math.abs(difference) > 2 * error) return direction * difference;
      const [a, b] = [points.whole(p), points.whole(q)];
      return direction * signOf(a[axis] * b[3] - b[axis] * a[3]);
    };
    const first = this.#starts[edge];
    const nodes = this.list.subarray(first, first + this.#counts[edge]);
    nodes.sort((p, q) => compare(p, q) || p - q);
    let kept = 1;
    for (let i = 1; i < nodes.length; i++) {
      if (compare(nodes[kept - 1], nodes[i]) === 0) this.#same.set(nodes[i], nodes[kept - 1]);
      else nodes[kept++] = nodes[i];
    }
    this.#counts[edge] = kept;
  }
}
