/** The papers' experiments, with their figures next to ours; also as `collidescope bench papers`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OptionError } from '../src/index.ts';
import { withResults } from './papers/docs-page.ts';
import { pictureFiles, type ReportFile, reportFiles } from './papers/files.ts';
import { runMarkdown } from './papers/markdown.ts';
import { PAPERS_DEFAULTS, type PapersOptions, paperList } from './papers/options.ts';
import { type PapersRun, runPapers } from './papers/run-papers.ts';
import { readNamesAndFlags } from './support/flags.ts';
import { progress } from './support/progress.ts';

const FLAGS = {
  full: { type: 'boolean', help: 'at the original sizes, which is slow' },
  frames: { type: 'string', help: 'frames measured per scene' },
  seconds: { type: 'string', help: 'longest time that a scene plays' },
  triangles: { type: 'string', help: 'triangles in the largest scene' },
  resolution: { type: 'string', help: 'pixels along each side of the image' },
  threads: { type: 'string', help: `threads of the engine [${PAPERS_DEFAULTS.threads}]` },
  webgpu: { type: 'boolean', help: 'also measure WebGPU' },
  json: { type: 'boolean', help: 'print one JSON document' },
  out: { type: 'string', help: 'write Markdown, JSON and pictures into this folder' },
  docs: { type: 'boolean', help: 'write results and pictures into docs/papers and docs/images/papers' },
} as const;

const DOCS = 'docs/papers';
const PICTURES = 'docs/images/papers';

/** A whole number from the command line. Anything else becomes NaN, which is refused with the other options. */
function wholeNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

function writeFiles(folder: string, files: readonly ReportFile[]): void {
  mkdirSync(folder, { recursive: true });
  for (const { name, text } of files) {
    writeFileSync(join(folder, name), text);
    progress(`written: ${join(folder, name)}`);
  }
}

function writeDocs({ reports, machine }: PapersRun): void {
  for (const report of reports) {
    const name = `${report.paper}.md`;
    const text = withResults(readFileSync(join(DOCS, name), 'utf8'), report, machine);
    writeFiles(PICTURES, pictureFiles(report));
    writeFiles(DOCS, [{ name, text }]);
  }
}

async function main(): Promise<void> {
  const { values: flags, names } = readNamesAndFlags(FLAGS);
  const options: PapersOptions = {
    papers: names.length > 0 ? paperList(names) : undefined,
    full: flags.full,
    frames: wholeNumber(flags.frames),
    seconds: wholeNumber(flags.seconds),
    triangles: wholeNumber(flags.triangles),
    resolution: wholeNumber(flags.resolution),
    threads: wholeNumber(flags.threads) ?? PAPERS_DEFAULTS.threads,
    webgpu: flags.webgpu,
  };
  const tell = (part: PapersRun) => {
    if (!flags.json) console.log(runMarkdown(part));
    if (flags.out !== undefined) writeFiles(flags.out, reportFiles(part));
    if (flags.docs) writeDocs(part);
  };
  const run = await runPapers(options, { tell, progress });
  if (flags.json) console.log(JSON.stringify(run, null, 2));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main().catch((error: unknown) => {
    if (!(error instanceof OptionError)) throw error;
    console.error(`bench papers: ${error.message}`);
    process.exitCode = 2;
  });
}
