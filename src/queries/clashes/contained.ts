/**
 * Shells of a surface: which lie wholly inside another object without touching it, their triangles, and their boxes.
 *
 * Surfaces that do not meet are inside each other or apart, each shell as a whole; so the winding number round one
 * vertex decides.
 */
import { type Grouped, groupBy, joinedLists } from './int-list.ts';
import { Points } from './points.ts';
import type { Surface } from './surface.ts';
import type { SurfaceTopology } from './surface-topology.ts';
import { boxOfPoints } from './surface-vertices.ts';
import { windingsAt } from './winding.ts';

const NONE = new Uint32Array(0);

function holds(outer: Float64Array, box: Float64Array): boolean {
  for (let k = 0; k < 3; k++) if (!(box[k] >= outer[k] && box[k + 3] <= outer[k + 3])) return false;
  return true;
}

/** The shells of `inner`, other than those that touch `outer`, that may lie inside it. */
export function shellsToPlace(inner: Surface, outer: Surface, touching: ReadonlySet<number>): number[] {
  if (!outer.isClosed || outer.topology.triangles.length === 0) return [];
  const { count } = inner.topology.shells;
  if (touching.size === count) return [];
  const found: number[] = [];
  for (let shell = 0; shell < count; shell++) {
    if (!touching.has(shell) && holds(outer.box, boxOfShell(inner, shell))) found.push(shell);
  }
  return found;
}

/** Some vertex of each shell, as points of one side. */
export function pointsOfShells(points: Points, side: 0 | 1, shells: readonly number[]): number[] {
  const { corners, topology } = points.surfaces[side];
  return shells.map((shell) => points.addVertex(side, corners[3 * topology.shells.triangles[shell]]));
}

/** The shells of `inner`, other than those that touch `outer`, that lie inside it. */
export function shellsInside(inner: Surface, outer: Surface, touching: ReadonlySet<number> = new Set()): number[] {
  const shells = shellsToPlace(inner, outer, touching);
  if (shells.length === 0) return [];
  const points = new Points(inner, outer);
  const windings = windingsAt(points, pointsOfShells(points, 0, shells), 1);
  return shells.filter((_, i) => windings[i].winding !== 0);
}

/** The shells of one side that some pair has a triangle of. */
export function shellsInPairs({ topology }: Surface, pairs: Uint32Array, side: 0 | 1): Set<number> {
  const { count, ofVertex } = topology.shells;
  if (count === 1) return new Set([0]);
  const { corners } = topology;
  const isKnown = new Uint8Array(count);
  const shells = new Set<number>();
  for (let at: number = side; at < pairs.length && shells.size < count; at += 2) {
    const shell = ofVertex[corners[3 * pairs[at]]];
    if (isKnown[shell]) continue;
    isKnown[shell] = 1;
    shells.add(shell);
  }
  return shells;
}

/** Pairs of boxes that overlap, as places in the list, the lower first. */
export function overlappingBoxes(boxes: readonly (readonly number[])[]): [number, number][] {
  const order = boxes.map((_, i) => i).sort((p, q) => boxes[p][0] - boxes[q][0] || p - q);
  const found: [number, number][] = [];
  for (let i = 0; i < order.length; i++) {
    const box = boxes[order[i]];
    for (let j = i + 1; j < order.length && boxes[order[j]][0] <= box[3]; j++) {
      const other = boxes[order[j]];
      if (other[1] > box[4] || other[4] < box[1] || other[2] > box[5] || other[5] < box[2]) continue;
      found.push(order[i] < order[j] ? [order[i], order[j]] : [order[j], order[i]]);
    }
  }
  return found.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
}

/** The triangles of each shell: lists that are kept while an object moves. */
const lists = new WeakMap<SurfaceTopology, Grouped>();

function trianglesByShell(topology: SurfaceTopology): Grouped {
  const known = lists.get(topology);
  if (known) return known;
  const { corners, triangles } = topology;
  const { count, ofVertex } = topology.shells;
  const made = groupBy(triangles.length, count, (i) => ofVertex[corners[3 * triangles[i]]]);
  for (let i = 0; i < made.items.length; i++) made.items[i] = triangles[made.items[i]];
  lists.set(topology, made);
  return made;
}

/** Numbers of the triangles of some shells, ascending. */
export function trianglesOfShells({ topology }: Surface, shells: readonly number[]): Uint32Array {
  if (shells.length === 0) return NONE;
  const { starts, items } = trianglesByShell(topology);
  const found = shells.map((shell) => items.subarray(starts[shell], starts[shell + 1]));
  return found.length === 1 ? found[0] : joinedLists(found).sort();
}

// Boxes of shells, each made when it is first asked for: of most surfaces, only small shells are asked for.

/** The vertices of all shells but the one with the most: those of shell s are `items[starts[s]]` to `items[starts[s + 1]]`. */
interface ShellVertices {
  readonly largest: number;
  readonly starts: Uint32Array;
  readonly items: Uint32Array;
}

/** Kept while an object moves. */
const vertexLists = new WeakMap<SurfaceTopology, ShellVertices>();
const boxes = new WeakMap<Surface, Map<number, Float64Array>>();

/** low x y z, high x y z; exact. */
export function boxOfShell(surface: Surface, shell: number): Float64Array {
  const { topology } = surface;
  if (topology.shells.count === 1 && topology.triangles.length === topology.triangleCount) return surface.box;
  const known = boxes.get(surface) ?? new Map<number, Float64Array>();
  boxes.set(surface, known);
  const before = known.get(shell);
  if (before) return before;
  const box = boxOfPoints(placesOf(surface, verticesOf(topology, shell)));
  known.set(shell, box);
  return box;
}

function placesOf({ positions }: Surface, vertices: Uint32Array): Float64Array {
  const places = new Float64Array(3 * vertices.length);
  for (let i = 0; i < vertices.length; i++)
    for (let k = 0; k < 3; k++) places[3 * i + k] = positions[3 * vertices[i] + k];
  return places;
}

function verticesOf(topology: SurfaceTopology, shell: number): Uint32Array {
  const { largest, starts, items } = listsOf(topology);
  if (shell !== largest) return items.subarray(starts[shell], starts[shell + 1]);
  const { ofVertex } = topology.shells;
  const found: number[] = [];
  for (let vertex = 0; vertex < ofVertex.length; vertex++) if (ofVertex[vertex] === shell) found.push(vertex);
  return Uint32Array.from(found);
}

function listsOf(topology: SurfaceTopology): ShellVertices {
  const known = vertexLists.get(topology);
  if (known) return known;
  const { count, ofVertex } = topology.shells;
  const sizes = new Uint32Array(count);
  for (let vertex = 0; vertex < ofVertex.length; vertex++) if (ofVertex[vertex] >= 0) sizes[ofVertex[vertex]]++;
  let largest = 0;
  for (let shell = 1; shell < count; shell++) if (sizes[shell] > sizes[largest]) largest = shell;
  const starts = new Uint32Array(count + 1);
  for (let shell = 0; shell < count; shell++)
    starts[shell + 1] = starts[shell] + (shell === largest ? 0 : sizes[shell]);
  const items = new Uint32Array(starts[count]);
  const next = starts.slice();
  for (let vertex = 0; vertex < ofVertex.length; vertex++) {
    const shell = ofVertex[vertex];
    if (shell >= 0 && shell !== largest) items[next[shell]++] = vertex;
  }
  const made = { largest, starts, items };
  vertexLists.set(topology, made);
  return made;
}
