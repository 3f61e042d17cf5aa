/**
 * Makes clashes of pairs of objects: finds their regions, measures each, and says what it is.
 *
 * Of closed objects it looks at the skins (skin.ts): walls inside an object are no part of what is measured.
 */
import type { AllKernelExports } from '../../backend/wasm/kernels.ts';
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import {
  aimOf,
  type ClashDraft,
  DEPTH_WIDTH,
  finishedClash,
  largestError,
  type Meeting,
  roundingOf,
  shallowDepth,
} from './clash-draft.ts';
import type { Clash, ClashPoint, ClashVolume, NoDepthReason } from './clashes.ts';
import { Contact } from './contact.ts';
import { ContactKernels } from './contact-kernels.ts';
import { shellsInPairs, shellsInside } from './contained.ts';
import { curvesOf, flushArea } from './curve.ts';
import { measureDepths } from './depth.ts';
import { FaceMesh } from './face-mesh.ts';
import { type InsideParts, insideParts, wholeSurface } from './inside-parts.ts';
import { asOneDuplicate, joinAlike } from './join-regions.ts';
import { Box, boundsOf, contactBox, normalOfRegion, pointOf } from './measures.ts';
import type { CheckedClashesOptions } from './options.ts';
import type { FoundClash } from './order.ts';
import { type ObjectPairs, type TrianglePairs, trianglesOf } from './pairs-by-objects.ts';
import { allReachDeeper } from './reach.ts';
import { emptyRegion, findRegions, type Region, windsPlainly } from './regions.ts';
import { coincide, mayBeTheSame, sameTolerance } from './same-objects.ts';
import { assignPairs } from './skin-pairs.ts';
import type { SkinnedPair, Skins } from './skins.ts';
import { solidWindings } from './solid-windings.ts';
import type { Surface } from './surface.ts';
import type { Surfaces } from './surfaces.ts';
import { type RegionVolume, regionVolume, solidVolume } from './volume.ts';
import { returnWorkspace, takeWorkspace, type Workspace } from './workspace.ts';

/** Depths are measured once the waiting clashes have this many triangles inside. */
const WAITING_MOST = 2_000_000;

/** A region with the pairs that belong to it. */
interface Drafted {
  readonly region: Region;
  /** Numbers of pairs, as `collide` has them. */
  readonly pairs: readonly number[];
}

type BothParts = readonly [InsideParts, InsideParts];

export class ClashFinder {
  readonly #runtime: WasmRuntime;
  readonly #surfaces: Surfaces;
  readonly #skins: Skins | undefined;
  readonly #options: CheckedClashesOptions;
  readonly #kernels: ContactKernels;
  readonly #folded: ReadonlyMap<Surface, number>;
  /** Complete after `finish`. */
  readonly found: FoundClash[] = [];
  readonly #workspace = takeWorkspace();
  #wholeWorkspace: Workspace | undefined;
  #drafts: ClashDraft[] = [];
  #waiting = 0;
  /** All measurements of clashes whose volume is exact and not 0. */
  readonly volumes: RegionVolume[] = [];
  contactPoints = 0;
  depthMilliseconds = 0;
  volumeMilliseconds = 0;

  /** `skins` are those of the objects that are not their own; `folded` what volumes of those that rounding may have folded are off by. */
  constructor(
    runtime: WasmRuntime,
    all: AllKernelExports,
    surfaces: Surfaces,
    options: CheckedClashesOptions,
    skins?: Skins,
    folded: ReadonlyMap<Surface, number> = new Map(),
  ) {
    this.#runtime = runtime;
    this.#kernels = new ContactKernels(runtime, all);
    this.#surfaces = surfaces;
    this.#options = options;
    this.#skins = skins;
    this.#folded = folded;
  }

  async look({ a, b, pairs }: ObjectPairs): Promise<void> {
    const skinned = this.#skins?.of(a, b);
    const own = this.#surfaces;
    const surfaces = skinned?.surfaces ?? ([own.of(a), own.of(b)] as const);
    const ofPair = {
      ids: [a, b] as const,
      surfaces,
      extent: extentOf(surfaces),
      error: skinned?.error ?? 0,
      tolerance: this.#options.tolerance(a, b),
    };
    const meeting = this.#meetingOf(ofPair, skinned?.pairs ?? trianglesOf(own.collisions, pairs));
    const { found } = meeting;
    this.contactPoints += found?.contact.nodeCount ?? 0;
    const separate = [...(found?.regions ?? []), ...this.#shellsInside(meeting)];
    const isOne = coincide(surfaces, found) || (await this.#areTheSame(meeting, separate));
    const regions = isOne ? [asOneDuplicate(separate)] : joinAlike(separate);
    if (skinned) this.#draftSkinned(meeting, regions, skinned, pairs);
    else
      this.#draftAll(
        meeting,
        regions.map((region) => ({ region, pairs: region.pairs.map((pair) => pairs[pair]) })),
      );
    if (this.#waiting > WAITING_MOST) await this.finish();
  }

  /** Measures the depths of the waiting clashes. */
  async finish(): Promise<void> {
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

  /** Returns its memory for the next query; nothing can be examined after that. */
  close(): void {
    returnWorkspace(this.#workspace);
    FaceMesh.release();
  }

  /** With the regions, and all triangles inside where something is to be measured. */
  #meetingOf(ofPair: Omit<Meeting, 'found' | 'isComplete'>, { pairs, kinds }: TrianglePairs): Meeting {
    const [a, b] = ofPair.surfaces;
    const find = (complete: boolean): Meeting => {
      const question = { a, b, pairs, kinds, complete, workspace: this.#workspace, kernels: this.#kernels };
      return { ...ofPair, found: pairs.length > 0 ? findRegions(question) : undefined, isComplete: complete };
    };
    if (this.#options.depth || this.#options.volume) return find(true);
    const meeting = find(false);
    return ofPair.error > 0 && mayBeShallow(meeting) ? find(true) : meeting;
  }

  /** Regions of skins, with the pairs of the objects that they are of. */
  #draftSkinned(meeting: Meeting, regions: readonly Region[], skinned: SkinnedPair, numbers: Uint32Array): void {
    const { ids, found } = meeting;
    const [a, b] = [this.#surfaces.of(ids[0]), this.#surfaces.of(ids[1])];
    const collisions = this.#surfaces.collisions;
    const { pairs, kinds } = trianglesOf(collisions, numbers);
    this.#wholeWorkspace ??= takeWorkspace();
    const workspace = this.#wholeWorkspace;
    const contactOf = (some?: Uint32Array) => {
      const own = some
        ? trianglesOf(
            collisions,
            some.map((pair) => numbers[pair]),
          )
        : { pairs, kinds };
      const named = this.#kernels.name([a, b], own.pairs, own.kinds);
      return new Contact(a, b, own.pairs, own.kinds, workspace, named);
    };
    const objects = { surfaces: [a, b] as const, pairs, contactOf };
    const { regions: assigned, loose } = assignPairs(objects, found, regions, skinned);
    const numbered = (list: readonly number[]) => list.map((pair) => numbers[pair]);
    this.#draftAll(
      meeting,
      assigned.map(({ region, pairs: own }) => ({ region, pairs: numbered(own) })),
    );
    if (!loose) return;
    // Where an object winds round nothing, all that is left is that surfaces meet.
    const { contact, lists } = loose;
    this.#draftAll(
      { ...meeting, found: { contact, meshes: undefined, regions: [], shellsInside: undefined, areOdd: false } },
      lists.map((own) => ({ region: { ...emptyRegion(), pairs: [...own] }, pairs: numbered(own) })),
    );
  }

  #draftAll(meeting: Meeting, drafted: readonly Drafted[]): void {
    const { surfaces, found, tolerance, isComplete } = meeting;
    const mayBeForgiven = tolerance > 0 && drafted.some(({ region }) => region.kind === 'penetrating');
    const withParts = drafted.map((one) => {
      const partsOf = (side: 0 | 1) => insideParts(found, one.region, side, surfaces[side]);
      return { ...one, parts: isComplete ? ([partsOf(0), partsOf(1)] as const) : undefined };
    });
    const isLarge = mayBeForgiven && this.#overlapInHalf(meeting, withParts);
    for (const { region, pairs, parts } of withParts) this.#draft(meeting, region, pairs, parts, isLarge);
  }

  /** Whether two solids have half of the smaller one in common: no tolerance makes that a touch. */
  #overlapInHalf(
    meeting: Meeting,
    regions: readonly { readonly region: Region; readonly parts: BothParts | undefined }[],
  ): boolean {
    const [a, b] = meeting.surfaces;
    if (a === b || !a.isClosed || !b.isClosed) return false;
    let common = 0;
    for (const { region, parts } of regions) {
      if (region.kind === 'touching' || !parts) continue;
      const measured = this.#measure(meeting, region, parts);
      if (measured) common += measured.volume + measured.errorBound;
    }
    return isHalf(meeting, common);
  }

  /** Shells that lie in the other object without touching it. */
  #shellsInside(meeting: Meeting): Region[] {
    const { surfaces, found } = meeting;
    const inside: Region[] = [];
    if (surfaces[0] === surfaces[1]) return inside;
    for (const inner of [0, 1] as const) {
      const shells = found?.shellsInside?.[inner] ?? this.#shellsApart(meeting, inner);
      if (shells.length === 0) continue;
      inside.push({ ...emptyRegion(), kind: 'contained', inner, shells: [...shells] });
    }
    return inside;
  }

  #shellsApart({ surfaces, found }: Meeting, inner: 0 | 1): number[] {
    const [own, other] = [surfaces[inner], surfaces[1 - inner]];
    if (!other.isClosed) return [];
    return shellsInside(own, other, found && shellsInPairs(own, found.contact.pairs, inner));
  }

  /** Whether overlapping objects are the same within the tolerance: no surface anywhere farther from the other's. */
  async #areTheSame({ surfaces, extent, tolerance: given }: Meeting, regions: readonly Region[]): Promise<boolean> {
    const tolerance = sameTolerance(surfaces, given);
    if (!mayBeTheSame(surfaces, tolerance, regions)) return false;
    const began = performance.now();
    const parts = [wholeSurface(surfaces[0]), wholeSurface(surfaces[1])] as const;
    const aim = { extent, part: 1, tolerance, width: DEPTH_WIDTH * extent, slack: roundingOf(surfaces, extent) };
    const [found] = await measureDepths(this.#runtime, [{ parts, aim }], { signal: this.#options.signal });
    this.depthMilliseconds += performance.now() - began;
    return found !== null && found.most <= tolerance;
  }

  #draft(
    meeting: Meeting,
    region: Region,
    pairs: readonly number[],
    parts: BothParts | undefined,
    isLarge: boolean,
  ): void {
    const { ids, found, surfaces, error } = meeting;
    const { kind, inner } = region;
    const reason = this.#noDepth(surfaces, region);
    const isAsked = parts && (!reason || (reason === 'not-asked' && error > 0));
    const aim = aimOf(meeting, region);
    const isMet = found !== undefined && region.pairs.length > 0;
    const around = isMet ? contactBox(found.contact, region) : new Box();
    const point = isMet ? pointOf(found.contact, region, around) : anyPoint(surfaces[inner], region);
    const bounds =
      kind === 'duplicate' ? boxBounds(surfaces[0]) : boundsOf(around, region, surfaces[inner], parts ?? []);
    if (isAsked) this.#waiting += parts[0].list.length + parts[1].list.length;
    this.#drafts.push({
      ids,
      kind,
      inner,
      pairs,
      question: isAsked ? { parts, aim } : undefined,
      reason,
      tolerance: isLarge ? 0 : aim.tolerance,
      rounding: this.#roundedDepth(meeting, region, parts),
      normal: isMet ? normalOfRegion(found, region) : null,
      point,
      wantsDeepest: !isMet,
      bounds,
      onDemand: this.#onDemand(meeting, region, parts),
    });
  }

  /** A depth up to this may be due to rounding; 0 where the region has half of the smaller solid, however little the two differ. */
  #roundedDepth(meeting: Meeting, region: Region, parts: BothParts | undefined): number {
    const rounding = shallowDepth(meeting, aimOf(meeting, region));
    if (rounding === 0 || region.kind !== 'penetrating' || !parts || !mayBeShallow(meeting, [region])) return rounding;
    const measured = this.#measure(meeting, region, parts);
    return measured && isHalf(meeting, measured.volume + measured.errorBound) ? 0 : rounding;
  }

  #onDemand(meeting: Meeting, region: Region, parts: BothParts | undefined): Partial<Clash> {
    const { curve, area, volume } = this.#options;
    const contact = meeting.found?.contact;
    const began = performance.now();
    const measured = volume && parts ? { volume: this.#volume(meeting, region, parts) } : {};
    this.volumeMilliseconds += performance.now() - began;
    return {
      ...(curve && { curve: contact ? curvesOf(contact, region) : [] }),
      ...(area && { area: contact ? flushArea(contact, region) : 0 }),
      ...measured,
    };
  }

  /** Null for what layered images have to tell, and for open objects. */
  #volume(meeting: Meeting, region: Region, parts: BothParts): ClashVolume | null {
    if (region.kind === 'touching') return { volume: 0, errorBound: 0, method: 'exact' };
    // A skin with rounded points may fold over itself where shells meet in nearly the same plane, and then no bound holds.
    const measured = meeting.error > 0 ? null : this.#measure(meeting, region, parts);
    const more = this.#offByFolds(meeting, region);
    if (!measured || more === Infinity) return null;
    this.volumes.push(measured);
    return { volume: measured.volume, errorBound: measured.errorBound + more, method: 'exact' };
  }

  /** What the volume of a region may be off by because rounding has folded a surface; Infinity when nothing is known. */
  #offByFolds({ surfaces, found }: Meeting, region: Region): number {
    const folded = ([0, 1] as const).filter((side) => this.#folded.has(surfaces[side]));
    if (folded.length === 0) return 0;
    if (folded.length === 2 || (found && !windsPlainly(found, region, folded[0]))) return Infinity;
    return this.#folded.get(surfaces[folded[0]])!;
  }

  /** The common volume in a region; null unless both are solids. */
  #measure({ surfaces, found, error }: Meeting, region: Region, parts: BothParts): RegionVolume | null {
    const [a, b] = surfaces;
    if (a === b || !a.isClosed || !b.isClosed) return null;
    const windings = [solidWindings(a), solidWindings(b)] as const;
    if (!windings[0] || !windings[1]) return null;
    const off = error + (found ? largestError(found, region) : 0);
    return regionVolume(found, region, parts, [windings[0], windings[1]], middleOf(surfaces), off);
  }

  /** Why a region has no depth; undefined when it has. */
  #noDepth([a, b]: readonly [Surface, Surface], { kind }: Region): NoDepthReason | undefined {
    if (kind === 'duplicate' || kind === 'touching') return kind;
    if (a === b) return 'self';
    if (!a.isClosed || !b.isClosed) return 'open';
    return this.#options.depth ? undefined : 'not-asked';
  }
}

/** Whether a volume is at least half of the smaller of two solids. */
function isHalf({ surfaces: [a, b] }: Meeting, volume: number): boolean {
  return volume >= Math.min(solidVolume(a), solidVolume(b)) / 2;
}

/** Whether it takes measuring to tell that some region reaches deeper than rounding. */
function mayBeShallow(meeting: Meeting, regions = meeting.found?.regions): boolean {
  const { found } = meeting;
  if (!found || !regions) return false;
  // Without pieces there is nothing to measure either.
  const asked = regions.filter(
    ({ kind, pieces }) => kind === 'penetrating' && (pieces[0].length > 0 || pieces[1].length > 0),
  );
  return !allReachDeeper(found, asked, (region) => 2 * shallowDepth(meeting, aimOf(meeting, region)));
}

/** Largest side of the box around both. */
function extentOf([{ box: a }, { box: b }]: readonly [Surface, Surface]): number {
  let extent = -Infinity;
  for (let k = 0; k < 3; k++) extent = Math.max(extent, Math.max(a[k + 3], b[k + 3]) - Math.min(a[k], b[k]));
  return extent;
}

/** The middle of the box that both have in common, or of what is between them. */
function middleOf([{ box: a }, { box: b }]: readonly [Surface, Surface]): number[] {
  return [0, 1, 2].map((k) => Math.max(a[k], b[k]) / 2 + Math.min(a[k + 3], b[k + 3]) / 2);
}

function boxBounds({ box }: Surface): Clash['bounds'] {
  return { min: [box[0], box[1], box[2]], max: [box[3], box[4], box[5]] };
}

/** Any point of the object inside. */
function anyPoint({ positions, corners, topology }: Surface, region: Region): ClashPoint {
  const at = 3 * corners[3 * topology.shells.triangles[region.shells[0] ?? 0]];
  return [positions[at], positions[at + 1], positions[at + 2]];
}
