/**
 * Which groups of small triangles inside the other surface are connected by triangles in no pair, without listing these: as soon as nothing
 * more can be joined, nobody looks further.
 */
import type { AllKernelExports } from '../../backend/wasm/kernels.ts';
import { DisjointSets } from '../../mesh/disjoint-sets.ts';
import type { Contact } from './contact.ts';
import { WALKS_IN_TURN } from './contact-records.ts';
import type { ContactSide } from './contact-side.ts';
import { SurfaceKernels } from './surface-kernels.ts';

/** Connected small triangles. */
export interface Group {
  /** The member that names the group. */
  readonly root: number;
  /** A contact point at a small triangle, −1 for none. */
  readonly node: number;
}

/** The component of the contact that each group bounds, or a number below 0 of its own. */
function componentsOf({ components }: Contact, inside: readonly Group[]): number[] {
  return inside.map(({ node }, group) => (node < 0 ? -1 - group : components.find(node)));
}

/**
 * Joins groups that bound different components of the contact, but the same piece, without listing its triangles. Those that bound the same
 * component belong to one region anyway.
 */
export function joinGroups(contact: Contact, mesh: ContactSide, inside: readonly Group[]): void {
  const components = componentsOf(contact, inside);
  if (components.every((component) => component === components[0])) return;
  // The first group of each component, and for each group the place of that one in the list.
  const firsts: Group[] = [];
  const places = new Map<number, number>();
  const walks = inside.map((group, i) => {
    const known = places.get(components[i]);
    if (known !== undefined) return known;
    places.set(components[i], firsts.length);
    return firsts.push(group) - 1;
  });
  const walksAt = walksAtFree(mesh, inside, walks);
  const sets = mesh.surface.topology.wantsNeighbours
    ? new WalkKernels(mesh.surface.object.runtime).meet(mesh, walksAt, firsts.length)
    : setsOfPatches(mesh, walksAt, firsts.length);
  for (const [walk, { root }] of firsts.entries()) mesh.groups.union(firsts[sets[walk]].root, root);
}

/** The walk that begins at each free vertex, −1 for none. */
function walksAtFree(mesh: ContactSide, inside: readonly Group[], walks: readonly number[]): Int32Array {
  const { freeVertices, groups } = mesh;
  const ofRoot = new Int32Array(groups.count).fill(-1);
  for (const [group, { root }] of inside.entries()) ofRoot[root] = walks[group];
  const found = new Int32Array(freeVertices.length);
  for (let i = 0; i < found.length; i++) found[i] = ofRoot[groups.find(mesh.memberOf(i))];
  return found;
}

/** The walks that meet, as parents, by going over all triangles in no pair, which costs the same wherever they are. */
function setsOfPatches({ surface, faces, freeVertices }: ContactSide, walksAt: Int32Array, count: number): Int32Array {
  const sets = new DisjointSets(count);
  const places = [...walksAt.keys()].filter((place) => walksAt[place] >= 0);
  const patches = surface.topology.patches(
    faces,
    Int32Array.from(places, (place) => freeVertices[place]),
  );
  const firstOf = new Map<number, number>();
  for (const [i, place] of places.entries()) {
    const first = firstOf.get(patches[i]);
    if (first === undefined) firstOf.set(patches[i], walksAt[place]);
    else sets.union(first, walksAt[place]);
  }
  return Int32Array.from({ length: count }, (_, walk) => sets.find(walk));
}

export class WalkKernels extends SurfaceKernels {
  /** The same by walking in turn, and only as long as there are two left that could still meet. */
  meet({ surface, faces, freeVertices }: ContactSide, walksAt: Int32Array, walkCount: number): Uint32Array {
    const { object, topology } = surface;
    const { starts, triangles, marks } = topology.placesOfNeighbours(object);
    const { memory, kernels } = object.runtime;
    const { vertexCount, triangleCount } = topology;
    const [corners, , record, facesAt, startsAt, walksAtStart, sets, walking, active, tops, walkOf, below] = this.bring(
      topology,
      WALKS_IN_TURN.bytes / 4,
      faces.length,
      freeVertices.length,
      walksAt.length,
      walkCount,
      walkCount,
      walkCount,
      walkCount,
      vertexCount,
      vertexCount,
    );
    this.write(facesAt, faces);
    this.write(startsAt, freeVertices);
    this.write(walksAtStart, walksAt);
    WALKS_IN_TURN.write(new DataView(memory.buffer), record, {
      corners,
      vertexCount,
      triangleCount,
      neighbourStarts: starts,
      neighbours: triangles,
      marks,
      faces: facesAt,
      faceCount: faces.length,
      starts: startsAt,
      startCount: walksAt.length,
      walksAt: walksAtStart,
      walkCount,
      sets,
      walking,
      setCount: 0,
      active,
      tops,
      walkOf,
      below,
    });
    (kernels as AllKernelExports).walkInTurn(record);
    return this.words(sets, walkCount);
  }
}
