/** The clashes of a report: those of `scene.clashes()` and pairs of objects that are too near, with ids, in order. */
import type { Positions } from '../mesh/mesh-input.ts';
import {
  CLASH_KINDS,
  type Clash,
  type ClashKind,
  type ClashVolume,
  type NoDepthReason,
} from '../queries/clashes/clashes.ts';
import type { Proximities } from '../queries/within/within.ts';
import type { BaselineFacts } from './baseline.ts';
import { clashIds } from './clash-id.ts';
import { listClearances, type ObjectClearance } from './clearances.ts';
import { type CentredClash, curveCentre, type MiddleOf, middlesOf } from './contact-centre.ts';
import { statedDepth } from './depth-text.ts';
import { type Fit, type FitOf, fitsOf } from './fits/fits.ts';
import { joinContacts } from './join-contacts.ts';
import { nameObjects, type ObjectNames } from './object-keys.ts';
import { type ObjectShape, shapeOf } from './object-shape.ts';
import type { FileObject } from './objects.ts';
import { type OverlapBound, overlapBounds } from './overlap-bound.ts';
import type { PairRule } from './rules/apply-rules.ts';
import type { ByDesign } from './rules/by-design.ts';
import { SEVERITIES, type Severity } from './rules/rules.ts';

export interface ReportClash extends Partial<BaselineFacts> {
  readonly id: string;
  /** True if only its place distinguishes it from others between the same objects, whose ids differ in the number at their end. */
  readonly isShared?: boolean;
  /** With rules: the test that it belongs to, and how bad that is. */
  readonly test?: string;
  readonly severity?: Severity;
  /** With rules: why it is by design; it then does not fail the run. */
  readonly byDesign?: string;
  readonly kind: ClashKind;
  /** Numbers of the objects. */
  readonly a: number;
  readonly b: number;
  /** Of a contained clash: the object that lies inside. */
  readonly inner?: number;
  /** Pairs of triangles. */
  readonly pairs: number;
  readonly depth: { readonly least: number; readonly most: number; readonly basis: string } | null;
  /** Why there is no depth. */
  readonly reason?: NoDepthReason;
  /** True when the depth could not be told from the tolerance. */
  readonly undecided?: boolean;
  /** If requested: the overlap volume; null if an object is open. Left out for mere contacts. */
  readonly volume?: ClashVolume | null;
  /** Of mere contacts in CAD files: faces coincide, rather than just edges or curved surfaces touching. */
  readonly coincident?: boolean;
  /** Of a cylinder in a narrower bore: the fit. */
  readonly fit?: Fit;
  /** Of objects that do not meet; null otherwise. */
  readonly distance: number | null;
  readonly point: readonly number[];
  readonly normal: readonly number[] | null;
  readonly bounds: { readonly min: readonly number[]; readonly max: readonly number[] };
}

/** What is known about the objects of a question: their names, and properties that motion preserves. */
export interface KnownObjects extends ObjectNames, ObjectMeasures {}

/** Measures of the objects at their current places. */
export interface ObjectMeasures {
  readonly shapes: readonly ObjectShape[];
  readonly middleOf: MiddleOf;
  /** Upper bound of how deep two of them can penetrate each other. */
  readonly overlapBound: OverlapBound;
  readonly fitOf: FitOf;
}

export function measureObjects(objects: readonly FileObject[], positions: readonly Positions[]): ObjectMeasures {
  const shapes = objects.map((object, i) => shapeOf(object, positions[i]));
  return {
    shapes,
    middleOf: middlesOf(objects.map(({ mesh: { indices } }, i) => ({ indices, positions: positions[i] }))),
    overlapBound: overlapBounds(objects, positions),
    fitOf: fitsOf(objects, positions),
  };
}

export function knowObjects(objects: readonly FileObject[], positions: readonly Positions[]): KnownObjects {
  const measured = measureObjects(objects, positions);
  return { ...nameObjects(objects, measured.shapes), ...measured };
}

type WithoutId = Omit<ReportClash, 'id'> & { readonly centre: readonly number[] };

/** Mere contacts have no depth, neither here nor in anything derived from the list. */
function fromClash(clash: CentredClash, overlapBound: OverlapBound, { toleranceOf }: ListChoice): WithoutId {
  const { kind, a, b, inner, pairCount, point, normal, bounds } = clash;
  const undecided = clash.undecided && overlapBound(a, b, normal) > (toleranceOf?.(a, b) ?? 0);
  const depth = kind === 'touching' ? null : clash.depth;
  const reason = kind === 'touching' ? 'touching' : clash.reason;
  return {
    kind,
    a,
    b,
    ...(inner !== undefined && { inner }),
    pairs: pairCount,
    depth,
    ...(reason && { reason }),
    ...(undecided && { undecided }),
    ...((clash.area ?? 0) > 0 && kind === 'touching' && { coincident: true }),
    ...(clash.volume !== undefined && kind !== 'touching' && { volume: clash.volume }),
    distance: null,
    point,
    normal,
    bounds,
    centre: clash.centre ?? curveCentre(clash.curve ?? []) ?? point,
  };
}

/** Objects no farther apart than the tolerance count as touching, as do those that reach no deeper. */
function fromClearance({ a, b, distance, from, to }: ObjectClearance, { toleranceOf }: ListChoice): WithoutId {
  const apart = to.map((value, axis) => (value - from[axis]) / distance);
  const kind = distance <= (toleranceOf?.(a, b) ?? 0) ? 'touching' : 'near';
  return {
    kind,
    a,
    b,
    pairs: 0,
    depth: null,
    reason: kind,
    distance,
    point: from,
    centre: from,
    normal: apart.every(Number.isFinite) ? apart : null,
    bounds: {
      min: from.map((value, axis) => Math.min(value, to[axis])),
      max: from.map((value, axis) => Math.max(value, to[axis])),
    },
  };
}

/** How bad a clash is within its kind: deeper and nearer is more, by the end of the interval that lists show. */
export function severityOf({ depth, distance }: Pick<ReportClash, 'depth' | 'distance'>): number {
  if (depth) return statedDepth(depth);
  return distance === null ? 0 : -distance;
}

/** What needs attention comes first, before mere contacts and clashes by design; then by the severity given by rules. */
function attention({ kind, byDesign, severity }: ReportClash): number {
  if (kind === 'touching' || byDesign !== undefined) return kind === 'touching' ? -2 : -1;
  return severity === undefined ? 0 : SEVERITIES.indexOf(severity);
}

/** By severity and kind, the deepest or nearest first, ties by id. */
export function worstFirst(p: ReportClash, q: ReportClash): number {
  const byAttention = attention(q) - attention(p);
  if (byAttention !== 0) return byAttention;
  const byKind = CLASH_KINDS.indexOf(p.kind) - CLASH_KINDS.indexOf(q.kind);
  return byKind || severityOf(q) - severityOf(p) || (p.id < q.id ? -1 : Number(p.id > q.id));
}

/** How clashes are listed, where that differs from pair to pair. */
export interface ListChoice {
  /** Objects no farther apart only touch; left out: none do. */
  readonly toleranceOf?: (a: number, b: number) => number;
  readonly isTooNear?: (a: number, b: number, distance: number) => boolean;
  /** Whether triangles approximate curved surfaces, so that one contact may appear in many pieces. */
  readonly isTessellated?: (a: number, b: number) => boolean;
  readonly ruleOf?: (a: number, b: number) => PairRule | undefined;
  readonly byDesign?: ByDesign;
  /** How long the unit of the coordinates is, where that is known. */
  readonly millimetres?: number;
}

/** Pairs of objects that are near and do not clash. */
function nearPairs(
  near: Proximities | undefined,
  clashes: readonly Clash[],
  { isTooNear = () => true }: ListChoice,
): ObjectClearance[] {
  if (!near) return [];
  const met = new Set(clashes.map(({ a, b }) => `${a} ${b}`));
  return listClearances(near, 0).filter(
    ({ a, b, distance }) => distance > 0 && isTooNear(a, b, distance) && !met.has(`${a} ${b}`),
  );
}

function ruled<T extends WithoutId>(clash: T, fitOf: FitOf, { ruleOf, byDesign, millimetres }: ListChoice): T {
  const rule = ruleOf?.(clash.a, clash.b);
  const fit = fitOf(clash, millimetres);
  const reason = byDesign?.({ ...clash, ...(fit && { fit }) });
  return {
    ...clash,
    ...(fit && { fit }),
    ...(rule?.test !== undefined && { test: rule.test, severity: rule.severity }),
    ...(reason !== undefined && { byDesign: reason }),
  };
}

/** The clashes must have been asked for with their curves: ids go by where these are. */
export function listClashes(
  { clashes }: { readonly clashes: readonly CentredClash[] },
  near: Proximities | undefined,
  { idKeys, shapes, overlapBound, fitOf }: KnownObjects,
  choice: ListChoice = {},
): ReportClash[] {
  const found = clashes.map((clash) => fromClash(clash, overlapBound, choice));
  const met = joinContacts(found, choice.isTessellated);
  const all = [...met, ...nearPairs(near, clashes, choice).map((pair) => fromClearance(pair, choice))].map((clash) =>
    ruled(clash, fitOf, choice),
  );
  const { ids, isShared } = clashIds(all, idKeys, shapes);
  const named = all.map(
    ({ centre: _, ...clash }, i): ReportClash => ({ id: ids[i], ...(isShared[i] && { isShared: true }), ...clash }),
  );
  return named.sort(worstFirst);
}
