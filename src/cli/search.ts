/** What `check` and `clash` have in common: reading files, asking an engine, collecting and printing the report. */

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
import { reportAsInFiles } from '../report/report-as-in-files.ts';
import { plainText } from '../report/text.ts';
import type { Arguments } from './input/arguments.ts';
import { Engines } from './input/engines.ts';
import { readFileModel } from './input/read-files.ts';
import type { ReviewSettings } from './input/review-settings.ts';
import { checkFilesGiven, checkOutput, engineSettings, frameSettings, readSettings } from './input/settings.ts';
import type { ClashView } from './output/clash-table.ts';
import { EXIT } from './output/exit-codes.ts';
import { OutputFile } from './output/output-file.ts';
import { writePairs } from './output/pairs-file.ts';
import { ReviewFiles } from './output/review-files.ts';
import type { Terminal } from './output/terminal.ts';

/** Undefined when the file is broken and there are others; it is then in the report. */
export type ReadFile = (file: string) => Promise<ModelFile | undefined>;

/** Source of files and answers, if not disk and an engine. */
export interface SearchSource {
  read(file: string): Promise<ModelFile>;
  /** Left out: an engine is asked. */
  answer?(question: Question, firstObject: number): Promise<Answer>;
  /** If no file can be read, that is reported rather than thrown as an error. */
  readonly forgivesAll?: boolean;
}

/** Where `--pairs` go. */
export interface PairsSink {
  write(text: string): Promise<void>;
}

export interface Search {
  /** What is known so far; `answer` adds to it. */
  readonly report: Report;
  readonly read: ReadFile;
  /** Gets the answer to a question. `visit` is called with the clashes of each frame of an animation. */
  answer(question: Question, visit?: (frame: FrameClashes) => void): Promise<Answered>;
  /** Names the objects, once all questions are answered. Returns a shape for each. */
  nameObjects(): readonly ObjectShape[];
  dispose(): void;
}

export interface Answered {
  readonly answer: Answer;
  readonly known: KnownObjects;
  readonly engine: Engine;
}

export interface SearchSetting {
  readonly command: 'check' | 'clash';
  readonly args: Arguments;
  readonly terminal: Terminal;
  readonly source: SearchSource;
  readonly pairs: PairsSink | undefined;
}

/** Files that a search writes. */
export interface SearchFiles {
  readonly pairs: OutputFile | undefined;
  readonly review: ReviewFiles;
  /** Discards files that were opened and not finished. */
  close(): void;
}

/** Opens them before the search, so that an unwritable file is noticed early. */
export function openFiles(command: string, args: Arguments, settings: ReviewSettings): SearchFiles {
  checkFilesGiven(command, args);
  checkOutput(args);
  const path = args.text('pairs');
  const pairs = path === undefined ? undefined : OutputFile.open(path);
  const review = new ReviewFiles(settings);
  const close = () => {
    review.close();
    pairs?.discard();
  };
  try {
    review.open();
  } catch (error) {
    close();
    throw error;
  }
  return { pairs, review, close };
}

/** Files from disk, an engine for the answers. */
export function diskSource(args: Arguments, terminal: Terminal, withProperties = false): SearchSource {
  const settings = { ...readSettings(args), frames: frameSettings(args), ...(withProperties && { withProperties }) };
  return { read: (file) => readFileModel(file, settings, terminal) };
}

export async function openSearch(setting: SearchSetting): Promise<Search> {
  const { command, args, terminal, source } = setting;
  const engines = await Engines.open(engineSettings(args));
  const report = emptyReport(command);
  const shapes: ObjectShape[] = [];
  return {
    report,
    read: forgivingReader(report, args, terminal, source),
    async answer(question, visit) {
      const answered = await answerQuestion(setting, engines, report, question, visit);
      for (const shape of answered.known.shapes) shapes.push(shape);
      return answered;
    },
    // Labels distinguish the objects of all files; each query knew only its own.
    nameObjects() {
      const { labels } = nameObjects(report.objects, shapes);
      for (const [i, object] of report.objects.entries()) object.label = labels[i];
      return shapes;
    },
    dispose: () => engines.dispose(),
  };
}

async function answerQuestion(
  { terminal, source, pairs }: SearchSetting,
  engines: Engines,
  report: Report,
  question: Question,
  visit?: (frame: FrameClashes) => void,
): Promise<Answered> {
  const { objects, movers } = question;
  const triangles = objects.reduce((sum, object) => sum + object.triangles, 0);
  const engine = await engines.for(source.answer ? 0 : triangles * (movers[0]?.motion.times.length ?? 1));
  const began = performance.now();
  const answer = source.answer
    ? await source.answer(question, report.objects.length)
    : await ask(engine, question, terminal, visit);
  report.milliseconds.query += performance.now() - began;
  const places = await findPlaces(engine, objects, answer);
  if (pairs) await writePairs(pairs, answer, report.objects.length);
  const known = addAnswer(report, question, answer, places);
  report.engine = engine.backend;
  report.threads = Math.max(report.threads, engine.threads);
  return { answer, known, engine };
}

/** Prints the report and returns the exit code. */
export async function endSearch(
  report: Report,
  args: Arguments,
  terminal: Terminal,
  view?: ClashView,
): Promise<number> {
  await printReport(report, args, terminal, view);
  if (report.unreadable) return EXIT.badInput;
  return (report.failed ?? foundPairs(report)) ? EXIT.found : EXIT.done;
}

/** Reads a file and measures the time. With several files, a broken one does not end the run. */
function forgivingReader(report: Report, { files }: Arguments, terminal: Terminal, source: SearchSource): ReadFile {
  return async (file) => {
    const began = performance.now();
    try {
      const found = await source.read(file);
      // Anything a scene would reject is rejected here, while the other files can still be reported.
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

export async function printReport(
  report: Report,
  args: Arguments,
  terminal: Terminal,
  view?: ClashView,
): Promise<void> {
  terminal.clear();
  if (args.has('json')) terminal.printJson(reportAsInFiles(rounded(report)));
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
