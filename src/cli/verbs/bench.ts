/** `collidescope bench <name>`: runs one benchmark, and refuses options that belong to another. */
import { pathToFileURL } from 'node:url';
import { OptionError } from '../../errors.ts';
import { findBeside } from '../beside.ts';
import type { Arguments } from '../input/arguments.ts';
import { PAPERS_ONLY, SCENES_ONLY } from '../input/options.ts';
import type { Terminal } from '../output/terminal.ts';
import type { RunVerb } from '../verb-table.ts';

interface Benchmark {
  readonly load: () => Promise<RunVerb>;
  /** Options of other benchmarks. */
  readonly without: readonly string[];
}

const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  scenes: { load: async () => (await import('./bench-scenes.ts')).benchScenes, without: PAPERS_ONLY },
  papers: { load: loadPapers, without: SCENES_ONLY },
};

/** The experiments build on the command line, not the other way round: their bundle is found when it is needed. */
async function loadPapers(): Promise<RunVerb> {
  const file = await findBeside('bench-papers.js');
  if (file) return (await import(pathToFileURL(file).href)).benchPapers;
  throw new OptionError('no-benchmark', 'the papers benchmark is not built here. In a clone, run: npm run build');
}

export async function bench(args: Arguments, terminal: Terminal): Promise<number> {
  const [name, ...more] = args.files;
  const benchmark = name !== undefined && more.length === 0 ? BENCHMARKS[name] : undefined;
  if (!benchmark) {
    const found = name === undefined ? 'found nothing' : `found "${args.files.join(' ')}"`;
    const known = Object.keys(BENCHMARKS).join(', ');
    throw new OptionError('option-value', `bench expects the name of a benchmark (${known}); ${found}.`);
  }
  const foreign = benchmark.without.find((option) => args.has(option));
  if (foreign !== undefined) {
    throw new OptionError(
      'unknown-option',
      `bench ${name} has no option --${foreign}. "collidescope help bench" lists the options of each.`,
      { option: foreign },
    );
  }
  const run = await benchmark.load();
  return run(args, terminal);
}
