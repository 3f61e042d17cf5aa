/** `collidescope motion`: in which ranges joints, clips and paths are proven free, and where parts jam. */
import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { version } from '../../../package.json';
import type { Engine } from '../../engine.ts';
import { OptionError } from '../../errors.ts';
import type { Positions } from '../../mesh/mesh-input.ts';
import { jamPictures, type ReportedMotion } from '../../report/motion/jam-pictures.ts';
import { type MakePair, withPoints } from '../../report/motion/jam-points.ts';
import type { RowOptions } from '../../report/motion/mechanism-rows.ts';
import { isProvenFree, type MotionRow, pairsThatCanMeet } from '../../report/motion/motion-rows.ts';
import { freeText, jamSentences, motionVerdict, rangeText } from '../../report/motion/motion-text.ts';
import type { FileObject } from '../../report/objects.ts';
import type { Arguments } from '../input/arguments.ts';
import { Engines } from '../input/engines.ts';
import { SWEEP } from '../input/offered.ts';
import { type OpenMotions, openMotions } from '../input/open-motions.ts';
import { readOffered } from '../input/read-offered.ts';
import { checkFilesGiven, countSetting, engineSettings } from '../input/settings.ts';
import { EXIT } from '../output/exit-codes.ts';
import { OutputFile, writeError } from '../output/output-file.ts';
import type { Terminal } from '../output/terminal.ts';

/** Pairs that the text lists, at most; --json has all. */
const LISTED_MOST = 20;

const meshOf = ({ mesh }: FileObject, positions: Positions) => ({ ...mesh, positions });

/** A scene of all objects in these places. */
export function sceneOf(engine: Engine, objects: readonly FileObject[], positions: readonly Positions[]) {
  const scene = engine.createScene();
  for (const [i, object] of objects.entries()) scene.add(meshOf(object, positions[i]));
  return scene;
}

function pairMaker(engine: Engine, objects: readonly FileObject[]): MakePair {
  return (a, b, positions) => sceneOf(engine, [objects[a], objects[b]], [positions[a], positions[b]]);
}

async function findAll(
  engine: Engine,
  motions: OpenMotions,
  options: RowOptions,
  terminal: Terminal,
): Promise<ReportedMotion[]> {
  const reported: ReportedMotion[] = [];
  const make = (positions: readonly Positions[]) => sceneOf(engine, motions.objects, positions);
  const tasks = motions.tasks(make, options);
  for (const [i, { name, run }] of tasks.entries()) {
    terminal.progress(`moving ${name}`, i / tasks.length);
    const found = await run();
    reported.push({ found, row: await withPoints(pairMaker(engine, motions.objects), found) });
  }
  return reported;
}

function picturesOf(
  engine: Engine,
  { objects, up }: OpenMotions,
  reported: readonly ReportedMotion[],
  most: number,
  terminal: Terminal,
) {
  const indices = objects.map(({ mesh }) => mesh.indices);
  const onProgress = (done: number) => terminal.progress('drawing jams', done);
  return jamPictures(reported, { indices, up, most, makePair: pairMaker(engine, objects), onProgress });
}

function textOf(rows: readonly MotionRow[], names: readonly string[]): string {
  const lines = rows.flatMap((row) => {
    const head = `${row.name} (${rangeText(row)}): proven free ${freeText(row)}`;
    return [head, ...jamSentences(row, names).map((sentence) => `  ${sentence}`)];
  });
  const met = pairsThatCanMeet(rows);
  const pairs = met.slice(0, LISTED_MOST).map(({ a, b }) => `${names[a]} and ${names[b]}`);
  const more = met.length > LISTED_MOST ? `; ${met.length - LISTED_MOST} more pairs, all with --json` : '';
  const matrix = met.length > 0 ? [`Can meet: ${pairs.join('; ')}${more}.`] : [];
  return `${[...lines, ...matrix, motionVerdict(rows)].join('\n')}\n`;
}

function markdownOf(rows: readonly MotionRow[], names: readonly string[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const lines = rows.map(
    (row) =>
      `| ${cell(row.name)} | ${rangeText(row)} | ${freeText(row)} | ${cell(jamSentences(row, names).join('<br>'))} |`,
  );
  return `**${motionVerdict(rows)}**\n\n| motion | range | proven free | jams |\n| --- | --- | --- | --- |\n${lines.join('\n')}\n`;
}

/** Files of --png and --report; the folder is made and files are opened before the search, so that what cannot be written is noticed at once. */
class MotionFiles {
  readonly #report: OutputFile | undefined;
  readonly folder: string | undefined;

  constructor(args: Arguments) {
    const report = args.text('report');
    this.folder = args.text('png');
    if (this.folder !== undefined) makeFolder(this.folder);
    this.#report = report === undefined ? undefined : OutputFile.open(report);
  }

  get areWanted(): boolean {
    return this.#report !== undefined || this.folder !== undefined;
  }

  async write(page: () => Promise<string>, pictures: readonly (readonly (Uint8Array | undefined)[])[]): Promise<void> {
    for (const [i, png] of pictures.flat().entries()) {
      if (!png || this.folder === undefined) continue;
      const file = OutputFile.open(join(this.folder, `jam-${i + 1}.png`));
      try {
        await file.write(png);
        file.commit();
      } finally {
        file.discard();
      }
    }
    if (!this.#report) return;
    await this.#report.write(await page());
    this.#report.commit();
  }

  close(): void {
    this.#report?.discard();
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw writeError(folder, error);
  }
}

export async function motion(args: Arguments, terminal: Terminal): Promise<number> {
  checkFilesGiven('motion', args);
  if (args.has('json') && args.has('markdown'))
    throw new OptionError('option-conflict', '--json and --markdown exclude each other; expected one of them.');
  const most = countSetting(args, 'pictures') ?? 100;
  const { effort } = readOffered(SWEEP, 'motion', args);
  const engines = await Engines.open(engineSettings(args));
  const files = new MotionFiles(args);
  try {
    const motions = await openMotions(args, terminal);
    const { objects } = motions;
    const engine = await engines.for(objects.reduce((sum, { triangles }) => sum + triangles, 0));
    const options: RowOptions = { gap: motions.gap, ...(effort !== undefined && { effort }) };
    const reported = await findAll(engine, motions, options, terminal);
    const rows = reported.map(({ row }) => row);
    const names = objects.map(({ name }) => name);
    if (files.areWanted) {
      const { motionPage } = await import('../../report/motion/motion-page.ts');
      const pictures = await picturesOf(engine, motions, reported, most, terminal);
      const title = `Motion: ${args.files.map((file) => basename(file)).join(', ')}`;
      await files.write(() => motionPage({ title, names, rows, pictures, date: new Date() }), pictures);
    }
    const failed = !rows.every(isProvenFree);
    terminal.clear();
    if (args.has('json')) terminal.printJson(documentOf(motions, reported, rows, failed));
    else if (args.has('markdown')) terminal.print(markdownOf(rows, names));
    else if (!args.has('quiet')) terminal.print(textOf(rows, names));
    return failed ? EXIT.found : EXIT.done;
  } finally {
    files.close();
    engines.dispose();
  }
}

function documentOf(
  { objects, unit, gap }: OpenMotions,
  reported: readonly ReportedMotion[],
  rows: readonly MotionRow[],
  failed: boolean,
) {
  return {
    command: 'motion',
    version,
    objects: objects.map(({ file, name, triangles }) => ({ file, name, triangles })),
    unit,
    tolerance: {
      t: reported.reduce((least, { found }) => Math.min(least, found.tolerance), 1e-5),
      length: reported.reduce((largest, { found }) => Math.max(largest, found.accuracy), 0),
    },
    gap,
    motions: rows,
    canMeet: pairsThatCanMeet(rows),
    failed,
  };
}
