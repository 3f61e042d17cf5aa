/** The clashes of a report: those of `scene.clashes()` and pairs of objects that are too near, with ids, in order. */
import type { Positions } from '../mesh/mesh-input.ts';
import {
  CLASH_KINDS,
  type Clash,
  type Clashes,
  type ClashKind,
  type NoDepthReason,
} from '../queries/clashes/clashes.ts';
import type { Proximities } from '../queries/within/within.ts';
import type { BaselineFacts } from './baseline.ts';
import { clashIds } from './clash-id.ts';
import { listClearances, type ObjectClearance } from './clearances.ts';
import { joinContacts } from './join-contacts.ts';
import { nameObjects, type ObjectNames } from './object-keys.ts';
import { type ObjectShape, shapeOf } from './object-shape.ts';
import type { FileObject } from './objects.ts';
import type { PairRule } from './rules/apply-rules.ts';
import type { ByDesign } from './rules/by-design.ts';
import { SEVERITIES, type Severity } from './rules/rules.ts';

export interface ReportClash extends Partial<BaselineFacts> {
  readonly id: string;
  /** With rules: the test that it belongs to, and how bad that is. */
  readonly test?: string;
  readonly severity?: Severity;
  /** With rules: why it is meant to be; then it fails nothing. */
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
  /** Of objects that do not meet; null otherwise. */
  readonly distance: number | null;
  readonly point: readonly number[];
  readonly normal: readonly number[] | null;
  readonly bounds: { readonly min: readonly number[]; readonly max: readonly number[] };
}

/** What is known of the objects of a question: how they are called, and what motion leaves of them. */
export interface KnownObjects extends ObjectNames {
  readonly shapes: readonly ObjectShape[];
}

export function knowObjects(objects: readonly FileObject[], positions: readonly Positions[]): KnownObjects {
  const shapes = objects.map((object, i) => shapeOf(object, positions[i]));
  return { ...nameObjects(objects, shapes), shapes };
}

type WithoutId = Omit<ReportClash, 'id'>;

function fromClash(clash: Clash): WithoutId {
  const { kind, a, b, inner, pairCount, depth, reason, undecided, point, normal, bounds } = clash;
  return {
    kind,
    a,
    b,
    ...(inner !== undefined && { inner }),
    pairs: pairCount,
    depth,
    ...(reason && { reason }),
    ...(undecided && { undecided }),
    distance: null,
    point,
    normal,
    bounds,
  };
}

function fromClearance({ a, b, distance, from, to }: ObjectClearance): WithoutId {
  const apart = to.map((value, axis) => (value - from[axis]) / distance);
  return {
    kind: 'near',
    a,
    b,
    pairs: 0,
    depth: null,
    reason: 'near',
    distance,
    point: from,
    normal: apart.every(Number.isFinite) ? apart : null,
    bounds: {
      min: from.map((value, axis) => Math.min(value, to[axis])),
      max: from.map((value, axis) => Math.max(value, to[axis])),
    },
  };
}

/** How bad a clash is within its kind: deeper and nearer is more. */
export function severityOf({ depth, distance }: Pick<ReportClash, 'depth' | 'distance'>): number {
  return depth?.most ?? (distance === null ? 0 : -distance);
}

/** What asks for attention comes first: not what only touches or is meant to be; then by the severity that rules give. */
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
  readonly isTooNear?: (a: number, b: number, distance: number) => boolean;
  /** Whether triangles stand for surfaces, so that one contact comes out in many pieces. */
  readonly isTessellated?: (a: number, b: number) => boolean;
  readonly ruleOf?: (a: number, b: number) => PairRule | undefined;
  readonly byDesign?: ByDesign;
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

function ruled<T extends WithoutId>(clash: T, { ruleOf, byDesign }: ListChoice): T {
  const rule = ruleOf?.(clash.a, clash.b);
  const reason = byDesign?.(clash);
  return {
    ...clash,
    ...(rule?.test !== undefined && { test: rule.test, severity: rule.severity }),
    ...(reason !== undefined && { byDesign: reason }),
  };
}

export function listClashes(
  { clashes }: Clashes,
  near: Proximities | undefined,
  { idKeys, shapes }: KnownObjects,
  choice: ListChoice = {},
): ReportClash[] {
  const met = joinContacts(clashes.map(fromClash), choice.isTessellated);
  const all = [...met, ...nearPairs(near, clashes, choice).map(fromClearance)].map((clash) => ruled(clash, choice));
  const ids = clashIds(all, idKeys, shapes);
  return all.map((clash, i): ReportClash => ({ id: ids[i], ...clash })).sort(worstFirst);
}
