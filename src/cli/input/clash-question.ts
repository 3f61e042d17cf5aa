/** What `clash` asks: the objects of all files in one scene, and how strictly pairs of them are tested. */
import type { Question } from '../../report/ask.ts';
import { stanceOf } from '../../report/excerpt/evidence.ts';
import { federate } from '../../report/federate.ts';
import { modelUnit, resolveTolerance } from '../../report/lengths.ts';
import type { ModelFile } from '../../report/model-file.ts';
import type { Mover } from '../../report/mover-paths.ts';
import { type FileObject, objectsOf } from '../../report/objects.ts';
import type { Report } from '../../report/report.ts';
import { asksForProperties } from '../../report/rules/rules.ts';
import { splitShells } from '../../report/split-shells.ts';
import { type Strictness, strictnessOf } from '../../report/strictness.ts';
import { cadMeasures, hiddenAnywhere, isTessellated } from '../../report/tessellation.ts';
import type { Terminal } from '../output/terminal.ts';
import type { ReadFile } from '../search.ts';
import type { Arguments } from './arguments.ts';
import type { ClashSettings } from './clash-settings.ts';
import { COLLIDE } from './offered.ts';
import { checkMotion, noteUnits, readFileModel } from './read-files.ts';
import { readOffered } from './read-offered.ts';
import { readSettings, weldFor } from './settings.ts';

export interface ClashQuestion {
  readonly question: Question;
  readonly files: readonly ModelFile[];
  readonly strict: Strictness;
  readonly stance: ReturnType<typeof stanceOf>;
  /** What the report can say before anything is searched. */
  readonly facts: Partial<Report>;
}

interface FineFiles {
  readonly files: readonly ModelFile[];
  /** As fine as requested, or as needed by parts that are near each other. */
  readonly isFine: boolean;
  /** Depth up to which an overlap may go unnoticed, where files were read again. */
  readonly couldHide?: number | undefined;
}

/** Whether the properties of elements are needed. */
export function needsProperties({ rules }: ClashSettings): boolean {
  return rules !== undefined && asksForProperties(rules.rules);
}

export async function clashQuestion(
  args: Arguments,
  settings: ClashSettings,
  read: ReadFile,
  terminal: Terminal,
): Promise<ClashQuestion> {
  const { unit: said } = settings;
  const fine = await refined(args, settings, await readAll(args, read), terminal);
  const { files, notes } = federate(fine.files, said);
  for (const note of notes) terminal.note(note);
  const { objects, movers } = assemble(args, files);
  const tolerance = resolveTolerance(settings.tolerance, files, said);
  const formats = files.map(({ model }) => model.format);
  const stance = stanceOf(formats, settings.up);
  noteUnits(files, objects, said, terminal);
  const strict = strictnessOf(settings, files, objects, tolerance.value);
  for (const note of strict.notes) terminal.note(note);
  if (objects.length === 1 && !settings.self) {
    terminal.note('there is only one object, so nothing can clash. Use --self to search within it.');
  }
  const facts = {
    tolerance,
    unit: modelUnit(files, said),
    up: stance.isTurned ? 'y' : stance.up,
    ...(stance.isTurned && { isTurned: true }),
    ...hiddenFacts(fine, objects),
    ...(strict.withinFiles && { withinFiles: strict.withinFiles.length }),
    ...(strict.withinAssemblies && { withinAssemblies: strict.withinAssemblies.length }),
  } as const;
  return { question: questionOf(args, settings, strict, objects, movers), files, strict, stance, facts };
}

function questionOf(
  args: Arguments,
  settings: ClashSettings,
  { toleranceOf, ignore, clearance, choice }: Strictness,
  objects: readonly FileObject[],
  movers: readonly Mover[],
): Question {
  const { contacts = 'all' } = readOffered(COLLIDE, 'clash', args);
  const measures = cadMeasures(objects);
  return {
    objects,
    movers,
    query: { self: settings.self, between: true, contacts, ignore },
    clashes: { tolerance: toleranceOf, ...measures, volume: settings.volume || measures.volume },
    ...(clearance && { clearance }),
    ...(choice.isTooNear && { isTooNear: choice.isTooNear }),
    continuous: args.has('continuous'),
    label: 'searching for clashes',
  };
}

async function readAll(args: Arguments, read: ReadFile): Promise<ModelFile[]> {
  const files: ModelFile[] = [];
  for (const file of args.files) {
    const source = await read(file);
    if (source) files.push(source);
  }
  if (args.has('frames')) checkMotion(files);
  return files;
}

/** With finer triangles where surfaces of CAD files are too close for coarse ones to distinguish. */
async function refined(
  args: Arguments,
  { unit: said }: ClashSettings,
  files: readonly ModelFile[],
  terminal: Terminal,
): Promise<FineFiles> {
  if (args.has('deflection')) return { files, isFine: true };
  const canReadAgain = files.every(({ file, objects, motion }) => file !== '-' && !objects && !motion);
  if (!canReadAgain) return { files, isFine: false };
  if (!isTessellated(files)) return { files, isFine: true };
  const quiet = terminal.quietly();
  const settings = readSettings(args);
  const merge = args.has('merge');
  const { refineSurfaces } = await import('../../report/refine-surfaces.ts');
  const fine = await refineSurfaces(files, {
    said,
    merge,
    read: (file, value) => readFileModel(file, { ...settings, deflection: { kind: 'absolute', value } }, quiet),
  });
  return { files: fine.files, isFine: true, ...(!merge && { couldHide: fine.couldHide }) };
}

/** What may go unnoticed because triangles approximate curved surfaces. */
function hiddenFacts({ couldHide, isFine }: FineFiles, objects: readonly FileObject[]): Partial<Report> {
  const hidden = hiddenAnywhere(objects);
  const depth = couldHide ?? (hidden > 0 ? hidden : undefined);
  return { ...(depth !== undefined && { couldHide: depth }), ...(hidden > 0 && !isFine && { unrefined: true }) };
}

function assemble(args: Arguments, files: readonly ModelFile[]): { objects: FileObject[]; movers: Mover[] } {
  const merge = args.has('merge');
  const objects: FileObject[] = [];
  const movers: Mover[] = [];
  for (const source of files) {
    const { file, motion } = source;
    if (motion) movers.push({ file, motion, firstObject: objects.length, merge });
    const weld = weldFor(args, source, !args.has('no-weld'));
    for (const object of objectsOf(source, { merge, weld, heal: true })) {
      const isSplit = source.objects !== undefined || !args.has('split');
      for (const piece of isSplit ? [object] : splitShells(object)) objects.push(piece);
    }
  }
  return { objects, movers };
}
