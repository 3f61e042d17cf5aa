/** Remembers which papers of a run are done, so that one that was interrupted can go on where it was. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { PapersOptions } from './options.ts';
import type { PaperName } from './papers.ts';

interface Noted {
  /** The options of the run: another run begins anew. */
  readonly options: string;
  readonly done: readonly PaperName[];
}

export class PapersDone {
  readonly #file: string;
  readonly #options: string;
  #done: readonly PaperName[] = [];

  constructor(file: string, { papers: _papers, ...options }: PapersOptions) {
    this.#file = file;
    this.#options = JSON.stringify(options);
  }

  /** What a former run with the same options has done. */
  resume(): readonly PaperName[] {
    if (!existsSync(this.#file)) return [];
    const { options, done }: Noted = JSON.parse(readFileSync(this.#file, 'utf8'));
    this.#done = options === this.#options ? done : [];
    return this.#done;
  }

  note(paper: PaperName): void {
    this.#done = [...this.#done, paper];
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, JSON.stringify({ options: this.#options, done: this.#done } satisfies Noted));
  }

  /** The run has come to its end: the next one begins anew. */
  forget(): void {
    rmSync(this.#file, { force: true });
  }
}
