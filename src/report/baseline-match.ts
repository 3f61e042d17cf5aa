/** Compares current clashes with a baseline: which are known, which are new, which are gone. */
import { OptionError } from '../errors.ts';
import type { ClashKind } from '../queries/clashes/clashes.ts';
import { BASELINE_VERSION, type Baseline, type BaselineClash, emptyBaseline, OPEN } from './baseline.ts';
import { shortHash } from './clash-id.ts';
import { type KnownObjects, type ReportClash, severityOf, worstFirst } from './clash-list.ts';
import { groupBy } from './group-by.ts';
import { distanceBetween, inFrame, sizeOf } from './object-shape.ts';

export interface Compared {
  /** The baseline that was compared with, in the current format. */
  readonly baseline: Baseline;
  readonly clashes: ReportClash[];
  /** Clashes of the baseline that are gone. */
  readonly gone: readonly BaselineClash[];
  /** Clashes of the baseline between objects that were not searched; they stay in it. */
  readonly unasked?: readonly BaselineClash[];
}

/** How far a clash may move and still be the same, as a fraction of the smaller object's size. */
const SAME_PLACE = 0.1;

const pairKey = (a: string, b: string) => JSON.stringify([a, b].sort());

/** The object whose key comes first: places are relative to it. */
function firstOf({ a, b }: ReportClash, { keys }: KnownObjects): number {
  return keys[a] <= keys[b] ? a : b;
}

export function placeOf(clash: ReportClash, known: KnownObjects): [number, number, number] {
  return inFrame(clash.point, known.shapes[firstOf(clash, known)]);
}

/** How large the smaller of the two objects is. */
function smallerOf({ a, b }: ReportClash, { shapes }: KnownObjects): number {
  return Math.min(sizeOf(shapes[a]), sizeOf(shapes[b]));
}

/** A version 1 baseline with current keys and places, for objects that exist. */
function broughtUpToDate(baseline: Baseline, { keys, formerKeys, shapes }: KnownObjects): Baseline {
  if (baseline.version === BASELINE_VERSION) return baseline;
  const objects = new Map(formerKeys.map((key, i) => [key, i]));
  const clashes = baseline.clashes.map((entry): BaselineClash => {
    const [a, b] = [objects.get(entry.a), objects.get(entry.b)];
    if (a === undefined || b === undefined) return entry;
    const { centre } = shapes[a];
    const point = entry.place.map((value, axis) => centre[axis] + value);
    const [first, second] = keys[a] <= keys[b] ? [a, b] : [b, a];
    return { ...entry, a: keys[first], b: keys[second], place: inFrame(point, shapes[first]) };
  });
  return { ...baseline, version: BASELINE_VERSION, clashes };
}

/**
 * Clashes of the same two objects, matched one to one, the nearest first. A single one on each side is the same
 * wherever it is: there is no other that it could be.
 */
function matchPair(
  mine: readonly ReportClash[],
  theirs: readonly BaselineClash[],
  known: KnownObjects,
): Map<ReportClash, BaselineClash> {
  const found = new Map<ReportClash, BaselineClash>();
  if (mine.length === 1 && theirs.length === 1) return found.set(mine[0], theirs[0]);
  const reach = SAME_PLACE * smallerOf(mine[0], known);
  const all = mine.flatMap((clash) => {
    const place = placeOf(clash, known);
    return theirs.map((entry) => ({ clash, entry, apart: distanceBetween(place, entry.place) }));
  });
  const taken = new Set<BaselineClash>();
  all.sort((p, q) => p.apart - q.apart || (p.clash.id < q.clash.id ? -1 : 1) || (p.entry.id < q.entry.id ? -1 : 1));
  for (const { clash, entry, apart } of all) {
    if (apart > reach || found.has(clash) || taken.has(entry)) continue;
    found.set(clash, entry);
    taken.add(entry);
  }
  return found;
}

/** Kinds of which none is a deeper form of another. */
const OF_ITS_OWN: readonly ClashKind[] = ['contained', 'duplicate'];

/** How much worse it has become; infinite if its kind is no longer comparable. */
function deeperBy(clash: ReportClash, was: BaselineClash): number {
  if (clash.kind !== was.kind && OF_ITS_OWN.includes(clash.kind)) return Number.POSITIVE_INFINITY;
  // An open surface that crosses has no depth; starting to cross is worse than any depth.
  const crosses = clash.kind === 'penetrating' && clash.depth === null;
  if (crosses && was.kind !== 'penetrating') return Number.POSITIVE_INFINITY;
  // Depths are intervals: compares the new lower bound with the old upper bound.
  const now = clash.depth?.least ?? severityOf(clash);
  return now - (was.distance === null ? was.depth : -was.distance);
}

function withFacts(clash: ReportClash, was: BaselineClash | undefined): ReportClash {
  if (!was) return { ...clash, status: 'new', decision: OPEN };
  const deeper = deeperBy(clash, was);
  return { ...clash, id: was.id, status: 'known', decision: was.decision, deeper };
}

/** New clashes must not have the id of one that is known or gone. */
function withFreshIds(clashes: readonly ReportClash[], baseline: Baseline): ReportClash[] {
  const taken = new Set(baseline.clashes.map(({ id }) => id));
  return clashes.map((clash) => {
    if (clash.status === 'known') return clash;
    let { id } = clash;
    for (let n = 2; taken.has(id); n++) id = shortHash(`${clash.id} ${n}`);
    taken.add(id);
    return { ...clash, id };
  });
}

/** `isUnasked`: whether two objects, by their keys, were not searched; their baseline entries are not gone. */
export function compareWithBaseline(
  clashes: readonly ReportClash[],
  known: KnownObjects,
  given: Baseline,
  isUnasked: (a: string, b: string) => boolean = () => false,
): Compared {
  const baseline = broughtUpToDate(given, known);
  const theirs = groupBy(baseline.clashes, ({ a, b }) => pairKey(a, b));
  const mine = groupBy(clashes, ({ a, b }) => pairKey(known.keys[a], known.keys[b]));
  const matched = new Map<ReportClash, BaselineClash>();
  for (const [key, own] of mine) {
    for (const [clash, entry] of matchPair(own, theirs.get(key) ?? [], known)) matched.set(clash, entry);
  }
  const taken = new Set(matched.values());
  // Objects with different keys in another format still have clashes with the same ids.
  const present = new Set(mine.keys());
  const byId = new Map(baseline.clashes.map((entry) => [entry.id, entry]));
  for (const clash of clashes) {
    const entry = matched.has(clash) ? undefined : byId.get(clash.id);
    if (!entry || taken.has(entry) || present.has(pairKey(entry.a, entry.b))) continue;
    matched.set(clash, entry);
    taken.add(entry);
  }
  const matchedClashes = clashes.map((clash) => withFacts(clash, matched.get(clash)));
  return {
    baseline,
    clashes: withFreshIds(matchedClashes, baseline).sort(worstFirst),
    gone: baseline.clashes.filter((entry) => !taken.has(entry) && !isUnasked(entry.a, entry.b)),
    unasked: baseline.clashes.filter((entry) => !taken.has(entry) && isUnasked(entry.a, entry.b)),
  };
}

/** Refuses a baseline that names none of the objects: it belongs to another model. */
export function checkSameModel(baseline: Baseline, { keys, formerKeys }: KnownObjects, path: string): void {
  if (baseline.clashes.length === 0) return;
  const present = new Set([...keys, ...formerKeys]);
  if (baseline.clashes.some(({ a, b }) => present.has(a) || present.has(b))) return;
  const [{ a, b }] = baseline.clashes;
  throw new OptionError(
    'other-model',
    `baseline "${path}": it names none of these objects (its first clash is of "${a}" and "${b}"), so it belongs to another model. Give the baseline of this one, or write one under another name with --update-baseline.`,
    { path },
  );
}

/** The baseline that holds the current clashes. */
export function baselineOf(clashes: readonly ReportClash[], known: KnownObjects, unit: string | undefined): Baseline {
  const entries = clashes.map((clash): BaselineClash => {
    const first = firstOf(clash, known);
    const second = first === clash.a ? clash.b : clash.a;
    return {
      id: clash.id,
      kind: clash.kind,
      a: known.keys[first],
      b: known.keys[second],
      depth: clash.depth?.most ?? 0,
      distance: clash.distance,
      place: placeOf(clash, known),
      decision: clash.decision ?? OPEN,
    };
  });
  return { ...emptyBaseline(unit), clashes: entries };
}
