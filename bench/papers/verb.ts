/**
 * `collidescope bench papers`: repeats the papers' experiments on this machine and prints their figures next to ours.
 *
 * A separate bundle, which the command line loads from its own folder (src/cli/verbs/bench.ts).
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../package.json';
import { countSetting, engineSettings } from '../../src/cli/input/settings.ts';
import { EXIT } from '../../src/cli/output/exit-codes.ts';
import { OutputFile, writeError } from '../../src/cli/output/output-file.ts';
import type { Terminal } from '../../src/cli/output/terminal.ts';
import type { RunVerb } from '../../src/cli/verb-table.ts';
import { type ReportFile, reportFiles } from './files.ts';
import { runMarkdown } from './markdown.ts';
import { PAPERS_DEFAULTS, paperList } from './options.ts';
import { runPapers } from './run-papers.ts';

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw writeError(path, error);
  }
}

async function writeFiles(folder: string, files: readonly ReportFile[], terminal: Terminal): Promise<void> {
  for (const { name, text } of files) {
    const file = OutputFile.open(join(folder, name));
    await file.write(text);
    file.commit();
    terminal.note(`written: ${join(folder, name)}`);
  }
}

export const benchPapers: RunVerb = async (args, terminal) => {
  const { backend, threads } = engineSettings(args);
  const names = args.text('papers')?.split(',');
  const options = {
    papers: names && paperList(names),
    full: args.has('full'),
    frames: countSetting(args, 'frames'),
    seconds: countSetting(args, 'seconds'),
    triangles: countSetting(args, 'triangles'),
    resolution: countSetting(args, 'resolution'),
    threads: threads ?? PAPERS_DEFAULTS.threads,
    webgpu: backend === 'webgpu',
  };
  const folder = args.text('out');
  if (folder !== undefined) makeFolder(folder);
  const asText = !args.has('json') && !args.has('quiet');
  const run = await runPapers(options, {
    tell: async (part) => {
      terminal.clear();
      if (folder !== undefined) await writeFiles(folder, reportFiles(part), terminal);
      if (asText) terminal.print(runMarkdown(part));
    },
    progress: (message, done) => terminal.progress(message, done),
  });
  terminal.clear();
  if (args.has('json')) {
    terminal.printJson({ command: 'bench', version, benchmark: 'papers', ...run });
  }
  return EXIT.done;
};
