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
import type { ContactKernels } from './contact-kernels.ts';
import { type PlanarTriangle, withoutCoplanarPoints } from './coplanar-points.ts';
import { type Areas, areasOf } from './cut-areas.ts';
import { CutSurface } from './cut-surface.ts';
import { FaceProjector } from './face-projection.ts';
import { facingsOf } from './facings.ts';
import { Places } from './skin-places.ts';
import { withoutSolidCorners } from './solid-corners.ts';
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
  contacts: ContactKernels,
  linked: Adjacency | undefined,
): Skin | null {
  if (isOwnSkin(surface.topology, pairs, kernels, linked)) return null;
  const isPlain = pairs.length === 0 && kernels.isRegular(surface.topology, linked);
  const cut = new CutSurface(surface, pairs, contacts);
  const areas = areasOf(cut, kernels, linked);
  const facings = facingsOf(cut, areas);
  if (isPlain && facings.every((facing) => facing !== 0 && facing === facings[0])) return null;
  return rounded(cut, areas, facings, kernels);
}

/** A triangle of a skin before its points are joined. */
export interface Outward {
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
  const targets = targetsOf(cut, small, places);
  const moved = placesMoved(small, places);
  const planar = flatTriangles(cut, whole, small, places, targets, withoutSolidCorners(cut, small, moved));
  const welded = new WeldedTriangles(cut.surface, places, targets);
  let error = 0;
  const add = (corners: Outward['corners'], parents: readonly number[], isAfter: boolean) => {
    welded.add(corners, parents, isAfter);
    for (const place of corners) {
      const most = places.rounding(place);
      if (most > error && places.isRounded(place)) error = most;
    }
  };
  const { filled } = planar;
  // Those that are left in their order, then those that fill holes.
  for (const outward of small) {
    const triangle = planar.ofSmall.get(outward);
    if (!triangle) add(outward.corners, [outward.face], false);
    else if (filled.delete(triangle)) add(triangle.corners, triangle.parents, false);
  }
  const left: number[] = [];
  for (const [outward, triangle] of planar.ofWhole) if (!filled.delete(triangle)) left.push(outward.face);
  for (const triangle of filled) add(triangle.corners, triangle.parents, true);
  return { ...welded.finish(kernels, whole, left), error };
}

/** Triangles of a skin at places where it may be flat, and those that are left, or fill holes, when places have been taken out. */
interface FlatTriangles {
  readonly ofSmall: ReadonlyMap<Outward, PlanarTriangle>;
  readonly ofWhole: ReadonlyMap<Outward, PlanarTriangle>;
  readonly filled: Set<PlanarTriangle>;
}

/** Takes out those of some places that lie within flat areas or straight edges. */
function flatTriangles(
  cut: CutSurface,
  whole: FacingAreas,
  small: readonly Outward[],
  places: Places,
  targets: Targets,
  off: ReadonlySet<number>,
): FlatTriangles {
  if (off.size === 0) return { ofSmall: new Map(), ofWhole: new Map(), filled: new Set() };
  const targetOf = (corner: number) => targets.get(corner) ?? corner;
  const marked = new Set(Array.from(off, targetOf));
  const isAt = ({ corners }: Outward) => corners.some((corner) => marked.has(targetOf(corner)));
  // Whole triangles have such a corner if one of their vertices is where the place is.
  const wholeAt = [...marked].some((target) => places.isVertex(target)) ? wholeOutward(cut, whole, isAt) : [];
  const planes = new Planes(cut);
  const planarOf = (triangles: readonly Outward[]) =>
    new Map(triangles.map((outward) => [outward, planes.triangle(outward, places)] as const));
  const [ofSmall, ofWhole] = [planarOf(small.filter(isAt)), planarOf(wholeAt)];
  const all = [...ofSmall.values(), ...ofWhole.values()];
  const filled = new Set(withoutCoplanarPoints(all, places.named(off), (place) => places.whole(place)));
  return { ofSmall, ofWhole, filled };
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

/** The whole triangles that `isAt` selects, in the order of the surface's triangles. */
function wholeOutward(cut: CutSurface, { ofFace, facings }: FacingAreas, isAt: (outward: Outward) => boolean) {
  const found: Outward[] = [];
  for (const face of cut.surface.topology.triangles) {
    const facing = ofFace[face] === NO_AREA ? 0 : facings[ofFace[face]];
    const outward = facing === 0 ? undefined : outwardOf(cut, cut.smallCount + face, facing);
    if (outward && isAt(outward)) found.push(outward);
  }
  return found;
}

/** The places that rounding has moved. */
function placesMoved(small: readonly Outward[], places: Places): Set<number> {
  const moved = new Set<number>();
  // Whole triangles have vertices of the surface only, which are exact.
  for (const { corners, facing } of small) {
    // As the surface has them: the order decides which points are taken out first.
    const step = facing > 0 ? 1 : 2;
    for (let k = 0; k < 3; k++) {
      const place = corners[(k * step) % 3];
      if (places.isRounded(place)) moved.add(place);
    }
  }
  return moved;
}

/** The triangles that meet have corners in the same place if any have, and so were cut. */
function targetsOf(cut: CutSurface, small: readonly Outward[], places: Places): Targets {
  const points = new Set<number>();
  for (const { corners } of small) for (const corner of corners) if (!places.isVertex(corner)) points.add(corner);
  const asked = [...cut.verticesAtCuts, ...points];
  const coordinates = new Float64Array(3 * asked.length);
  for (const [i, corner] of asked.entries()) coordinates.set(places.coordinates(corner), 3 * i);
  const { targets: joined, sources } = weld(coordinates);
  const targets = new Map<number, number>();
  for (const [i, corner] of asked.entries()) {
    const target = asked[sources[joined[i]]];
    if (target !== corner) targets.set(corner, target);
  }
  return targets;
}

/** The planes that triangles of a skin are in. */
class Planes {
  readonly #cut: CutSurface;
  readonly #projector: FaceProjector;
  readonly #known = new Map<number, Pick<PlanarTriangle, 'plane' | 'projection'>>();

  constructor(cut: CutSurface) {
    this.#cut = cut;
    this.#projector = new FaceProjector(cut.surface);
  }

  /** A triangle with its plane, and one number for each place. */
  triangle({ corners, face, facing }: Outward, places: Places): PlanarTriangle {
    const [p, q, r] = corners.map((place) => places.nameOf(place));
    return { ...this.#planeOf(face, facing), corners: [p, q, r], parents: [face] };
  }

  #planeOf(face: number, facing: number): Pick<PlanarTriangle, 'plane' | 'projection'> {
    const known = this.#known.get(facing * (face + 1));
    if (known) return known;
    const projection = this.#projector.project(face);
    const found = {
      plane: planeName(this.#cut, face, facing),
      projection: { ...projection, orientation: facing * projection.orientation },
    };
    this.#known.set(facing * (face + 1), found);
    return found;
  }
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
