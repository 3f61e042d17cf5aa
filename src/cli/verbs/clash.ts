/** `collidescope clash`: which objects clash, how deep and where. All objects of all files are in one scene. */
import type { ObjectPair } from '../../queries/options.ts';
import type { Answer, FrameClashes, Question } from '../../report/ask.ts';
import { baselineOf } from '../../report/baseline-match.ts';
import { bcfSentences } from '../../report/bcf/bcf-sentences.ts';
import { type KnownObjects, knowObjects, listClashes, measureObjects } from '../../report/clash-list.ts';
import { ClashTracker } from '../../report/clash-tracks.ts';
import { containedIn } from '../../report/contained.ts';
import { clashEvidence, type Evidence, evidenceObjects, stanceOf } from '../../report/excerpt/evidence.ts';
import { federate } from '../../report/federate.ts';
import { modelUnit, resolveTolerance } from '../../report/lengths.ts';
import type { ModelFile } from '../../report/model-file.ts';
import type { Mover } from '../../report/mover-ways.ts';
import { type FileObject, objectsOf } from '../../report/objects.ts';
import type { Report } from '../../report/report.ts';
import { failsBetweenFrames } from '../../report/report.ts';
import { reportModels } from '../../report/report-models.ts';
import { asksForProperties } from '../../report/rules/rules.ts';
import { splitShells } from '../../report/split-shells.ts';
import { type Strictness, strictnessOf } from '../../report/strictness.ts';
import { cadMeasures, hiddenAnywhere, isTessellated } from '../../report/tessellation.ts';
import type { Arguments } from '../input/arguments.ts';
import { ClashGate } from '../input/clash-gate.ts';
import { type ClashSettings, clashSettings } from '../input/clash-settings.ts';
import { hasLargeFile } from '../input/large-files.ts';
import { weldFor } from '../input/lengths.ts';
import { checkMotion, readFileModel } from '../input/read-files.ts';
import { readSettings } from '../input/settings.ts';
import { writeCsv } from '../output/csv-file.ts';
import { writeOutput } from '../output/output-file.ts';
import { ReviewFiles } from '../output/review-files.ts';
import type { Terminal } from '../output/terminal.ts';
import { noteUnits } from '../output/unit-notes.ts';
import { type ReadFile, type Searcher, search } from '../search.ts';

interface Assembly {
  readonly files: readonly ModelFile[];
  readonly objects: readonly FileObject[];
  readonly movers: readonly Mover[];
}

interface FineFiles {
  readonly files: readonly ModelFile[];
  /** As fine as was asked for, or as parts that are near each other need it. */
  readonly isFine: boolean;
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

function assemble(args: Arguments, files: readonly ModelFile[]): Assembly {
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
  return { files, objects, movers };
}

/** Pairs that nobody looked at, so that a baseline keeps what it has of them. */
function unaskedPairs(strict: Strictness | undefined): ObjectPair[] {
  return [...(strict?.withinFiles ?? []), ...(strict?.withinAssemblies ?? [])];
}

export class ClashSearch implements Searcher {
  readonly #args: Arguments;
  readonly #terminal: Terminal;
  readonly #settings: ClashSettings;
  readonly #tracker = new ClashTracker();
  readonly #gate: ClashGate;
  #strict: Strictness | undefined;
  readonly #files: ReviewFiles;
  #stance: ReturnType<typeof stanceOf> = { up: 'z' };
  #evidence: Evidence | undefined;
  #read: readonly ModelFile[] = [];

  constructor(args: Arguments, terminal: Terminal) {
    this.#args = args;
    this.#terminal = terminal;
    this.#settings = clashSettings(args);
    this.#gate = new ClashGate(this.#settings);
    this.#files = new ReviewFiles(this.#settings.review);
  }

  get withProperties() {
    return this.#settings.rules !== undefined && asksForProperties(this.#settings.rules.rules);
  }

  get view() {
    return this.#settings.view;
  }

  open(): void {
    this.#files.open();
  }

  close(): void {
    this.#files.close();
  }

  async *questions(read: ReadFile, report: Report): AsyncGenerator<Question> {
    await this.#gate.prepare();
    const { unit: said } = this.#settings;
    const fine = await this.#refined(await readAll(this.#args, read), report);
    const federated = federate(fine.files, said);
    for (const note of federated.notes) this.#terminal.note(note);
    const { files, objects, movers } = assemble(this.#args, federated.files);
    report.tolerance = resolveTolerance(this.#settings.tolerance, files, said);
    report.unit = modelUnit(files, said);
    this.#stance = stanceOf(
      files.map(({ model }) => model.format),
      this.#settings.up,
    );
    report.up = this.#stance.isTurned ? 'y' : this.#stance.up;
    if (this.#stance.isTurned) report.isTurned = true;
    this.#read = files;
    noteUnits(files, objects, said, this.#terminal);
    const hidden = hiddenAnywhere(objects);
    if (hidden > 0) report.couldHide ??= hidden;
    if (hidden > 0 && !fine.isFine) report.unrefined = true;
    const self = this.#args.has('self');
    const strict = strictnessOf(this.#settings, files, objects, report.tolerance.value);
    for (const note of strict.notes) this.#terminal.note(note);
    this.#strict = strict;
    const { toleranceOf, ignore, clearance, choice } = strict;
    if (strict.withinFiles) report.withinFiles = strict.withinFiles.length;
    if (strict.withinAssemblies) report.withinAssemblies = strict.withinAssemblies.length;
    if (objects.length === 1 && !self) {
      this.#terminal.note('there is only one object, so nothing can clash. Use --self to search within it.');
    }
    const contacts = this.#args.has('penetrating') ? 'penetrating' : 'all';
    const query = { self, between: true, contacts, ignore } as const;
    const measures = cadMeasures(objects);
    const clashes = { tolerance: toleranceOf, ...measures, volume: this.#settings.volume || measures.volume };
    const continuous = this.#args.has('continuous');
    yield {
      objects,
      movers,
      query,
      clashes,
      ...(clearance && { clearance }),
      ...(choice.isTooNear && { isTooNear: choice.isTooNear }),
      continuous,
      label: 'searching for clashes',
    };
  }

  /** With finer triangles where surfaces of CAD files come too near each other to be told apart by coarse ones. */
  async #refined(files: readonly ModelFile[], report: Report): Promise<FineFiles> {
    const args = this.#args;
    if (args.has('deflection')) return { files, isFine: true };
    const canReadAgain = files.every(({ file, objects, motion }) => file !== '-' && !objects && !motion);
    if (!canReadAgain) return { files, isFine: false };
    if (!isTessellated(files)) return { files, isFine: true };
    const quiet = this.#terminal.quietly();
    const settings = readSettings(args);
    const { refineSurfaces } = await import('../../report/refine-surfaces.ts');
    const refined = await refineSurfaces(files, {
      said: this.#settings.unit,
      merge: args.has('merge'),
      read: (file, value) => readFileModel(file, { ...settings, deflection: { kind: 'absolute', value } }, quiet),
    });
    if (!args.has('merge')) report.couldHide = refined.couldHide;
    return { files: refined.files, isFine: true };
  }

  onFrame({ frame, time, clashes, near, positions }: FrameClashes, { objects }: Question): void {
    const measured = measureObjects(objects, positions);
    const keys = objects.map((_, i) => String(i));
    const known = { keys, formerKeys: keys, idKeys: keys, labels: [], ...measured };
    const found = listClashes(clashes, near, known, this.#strict?.choice);
    const centres = measured.shapes.map(({ centre }) => centre);
    this.#tracker.add({ frame, time }, this.#wanted(found), centres);
  }

  async onAnswer(report: Report, question: Question, answer: Answer, known: KnownObjects): Promise<void> {
    const { objects, movers } = question;
    // Where things move, the first frame says what is called how: whichever is the worst may change.
    const first =
      movers.length > 0
        ? knowObjects(
            objects,
            objects.map(({ mesh }) => mesh.positions),
          )
        : known;
    const { shapes, middleOf, overlapBound, fitOf } = known;
    const names = { ...first, shapes, middleOf, overlapBound, fitOf };
    const found = this.#wanted(listClashes(answer.clashes!, answer.near, names, this.#strict?.choice));
    report.models = reportModels(this.#read, report.objects);
    await this.#gate.judge(report, found, names, unaskedPairs(this.#strict));
    report.contained = containedIn(report.clashes!);
    this.#tellOfBcf();
    const { applied } = this.#strict ?? {};
    if (applied) {
      report.coverage = applied.coverage;
      const countOf = (name: string) => report.clashes!.filter(({ test }) => test === name).length;
      report.tests = applied.tests.map((test) => ({ ...test, clashes: countOf(test.name) }));
    }
    if (this.#files.isWanted) {
      this.#evidence = {
        report,
        objects: evidenceObjects(objects, answer.positions),
        clashes: clashEvidence(report.clashes!, answer.clashes!),
        ...this.#stance,
        listed: this.#settings.view,
        baseline: baselineOf(report.clashes!, names, report.unit),
      };
    }
    for (const sentence of this.#gate.unusedIds) this.#terminal.note(`--ignore: ${sentence}`);
    const animation = report.animations?.[0];
    if (!animation) return;
    animation.tracks = this.#tracker.tracks(names.idKeys, { frame: answer.worstFrame, clashes: report.clashes! });
  }

  #wanted<T extends { kind: string }>(clashes: T[]): T[] {
    return this.#args.has('penetrating') ? clashes.filter(({ kind }) => kind !== 'touching') : clashes;
  }

  async finish(report: Report): Promise<void> {
    if (!report.unreadable) await this.#gate.write();
    else if (this.#gate.wouldWrite)
      this.#terminal.note('the baseline was not written, because a file could not be read.');
    const { csv, junit, view } = this.#settings;
    if (csv !== undefined) await writeCsv(csv, report, view);
    if (junit !== undefined) await this.#writeJunit(junit, report);
    if (this.#evidence) await this.#files.write(this.#evidence, this.#terminal);
  }

  async #writeJunit(path: string, report: Report): Promise<void> {
    const { junitXml } = await import('../../report/junit.ts');
    const touching = this.#settings.view.touching === true;
    await writeOutput(path, junitXml(report, { fails: (clash) => this.#gate.failsBy(clash, report), touching }));
  }

  /** What of a BCF file was not taken over, and why. */
  #tellOfBcf(): void {
    if (!this.#gate.bcf) return;
    for (const sentence of bcfSentences(this.#gate.bcf)) this.#terminal.note(`--read-bcf: ${sentence}`);
  }

  /** What meets between two frames, or is not proven not to, fails the gate as well: nobody can have approved it. */
  found = (report: Report): boolean => this.#gate.fails(report) || failsBetweenFrames(report);
}

export async function clash(args: Arguments, terminal: Terminal): Promise<number> {
  // Loaded when it is needed: most scenes fit.
  const tiled = () => import('../shards/tiled.ts');
  if (args.has('tiles')) return (await tiled()).tiledSearch('clash', args, terminal);
  const whole = () => search('clash', args, terminal, new ClashSearch(args, terminal));
  return (await hasLargeFile(args.files)) ? (await tiled()).searchOrTile('clash', args, terminal, whole) : whole();
}
