/** What `check` and `clash` have in common: read, query, write the pairs, print the report, return the exit code. */

import type { Engine } from '../engine.ts';
import { MeshError, OptionError } from '../errors.ts';
import { checkCoordinates } from '../mesh/check-mesh.ts';
import { type Answer, ask, type FrameClashes, type Question } from '../report/ask.ts';
import type { KnownObjects } from '../report/clash-list.ts';
import type { ModelFile } from '../report/model-file.ts';
import { nameObjects } from '../report/object-keys.ts';
import type { ObjectShape } from '../report/object-shape.ts';
import { findPlaces } from '../report/places.ts';
import { addAnswer, emptyReport, foundPairs, type Report } from '../report/report.ts';
import { plainText } from '../report/text.ts';
import { toldReport } from '../report/told-report.ts';
import type { Arguments } from './input/arguments.ts';
import { Engines } from './input/engines.ts';
import { readFileModel } from './input/read-files.ts';
import { checkFilesGiven, checkOutput, engineSettings, frameSettings, readSettings } from './input/settings.ts';
import type { ClashView } from './output/clash-table.ts';
import { EXIT } from './output/exit-codes.ts';
import { OutputFile } from './output/output-file.ts';
import { writePairs } from './output/pairs-file.ts';
import type { Terminal } from './output/terminal.ts';

/** Undefined when the file is broken and there are others; it is then in the report. */
export type ReadFile = (file: string) => Promise<ModelFile | undefined>;

/** Where files and answers come from, if not from disk and an engine. */
export interface SearchSource {
  read(file: string): Promise<ModelFile>;
  /** Left out: an engine is asked. */
  answer?(question: Question, firstObject: number): Promise<Answer>;
  /** Even if no file can be read, that is reported and no error. */
  readonly forgivesAll?: boolean;
}

/** Where `--pairs` go. */
export interface PairsSink {
  write(text: string): Promise<void>;
}

/** What is special about a verb. */
export interface Searcher {
  /** The questions, one after the other; reading happens between them. */
  questions(read: ReadFile, report: Report): AsyncIterable<Question>;
  /** Called with each frame of an animation, where clashes were asked for. */
  onFrame?(frame: FrameClashes, question: Question): void;
  /** Adds what only this verb reports. */
  onAnswer?(
    report: Report,
    question: Question,
    answer: Answer,
    known: KnownObjects,
    engine: Engine,
  ): void | Promise<void>;
  /** Writes output files, before the report is printed. */
  finish?(report: Report): Promise<void>;
  /** Whether the run fails. */
  found?(report: Report): boolean;
  readonly view?: ClashView;
  /** Whether the properties of elements are needed. */
  readonly withProperties?: boolean;
  /** Opens files that are to be written, so that one that cannot be is known before the search. */
  open?(): void;
  /** Discards what was opened and not finished. */
  close?(): void;
}

export async function search(
  command: string,
  args: Arguments,
  terminal: Terminal,
  searcher: Searcher,
  source?: SearchSource,
): Promise<number> {
  checkFilesGiven(command, args);
  checkOutput(args);
  const settings = {
    ...readSettings(args),
    frames: frameSettings(args),
    ...(searcher.withProperties && { withProperties: true }),
  };
  const pairsPath = args.text('pairs');
  const pairsFile = pairsPath === undefined ? undefined : OutputFile.open(pairsPath);
  try {
    searcher.open?.();
    const from = source ?? { read: (file: string) => readFileModel(file, settings, terminal) };
    const { report } = await collectReport(command, args, terminal, searcher, from, pairsFile);
    // Objects are numbered through all files, so without one of them the numbers would change.
    if (!report.unreadable) pairsFile?.commit();
    if (searcher.found) report.failed = searcher.found(report);
    await searcher.finish?.(report);
    await printReport(report, args, terminal, searcher.view);
    if (report.unreadable) return EXIT.badInput;
    return (report.failed ?? foundPairs(report)) ? EXIT.found : EXIT.done;
  } finally {
    searcher.close?.();
    pairsFile?.discard();
  }
}

/** Answers all questions. Objects are named and numbered through; `shapes` has one for each. */
export async function collectReport(
  command: string,
  args: Arguments,
  terminal: Terminal,
  searcher: Searcher,
  source: SearchSource,
  pairsFile: PairsSink | undefined,
): Promise<{ report: Report; shapes: readonly ObjectShape[] }> {
  const engines = await Engines.open(engineSettings(args));
  try {
    const report = emptyReport(command);
    const shapes: ObjectShape[] = [];
    const read = forgivingReader(report, args, terminal, source);
    for await (const question of searcher.questions(read, report)) {
      const known = await answerQuestion({ engines, report, pairsFile, terminal, searcher, source }, question);
      shapes.push(...known.shapes);
    }
    nameAll(report, shapes);
    return { report, shapes };
  } finally {
    engines.dispose();
  }
}

/** Reads a file and measures the time. With several files, a broken one does not end the run. */
function forgivingReader(report: Report, { files }: Arguments, terminal: Terminal, source: SearchSource): ReadFile {
  return async (file) => {
    const began = performance.now();
    try {
      const found = await source.read(file);
      // What a scene would refuse is refused here, where the other files can still be reported.
      for (const { name, positions } of found.model.parts) checkCoordinates(positions, `${file}, part "${name}"`);
      return found;
    } catch (error) {
      const isBroken = error instanceof MeshError || error instanceof OptionError;
      const failed = (report.unreadable?.length ?? 0) + 1;
      if (!isBroken || (failed >= files.length && !source.forgivesAll)) throw error;
      terminal.error(plainText(`${error.name} ${error.message}`));
      report.unreadable = [...(report.unreadable ?? []), { file, code: error.code, message: error.message }];
      return undefined;
    } finally {
      report.milliseconds.read += performance.now() - began;
    }
  };
}

interface Run {
  readonly engines: Engines;
  readonly report: Report;
  readonly pairsFile: PairsSink | undefined;
  readonly terminal: Terminal;
  readonly searcher: Searcher;
  readonly source: SearchSource;
}

async function answerQuestion(run: Run, question: Question): Promise<KnownObjects> {
  const { engines, report, pairsFile, terminal, searcher, source } = run;
  const { objects, movers } = question;
  const triangles = objects.reduce((sum, object) => sum + object.triangles, 0);
  const engine = await engines.for(source.answer ? 0 : triangles * (movers[0]?.motion.times.length ?? 1));
  const began = performance.now();
  const answer = source.answer
    ? await source.answer(question, report.objects.length)
    : await ask(engine, question, terminal, (frame) => searcher.onFrame?.(frame, question));
  report.milliseconds.query += performance.now() - began;
  const places = await findPlaces(engine, objects, answer);
  if (pairsFile) await writePairs(pairsFile, answer, report.objects.length);
  const known = addAnswer(report, question, answer, places);
  await searcher.onAnswer?.(report, question, answer, known, engine);
  report.engine = engine.backend;
  report.threads = Math.max(report.threads, engine.threads);
  return known;
}

/** Labels distinguish the objects of all files; each query knew only its own. */
function nameAll(report: Report, shapes: readonly ObjectShape[]): void {
  const { labels } = nameObjects(report.objects, shapes);
  for (const [i, object] of report.objects.entries()) object.label = labels[i];
}

export async function printReport(
  report: Report,
  args: Arguments,
  terminal: Terminal,
  view?: ClashView,
): Promise<void> {
  terminal.clear();
  if (args.has('json')) terminal.printJson(toldReport(rounded(report)));
  else if (args.has('quiet')) return;
  else if (args.has('markdown'))
    terminal.print((await import('./output/print-markdown.ts')).markdownReport(report, view));
  else terminal.print((await import('./output/print-report.ts')).textReport(report, terminal, view));
}

/** Times to a hundredth of a millisecond; more would be noise. */
function rounded(report: Report): Report {
  const { read, query } = report.milliseconds;
  return { ...report, milliseconds: { read: Math.round(read * 100) / 100, query: Math.round(query * 100) / 100 } };
}
