/** Runs the benchmarks of papers one after the other. */
import { listAdapters } from '../../src/backend/gpu/list-adapters.ts';
import { createEngine } from '../../src/index.ts';
import { type Machine, thisMachine } from './machine.ts';
import { checkedPapersOptions, type PapersOptions } from './options.ts';
import type { PaperResults } from './paper.ts';
import { type PaperName, papers } from './papers.ts';
import type { KeptParts } from './resume.ts';

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
  /** Keeps what was measured, part by part, and has what a run that was interrupted measured. */
  readonly parts?: KeptParts;
  /** Cancels the run; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Parts of a paper, each as it comes back from a file, so that a run that was resumed gives what another gives. */
function partsOf(paper: PaperName, kept: KeptParts | undefined) {
  return async <T>(name: string, measure: () => Promise<T>): Promise<T> => {
    const found = kept?.find(paper, name);
    if (found !== undefined) return found as T;
    const measured = JSON.parse(JSON.stringify(await measure()));
    kept?.keep(paper, name, measured);
    return measured;
  };
}

/** What drives WebGPU here. */
async function driverName(): Promise<string> {
  const [adapter] = (await listAdapters()).adapters;
  if (!adapter) return 'an unknown driver';
  const name = adapter.description || adapter.device || adapter.vendor;
  return adapter.isSoftware ? `${name}, a software driver` : name;
}

export async function runPapers(options: PapersOptions = {}, listeners: PapersListeners = {}): Promise<PapersRun> {
  const { signal, tell, progress, parts } = listeners;
  const checked = checkedPapersOptions(options);
  signal?.throwIfAborted();
  const machine = await thisMachine();
  const engine = await createEngine({ backend: 'wasm', threads: checked.threads });
  const reports: PaperReport[] = [];
  try {
    const webgpu = checked.webgpu ? await createEngine({ backend: 'webgpu', threads: checked.threads }) : undefined;
    const driver = webgpu && (await driverName());
    try {
      for (const paper of checked.papers) {
        signal?.throwIfAborted();
        const { title, source, hardware, run } = papers[paper];
        const context = {
          ...checked,
          engine,
          webgpu,
          driver,
          signal,
          part: partsOf(paper, parts),
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
