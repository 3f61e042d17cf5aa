/** The command line of a benchmark that consists of named jobs: which of them, how long, and whether to keep the results. */
import { readFlags } from './flags.ts';
import { noteLoad } from './machine.ts';
import { saveResults } from './results.ts';
import { printTable, type Row } from './table.ts';

export interface JobBenchmark {
  /** Names the results that are kept. */
  readonly name: string;
  readonly title: string;
  readonly jobs: readonly string[];
  /** Seconds that are measured unless the command line says otherwise, and what for. */
  readonly seconds: number;
  readonly secondsHelp: string;
  /** Runs one job. */
  run(job: string, seconds: number): Promise<readonly Row[]>;
}

/** Runs the jobs that were asked for, prints their rows as a table and returns them. */
export async function runJobs({ name, title, jobs, seconds, secondsHelp, run }: JobBenchmark): Promise<Row[]> {
  const flags = readFlags({
    jobs: { type: 'string', help: `jobs to run, comma-separated: ${jobs.join(', ')}` },
    seconds: { type: 'string', help: `${secondsHelp} [${seconds}]` },
    save: { type: 'boolean', help: 'append the results to bench/results/<machine>.csv' },
  });
  const asked = flags.jobs?.split(',') ?? jobs;
  const unknown = asked.find((job) => !jobs.includes(job));
  if (unknown !== undefined) {
    console.error(`bench: there is no job "${unknown}"; the jobs are ${jobs.join(', ')}.`);
    process.exit(2);
  }
  noteLoad();
  const rows: Row[] = [];
  for (const job of asked) rows.push(...(await run(job, Number(flags.seconds ?? seconds))));
  printTable(title, rows);
  if (flags.save) saveResults(name, rows, ['job', 'threads']);
  return rows;
}
