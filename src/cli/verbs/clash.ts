/** `collidescope clash`: which objects clash, how deep and where. All objects of all files are in one scene. */
import type { ObjectPair } from '../../queries/options.ts';
import type { Answer, FrameClashes, Mover, Question } from '../../report/ask.ts';
import { type KnownObjects, knowObjects, listClashes } from '../../report/clash-list.ts';
import { ClashTracker } from '../../report/clash-tracks.ts';
import type { ModelFile } from '../../report/model-file.ts';
import { shapeOf } from '../../report/object-shape.ts';
import { type FileObject, objectsOf } from '../../report/objects.ts';
import type { Report } from '../../report/report.ts';
import { passedImpacts } from '../../report/report.ts';
import { splitShells } from '../../report/split-shells.ts';
import type { Arguments } from '../input/arguments.ts';
import { ClashGate } from '../input/clash-gate.ts';
import { type ClashSettings, clashSettings } from '../input/clash-settings.ts';
import { type IgnoreRule, ignoredPairs } from '../input/ignore-file.ts';
import { modelUnit, resolveClearance, resolveTolerance } from '../input/lengths.ts';
import { checkMotion } from '../input/read-files.ts';
import { writeCsv } from '../output/csv-file.ts';
import type { Terminal } from '../output/terminal.ts';
import { noteUnits } from '../output/unit-notes.ts';
import { type ReadFile, type Searcher, search } from '../search.ts';

interface Assembly {
  readonly files: readonly ModelFile[];
  readonly objects: readonly FileObject[];
  readonly movers: readonly Mover[];
}

async function assemble(args: Arguments, read: ReadFile): Promise<Assembly> {
  const merge = args.has('merge');
  const files: ModelFile[] = [];
  const objects: FileObject[] = [];
  const movers: Mover[] = [];
  for (const file of args.files) {
    const source = await read(file);
    if (!source) continue;
    if (source.motion) movers.push({ file, motion: source.motion, firstObject: objects.length, merge });
    for (const object of objectsOf(source, { merge, weld: !args.has('no-weld') })) {
      for (const piece of args.has('split') ? splitShells(object) : [object]) objects.push(piece);
    }
    files.push(source);
  }
  if (args.has('frames')) checkMotion(files);
  return { files, objects, movers };
}

function pairsToIgnore(rules: readonly IgnoreRule[], objects: readonly FileObject[], terminal: Terminal): ObjectPair[] {
  const { pairs, unused } = ignoredPairs(rules, objects);
  for (const { line, patterns } of unused) {
    terminal.note(`--ignore, line ${line}: "${patterns.join('" and "')}" match no pair of objects.`);
  }
  return pairs;
}

class ClashSearch implements Searcher {
  readonly #args: Arguments;
  readonly #terminal: Terminal;
  readonly #settings: ClashSettings;
  readonly #tracker = new ClashTracker();
  readonly #gate: ClashGate;

  constructor(args: Arguments, terminal: Terminal) {
    this.#args = args;
    this.#terminal = terminal;
    this.#settings = clashSettings(args);
    this.#gate = new ClashGate(this.#settings);
  }

  get view() {
    return this.#settings.view;
  }

  async *questions(read: ReadFile, report: Report): AsyncGenerator<Question> {
    const { files, objects, movers } = await assemble(this.#args, read);
    const { unit: said } = this.#settings;
    const clearance = this.#settings.clearance && resolveClearance(this.#settings.clearance, files, said);
    report.tolerance = resolveTolerance(this.#settings.tolerance, files, said);
    report.unit = modelUnit(files, said);
    noteUnits(files, objects, said, this.#terminal);
    const self = this.#args.has('self');
    const ignore = pairsToIgnore(this.#settings.ignore.rules, objects, this.#terminal);
    if (objects.length === 1 && !self) {
      this.#terminal.note('there is only one object, so nothing can clash. Use --self to search within it.');
    }
    const contacts = this.#args.has('penetrating') ? 'penetrating' : 'all';
    const query = { self, between: true, contacts, ignore } as const;
    const clashes = { tolerance: report.tolerance.value };
    const continuous = this.#args.has('continuous');
    yield {
      objects,
      movers,
      query,
      clashes,
      ...(clearance && { clearance }),
      continuous,
      label: 'searching for clashes',
    };
  }

  onFrame({ frame, time, clashes, near, positions }: FrameClashes, { objects }: Question): void {
    const shapes = objects.map((object, i) => shapeOf(object, positions[i]));
    const keys = objects.map((_, i) => String(i));
    const found = listClashes(clashes, near, { keys, idKeys: keys, labels: [], shapes });
    const centres = shapes.map(({ centre }) => centre);
    this.#tracker.add({ frame, time }, this.#wanted(found), centres);
  }

  onAnswer(report: Report, { objects, movers }: Question, answer: Answer, known: KnownObjects): void {
    // Where things move, the first frame says what is called how: whichever is the worst may change.
    const first =
      movers.length > 0
        ? knowObjects(
            objects,
            objects.map(({ mesh }) => mesh.positions),
          )
        : known;
    const names = { ...known, keys: first.keys, idKeys: first.idKeys, labels: first.labels };
    const found = this.#wanted(listClashes(answer.clashes!, answer.near, names));
    this.#gate.judge(report, found, names);
    for (const id of this.#gate.unusedIds) this.#terminal.note(`--ignore: there is no clash with the id "${id}".`);
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
    const { csv, view } = this.#settings;
    if (csv !== undefined) await writeCsv(csv, report, view.sort);
  }

  /** What passes through something between two frames fails the gate as well: nobody can have approved it. */
  found = (report: Report): boolean => this.#gate.fails(report) || passedImpacts(report) > 0;
}

export async function clash(args: Arguments, terminal: Terminal): Promise<number> {
  return search('clash', args, terminal, new ClashSearch(args, terminal));
}
