/** What `check` and `clash` have in common: read, query, write the pairs, print the report, return the exit code. */

import { ask, type Question } from '../report/ask.ts';
import type { ModelFile } from '../report/model-file.ts';
import { findPlaces } from '../report/places.ts';
import { addAnswer, emptyReport, foundPairs, type Report } from '../report/report.ts';
import type { Arguments } from './input/arguments.ts';
import { Engines } from './input/engines.ts';
import { readFileModel } from './input/read-files.ts';
import { checkFilesGiven, checkOutput, engineSettings, frameSettings, readSettings } from './input/settings.ts';
import { EXIT } from './output/exit-codes.ts';
import { OutputFile } from './output/output-file.ts';
import { writePairs } from './output/pairs-file.ts';
import type { Terminal } from './output/terminal.ts';

export type ReadFile = (file: string) => Promise<ModelFile>;

/** The questions of a verb, one after the other; reading happens between them. */
export type Questions = (read: ReadFile) => AsyncIterable<Question>;

export async function search(
  command: string,
  args: Arguments,
  terminal: Terminal,
  questions: Questions,
): Promise<number> {
  checkFilesGiven(command, args);
  checkOutput(args);
  const settings = { ...readSettings(args), frames: frameSettings(args) };
  const pairsPath = args.text('pairs');
  const engines = await Engines.open(engineSettings(args));
  const pairsFile = pairsPath === undefined ? undefined : OutputFile.open(pairsPath);
  try {
    const report = emptyReport(command);
    const read = timedReader(report, (file) => readFileModel(file, settings, terminal));
    for await (const question of questions(read)) await answerQuestion(engines, question, report, pairsFile, terminal);
    pairsFile?.commit();
    await printReport(report, args, terminal);
    return foundPairs(report) ? EXIT.found : EXIT.done;
  } finally {
    pairsFile?.discard();
    engines.dispose();
  }
}

function timedReader(report: Report, read: ReadFile): ReadFile {
  return async (file) => {
    const began = performance.now();
    const model = await read(file);
    report.milliseconds.read += performance.now() - began;
    return model;
  };
}

async function answerQuestion(
  engines: Engines,
  question: Question,
  report: Report,
  pairsFile: OutputFile | undefined,
  terminal: Terminal,
): Promise<void> {
  const { objects, movers } = question;
  const triangles = objects.reduce((sum, object) => sum + object.triangles, 0);
  const engine = await engines.for(triangles * (movers[0]?.motion.times.length ?? 1));
  const began = performance.now();
  const answer = await ask(engine, question, terminal);
  report.milliseconds.query += performance.now() - began;
  const places = await findPlaces(engine, objects, answer);
  if (pairsFile) await writePairs(pairsFile, answer.collisions.trianglePairs, report.objects.length);
  addAnswer(report, question, answer, places);
  report.engine = engine.backend;
  report.threads = Math.max(report.threads, engine.threads);
}

async function printReport(report: Report, args: Arguments, terminal: Terminal): Promise<void> {
  terminal.clear();
  if (args.has('json')) terminal.printJson(rounded(report));
  else if (args.has('quiet')) return;
  else if (args.has('markdown')) terminal.print((await import('./output/print-markdown.ts')).markdownReport(report));
  else terminal.print((await import('./output/print-report.ts')).textReport(report, terminal));
}

/** Times to a hundredth of a millisecond; more would be noise. */
function rounded(report: Report): Report {
  const { read, query } = report.milliseconds;
  return { ...report, milliseconds: { read: Math.round(read * 100) / 100, query: Math.round(query * 100) / 100 } };
}
