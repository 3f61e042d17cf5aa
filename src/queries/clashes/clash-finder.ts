/** Makes clashes of pairs of objects: finds their regions, measures each, and says what it is. */
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { Bounds } from '../../mesh/bounds.ts';
import { type ClashDraft, finishedClash } from './clash-draft.ts';
import type { Clash, ClashPoint, ClashVolume, NoDepthReason } from './clashes.ts';
import { shellsInPairs, shellsInside } from './contained.ts';
import { curvesOf, flushArea } from './curve.ts';
import { type DepthAim, measureDepths } from './depth.ts';
import { FaceMesh } from './face-mesh.ts';
import { type InsideParts, insideParts, wholeSurface } from './inside-parts.ts';
import { asOneDuplicate, joinAlike } from './join-regions.ts';
import { boundsOf, nodesOf, normalOfRegion, pointOf } from './measures.ts';
import { MeetingRoom } from './meeting-room.ts';
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
/** Triangles inside, of clashes whose depths are yet to be measured, at which that is done. */
const WAITING_MOST = 2_000_000;

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

type BothParts = readonly [InsideParts, InsideParts];

export class ClashFinder {
  readonly #runtime: WasmRuntime;
  readonly #surfaces: Surfaces;
  readonly #options: CheckedClashesOptions;
  readonly #meetThemselves: ReadonlySet<number>;
  /** Complete after `finish`. */
  readonly found: FoundClash[] = [];
  readonly #room = new MeetingRoom();
  #drafts: ClashDraft[] = [];
  #waiting = 0;
  /** Of the clashes whose volume is exact and not 0: all that was measured. */
  readonly volumes: RegionVolume[] = [];
  contactPoints = 0;
  depthMilliseconds = 0;
  volumeMilliseconds = 0;

  /** `meetThemselves`: ids of objects whose volumes cannot be summed up from their surfaces. */
  constructor(
    runtime: WasmRuntime,
    surfaces: Surfaces,
    options: CheckedClashesOptions,
    meetThemselves: ReadonlySet<number>,
  ) {
    this.#runtime = runtime;
    this.#surfaces = surfaces;
    this.#options = options;
    this.#meetThemselves = meetThemselves;
  }

  async look({ a, b, pairs }: ObjectPairs): Promise<void> {
    const surfaces = [this.#surfaces.of(a), this.#surfaces.of(b)] as const;
    const found = pairs.length > 0 ? this.#regionsOf(surfaces, pairs) : undefined;
    const tolerance = this.#options.toleranceOf(a, b);
    const meeting = { ids: [a, b] as const, surfaces, found, extent: extentOf(surfaces), tolerance };
    this.contactPoints += found?.contact.nodeCount ?? 0;
    const separate = [...(found?.regions ?? []), ...this.#shellsInside(meeting)];
    const isOne = mayBeTheSame(meeting, separate) && (await this.#areTheSame(meeting));
    const regions = isOne ? [asOneDuplicate(separate)] : joinAlike(separate);
    for (const region of regions) this.#draft(meeting, region, pairs);
    if (this.#waiting > WAITING_MOST) await this.finish();
  }

  /** Measures the depths that are yet to be measured. */
  async finish(): Promise<void> {
    FaceMesh.release();
    const drafts = this.#drafts;
    this.#drafts = [];
    this.#waiting = 0;
    const began = performance.now();
    const { signal } = this.#options;
    const questions = drafts.flatMap(({ question }) => question ?? []);
    const depths = await measureDepths(this.#runtime, questions, { signal });
    this.depthMilliseconds += performance.now() - began;
    let next = 0;
    for (const draft of drafts) this.found.push(finishedClash(draft, draft.question ? depths[next++] : null));
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
    return findRegions({ a: first, b: second, pairs: triangles, kinds: ownKinds, complete, room: this.#room });
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
  async #areTheSame({ surfaces, extent, tolerance }: Meeting): Promise<boolean> {
    const began = performance.now();
    const parts = [wholeSurface(surfaces[0]), wholeSurface(surfaces[1])] as const;
    const aim = { extent, part: 1, tolerance, width: DEPTH_WIDTH * extent, slack: roundingOf(surfaces, extent) };
    const [found] = await measureDepths(this.#runtime, [{ parts, aim }], { signal: this.#options.signal });
    this.depthMilliseconds += performance.now() - began;
    return found !== null && found.most <= tolerance;
  }

  #draft(meeting: Meeting, region: Region, pairs: Uint32Array): void {
    const { ids, found, surfaces, tolerance } = meeting;
    const { kind, inner } = region;
    const nodes = found ? nodesOf(found.contact, region) : NO_NODES;
    const isMeasured = this.#options.depth || this.#options.volume;
    const parts: BothParts | undefined = isMeasured
      ? [insideParts(found, region, 0, surfaces[0]), insideParts(found, region, 1, surfaces[1])]
      : undefined;
    const bounds =
      kind === 'duplicate'
        ? boxBounds(surfaces[0])
        : boundsOf(found?.contact, nodes, region, surfaces[inner], parts ?? []);
    const reason = this.#noDepth(surfaces, region);
    const isMet = found !== undefined && region.pairs.length > 0;
    if (parts && !reason) this.#waiting += parts[0].list.length + parts[1].list.length;
    this.#drafts.push({
      ids,
      kind,
      inner,
      pairs: region.pairs.map((pair) => pairs[pair]),
      question: parts && !reason ? { parts, aim: aimOf(meeting, region) } : undefined,
      reason,
      tolerance,
      normal: isMet ? normalOfRegion(found, region) : null,
      point: isMet ? pointOf(found.contact, nodes) : anyPoint(surfaces[inner], region),
      wantsDeepest: !isMet,
      bounds,
      onDemand: this.#onDemand(meeting, region, parts, bounds),
    });
  }

  #onDemand(meeting: Meeting, region: Region, parts: BothParts | undefined, bounds: Bounds): Partial<Clash> {
    const { curve, area, volume } = this.#options;
    const contact = meeting.found?.contact;
    const began = performance.now();
    const measured = volume && parts ? { volume: this.#volume(meeting, region, parts, bounds) } : {};
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
    parts: BothParts,
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
    const measured = regionVolume(found, region, parts, [first, second], origin, error);
    this.volumes.push(measured);
    return { volume: measured.volume, errorBound: measured.errorBound, method: 'exact' };
  }

  /** Why a region has no depth; undefined when it has. */
  #noDepth([a, b]: readonly [Surface, Surface], { kind }: Region): NoDepthReason | undefined {
    if (kind === 'duplicate' || kind === 'touching') return kind;
    if (a === b) return 'self';
    if (!a.isClosed || !b.isClosed) return 'open';
    return this.#options.depth ? undefined : 'not-asked';
  }
}

function aimOf({ surfaces, found, extent, tolerance }: Meeting, region: Region): DepthAim {
  const slack = roundingOf(surfaces, extent) + 4 * (found ? largestError(found, region) : 0);
  return { extent, part: DEPTH_PART, tolerance, width: DEPTH_WIDTH * extent, slack };
}

/** Whether it has to be measured if two objects are the same within the tolerance. */
function mayBeTheSame({ surfaces: [a, b], tolerance }: Meeting, regions: readonly Region[]): boolean {
  if (tolerance === 0 || a === b || !a.isClosed || !b.isClosed) return false;
  // A tolerance as large as the objects says nothing about them.
  if (tolerance > SAME_PART * Math.min(shortestSide(a), shortestSide(b))) return false;
  if (!a.box.every((value, k) => Math.abs(value - b.box[k]) <= tolerance)) return false;
  // What is the same without a tolerance is the same with one.
  return regions.some(({ kind }) => kind !== 'touching') && regions.some(({ kind }) => kind !== 'duplicate');
}

/** Largest side of the box around both. */
function extentOf([{ box: a }, { box: b }]: readonly [Surface, Surface]): number {
  return Math.max(...[0, 1, 2].map((k) => Math.max(a[k + 3], b[k + 3]) - Math.min(a[k], b[k])));
}

/** What the corners of small triangles inside may be off by. */
function largestError({ contact, meshes }: PairRegions, { pieces }: Region): number {
  const { error } = contact.points;
  let most = 0;
  for (const side of [0, 1] as const) {
    if (!meshes) continue;
    const { corners } = meshes[side];
    for (const { small } of pieces[side]) {
      for (const t of small) {
        for (let at = 3 * t; at < 3 * t + 3; at++) if (error[corners[at]] > most) most = error[corners[at]];
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

function boxBounds({ box }: Surface): Clash['bounds'] {
  return { min: [box[0], box[1], box[2]], max: [box[3], box[4], box[5]] };
}

/** Any point of the object inside. */
function anyPoint({ positions, corners, topology }: Surface, region: Region): ClashPoint {
  const at = 3 * corners[3 * topology.shells.triangles[region.shells[0] ?? 0]];
  return [positions[at], positions[at + 1], positions[at + 2]];
}
