/** The sentences of a report: totals and times. */

import { CLASH_KINDS } from '../queries/clashes/clashes.ts';
import type { ReportClash } from './clash-list.ts';
import type { Clearance } from './clearances.ts';
import { componentsOf } from './components.ts';
import { lengthText } from './depth-text.ts';
import { isDeeper } from './gate.ts';
import { groupBy } from './group-by.ts';
import { countStandings, type ListedChoice, standingOf } from './listed.ts';
import { passageSentence } from './passage-text.ts';
import type { PrintVerdict } from './print-check.ts';
import { type AnimationReport, failsBetweenFrames, passedImpacts, type Report, unprovenSteps } from './report.ts';
import { coverageSentence } from './rules/coverage.ts';
import { noSharing, type Sharing } from './sharing.ts';
import { summarySentence } from './summary.ts';
import { surfacesClause } from './surfaces.ts';
import { type Hidden, hiddenAnywhere } from './tessellation.ts';
import { coordinate, counted, duration, fileName, grouped, plainText } from './text.ts';
import { unitSentence } from './unit-sentence.ts';
import { shownUnit, unitRatio, unitSymbol } from './units.ts';

function place({ command, objectPairs }: Report): string {
  const selfCount = objectPairs.filter(({ a, b }) => a === b).length;
  const betweenCount = objectPairs.length - selfCount;
  const within = `within ${counted(selfCount, 'object')}`;
  if (command === 'check') return within;
  const between = `between ${counted(betweenCount, 'pair')} of objects`;
  return selfCount > 0 ? `${between}, ${within}` : between;
}

/** A clearance as given, with its value in the unit of the files if that differs. */
export function clearanceText({ given, distance, unit }: Clearance): string {
  if (String(distance) === given) return unit ? `${given} (${unit})` : given;
  return unit ? `${given} (${distance} ${unit})` : given;
}

function clearanceSentence({ clearance }: Report): string | undefined {
  if (!clearance) return undefined;
  const count = clearance.objectPairs.length;
  const than = `closer than ${clearanceText(clearance)}`;
  return count === 0
    ? `no objects are ${than}`
    : `${counted(count, 'pair')} of objects ${count === 1 ? 'is' : 'are'} ${than}`;
}

/** The answer in one sentence. */
export function verdict(report: Report): string {
  const near = clearanceSentence(report);
  const passed = passedImpacts(report);
  const unproven = unprovenSteps(report);
  const impacts = passed > 0 ? `; ${counted(passed, 'impact')} between frames` : '';
  const between = unproven > 0 ? `${impacts}; ${counted(unproven, 'step')} between frames not proven` : impacts;
  return near ? `${collisionVerdict(report)}${between}; ${near}` : `${collisionVerdict(report)}${between}`;
}

/** How many clashes of each kind there are that are open to be decided. */
function clashVerdict(report: Report, all: readonly ReportClash[]): string {
  const clashes = all.filter((clash) => standingOf(clash) === 'open');
  const within = report.objectPairs.filter(({ a, b }) => a === b);
  const own = within.reduce((sum, { pairs }) => sum + pairs, 0);
  const self = own > 0 ? `; ${counted(own, 'triangle pair')} within ${counted(within.length, 'object')}` : '';
  if (clashes.length === 0) return `No clashes${failingContacts(report, own)}: ${seenText(report)}${self}`;
  const counts = CLASH_KINDS.map((kind) => [kind, clashes.filter((clash) => clash.kind === kind).length] as const);
  const listed = counts.filter(([, count]) => count > 0).map(([kind, count]) => `${grouped(count)} ${kind}`);
  const total = clashes.length === 1 ? '1 clash' : `${grouped(clashes.length)} clashes`;
  const fresh = clashes.filter(({ status }) => status === 'new').length;
  const known = clashes.some(({ status }) => status !== undefined) ? `, ${grouped(fresh)} new` : '';
  return `${total} (${listed.join(', ')})${known}${worseText(report, clashes)}${self}`;
}

/** Known clashes that may fail a run all the same. */
function worseText({ tolerance }: Report, clashes: readonly ReportClash[]): string {
  const known = clashes.filter(({ status }) => status === 'known');
  const deeper = known.filter((clash) => isDeeper(clash, tolerance?.value)).length;
  const back = known.filter(({ decision }) => decision?.state === 'resolved').length;
  return `${deeper > 0 ? `, ${grouped(deeper)} worse than known` : ''}${back > 0 ? `, ${grouped(back)} called resolved` : ''}`;
}

/** Where nothing else can have failed the run, mere contacts did, because `--fail-on touching` says so. */
function failingContacts(report: Report, own: number): string {
  const count = countStandings(report.clashes ?? []).touching;
  if (!report.failed || own > 0 || count === 0 || failsBetweenFrames(report)) return '';
  return `, but ${counted(count, 'contact')} that only ${count === 1 ? 'touches' : 'touch'}, which --fail-on counts`;
}

function seenText({ objects }: Report): string {
  const triangles = objects.reduce((sum, object) => sum + object.triangles, 0);
  return `${counted(objects.length, 'object')}, ${counted(triangles, 'triangle')}`;
}

/** Mere contacts, in one line; undefined if there are none or all are listed. */
function touchingSentence({ clashes = [] }: Report, { touching }: ListedChoice): string | undefined {
  const count = countStandings(clashes).touching;
  if (count === 0 || touching) return undefined;
  return `${counted(count, 'contact')} only ${count === 1 ? 'touches' : 'touch'} (--touching lists ${count === 1 ? 'it' : 'them'})`;
}

/** Which contacts are of faces on each other, as a nut's on a plate, and no pins in holes; undefined where none are. */
function coincidentSentence({ clashes = [] }: Report): string | undefined {
  const count = clashes.filter((clash) => clash.coincident && standingOf(clash) === 'touching').length;
  return count === 0 ? undefined : `${counted(count, 'pair')} of coincident faces among what only touches`;
}

/** Interferences of cylinders in bores that nobody has called intended yet; undefined where there are none. */
function fitSentence({ clashes = [], tests }: Report): string | undefined {
  const fits = clashes.filter((clash) => clash.fit && clash.fit.kind !== 'coaxial' && standingOf(clash) === 'open');
  if (fits.length === 0 || tests) return undefined;
  const [press, thread] = (['press', 'thread'] as const).map(
    (kind) => fits.filter(({ fit }) => fit!.kind === kind).length,
  );
  const counts = [press > 0 && counted(press, 'press fit'), thread > 0 && counted(thread, 'thread')].filter(Boolean);
  return `${counts.join(' and ')} by shape among them (--rules mechanical lists what is meant to be apart)`;
}

/** What was not looked at because only files are compared. */
function withinFilesSentence({ withinFiles }: Report): string | undefined {
  if (withinFiles === undefined) return undefined;
  return `Compared between files: ${counted(withinFiles, 'near pair')} within one file ${withinFiles === 1 ? 'was' : 'were'} not looked at (--within-files)`;
}

/** What was not looked at because subassemblies are components. */
function withinAssembliesSentence({ withinAssemblies: count, objects }: Report): string | undefined {
  if (count === undefined) return undefined;
  const components = componentsOf(objects);
  const assemblies = new Set(components.filter((component) => component !== undefined)).size;
  const single = components.filter((component) => component === undefined).length;
  const parts = single > 0 ? ` and ${counted(single, 'single part')}` : '';
  return `Compared as components: ${grouped(assemblies)} ${assemblies === 1 ? 'subassembly' : 'subassemblies'}${parts}; ${counted(count, 'near pair')} within a subassembly ${count === 1 ? 'was' : 'were'} not looked at (--assemblies)`;
}

const TOLERANCE_REASONS: Readonly<Record<string, string>> = {
  auto: "the rounding of the files' coordinates",
  building: 'for IFC, unless --tolerance says otherwise',
};

/** A millimetre in the unit in which it is a whole number; what rounding leaves as it is. */
function toleranceText(value: number, unit: string | undefined): string {
  const text = lengthText(value, unit);
  return Number.parseFloat(text) === 1 ? text : `${value}${unit ? ` ${unitSymbol(unit)}` : ''}`;
}

/** What only touches and what does not; undefined where no tolerance was used. */
function toleranceSentence({ tolerance, unit, clashes }: Report): string | undefined {
  if (!tolerance || !clashes) return undefined;
  if (clashes.length === 0 && tolerance.given === 'auto') return undefined;
  const why = TOLERANCE_REASONS[tolerance.given];
  return `Tolerance: ${toleranceText(tolerance.value, unit)}${why ? ` (${why})` : ''}`;
}

/** Clashes that count as touching because nothing could tell; undefined where there are none. */
function undecidedSentence({ clashes = [] }: Report): string | undefined {
  const ids = clashes.filter(({ undecided }) => undecided).map(({ id }) => id);
  if (ids.length === 0) return undefined;
  return `Undecided, counted as touching: whether they reach deeper than the tolerance could not be told of ${firstOf(ids)}`;
}

/** What may be hidden because triangles approximate curved surfaces; stated whether or not anything was found. */
export function hiddenSentence(
  { couldHide, unrefined, unit }: Hidden & Pick<Report, 'unit'>,
  shown?: string,
): string | undefined {
  if (couldHide === undefined || couldHide === 0) return undefined;
  const shownAs = shownUnit(unit, shown);
  const symbol = shownAs ? ` ${unitSymbol(shownAs)}` : '';
  const coarse = unrefined ? ', and were not made finer where parts are near' : '';
  return `Triangles stand for curved surfaces${coarse}: they could hide interferences up to ${coordinate(couldHide * unitRatio(unit, shown), 2)}${symbol} (clash --deflection makes them finer)`;
}

/** How far distances of triangles may be off those of the surfaces that they stand for; parts are not refined for a clearance. */
function offSentence({ clearance, objects, unit }: Report): string | undefined {
  const off = clearance ? hiddenAnywhere(objects) : 0;
  if (off === 0) return undefined;
  const symbol = unit ? ` ${unitSymbol(unit)}` : '';
  return `Distances are those of triangles, up to ${coordinate(off, 2)}${symbol} off those of curved surfaces; what is no farther apart than two parts are off counts as touching`;
}

/** Clashes by design, by reason; undefined if there are none. */
function designSentence({ clashes = [] }: Report): string | undefined {
  const reasons = groupBy(
    clashes.filter((clash) => clash.byDesign !== undefined),
    (clash) => clash.byDesign!,
  );
  if (reasons.size === 0) return undefined;
  const counts = [...reasons].sort(([, p], [, q]) => q.length - p.length);
  const listed = counts.map(([reason, group]) => `${grouped(group.length)} × ${plainText(reason)}`);
  return `By design (--by-design lists them): ${listed.join('; ')}`;
}

function goneSentence({ gone }: Report): string | undefined {
  if (!gone || gone.length === 0) return undefined;
  return `Gone since the baseline: ${firstOf(gone.map(({ id }) => id))}`;
}

/** The first ten ids, and how many more there are. */
function firstOf(ids: readonly string[]): string {
  const more = ids.length > 10 ? ` and ${grouped(ids.length - 10)} more` : '';
  return `${ids.slice(0, 10).join(', ')}${more}`;
}

function unreadableSentence({ unreadable }: Report): string | undefined {
  if (!unreadable) return undefined;
  return `Not read: ${unreadable.map(({ file }) => plainText(file)).join(', ')}`;
}

/** One verdict for all that was asked about. */
function printSentence({ objects }: Report, verdicts: readonly PrintVerdict[]): string {
  const bad = verdicts.filter(({ printable }) => !printable);
  const nameOf = ({ object }: PrintVerdict) => plainText(objects[object].label ?? objects[object].name);
  if (bad.length === 0)
    return `Printable: ${verdicts.map(nameOf).slice(0, 5).join(', ')}${verdicts.length > 5 ? ' …' : ''}`;
  const listed = bad.slice(0, 5).map((verdict) => `${nameOf(verdict)} (${verdict.faults.join('; ')})`);
  return `Not printable: ${listed.join(', ')}${bad.length > 5 ? ` and ${grouped(bad.length - 5)} more` : ''}`;
}

function collisionVerdict(report: Report): string {
  if (report.clashes) return clashVerdict(report, report.clashes);
  if (report.print) return printSentence(report, report.print);
  if (report.pairs === 0) {
    const clause = surfacesClause(report);
    return `No collisions: ${seenText(report)}${clause ? `, ${clause}` : ''}`;
  }
  const found = counted(report.pairs, 'triangle pair');
  return `${found} ${report.pairs === 1 ? 'collides' : 'collide'} ${place(report)}`;
}

/** How triangles meet; undefined if none do. */
function contactSentence(report: Report): string | undefined {
  const { contacts, pairs, clashes } = report;
  const { crossing, touching, coplanar } = contacts;
  if (pairs === 0) return undefined;
  const kinds = `${grouped(crossing)} crossing, ${grouped(touching)} touching, ${grouped(coplanar)} coplanar`;
  return clashes ? `${counted(pairs, 'triangle pair')} ${place(report)}: ${kinds}` : `Contacts: ${kinds}`;
}

/** What the triangles of self pairs share, in total; undefined if there are none. */
function sharingSentence({ objects }: Report): string | undefined {
  const sum = noSharing();
  const kinds = Object.keys(sum) as (keyof Sharing)[];
  for (const { sharing } of objects) for (const kind of kinds) sum[kind] += sharing?.[kind] ?? 0;
  if (kinds.every((kind) => sum[kind] === 0)) return undefined;
  const listed = [`no vertex ${grouped(sum.none)}`, `a vertex ${grouped(sum.vertex)}`, `an edge ${grouped(sum.edge)}`];
  return `Self pairs share: ${listed.join(', ')}, all three ${grouped(sum.duplicate)}`;
}

function degenerateSentence({ objects }: Report): string | undefined {
  const sum = objects.reduce((total, { degenerate }) => total + degenerate, 0);
  return sum === 0 ? undefined : `${counted(sum, 'degenerate triangle')}, in no pair`;
}

export function timeSentence({ engine, threads, milliseconds: { read, query } }: Report): string {
  const workers = threads === 0 ? 'no threads' : counted(threads, 'thread');
  return `Read in ${duration(read)}, answered in ${duration(query)} (${engine}, ${workers})`;
}

export function animationSentence({ moving, frames, worstFrame }: AnimationReport, objects: Report['objects']): string {
  const names = moving.map(({ file, animation }) => `"${plainText(animation)}" of ${plainText(fileName(file))}`);
  const colliding = frames.filter(({ pairs, contained = 0 }) => pairs > 0 || contained > 0).length;
  const found = `${grouped(colliding)} of ${counted(frames.length, 'frame')} collide`;
  const passages = passageSentence(frames, objects);
  if (colliding === 0) return `Animation ${names.join(', ')}: ${found}${passages}`;
  const { time, pairs } = frames[worstFrame];
  return `Animation ${names.join(', ')}: ${found}, the worst is frame ${worstFrame} at ${time.toFixed(3)} s (${counted(pairs, 'pair')})${passages}`;
}

/** The non-empty notes below a report. `view`: what is listed above them. */
export function noteSentences(report: Report, view: ListedChoice & { readonly objects?: boolean } = {}): string[] {
  const open = (report.clashes ?? []).filter((clash) => standingOf(clash) === 'open');
  const isBare = report.clashes !== undefined && !view.objects;
  const notes = [
    summarySentence(report, open),
    touchingSentence(report, view),
    fitSentence(report),
    coincidentSentence(report),
    withinFilesSentence(report),
    withinAssembliesSentence(report),
    isBare ? undefined : contactSentence(report),
    sharingSentence(report),
    isBare ? undefined : degenerateSentence(report),
    toleranceSentence(report),
    report.unitsText ?? unitSentence(report),
    undecidedSentence(report),
    hiddenSentence(report),
    offSentence(report),
    designSentence(report),
    report.coverage && coverageSentence(report.coverage),
    goneSentence(report),
    unreadableSentence(report),
  ];
  return notes.filter((note) => note !== undefined);
}
