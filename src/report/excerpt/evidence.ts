/** What pictures of clashes are made from: the objects as they lie, and what the engine knows of each clash. */
import { FORMATS } from '../../io/formats.ts';
import type { Model } from '../../io/model.ts';
import type { Positions } from '../../mesh/mesh-input.ts';
import type { Clashes } from '../../queries/clashes/clashes.ts';
import type { Collisions } from '../../queries/collide/collide.ts';
import type { Baseline } from '../baseline.ts';
import type { ReportClash } from '../clash-list.ts';
import { type ListedChoice, listedClashes } from '../listed.ts';
import type { FileObject } from '../objects.ts';
import type { Report } from '../report.ts';
import type { RegionPairs, SelfRegion } from '../self-regions.ts';

export interface EvidenceObject {
  /** Where its vertices are; of an animation, in the frame that is reported. */
  readonly positions: Positions;
  readonly indices: Uint32Array;
  /** What its file calls it everywhere, as IFC's GlobalId. */
  readonly guid?: string;
}

/** A line or ring of points: x, y, z of each. */
export interface EvidenceCurve {
  readonly points: ArrayLike<number>;
  readonly closed: boolean;
}

export interface ClashEvidence {
  /** Along which the objects meet; empty when they do not. */
  readonly curves: readonly EvidenceCurve[];
  /** The ends of what is measured: depth, or the distance of objects that do not meet. */
  readonly measured?: readonly [readonly number[], readonly number[]];
}

export interface Evidence {
  readonly report: Report;
  /** By number, as in the report. */
  readonly objects: readonly EvidenceObject[];
  /** By id of the clash. */
  readonly clashes: ReadonlyMap<string, ClashEvidence>;
  /** The upright axis of the files. */
  readonly up: 'y' | 'z';
  /** Whether coordinates are those of IFC files, which are x, z and −y of what the files say. */
  readonly isTurned?: boolean;
  /** Which clashes are shown; left out: those that are open to be decided. */
  readonly listed?: ListedChoice;
  /** With all clashes of the report, for decisions to be written into. */
  readonly baseline?: Baseline;
}

/** Which axis is upright, regardless of file order: z only if it is in all of them. */
export function stanceOf(formats: readonly Model['format'][], said?: 'y' | 'z'): Pick<Evidence, 'up' | 'isTurned'> {
  // Models read from IFC have y up, whatever the settings say.
  if (formats.includes('ifc')) return { up: 'y', isTurned: true };
  const isUprightY = formats.some((format) => FORMATS[format].up === 'y');
  return { up: said ?? (isUprightY ? 'y' : 'z'), isTurned: false };
}

export function evidenceObjects(objects: readonly FileObject[], positions: readonly Positions[]): EvidenceObject[] {
  return objects.map(({ mesh, guid }, i) => ({
    positions: positions[i],
    indices: mesh.indices,
    ...(guid && { guid }),
  }));
}

/** Of regions in which objects meet themselves: the segments in which their triangles meet. */
export function regionEvidence(
  found: readonly RegionPairs[],
  { segments }: Collisions,
): Map<SelfRegion['point'], ClashEvidence> {
  return new Map(
    found.map(({ region, pairs }) => {
      const curves = pairs.map((pair) => ({ points: segments!.slice(6 * pair, 6 * pair + 6), closed: false }));
      return [region.point, { curves }];
    }),
  );
}

/** Of objects that do not meet: from the point on one to that on the other. */
function gapOf({ point, normal, distance }: ReportClash): ClashEvidence {
  if (!normal || distance === null) return { curves: [] };
  return { curves: [], measured: [point, point.map((value, axis) => value + distance * normal[axis])] };
}

/** Looks up the engine's result for each reported clash: the two share the same point object. */
export function clashEvidence(clashes: readonly ReportClash[], answer: Clashes): Map<string, ClashEvidence> {
  const byPoint = new Map(answer.clashes.map((clash) => [clash.point as readonly number[], clash]));
  return new Map(
    clashes.map((clash) => {
      const known = byPoint.get(clash.point);
      if (!known) return [clash.id, gapOf(clash)];
      const { curve = [], deepest } = known;
      return [clash.id, { curves: curve, ...(deepest && { measured: [deepest.a, deepest.b] as const }) }];
    }),
  );
}

// What a report shows one by one: its clashes; of `check`, the places in which objects meet themselves.

/** In the order of the report; of clashes those that are listed. */
export function findingsOf(report: Report, choice: ListedChoice = {}): readonly ReportClash[] {
  const { clashes, regions = [] } = report;
  if (clashes) return listedClashes(report, choice);
  return regions.map(({ id, object, kind, pairs, point, bounds }) => ({
    id,
    kind,
    a: object,
    b: object,
    pairs,
    depth: null,
    reason: 'self',
    distance: null,
    point,
    normal: null,
    bounds,
  }));
}
