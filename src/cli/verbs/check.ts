/** `collidescope check`: where each mesh intersects itself. Files are processed one at a time. */
import { basename } from 'node:path';
import type { Engine } from '../../engine.ts';
import type { Positions } from '../../mesh/mesh-input.ts';
import type { Answer, Question } from '../../report/ask.ts';
import type { KnownObjects } from '../../report/clash-list.ts';
import {
  type ClashEvidence,
  type EvidenceObject,
  evidenceObjects,
  regionEvidence,
  stanceOf,
} from '../../report/excerpt/evidence.ts';
import { findingsOf } from '../../report/excerpt/findings.ts';
import { type LengthSetting, modelUnit, resolveLength } from '../../report/lengths.ts';
import type { ModelFile } from '../../report/model-file.ts';
import type { Mover } from '../../report/mover-ways.ts';
import { type FileObject, objectsOf } from '../../report/objects.ts';
import { foundPairs, type Report } from '../../report/report.ts';
import { findRegionPairs, type SelfRegion, sortRegions } from '../../report/self-regions.ts';
import { noteSurfaces } from '../../report/surfaces.ts';
import type { Arguments } from '../input/arguments.ts';
import { hasLargeFile } from '../input/large-files.ts';
import { wallSetting, weldFor } from '../input/lengths.ts';
import { checkMotion } from '../input/read-files.ts';
import { reviewSettings } from '../input/review-settings.ts';
import { ReviewFiles } from '../output/review-files.ts';
import type { Terminal } from '../output/terminal.ts';
import { type ReadFile, type Searcher, search } from '../search.ts';

export class CheckSearch implements Searcher {
  readonly #args: Arguments;
  readonly #terminal: Terminal;
  readonly #files: ReviewFiles;
  /** Kept only where a report is wanted. */
  readonly #objects: EvidenceObject[] = [];
  readonly #evidence = new Map<SelfRegion['point'], ClashEvidence>();
  #stance: ReturnType<typeof stanceOf> | undefined;
  readonly #wall: LengthSetting | undefined;
  #source: ModelFile | undefined;

  constructor(args: Arguments, terminal: Terminal) {
    this.#wall = wallSetting(args);
    this.#args = args;
    this.#terminal = terminal;
    this.#files = new ReviewFiles(reviewSettings(args));
  }

  open(): void {
    this.#files.open();
  }

  close(): void {
    this.#files.close();
  }

  async *questions(read: ReadFile): AsyncGenerator<Question> {
    const args = this.#args;
    const merge = !args.has('parts');
    const contacts = args.has('penetrating') ? 'penetrating' : 'all';
    const segments = this.#files.isWanted && { segments: true };
    for (const file of args.files) {
      const source = await read(file);
      if (!source) continue;
      this.#source = source;
      this.#stance ??= stanceOf([source.model.format]);
      if (args.has('frames')) checkMotion([source]);
      const movers: Mover[] = source.motion ? [{ file, motion: source.motion, firstObject: 0, merge }] : [];
      const objects = objectsOf(source, { merge, weld: weldFor(args, source, !args.has('no-weld')) });
      const query = { self: true, between: false, contacts, ...segments } as const;
      yield { objects, movers, query, continuous: args.has('continuous'), label: `checking ${basename(file)}` };
    }
  }

  async onAnswer(
    report: Report,
    question: Question,
    answer: Answer,
    known: KnownObjects,
    engine: Engine,
  ): Promise<void> {
    const { objects } = question;
    const { collisions, positions } = answer;
    const first = report.objects.length - objects.length;
    const found = findRegionPairs(objects, positions, collisions, known);
    const numbered = found.map(({ region }) => (first === 0 ? region : { ...region, object: region.object + first }));
    // Sorted once, at the end: with thousands of files, sorting after each takes longer than checking them.
    report.regions ??= [];
    for (const region of numbered) report.regions.push(region);
    if (this.#args.has('print')) await this.#judgePrint(report, objects, positions, first, engine);
    // Of a model that was cut in space, only the triangles that collide are here.
    else if (!answer.triangleNumbers) noteSurfaces(report, objects, positions, first);
    if (!this.#files.isWanted) return;
    this.#objects.push(...evidenceObjects(objects, positions));
    for (const [point, known] of regionEvidence(found, collisions)) this.#evidence.set(point, known);
  }

  async #judgePrint(
    report: Report,
    objects: readonly FileObject[],
    positions: readonly Positions[],
    first: number,
    engine: Engine,
  ): Promise<void> {
    const { printVerdict } = await import('../../report/print-check.ts');
    const files = this.#source ? [this.#source] : [];
    const wall = this.#wall && resolveLength(this.#wall, files, undefined);
    const unit = modelUnit(files, undefined);
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

  /** With `--print`, what cannot be printed fails as well. */
  get found() {
    if (!this.#args.has('print')) return undefined;
    return (report: Report) => foundPairs(report) || (report.print ?? []).some(({ printable }) => !printable);
  }

  async finish(report: Report): Promise<void> {
    if (report.regions) report.regions = sortRegions(report.regions);
    if (!this.#files.isWanted) return;
    const clashes = new Map(
      findingsOf(report).map(({ id, point }) => [id, this.#evidence.get(point) ?? { curves: [] }]),
    );
    const evidence = { report, objects: this.#objects, clashes, ...(this.#stance ?? { up: 'z' as const }) };
    await this.#files.write(evidence, this.#terminal);
  }
}

export async function check(args: Arguments, terminal: Terminal): Promise<number> {
  // Loaded when it is needed: most scenes fit.
  const tiled = () => import('../shards/tiled.ts');
  if (args.has('tiles')) return (await tiled()).tiledSearch('check', args, terminal);
  const whole = () => search('check', args, terminal, new CheckSearch(args, terminal));
  return (await hasLargeFile(args.files)) ? (await tiled()).searchOrTile('check', args, terminal, whole) : whole();
}
