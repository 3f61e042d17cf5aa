/** Boxes of the shells of a surface, each made when it is first asked for: of most surfaces, only small shells are asked for. */

import type { Surface } from './surface.ts';
import type { SurfaceTopology } from './surface-topology.ts';
import { boxOfPoints } from './surface-vertices.ts';

/** The vertices of all shells but the one with the most: those of shell s are `items[starts[s]]` to `items[starts[s + 1]]`. */
interface ShellVertices {
  readonly largest: number;
  readonly starts: Uint32Array;
  readonly items: Uint32Array;
}

/** Kept while an object moves. */
const lists = new WeakMap<SurfaceTopology, ShellVertices>();
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
  const known = lists.get(topology);
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
  lists.set(topology, made);
  return made;
}
