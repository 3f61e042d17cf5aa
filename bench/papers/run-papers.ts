/** Runs the benchmarks of papers one after the other. */
import { createEngine } from '../../src/index.ts';
import { type Machine, thisMachine } from './machine.ts';
import { checkedPapersOptions, type PapersOptions } from './options.ts';
import type { PaperResults } from './paper.ts';
import { type PaperName, papers } from './papers.ts';

export interface PaperReport extends PaperResults {
  readonly paper: PaperName;
  readonly title: string;
  readonly source: string;
  readonly hardware: string;
}

export interface PapersRun {
  readonly machine: Machine;
  readonly options: PapersOptions;
  readonly reports: readonly PaperReport[];
}

export interface PapersListeners {
  /** Hears of each paper when it is done: a run with this one report. The next paper waits for it. */
  readonly tell?: (run: PapersRun) => void | Promise<void>;
  readonly progress?: (message: string, done: number) => void;
  /** Cancels the run; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export async function runPapers(options: PapersOptions = {}, listeners: PapersListeners = {}): Promise<PapersRun> {
  const { signal, tell, progress } = listeners;
  const checked = checkedPapersOptions(options);
  signal?.throwIfAborted();
  const machine = await thisMachine();
  const engine = await createEngine({ backend: 'wasm', threads: checked.threads });
  const reports: PaperReport[] = [];
  try {
    const webgpu = checked.webgpu ? await createEngine({ backend: 'webgpu', threads: checked.threads }) : undefined;
    try {
      for (const paper of checked.papers) {
        signal?.throwIfAborted();
        const { title, source, hardware, run } = papers[paper];
        const context = {
          ...checked,
          engine,
          webgpu,
          signal,
          progress: (message: string, done: number) => progress?.(`${paper}: ${message}`, done),
        };
        const report = { paper, title, source, hardware, ...(await run(context)) };
        reports.push(report);
        await tell?.({ machine, options: checked, reports: [report] });
      }
    } finally {
      webgpu?.dispose();
    }
  } finally {
    engine.dispose();
  }
  return { machine, options: checked, reports };
}
