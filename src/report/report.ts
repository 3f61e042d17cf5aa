/** What `check` and `clash` found, collected query by query; `--json` prints it unchanged. */
import { version } from '../../package.json';
import type { ModelFacts, PartFacts } from '../io/cad/cad-job.ts';
import type { Answer, FrameCount, Question } from './ask.ts';
import type { BaselineClash } from './baseline.ts';
import { type KnownObjects, knowObjects, type ReportClash } from './clash-list.ts';
import type { ClashTrack } from './clash-tracks.ts';
import { type Clearance, listClearances, type ObjectClearance } from './clearances.ts';
import type { Containment } from './contained.ts';
import { type Discipline, disciplinesOf } from './disciplines.ts';
import { assemblyPath } from './elements.ts';
import type { FileObject } from './objects.ts';
import { CONTACT_NAMES, type ContactName, type Place } from './places.ts';
import type { PrintVerdict } from './print-check.ts';
import type { TestSummary } from './rules/apply-rules.ts';
import type { Coverage } from './rules/coverage.ts';
import type { SelfRegion } from './self-regions.ts';
import { countSharing, type Sharing } from './sharing.ts';
import type { SurfaceFault } from './surfaces.ts';

export interface ReportObject extends Omit<PartFacts, 'color' | 'properties'> {
  readonly file: string;
  readonly name: string;
  /** Distinguishes it from others of the same name, as in `body#2`. */
  label?: string;
  /** What it is called from one run to the next. */
  key?: string;
  /** Names of the assemblies above it, the topmost first. */
  readonly path?: readonly string[];
  /** Persistent identifier in its file, such as IFC's GlobalId. */
  readonly guid?: string;
  /** The trade that it belongs to, where it is an element of a building. */
  readonly discipline?: Discipline;
  /** As read, before welding. */
  readonly vertices: number;
  readonly triangles: number;
  readonly degenerate: number;
  /** How far its triangles may be from the surfaces that they stand for; counts as tolerance. */
  readonly deflection?: number;
  /** What was done to make a solid of it: triangles that were turned, and that were added. */
  readonly healed?: { readonly turned: number; readonly filled: number };
  /** Where objects were looked at within. */
  readonly selfPairs?: number;
  readonly sharing?: Sharing;
}

export interface ObjectPairCount {
  readonly a: number;
  readonly b: number;
  readonly pairs: number;
}

export interface AnimationReport {
  readonly moving: readonly { readonly file: string; readonly animation: string }[];
  readonly worstFrame: number;
  readonly frames: readonly FrameCount[];
  /** Each clash over the frames, where clashes were looked for. */
  tracks?: readonly ClashTrack[];
}

/** A file that was read, and what it says about the whole. */
export interface ReportModel extends ModelFacts {
  readonly file: string;
  /** A short name that tells it from the others. */
  readonly badge: string;
  readonly format: string;
  /** As the file states it. */
  readonly unit?: string;
  /** What most of its elements belong to. */
  readonly discipline?: Discipline;
  readonly objects: number;
}

/** A file that could not be read; the others are reported. */
export interface UnreadableFile {
  readonly file: string;
  readonly code: string;
  readonly message: string;
}

/** The form of the JSON document; `docs/report.schema.json` describes it. */
export const REPORT_SCHEMA = 'collidescope-report/1';

export interface Report {
  readonly schema: typeof REPORT_SCHEMA;
  readonly command: string;
  readonly version: string;
  engine: string;
  /** Peak memory of a query. */
  threads: number;
  /** The files that were read, where the verb tells of them. */
  models?: readonly ReportModel[];
  readonly objects: ReportObject[];
  pairs: number;
  readonly contacts: Record<ContactName, number>;
  readonly objectPairs: ObjectPairCount[];
  /** Of all lengths, where the files or the caller say it. */
  unit?: string;
  /** Which axis of the coordinates points up. */
  up?: 'y' | 'z';
  /** Coordinates are x, z and −y of what the files say, as IFC is read; what is told to people is turned back. */
  isTurned?: boolean;
  /** What files say of their units, for people; where `models` does not say it. */
  unitsText?: string;
  /** Pairs of objects of one file that come near each other and were not looked at, because only files were compared. */
  withinFiles?: number;
  /** The same within one subassembly, because those were compared as components. */
  withinAssemblies?: number;
  /** What reaches no deeper than this only touches. */
  tolerance?: { readonly value: number; readonly given: string };
  /** With files that hold curved surfaces: overlaps up to this depth may go unnoticed, because triangles stand for surfaces. */
  couldHide?: number;
  /** Such files were not read again with finer triangles where parts are near. */
  unrefined?: boolean;
  /** With rules: each test, what it selected, and how many clashes it has. */
  tests?: readonly (TestSummary & { readonly clashes: number })[];
  /** With rules: what the tests cover, and what they leave out. */
  coverage?: Coverage;
  /** Where they were asked for, the worst first. */
  clashes?: ReportClash[];
  /** Where objects were looked at within: places in which one meets itself. */
  regions?: SelfRegion[];
  /** Of `check`: objects in which nothing was found, and which are open or misoriented. */
  surfaces?: readonly SurfaceFault[];
  /** Of `check --print`: whether each object can be printed. */
  print?: PrintVerdict[];
  /** Clashes of the baseline that are there no more. */
  gone?: readonly BaselineClash[];
  unreadable?: UnreadableFile[];
  /** Whether the exit code says that something was found, where the verb decides that by more than pairs. */
  failed?: boolean;
  /** Objects wholly inside another closed one, where clashes were asked for: those of kind `contained`. */
  contained?: Containment[];
  /** Where a clearance was asked for: pairs of objects that are nearer. */
  clearance?: Clearance & { readonly objectPairs: readonly ObjectClearance[] };
  readonly places: Place[];
  animations?: AnimationReport[];
  readonly milliseconds: { read: number; query: number };
}

export function emptyReport(command: string): Report {
  return {
    schema: REPORT_SCHEMA,
    command,
    version,
    engine: 'wasm',
    threads: 0,
    objects: [],
    pairs: 0,
    contacts: { touching: 0, crossing: 0, coplanar: 0 },
    objectPairs: [],
    places: [],
    milliseconds: { read: 0, query: 0 },
  };
}

/** What the file says about an object, in the order in which a report has it. */
function factsOf(object: FileObject) {
  const { class: ownClass, type, storey, system, layers, materials, host, assembly, deflection, healed, guid } = object;
  return {
    ...assemblyPath(object),
    ...(guid !== undefined && { guid }),
    ...(ownClass !== undefined && { class: ownClass }),
    ...(type !== undefined && { type }),
    ...(storey !== undefined && { storey }),
    ...(system !== undefined && { system }),
    ...(layers && { layers }),
    ...(materials && { materials }),
    ...(host !== undefined && { host }),
    ...(assembly !== undefined && { assembly }),
    ...(deflection !== undefined && { deflection }),
    ...(healed && { healed }),
  };
}

function addObjects(report: Report, { objects, query }: Question, { collisions }: Answer, known: KnownObjects): void {
  const { trianglePairs, degenerateTriangles } = collisions;
  const degenerate = objects.map(() => 0);
  for (let at = 0; at < degenerateTriangles.length; at += 2) degenerate[degenerateTriangles[at]]++;
  const disciplines = disciplinesOf(objects);
  const sharing = query.self ? countSharing(objects, trianglePairs) : undefined;
  for (const [i, object] of objects.entries()) {
    const { keys, labels } = known;
    const { file, name, vertices, triangles } = object;
    const discipline = disciplines[i];
    const facts = { ...factsOf(object), ...(discipline && { discipline }) };
    const named = { file, name, label: labels[i], key: keys[i], ...facts };
    const counts = { ...named, vertices, triangles, degenerate: degenerate[i] };
    const shared = sharing?.[i];
    const selfPairs = shared && shared.none + shared.vertex + shared.edge + shared.duplicate;
    report.objects.push(shared ? { ...counts, selfPairs, sharing: shared } : counts);
  }
}

/** Adds the answer to one question; its objects are numbered on from those that are there. Tells what they are called. */
export function addAnswer(report: Report, question: Question, answer: Answer, places: readonly Place[]): KnownObjects {
  const first = report.objects.length;
  const known = knowObjects(question.objects, answer.positions);
  addObjects(report, question, answer, known);
  const { kinds, objectPairs } = answer.collisions;
  report.pairs += kinds.length;
  for (const kind of kinds) report.contacts[CONTACT_NAMES[kind]]++;
  for (let at = 0; at < objectPairs.length; at += 3) {
    const [a, b, pairs] = objectPairs.subarray(at, at + 3);
    report.objectPairs.push({ a: a + first, b: b + first, pairs });
  }
  report.places.push(...places.map((place) => ({ ...place, a: place.a + first, b: place.b + first })));
  if (question.clearance && answer.near) {
    const { isTooNear = () => true } = question;
    const near = listClearances(answer.near, first);
    const objectPairs = near.filter(({ a, b, distance }) => isTooNear(a - first, b - first, distance));
    report.clearance = { ...question.clearance, objectPairs };
  }
  if (question.movers.length === 0) return known;
  report.animations ??= [];
  const moving = question.movers.map(({ file, motion }) => ({ file, animation: motion.animation }));
  const frames = answer.frames.map((frame) => numberedFrom(first, frame));
  report.animations.push({ moving, worstFrame: answer.worstFrame, frames });
  return known;
}

/** With its objects numbered on from those before. */
function numberedFrom(first: number, { open, unbounded, ...frame }: FrameCount): FrameCount {
  return {
    ...frame,
    ...(open && { open: open.map((pair) => ({ ...pair, a: pair.a + first, b: pair.b + first })) }),
    ...(unbounded && { unbounded: unbounded.map((object) => object + first) }),
  };
}

/** What meets between frames, in all animations. */
export function passedImpacts({ animations = [] }: Report): number {
  return animations.flatMap(({ frames }) => frames).reduce((sum, { impacts = 0 }) => sum + impacts, 0);
}

/** Steps between frames with pairs or objects for which it is not proven that nothing meets. */
export function unprovenSteps({ animations = [] }: Report): number {
  return animations.flatMap(({ frames }) => frames).filter(({ open, unbounded }) => open || unbounded).length;
}

/** Whether objects meet between frames, or are not proven not to. */
export const failsBetweenFrames = (report: Report): boolean => passedImpacts(report) > 0 || unprovenSteps(report) > 0;

/** Whether there are pairs: triangles that collide, also between frames, or objects too close. The exit code tells it. */
export function foundPairs(report: Report): boolean {
  return report.pairs > 0 || (report.clearance?.objectPairs.length ?? 0) > 0 || failsBetweenFrames(report);
}

/** Whether there is anything to report: what fails, or else pairs and objects inside others. */
export function foundAny(report: Report): boolean {
  if (report.failed !== undefined) return report.failed;
  return foundPairs(report) || (report.contained?.length ?? 0) > 0;
}
