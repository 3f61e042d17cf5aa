/** `collidescope bench <name>`: finds the benchmark; refuses options that belong to another one. */
import { OptionError } from '../../errors.ts';
import type { Arguments } from '../input/arguments.ts';
import { PAPERS_ONLY, SCENES_ONLY } from '../input/options.ts';
import type { Terminal } from '../output/terminal.ts';

interface Benchmark {
  readonly load: () => Promise<(args: Arguments, terminal: Terminal) => Promise<number>>;
  /** Options that mean nothing here. */
  readonly without: readonly string[];
}

const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  scenes: { load: async () => (await import('./bench-scenes.ts')).benchScenes, without: PAPERS_ONLY },
  papers: { load: async () => (await import('./bench-papers.ts')).benchPapers, without: SCENES_ONLY },
};

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
      `bench ${name} has no option --${foreign}. "collidescope help bench" has.`,
      {
        option: foreign,
      },
    );
  }
  const run = await benchmark.load();
  return run(args, terminal);
}
