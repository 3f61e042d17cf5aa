/**
 * The skin of a closed surface: where its winding number changes between 0 and not 0.
 *
 * Walls between touching bricks, and what one shell has inside another, are no part of it; where several triangles cover the
 * same place, it has one. All its triangles face outward, and it winds once round what is inside. Triangles touch in common
 * vertices only, so what is connected as a set of points is connected by vertex numbers.
 *
 * What is kept is decided exactly. The points in which triangles cut each other are rounded to doubles, the same point to
 * the same double in all triangles, so the skin stays closed.
 */
import type { Adjacency } from '../../backend/wasm/scene-object.ts';
import { weld } from '../../mesh/weld.ts';
import { type AreaKernels, NO_AREA } from './area-kernels.ts';
import { type PlanarTriangle, withoutCoplanarPoints } from './coplanar-points.ts';
import { type Areas, areasOf } from './cut-areas.ts';
import { CutSurface } from './cut-surface.ts';
import { FaceProjector } from './face-projection.ts';
import { facingsOf } from './facings.ts';
import type { Projection } from './points.ts';
import { Places } from './skin-places.ts';
import type { Surface } from './surface.ts';
import type { SurfaceTopology } from './surface-topology.ts';
import { type FacingAreas, type Targets, type WeldedMesh, WeldedTriangles } from './welded-triangles.ts';
import { wholeOrientation } from './whole-points.ts';

export interface Skin extends WeldedMesh {
  /** How far points may be from the surface, because they were rounded. */
  readonly error: number;
}

/** Whether a closed surface of one shell is shown to be its own skin by its triangles alone; `linked` is its adjacency, if there is one. */
export function isOwnSkin(
  topology: SurfaceTopology,
  pairs: Uint32Array,
  kernels: AreaKernels,
  linked: Adjacency | undefined,
): boolean {
  return pairs.length === 0 && topology.shells.count === 1 && kernels.isRegular(topology, linked);
}

/**
 * Null when the surface is its own skin, or would be if it were turned inside out. It must be closed; `pairs` are its
 * triangles that meet each other and the kinds, three numbers each; `linked` is its adjacency, if there is one.
 */
export function skinOf(
  surface: Surface,
  pairs: Uint32Array,
  kernels: AreaKernels,
  linked: Adjacency | undefined,
): Skin | null {
  if (isOwnSkin(surface.topology, pairs, kernels, linked)) return null;
  const isPlain = pairs.length === 0 && kernels.isRegular(surface.topology, linked);
  const cut = new CutSurface(surface, pairs);
  const areas = areasOf(cut, kernels, linked);
  const facings = facingsOf(cut, areas);
  if (isPlain && facings.every((facing) => facing !== 0 && facing === facings[0])) return null;
  return rounded(cut, areas, facings, kernels);
}

/** A triangle of a skin before its points are joined. */
interface Outward {
  /** Turned outward. */
  readonly corners: readonly [number, number, number];
  /** The triangle of the surface that it is part of. */
  readonly face: number;
  /** 1 when the surface faces outward there, −1 when inward. */
  readonly facing: number;
}

/** The triangles that face outward or inward, turned outward, with points rounded to doubles. */
function rounded(cut: CutSurface, areas: Areas, ofArea: Int8Array, kernels: AreaKernels): Skin {
  const places = new Places(cut);
  const small = smallOutward(cut, areas, ofArea);
  const whole = { ofFace: areas.ofFace, facings: Int8Array.from(areas.ofWhole, (area) => ofArea[area]) };
  const off = placesBeside(small, places);
  const joined = targetsOf(cut, small, places);
  const { targets } = joined;
  const marked = new Set(Array.from(off, (place) => targets[place]));
  const isAt = ({ corners }: Outward) => corners.some((corner) => marked.has(targets[corner]));
  // Only these change when a place is taken out; whole triangles have such a corner if one of their vertices is where the place is.
  const smallAt = small.filter(isAt);
  const wholeAt = [...marked].some((target) => places.isVertex(target)) ? wholeOutward(cut, whole, isAt) : [];
  const planar = planarTriangles(cut, places, [...smallAt, ...wholeAt.map(({ outward }) => outward)]);
  const needed = new Set(
    withoutCoplanarPoints([...planar.values()], places.named(off), (place) => places.whole(place)),
  );
  let error = 0;
  for (const triangle of needed)
    for (const place of triangle.corners) error = Math.max(error, places.errorIn(triangle.parents[0], place));
  // Those that are left in their order, then those that fill holes.
  const welded = new WeldedTriangles(cut.surface, kernels, places, joined);
  const addIfNeeded = (triangle: PlanarTriangle) => {
    if (needed.delete(triangle)) welded.add(triangle.corners, triangle.parents);
  };
  for (const outward of small) {
    const triangle = planar.get(outward);
    if (triangle) addIfNeeded(triangle);
    else welded.add(outward.corners, [outward.face]);
  }
  let from = 0;
  for (const { place, outward } of wholeAt) {
    welded.addWhole(whole, from, place);
    addIfNeeded(planar.get(outward)!);
    from = place + 1;
  }
  welded.addWhole(whole, from, cut.surface.topology.triangles.length);
  for (const triangle of needed) welded.add(triangle.corners, triangle.parents);
  return { ...welded.finish(), error };
}

function outwardOf(cut: CutSurface, t: number, facing: number): Outward {
  const [p, q, r] = [cut.corner(t, 0), cut.corner(t, 1), cut.corner(t, 2)];
  return { corners: facing > 0 ? [p, q, r] : [p, r, q], face: cut.faceAt(t), facing };
}

function smallOutward(cut: CutSurface, { ofSmall }: Areas, ofArea: Int8Array): Outward[] {
  const found: Outward[] = [];
  for (let t = 0; t < cut.smallCount; t++) {
    const facing = ofArea[ofSmall[t]] * cut.weight(cut.faceOf[t]);
    if (facing !== 0) found.push(outwardOf(cut, t, facing));
  }
  return found;
}

/** The whole triangles that `isAt` selects, with their places in the list of the surface's triangles. */
function wholeOutward(cut: CutSurface, { ofFace, facings }: FacingAreas, isAt: (outward: Outward) => boolean) {
  const found: { readonly place: number; readonly outward: Outward }[] = [];
  for (const [place, face] of cut.surface.topology.triangles.entries()) {
    const facing = ofFace[face] === NO_AREA ? 0 : facings[ofFace[face]];
    const outward = facing === 0 ? undefined : outwardOf(cut, cut.smallCount + face, facing);
    if (outward && isAt(outward)) found.push({ place, outward });
  }
  return found;
}

/** The places that rounding has moved out of the plane of a triangle. */
function placesBeside(small: readonly Outward[], places: Places): Set<number> {
  const beside = new Set<number>();
  // Whole triangles have vertices of the surface only, which are exact.
  for (const { corners, face, facing } of small) {
    // As the surface has them: the order decides which points are taken out first.
    const step = facing > 0 ? 1 : 2;
    for (let k = 0; k < 3; k++) {
      const place = corners[(k * step) % 3];
      if (places.isBeside(face, place)) beside.add(place);
    }
  }
  return beside;
}

/** For each corner the first one with the same coordinates: triangles at corners that have some meet, and so were cut. */
function targetsOf(cut: CutSurface, small: readonly Outward[], places: Places): Targets {
  const points = new Set(small.flatMap(({ corners }) => corners.filter((corner) => !places.isVertex(corner))));
  const asked = [...cut.verticesAtCuts, ...points];
  const { targets: joined, sources } = weld(Float64Array.from(asked.flatMap((corner) => places.coordinates(corner))));
  const targets = new Int32Array(cut.cornerCount);
  for (let corner = 0; corner < targets.length; corner++) targets[corner] = corner;
  for (const [i, corner] of asked.entries()) targets[corner] = asked[sources[joined[i]]];
  return { targets, areVerticesJoined: asked.some((corner) => places.isVertex(corner) && targets[corner] !== corner) };
}

/** Some triangles of a skin with the planes that they are in, and one number for each place. */
function planarTriangles(cut: CutSurface, places: Places, triangles: readonly Outward[]): Map<Outward, PlanarTriangle> {
  const projector = new FaceProjector(cut.surface);
  const planes = new Map<number, { readonly plane: string; readonly projection: Projection }>();
  const planeOf = (face: number, facing: number) => {
    const known = planes.get(facing * (face + 1));
    if (known) return known;
    const projection = projector.project(face);
    const found = {
      plane: planeName(cut, face, facing),
      projection: { ...projection, orientation: facing * projection.orientation },
    };
    planes.set(facing * (face + 1), found);
    return found;
  };
  const planar = new Map<Outward, PlanarTriangle>();
  for (const outward of triangles) {
    const { corners, face, facing } = outward;
    const [p, q, r] = corners.map((place) => places.nameOf(place));
    planar.set(outward, { ...planeOf(face, facing), corners: [p, q, r], parents: [face] });
  }
  return planar;
}

/** The same for all faces in one plane that face the same side, some of which are reversed. */
function planeName({ surface, points }: CutSurface, face: number, facing: number): string {
  const [p, q, r] = [0, 1, 2].map((k) => points.wholeVertex(0, surface.corners[3 * face + k]));
  const normal = [0, 1, 2].map((w) => wholeOrientation(p, q, r, (w + 1) % 3, (w + 2) % 3) * BigInt(facing));
  const height = normal[0] * p[0] + normal[1] * p[1] + normal[2] * p[2];
  const plane = [...normal, height];
  const common = plane.reduce(greatestDivisor);
  return plane.map((value) => value / common).join();
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  let [above, below] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (below > 0n) [above, below] = [below, above % below];
  return above;
}
