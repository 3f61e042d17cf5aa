/** The papers' experiments, with their figures next to ours; also as `collidescope bench papers`. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEngine, OptionError } from '../src/index.ts';
import { encodePng } from '../src/report/picture/png.ts';
import { withCullTimes } from './papers/cull-page.ts';
import { withResults } from './papers/docs-page.ts';
import { pictureFiles, type ReportFile, reportFiles } from './papers/files.ts';
import { runMarkdown } from './papers/markdown.ts';
import { PAPERS_DEFAULTS, type PapersOptions, paperList } from './papers/options.ts';
import { type PaperName, paperNames } from './papers/papers.ts';
import { PICTURES } from './papers/pictures/pictures.ts';
import { type KeptParts, PapersDone } from './papers/resume.ts';
import { type PapersRun, runPapers } from './papers/run-papers.ts';
import { readNamesAndFlags } from './support/flags.ts';
import { progress } from './support/progress.ts';
import { allowSoftwareDriver, hasWebGpu } from './support/webgpu.ts';

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
  docs: {
    type: 'boolean',
    help: 'write results and pictures into docs/papers and docs/images/papers; at the original sizes, with WebGPU if there is one',
  },
  pictures: { type: 'boolean', help: 'only draw the pictures of docs/images/papers that are no plots' },
  resume: { type: 'boolean', help: 'leave out what a run that was interrupted has measured' },
} as const;

const DOCS = 'docs/papers';
const CULL_PAGE = 'docs/cull.md';
const PICTURES_FOLDER = 'docs/images/papers';
const DONE = 'build/bench/papers-done';

/** A whole number from the command line. Anything else becomes NaN, which is refused with the other options. */
function wholeNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** Tells this program, a bundle of all that it measures with, from one that was built of other sources. */
function programHash(): string {
  return createHash('sha256').update(readFileSync(process.argv[1])).digest('hex');
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
    writeFiles(PICTURES_FOLDER, pictureFiles(report));
    writeFiles(DOCS, [{ name, text }]);
    const page = readFileSync(CULL_PAGE, 'utf8');
    const rewritten = withCullTimes(page, report.paper, report.tables);
    if (rewritten !== page) writeFileSync(CULL_PAGE, rewritten);
  }
}

/** Draws the pictures of papers' pages with the renderer of the report. */
async function drawPictures(papers: readonly PaperName[]): Promise<void> {
  const engine = await createEngine({ backend: 'wasm', threads: PAPERS_DEFAULTS.threads });
  try {
    mkdirSync(PICTURES_FOLDER, { recursive: true });
    for (const [name, draw] of Object.entries(PICTURES)) {
      if (!papers.some((paper) => name.startsWith(`${paper}-`))) continue;
      progress(`drawing ${name}`);
      writeFileSync(join(PICTURES_FOLDER, `${name}.png`), encodePng(await draw(engine)));
    }
  } finally {
    engine.dispose();
  }
}

async function main(): Promise<void> {
  const { values: flags, names } = readNamesAndFlags(FLAGS);
  const wanted = names.length > 0 ? paperList(names) : paperNames;
  if (flags.pictures) return drawPictures(wanted);
  allowSoftwareDriver();
  const options: PapersOptions = {
    papers: wanted,
    full: flags.full || flags.docs,
    frames: wholeNumber(flags.frames),
    seconds: wholeNumber(flags.seconds),
    triangles: wholeNumber(flags.triangles),
    resolution: wholeNumber(flags.resolution),
    threads: wholeNumber(flags.threads) ?? PAPERS_DEFAULTS.threads,
    webgpu: flags.webgpu || (flags.docs && (await hasWebGpu())),
  };
  const done = new PapersDone(DONE, options, programHash());
  const before = done.begin(flags.resume);
  if (before.length > 0) progress(`done before: ${before.join(', ')}`);
  const tell = async (part: PapersRun) => {
    if (!flags.json) console.log(runMarkdown(part));
    if (flags.out !== undefined) writeFiles(flags.out, reportFiles(part));
    if (flags.docs) {
      writeDocs(part);
      await drawPictures(part.reports.map(({ paper }) => paper));
    }
    for (const { paper } of part.reports) done.note(paper);
  };
  const parts: KeptParts = {
    find: (paper, part) => done.find(paper, part),
    keep: (paper, part, measured) => {
      done.keep(paper, part, measured);
      const { user, system } = process.cpuUsage();
      progress(`${paper}: ${part} kept, ${Math.round((user + system) / 1e6)} s of processor time so far`);
    },
  };
  const left = wanted.filter((paper) => !before.includes(paper));
  const run = await runPapers({ ...options, papers: left }, { tell, progress, parts });
  done.forget();
  if (flags.json) console.log(JSON.stringify(run, null, 2));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main().catch((error: unknown) => {
    if (!(error instanceof OptionError)) throw error;
    console.error(`bench papers: ${error.message}`);
    process.exitCode = 2;
  });
}
