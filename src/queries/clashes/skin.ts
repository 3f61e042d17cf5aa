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
import { weld } from '../../mesh/weld.ts';
import { type PlanarTriangle, withoutCoplanarPoints } from './coplanar-points.ts';
import { CutSurface } from './cut-surface.ts';
import { FaceProjector } from './face-projection.ts';
import { IntList } from './int-list.ts';
import type { Projection } from './points.ts';
import { Places } from './skin-places.ts';
import type { Surface } from './surface.ts';
import type { SurfaceKernels } from './surface-kernels.ts';
import type { SurfaceTopology } from './surface-topology.ts';
import { type WeldedMesh, WeldedTriangles } from './welded-triangles.ts';
import { wholeOrientation } from './whole-points.ts';
import type { Winding } from './winding.ts';

export interface Skin extends WeldedMesh {
  /** How far points may be from the surface, because they were rounded. */
  readonly error: number;
}

/** Whether a closed surface of one shell is shown to be its own skin by its triangles alone. */
export function isOwnSkin(topology: SurfaceTopology, pairs: Uint32Array, kernels: SurfaceKernels): boolean {
  return pairs.length === 0 && topology.shells.count === 1 && kernels.isRegular(topology);
}

/**
 * Null when the surface is its own skin, or would be if it were turned inside out. It must be closed; `pairs` are its
 * triangles that meet each other and the kinds, three numbers each.
 */
export function skinOf(surface: Surface, pairs: Uint32Array, kernels: SurfaceKernels): Skin | null {
  if (isOwnSkin(surface.topology, pairs, kernels)) return null;
  const isPlain = pairs.length === 0 && kernels.isRegular(surface.topology);
  const cut = new CutSurface(surface, pairs);
  const facings = facingsOf(cut, kernels);
  if (isPlain && facings.every((facing) => facing !== 0 && facing === facings[0])) return null;
  return rounded(cut, facings);
}

/** For each triangle: 1 when it is part of the skin and faces outward, −1 when inward, 0 when it is not part of it. */
function facingsOf(cut: CutSurface, kernels: SurfaceKernels): Int8Array {
  const { ofTriangle, samples } = cut.areas(kernels);
  const windings = cut.windings(samples);
  const ofArea = Int8Array.from(samples, (sample, area) => facingOf(windings[area], cut.faceOf[sample]));
  const facings = new Int8Array(cut.count);
  for (let t = 0; t < cut.count; t++) facings[t] = ofArea[ofTriangle[t]];
  return facings;
}

function facingOf(
  { winding, on, orientationOn, orientation }: Winding & { readonly orientation: number },
  face: number,
): number {
  const [above, below] = [winding, winding + orientationOn];
  // Where several triangles cover the place, the first stands for all.
  if ((above === 0) === (below === 0) || on !== face) return 0;
  return above === 0 ? orientation : -orientation;
}

/** The triangles of a skin before its points are joined, turned outward. */
interface Outward {
  /** Three places each. */
  readonly corners: Uint32Array;
  /** The triangle of the surface that each is part of. */
  readonly faces: Uint32Array;
  /** 1 when the surface faces outward there, −1 when inward. */
  readonly facings: Int8Array;
  /** How many of them, the first ones, are small. */
  readonly smallCount: number;
}

/** The triangles that face outward or inward, turned outward, with points rounded to doubles. */
function rounded(cut: CutSurface, facings: Int8Array): Skin {
  const places = new Places(cut);
  const outward = turnedOutward(cut, facings, places);
  const off = placesBeside(outward, places);
  const { coordinates } = places;
  const targets = targetsOf(cut, places);
  const { corners, faces } = outward;
  const welded = new WeldedTriangles(coordinates, targets, faces.length);
  if (off.size === 0) {
    welded.addAll(corners, faces, 0, faces.length);
    return { ...welded.finish(), error: 0 };
  }
  const atPlaces = trianglesAt(outward, targets, off);
  const planar = planarTriangles(cut, places, outward, atPlaces);
  const needed = new Set(
    withoutCoplanarPoints([...planar.values()], places.named(off), (place) => places.whole(place)),
  );
  let error = 0;
  for (const triangle of needed)
    for (const place of triangle.corners) error = Math.max(error, places.errorIn(triangle.parents[0], place));
  // Those that are left in their order, then those that fill holes.
  let from = 0;
  for (const i of atPlaces) {
    welded.addAll(corners, faces, from, i);
    from = i + 1;
    const triangle = planar.get(i)!;
    if (needed.delete(triangle)) welded.add(triangle.corners, triangle.parents);
  }
  welded.addAll(corners, faces, from, faces.length);
  for (const triangle of needed) welded.add(triangle.corners, triangle.parents);
  return { ...welded.finish(), error };
}

function turnedOutward(cut: CutSurface, facings: Int8Array, places: Places): Outward {
  let count = 0;
  for (let t = 0; t < facings.length; t++) if (facings[t] !== 0) count++;
  const corners = new Uint32Array(3 * count);
  const faces = new Uint32Array(count);
  const ownFacings = new Int8Array(count);
  let smallCount = 0;
  for (let t = 0, i = 0; t < facings.length; t++) {
    const facing = facings[t];
    if (facing === 0) continue;
    const second = facing > 0 ? 1 : 2;
    corners[3 * i] = places.placeOf(cut.corners[3 * t]);
    corners[3 * i + second] = places.placeOf(cut.corners[3 * t + 1]);
    corners[3 * i + 3 - second] = places.placeOf(cut.corners[3 * t + 2]);
    faces[i] = cut.faceOf[t];
    ownFacings[i++] = facing;
    if (t < cut.smallCount) smallCount = i;
  }
  return { corners, faces, facings: ownFacings, smallCount };
}

/** The places that rounding has moved out of the plane of a triangle. */
function placesBeside({ corners, faces, facings, smallCount }: Outward, places: Places): Set<number> {
  const beside = new Set<number>();
  // Whole triangles have vertices of the surface only, which are exact.
  for (let i = 0; i < smallCount; i++) {
    // As the surface has them: the order decides which points are taken out first.
    const step = facings[i] > 0 ? 1 : 2;
    for (let k = 0; k < 3; k++) {
      const place = corners[3 * i + ((k * step) % 3)];
      if (places.isBeside(faces[i], place)) beside.add(place);
    }
  }
  return beside;
}

/** For each place the first one with the same coordinates: triangles at places that have some meet, and so were cut. */
function targetsOf(cut: CutSurface, places: Places): Uint32Array {
  const { coordinates, count } = places;
  const { isAtCut } = cut;
  const targets = new Uint32Array(count);
  const asked = new IntList();
  for (let place = 0; place < count; place++) {
    targets[place] = place;
    const corner = places.cornerOf(place);
    if (corner >= isAtCut.length || isAtCut[corner]) asked.push(place);
  }
  const own = new Float64Array(3 * asked.count);
  for (let i = 0; i < own.length; i++) own[i] = coordinates[3 * asked.values[Math.trunc(i / 3)] + (i % 3)];
  const { targets: joined, sources } = weld(own);
  for (let i = 0; i < asked.count; i++) targets[asked.values[i]] = asked.values[sources[joined[i]]];
  return targets;
}

/** The triangles with a corner where one of some places is. Only these change when such a place is taken out. */
function trianglesAt({ corners }: Outward, targets: Uint32Array, places: ReadonlySet<number>): number[] {
  const marks = new Uint8Array(targets.length);
  for (const place of places) marks[targets[place]] = 1;
  const found: number[] = [];
  for (let at = 0; at < corners.length; at += 3) {
    if (marks[targets[corners[at]]] || marks[targets[corners[at + 1]]] || marks[targets[corners[at + 2]]])
      found.push(at / 3);
  }
  return found;
}

/** Some triangles of a skin with the planes that they are in, and one number for each place. */
function planarTriangles(
  cut: CutSurface,
  places: Places,
  { corners, faces, facings }: Outward,
  triangles: readonly number[],
): Map<number, PlanarTriangle> {
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
  const planar = new Map<number, PlanarTriangle>();
  for (const i of triangles) {
    const [p, q, r] = Array.from(corners.subarray(3 * i, 3 * i + 3), (place) => places.nameOf(place));
    planar.set(i, { ...planeOf(faces[i], facings[i]), corners: [p, q, r], parents: [faces[i]] });
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
