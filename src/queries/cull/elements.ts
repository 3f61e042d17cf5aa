/**
 * The elements that are looked at: objects, clusters or triangles, each a range of its object's triangles.
 *
 * Triangles of an object have an order in which ranges are clusters (clusters.ts); the children of a range are the ranges
 * of the next smaller size within it.
 */
import { type Participant, totalTriangles } from '../../backend/wasm/scene-job.ts';

export interface Elements {
  readonly count: number;
  /** Index into the list of participants, and first and last (not included) place in its order of triangles. */
  readonly object: Uint32Array;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** One of CULL_SET per element. */
  readonly sets: Uint8Array;
  /** Whether each is known to be one triangle. */
  readonly areTriangles: boolean;
  /** Whether they are all triangles of the scene, in the order in which they are numbered. */
  readonly isWhole?: boolean;
}

/** The order of each participant's triangles; none for the order in which they are numbered. */
export type TriangleOrders = readonly (Uint32Array | undefined)[];

export function newElements(count: number, areTriangles: boolean): Elements {
  const numbers = () => new Uint32Array(count);
  return { count, object: numbers(), from: numbers(), to: numbers(), sets: new Uint8Array(count), areTriangles };
}

/** All triangles of a scene, one by one; their tables are made when somebody asks for them. */
class WholeScene implements Elements {
  readonly count: number;
  readonly areTriangles = true;
  readonly isWhole = true;
  readonly #list: readonly Participant[];
  #tables: Elements | undefined;
  #sets: Uint8Array | undefined;

  constructor(list: readonly Participant[]) {
    this.#list = list;
    this.count = totalTriangles(list);
  }

  get object(): Uint32Array {
    return this.#made.object;
  }

  get from(): Uint32Array {
    return this.#made.from;
  }

  get to(): Uint32Array {
    return this.#made.to;
  }

  get sets(): Uint8Array {
    this.#sets ??= new Uint8Array(this.count);
    return this.#sets;
  }

  get #made(): Elements {
    this.#tables ??= children(objectElements(this.#list, [...this.#list.keys()]), 1, false);
    return this.#tables;
  }
}

export function wholeScene(list: readonly Participant[]): Elements {
  return new WholeScene(list);
}

/** Whole objects, in the order in which they are to be drawn. */
export function objectElements(list: readonly Participant[], drawn: readonly number[]): Elements {
  const elements = newElements(list.length, false);
  for (const [i, index] of drawn.entries()) {
    elements.object[i] = index;
    elements.to[i] = list[index].object.triangleCount;
  }
  return elements;
}

export function triangleTotal(elements: Elements): number {
  // Asked first: a whole scene makes no tables for this.
  if (elements.areTriangles) return elements.count;
  const { count, from, to } = elements;
  let sum = 0;
  for (let i = 0; i < count; i++) sum += to[i] - from[i];
  return sum;
}

/** Triangles of the elements that are not in a set. */
export function trianglesOutside({ count, from, to, sets }: Elements, set: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) if (sets[i] !== set) sum += to[i] - from[i];
  return sum;
}

/** The elements that are not in a set, in the same order. */
export function withoutSet(elements: Elements, set: number): Elements {
  const { object, from, to, sets } = elements;
  let kept = 0;
  for (let i = 0; i < elements.count; i++) if (sets[i] !== set) kept++;
  if (kept === elements.count) return elements;
  const result = newElements(kept, elements.areTriangles);
  for (let i = 0, at = 0; i < elements.count; i++) {
    if (sets[i] === set) continue;
    result.object[at] = object[i];
    result.from[at] = from[i];
    result.to[at] = to[i];
    result.sets[at++] = sets[i];
  }
  return result;
}

/** The children of all elements: ranges of at most `size` triangles, which begin at multiples of it. */
export function children(elements: Elements, size: number, inherit: boolean): Elements {
  const { object, from, to, sets } = elements;
  let total = 0;
  for (let i = 0; i < elements.count; i++) total += Math.ceil((to[i] - from[i]) / size);
  const result = newElements(total, size === 1);
  for (let i = 0, at = 0; i < elements.count; i++) {
    if (size === 1) {
      const next = at + to[i] - from[i];
      result.object.fill(object[i], at, next);
      if (inherit) result.sets.fill(sets[i], at, next);
      for (let begin = from[i]; at < next; at++) {
        result.from[at] = begin;
        result.to[at] = ++begin;
      }
      continue;
    }
    for (let begin = from[i]; begin < to[i]; begin += size) {
      result.object[at] = object[i];
      result.from[at] = begin;
      result.to[at] = Math.min(to[i], begin + size);
      if (inherit) result.sets[at] = sets[i];
      at++;
    }
  }
  return result;
}

/** Elements of one triangle each, by the triangles' numbers instead of their places in an order. */
export function numberedTriangles(elements: Elements, orders: TriangleOrders): Elements {
  if (orders.length === 0) return elements;
  const { count, object, from } = elements;
  const numbered = { ...elements, from: new Uint32Array(count), to: new Uint32Array(count) };
  for (let i = 0; i < count; i++) {
    const triangle = orders[object[i]]?.[from[i]] ?? from[i];
    numbered.from[i] = triangle;
    numbered.to[i] = triangle + 1;
  }
  return numbered;
}

/** Calls back for every triangle: its element and its number within its object. */
export function forTriangles(
  { count, object, from, to }: Elements,
  orders: TriangleOrders,
  visit: (element: number, triangle: number) => void,
): void {
  for (let i = 0; i < count; i++) {
    const order = orders[object[i]];
    for (let at = from[i]; at < to[i]; at++) visit(i, order ? order[at] : at);
  }
}
