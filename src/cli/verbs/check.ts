/** `collidescope check`: where each mesh intersects itself. Files are processed one at a time. */
import { basename } from 'node:path';
import type { Engine } from '../../engine.ts';
import type { Positions } from '../../mesh/mesh-input.ts';
import type { Question } from '../../report/ask.ts';
import {
  type ClashEvidence,
  type Evidence,
  type EvidenceObject,
  evidenceObjects,
  findingsOf,
  regionEvidence,
  stanceOf,
} from '../../report/excerpt/evidence.ts';
import { modelUnit, resolveLength } from '../../report/lengths.ts';
import type { ModelFile } from '../../report/model-file.ts';
import type { Mover } from '../../report/mover-paths.ts';
import type { ObjectShape } from '../../report/object-shape.ts';
import { type FileObject, objectsOf } from '../../report/objects.ts';
import { foundPairs, type Report } from '../../report/report.ts';
import { reportModels } from '../../report/report-models.ts';
import { findRegionPairs, type RegionPairs, type SelfRegion, sortRegions } from '../../report/self-regions.ts';
import { noteSurfaces } from '../../report/surfaces.ts';
import { unitSentence } from '../../report/unit-sentence.ts';
import type { Arguments } from '../input/arguments.ts';
import { hasLargeFile } from '../input/large-files.ts';
import { COLLIDE } from '../input/offered.ts';
import { checkMotion } from '../input/read-files.ts';
import { readOffered } from '../input/read-offered.ts';
import { reviewSettings } from '../input/review-settings.ts';
import { wallSetting, weldFor } from '../input/settings.ts';
import type { Terminal } from '../output/terminal.ts';
import {
  type Answered,
  diskSource,
  endSearch,
  openFiles,
  openSearch,
  type SearchSetting,
  type SearchSource,
} from '../search.ts';

/** Data for pictures; kept only if a report is wanted. */
interface CheckEvidence {
  readonly objects: EvidenceObject[];
  readonly regions: Map<SelfRegion['point'], ClashEvidence>;
  stance: ReturnType<typeof stanceOf> | undefined;
}

export async function check(args: Arguments, terminal: Terminal): Promise<number> {
  // Loaded when it is needed: most scenes fit.
  const tiled = () => import('../shards/tiled.ts');
  if (args.has('tiles')) return (await tiled()).tiledSearch('check', args, terminal);
  const whole = () => searchCollisions(args, terminal);
  return (await hasLargeFile(args.files)) ? (await tiled()).searchOrTile('check', args, terminal, whole) : whole();
}

/** The options of `check`, refused before anything is read where they are wrong. */
export function checkSettings(args: Arguments) {
  return { wall: wallSetting(args), review: reviewSettings(args) };
}

/** Files → questions → answers → report. `source`: where files and answers come from, if not from disk. */
export async function searchCollisions(args: Arguments, terminal: Terminal, source?: SearchSource): Promise<number> {
  const files = openFiles('check', args, checkSettings(args).review);
  try {
    const from = source ?? diskSource(args, terminal);
    const evidence: CheckEvidence | undefined = files.review.isWanted
      ? { objects: [], regions: new Map(), stance: undefined }
      : undefined;
    const setting = { command: 'check', args, terminal, source: from, pairs: files.pairs } as const;
    const { report } = await checkFiles(setting, evidence);
    // Objects are numbered through all files, so without one of them the numbers would change.
    if (!report.unreadable) files.pairs?.commit();
    // With `--print`, unprintable objects fail the run as well.
    if (report.print) report.failed = foundPairs(report) || report.print.some(({ printable }) => !printable);
    if (evidence) await files.review.write(pictured(report, evidence), terminal);
    return await endSearch(report, args, terminal);
  } finally {
    files.close();
  }
}

/** The question about one file; `review`: for pictures too. */
export function checkQuestion(args: Arguments, source: ModelFile, review = false): Question {
  const { file, motion } = source;
  const merge = !args.has('parts');
  const { contacts = 'all' } = readOffered(COLLIDE, 'check', args);
  if (args.has('frames')) checkMotion([source]);
  const movers: Mover[] = motion ? [{ file, motion, firstObject: 0, merge }] : [];
  const objects = objectsOf(source, { merge, weld: weldFor(args, source, !args.has('no-weld')) });
  const query = { self: true, between: false, contacts, ...(review && { segments: true }) } as const;
  return { objects, movers, query, continuous: args.has('continuous'), label: `checking ${basename(file)}` };
}

/** Checks one file after the other. Adds to `evidence` where pictures are wanted. */
export async function checkFiles(
  setting: SearchSetting,
  evidence?: CheckEvidence,
): Promise<{ report: Report; shapes: readonly ObjectShape[] }> {
  const { args } = setting;
  const run = await openSearch(setting);
  const { report } = run;
  const read: ModelFile[] = [];
  try {
    for (const file of args.files) {
      const source = await run.read(file);
      if (!source) continue;
      read.push({ file, model: { ...source.model, parts: [] } });
      const question = checkQuestion(args, source, evidence !== undefined);
      const answered = await run.answer(question);
      const found = await addRegions(report, args, source, question, answered);
      if (!evidence) continue;
      const { collisions, positions } = answered.answer;
      evidence.stance ??= stanceOf([source.model.format]);
      evidence.objects.push(...evidenceObjects(question.objects, positions));
      for (const [point, known] of regionEvidence(found, collisions)) evidence.regions.set(point, known);
    }
    // Once, at the end: with thousands of files, sorting after each takes longer than checking them.
    if (report.regions) report.regions = sortRegions(report.regions);
    const units = unitsOf(read);
    if (units !== undefined) report.unitsText = units;
    return { report, shapes: run.nameObjects() };
  } finally {
    run.dispose();
  }
}

/** What files say about their units; `read` are the files without their parts. */
function unitsOf(read: readonly ModelFile[]): string | undefined {
  const unit = modelUnit(read, undefined);
  const stance = stanceOf(read.map(({ model }) => model.format));
  return unitSentence({ models: reportModels(read, []), ...(unit !== undefined && { unit }), ...stance });
}

/** Adds the places where objects of a file meet themselves, and remarks about their surfaces. */
async function addRegions(
  report: Report,
  args: Arguments,
  source: ModelFile,
  { objects }: Question,
  { answer, known, engine }: Answered,
): Promise<RegionPairs[]> {
  const { collisions, positions } = answer;
  const first = report.objects.length - objects.length;
  const found = findRegionPairs(objects, positions, collisions, known);
  report.regions ??= [];
  for (const { region } of found) {
    report.regions.push(first === 0 ? region : { ...region, object: region.object + first });
  }
  if (args.has('print')) await judgePrint(report, args, source, { objects, positions, first }, engine);
  // If the model was searched in space tiles, only its colliding triangles are in memory.
  else if (!answer.triangleNumbers) noteSurfaces(report, objects, positions, first);
  return found;
}

interface PlacedObjects {
  readonly objects: readonly FileObject[];
  readonly positions: readonly Positions[];
  /** The number of the first one in the report. */
  readonly first: number;
}

async function judgePrint(
  report: Report,
  args: Arguments,
  source: ModelFile,
  { objects, positions, first }: PlacedObjects,
  engine: Engine,
): Promise<void> {
  const { printVerdict } = await import('../../report/print-check.ts');
  const setting = checkSettings(args).wall;
  const wall = setting && resolveLength(setting, [source], undefined);
  const unit = modelUnit([source], undefined);
  if (unit !== undefined) report.unit ??= unit;
  report.print ??= [];
  for (const [i, object] of objects.entries()) {
    const number = first + i;
    const selfIntersections = report.regions!.filter((region) => region.object === number).length;
    report.print.push(
      await printVerdict(engine, { object, positions: positions[i], number, selfIntersections, wall, unit }),
    );
  }
}

function pictured(report: Report, { objects, regions, stance = { up: 'z' } }: CheckEvidence): Evidence {
  const clashes = new Map(findingsOf(report).map(({ id, point }) => [id, regions.get(point) ?? { curves: [] }]));
  return { report, objects, clashes, ...stance };
}
