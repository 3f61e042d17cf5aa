/**
 * Keeps what a run over the papers has measured, part by part, so that one that was interrupted can go on where it was.
 *
 * A folder with one JSON file per part, and one that says which run it belongs to and which papers are done.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PapersOptions } from './options.ts';
import type { PaperName } from './papers.ts';

interface Noted {
  /** The options and the program of the run: a different run starts over. */
  readonly run: string;
  readonly done: readonly PaperName[];
}

/** Where parts of papers are kept while a run goes on. */
export interface KeptParts {
  /** What was measured of a part before; nothing when it was not. */
  find(paper: PaperName, part: string): unknown;
  keep(paper: PaperName, part: string, measured: unknown): void;
}

export class PapersDone implements KeptParts {
  readonly #folder: string;
  readonly #run: string;
  #done: readonly PaperName[] = [];

  /** `program` distinguishes versions of the benchmark. */
  constructor(folder: string, { papers: _papers, ...options }: PapersOptions, program = '') {
    this.#folder = folder;
    this.#run = JSON.stringify({ options, program });
  }

  /** Starts over, or resumes what an earlier run of the same program with the same options has done. */
  begin(resume: boolean): readonly PaperName[] {
    const noted =
      resume && existsSync(this.#notes) ? (JSON.parse(readFileSync(this.#notes, 'utf8')) as Noted) : undefined;
    if (noted?.run === this.#run) this.#done = noted.done;
    else this.forget();
    this.#write(this.#notes, { run: this.#run, done: this.#done } satisfies Noted);
    return this.#done;
  }

  find(paper: PaperName, part: string): unknown {
    const file = this.#fileOf(paper, part);
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  }

  keep(paper: PaperName, part: string, measured: unknown): void {
    this.#write(this.#fileOf(paper, part), measured);
  }

  /** A paper is done: its tables are written, its pictures drawn. */
  note(paper: PaperName): void {
    this.#done = [...this.#done, paper];
    this.#write(this.#notes, { run: this.#run, done: this.#done } satisfies Noted);
  }

  /** The run is complete: the next one starts over. */
  forget(): void {
    this.#done = [];
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #notes(): string {
    return join(this.#folder, 'run.json');
  }

  #fileOf(paper: PaperName, part: string): string {
    return join(this.#folder, `${paper}.${part}.json`);
  }

  /** Whole or not at all, for a run may be cut off at any time. */
  #write(file: string, value: unknown): void {
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(`${file}.new`, JSON.stringify(value));
    renameSync(`${file}.new`, file);
  }
}
