/** `collidescope bench papers`: the papers' experiments on this machine, their figures beside ours. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ReportFile } from '../../../bench/papers/files.ts';
import { version } from '../../../package.json';
import type { Arguments } from '../input/arguments.ts';
import { countSetting, engineSettings } from '../input/settings.ts';
import { EXIT } from '../output/exit-codes.ts';
import { OutputFile, writeError } from '../output/output-file.ts';
import type { Terminal } from '../output/terminal.ts';

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

export async function benchPapers(args: Arguments, terminal: Terminal): Promise<number> {
  const { backend, threads } = engineSettings(args);
  const { paperList, PAPERS_DEFAULTS } = await import('../../../bench/papers/options.ts');
  const { runPapers } = await import('../../../bench/papers/run-papers.ts');
  const { reportFiles } = await import('../../../bench/papers/files.ts');
  const { runMarkdown } = await import('../../../bench/papers/markdown.ts');
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
}
