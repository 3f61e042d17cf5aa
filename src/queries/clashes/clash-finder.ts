/** Makes clashes of pairs of objects: finds their regions, measures each, and says what it is. */
import type { Bounds } from '../../mesh/bounds.ts';
import type { Clash, ClashPoint, ClashVolume, NoDepthReason } from './clashes.ts';
import { shellsInPairs, shellsInside, trianglesOfShells } from './contained.ts';
import { curvesOf, flushArea } from './curve.ts';
import { type DepthFound, type DepthSource, searchDepth } from './depth.ts';
import { boundsOf, copyFace, insideTriangles, nodesOf, normalOfRegion, pointOf } from './measures.ts';
import type { CheckedClashesOptions } from './options.ts';
import type { FoundClash } from './order.ts';
import type { ObjectPairs } from './pairs-by-objects.ts';
import { findRegions, type PairRegions, type Region } from './regions.ts';
import { solidWindings } from './solid-windings.ts';
import type { Surface } from './surface.ts';
import type { Surfaces } from './surfaces.ts';
import { type RegionVolume, regionVolume } from './volume.ts';

/** The interval of a depth is narrower than this part of it. */
const DEPTH_PART = 0.009;
/** Below this part of the extent a depth is not refined. */
const DEPTH_WIDTH = 2 ** -40;
/** Rounding of a distance, as a part of the extent. */
const ROUNDING = 2 ** -45;
/** Rounding of a point that cutting in half has made, up to fifty times, as a part of its largest coordinate. */
const PLACE_ROUNDING = 48 * 2 ** -52;

/** Objects can be the same within a tolerance up to this part of the shortest side of their boxes. */
const SAME_PART = 0.25;

const NO_NODES = new Uint32Array(0);

/** Two objects at hand. */
interface Meeting {
  readonly ids: readonly [number, number];
  readonly surfaces: readonly [Surface, Surface];
  /** Undefined when no triangles meet. */
  readonly found: PairRegions | undefined;
  readonly extent: number;
  /** What reaches no deeper only touches. */
  readonly tolerance: number;
}

/** What a depth search found, or why there is none. */
interface Measured {
  readonly depth: DepthFound | null;
  readonly reason?: NoDepthReason;
}

export class ClashFinder {
  readonly #surfaces: Surfaces;
  readonly #options: CheckedClashesOptions;
  readonly #meetThemselves: ReadonlySet<number>;
  readonly found: FoundClash[] = [];
  /** Of the clashes whose volume is exact and not 0: all that was measured. */
  readonly volumes: RegionVolume[] = [];
  contactPoints = 0;
  depthMilliseconds = 0;
  volumeMilliseconds = 0;

  /** `meetThemselves`: ids of objects whose volumes cannot be summed up from their surfaces. */
  constructor(surfaces: Surfaces, options: CheckedClashesOptions, meetThemselves: ReadonlySet<number>) {
    this.#surfaces = surfaces;
    this.#options = options;
    this.#meetThemselves = meetThemselves;
  }

  look({ a, b, pairs }: ObjectPairs): void {
    const surfaces = [this.#surfaces.of(a), this.#surfaces.of(b)] as const;
    const found = pairs.length > 0 ? this.#regionsOf(surfaces, pairs) : undefined;
    const tolerance = this.#options.toleranceOf(a, b);
    const meeting = { ids: [a, b] as const, surfaces, found, extent: extentOf(surfaces), tolerance };
    this.contactPoints += found?.contact.nodeCount ?? 0;
    const separate = [...(found?.regions ?? []), ...this.#shellsInside(meeting)];
    const regions = this.#areTheSame(meeting, separate) ? [asOneDuplicate(separate)] : joinAlike(separate);
    for (const region of regions) this.found.push(this.#clash(meeting, region, pairs));
  }

  #regionsOf([first, second]: readonly [Surface, Surface], pairs: Uint32Array): PairRegions {
    const { trianglePairs, kinds } = this.#surfaces.collisions;
    const triangles = new Uint32Array(2 * pairs.length);
    const ownKinds = new Uint8Array(pairs.length);
    for (let i = 0; i < pairs.length; i++) {
      triangles[2 * i] = trianglePairs[4 * pairs[i] + 1];
      triangles[2 * i + 1] = trianglePairs[4 * pairs[i] + 3];
      ownKinds[i] = kinds[pairs[i]];
    }
    const complete = this.#options.depth || this.#options.volume;
    return findRegions({ a: first, b: second, pairs: triangles, kinds: ownKinds, complete });
  }

  /** Shells that lie in the other object without touching it. */
  #shellsInside(meeting: Meeting): Region[] {
    const { surfaces, found } = meeting;
    const inside: Region[] = [];
    if (surfaces[0] === surfaces[1]) return inside;
    for (const inner of [0, 1] as const) {
      const shells = found?.shellsInside?.[inner] ?? this.#shellsApart(meeting, inner);
      if (shells.length === 0) continue;
      inside.push({ kind: 'contained', inner, pairs: [], pieces: [[], []], on: [[], []], shells: [...shells] });
    }
    return inside;
  }

  #shellsApart({ surfaces, found }: Meeting, inner: 0 | 1): number[] {
    const [own, other] = [surfaces[inner], surfaces[1 - inner]];
    if (!other.isClosed) return [];
    return shellsInside(own, other, found && shellsInPairs(own, found.contact.pairs, inner));
  }

  /** Whether overlapping objects are the same within the tolerance: no surface anywhere farther from the other's. */
  #areTheSame({ surfaces, extent, tolerance }: Meeting, regions: readonly Region[]): boolean {
    const [a, b] = surfaces;
    if (tolerance === 0 || a === b || !a.isClosed || !b.isClosed) return false;
    // A tolerance as large as the objects says nothing about them.
    if (tolerance > SAME_PART * Math.min(shortestSide(a), shortestSide(b))) return false;
    if (!a.box.every((value, k) => Math.abs(value - b.box[k]) <= tolerance)) return false;
    if (regions.every(({ kind }) => kind === 'touching')) return false;
    const began = performance.now();
    const sources = ([0, 1] as const).map((side) => ({
      side,
      triangles: allTriangles(surfaces[side]),
      tree: surfaces[1 - side].tree,
    }));
    const slack = roundingOf(surfaces, extent);
    const found = searchDepth(sources, { part: 1, tolerance, width: DEPTH_WIDTH * extent, slack });
    this.depthMilliseconds += performance.now() - began;
    return found !== null && found.most <= tolerance;
  }

  #clash(meeting: Meeting, region: Region, pairs: Uint32Array): FoundClash {
    const { ids, found, surfaces, tolerance } = meeting;
    const nodes = found ? nodesOf(found.contact, region) : NO_NODES;
    const isMeasured = this.#options.depth || this.#options.volume;
    const shellFaces = isMeasured ? trianglesOfShells(surfaces[region.inner], region.shells) : [];
    const needed = isMeasured ? ([0, 1] as const) : [];
    const inside = needed.map((side) => trianglesInside(meeting, region, side, shellFaces, this.#options.depth));
    const bounds =
      region.kind === 'duplicate'
        ? boxBounds(surfaces[0])
        : boundsOf(found?.contact, nodes, region, surfaces[region.inner], inside);
    const { depth, reason } = this.#measure(meeting, region, inside);
    const isPenetrating = region.kind === 'penetrating';
    const isShallow = isPenetrating && depth !== null && tolerance > 0 && depth.least <= tolerance;
    const clash: Clash = {
      a: ids[0],
      b: ids[1],
      kind: isShallow ? 'touching' : region.kind,
      ...(region.kind === 'contained' && { inner: ids[region.inner] }),
      pairCount: region.pairs.length,
      depth: depth && { least: depth.least, most: depth.most, basis: 'solid' },
      ...(depth === null && reason && { reason }),
      undecided: isShallow && depth.most > tolerance,
      deepest: depth && deepestOf(depth),
      normal: found && region.pairs.length > 0 ? normalOfRegion(found, region) : null,
      point:
        found && region.pairs.length > 0
          ? pointOf(found.contact, nodes)
          : innerPoint(surfaces[region.inner], region, depth),
      bounds,
      ...this.#onDemand(meeting, region, inside, bounds),
    };
    return { clash, pairs: region.pairs.map((pair) => pairs[pair]) };
  }

  #onDemand(meeting: Meeting, region: Region, inside: readonly Float64Array[], bounds: Bounds): Partial<Clash> {
    const { curve, area, volume } = this.#options;
    const contact = meeting.found?.contact;
    const began = performance.now();
    const measured = volume ? { volume: this.#volume(meeting, region, inside, bounds) } : {};
    this.volumeMilliseconds += performance.now() - began;
    return {
      ...(curve && { curve: contact ? curvesOf(contact, region) : [] }),
      ...(area && { area: contact ? flushArea(contact, region) : 0 }),
      ...measured,
    };
  }

  /** Null for what layered images have to tell, and for open objects. */
  #volume(
    { ids, surfaces, found }: Meeting,
    region: Region,
    inside: readonly Float64Array[],
    { min, max }: Bounds,
  ): ClashVolume | null {
    if (region.kind === 'touching') return { volume: 0, errorBound: 0, method: 'exact' };
    const windings = surfaces.map((surface, side) =>
      ids[0] !== ids[1] && surface.isClosed && !this.#meetThemselves.has(ids[side]) ? solidWindings(surface) : null,
    );
    const [first, second] = windings;
    if (!first || !second) return null;
    const origin = min.map((low, k) => low / 2 + max[k] / 2);
    const error = found ? largestError(found, region) : 0;
    const measured = regionVolume(found, region, inside, [first, second], origin, error);
    this.volumes.push(measured);
    return { volume: measured.volume, errorBound: measured.errorBound, method: 'exact' };
  }

  #measure({ surfaces, found, extent, tolerance }: Meeting, region: Region, inside: readonly Float64Array[]): Measured {
    const { kind } = region;
    if (kind === 'duplicate' || kind === 'touching') return { depth: null, reason: kind };
    if (surfaces[0] === surfaces[1]) return { depth: null, reason: 'self' };
    if (!surfaces[0].isClosed || !surfaces[1].isClosed) return { depth: null, reason: 'open' };
    if (!this.#options.depth) return { depth: null, reason: 'not-asked' };
    const began = performance.now();
    const sources: DepthSource[] = [];
    for (const side of [0, 1] as const) {
      if (inside[side].length > 0) sources.push({ side, triangles: inside[side], tree: surfaces[1 - side].tree });
    }
    const slack = roundingOf(surfaces, extent) + 4 * (found ? largestError(found, region) : 0);
    const aim = { part: DEPTH_PART, tolerance, width: DEPTH_WIDTH * extent, slack };
    const depth = searchDepth(sources, aim);
    this.depthMilliseconds += performance.now() - began;
    return { depth };
  }
}

/** Largest side of the box around both. */
function extentOf([{ box: a }, { box: b }]: readonly [Surface, Surface]): number {
  return Math.max(...[0, 1, 2].map((k) => Math.max(a[k + 3], b[k + 3]) - Math.min(a[k], b[k])));
}

/** What the corners of small triangles inside may be off by. */
function largestError({ contact, meshes }: PairRegions, { pieces }: Region): number {
  let most = 0;
  for (const side of [0, 1] as const) {
    for (const { small } of pieces[side]) {
      for (const t of small) {
        for (let k = 0; k < 3; k++) most = Math.max(most, contact.points.error[meshes![side].corners[3 * t + k]]);
      }
    }
  }
  return most;
}

function shortestSide({ box }: Surface): number {
  return Math.min(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
}

/** What a distance in a search may be off by. */
function roundingOf(surfaces: readonly Surface[], extent: number): number {
  const farthest = Math.max(...surfaces.flatMap(({ box }) => Array.from(box, Math.abs)));
  return ROUNDING * extent + PLACE_ROUNDING * farthest;
}

function allTriangles(surface: Surface): Float64Array {
  const { triangles } = surface.topology;
  const corners = new Float64Array(9 * triangles.length);
  let at = 0;
  for (const triangle of triangles) at = copyFace(surface, triangle, corners, at);
  return corners;
}

/** All regions of two objects as one. */
function asOneDuplicate(regions: readonly Region[]): Region {
  const [first, ...others] = regions.toSorted((p, q) => q.shells.length - p.shells.length);
  const all: Region = { ...first, kind: 'duplicate' };
  for (const region of others) addTo(all, region);
  all.pairs.sort((p, q) => p - q);
  return all;
}

function addTo(all: Region, { pairs, pieces, on, shells, inner }: Region): void {
  all.pairs.push(...pairs);
  for (const side of [0, 1] as const) {
    all.pieces[side].push(...pieces[side]);
    all.on[side].push(...on[side]);
  }
  if (inner === all.inner) all.shells.push(...shells);
}

/** Duplicates of two objects are one clash, and so is all of one that lies in the other. */
function joinAlike(regions: readonly Region[]): Region[] {
  const joined: Region[] = [];
  for (const region of regions) {
    const whole = region.kind === 'duplicate' || region.kind === 'contained';
    const same = whole && joined.find(({ kind, inner }) => kind === region.kind && inner === region.inner);
    if (!same) {
      joined.push({ ...region, shells: [...region.shells] });
      continue;
    }
    addTo(same, region);
  }
  for (const { pairs } of joined) pairs.sort((p, q) => p - q);
  return joined;
}

/** The triangles of one side inside the other: pieces of the region, and faces of shells that do not touch. */
function trianglesInside(
  { surfaces, found }: Meeting,
  region: Region,
  side: 0 | 1,
  shellFaces: readonly number[],
  near: boolean,
): Float64Array {
  const pieces = found ? insideTriangles(found, region, side, near) : new Float64Array(0);
  if (shellFaces.length === 0 || region.inner !== side) return pieces;
  const all = new Float64Array(pieces.length + 9 * shellFaces.length);
  all.set(pieces);
  let at = pieces.length;
  for (const face of shellFaces) at = copyFace(surfaces[side], face, all, at);
  return all;
}

function deepestOf({ side, inside, nearest }: DepthFound): { a: ClashPoint; b: ClashPoint } {
  const [own, other] = [inside, nearest].map(([x, y, z]): ClashPoint => [x, y, z]);
  return side === 0 ? { a: own, b: other } : { a: other, b: own };
}

function boxBounds({ box }: Surface): Clash['bounds'] {
  return { min: [box[0], box[1], box[2]], max: [box[3], box[4], box[5]] };
}

/** Where the object inside is deepest, or any of its points. */
function innerPoint({ positions, corners, topology }: Surface, region: Region, depth: DepthFound | null): ClashPoint {
  if (depth?.side === region.inner) return [depth.inside[0], depth.inside[1], depth.inside[2]];
  const at = 3 * corners[3 * topology.shells.triangles[region.shells[0] ?? 0]];
  return [positions[at], positions[at + 1], positions[at + 2]];
}
