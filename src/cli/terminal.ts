/**
 * Where text goes: the answer to standard output, everything else to standard error.
 *
 * Promise: colours only when standard output is a terminal and NO_COLOR is not set, a progress bar only when standard
 * error is one; neither ever reaches a file or a pipe.
 */
import { ProgressBar } from './progress-bar.ts';

export interface OutputStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export interface Streams {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow';
export type Paint = (style: Style, text: string) => string;

const CODES: Readonly<Record<Style, number>> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 };
const COLUMNS_WITHOUT_TERMINAL = Number.POSITIVE_INFINITY;
const COLUMNS_UNKNOWN = 80;

function painter(stream: OutputStream, env: Streams['env']): Paint {
  const coloured = stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  return coloured ? (style, text) => `\x1b[${CODES[style]}m${text}\x1b[0m` : (_style, text) => text;
}

export class Terminal {
  readonly paint: Paint;
  readonly #paintError: Paint;
  readonly #streams: Streams;
  readonly #bar: ProgressBar | undefined;
  readonly #quiet: boolean;

  constructor(streams: Streams, options: { quiet?: boolean } = {}) {
    this.#streams = streams;
    this.#quiet = options.quiet ?? false;
    this.paint = painter(streams.stdout, streams.env);
    this.#paintError = painter(streams.stderr, streams.env);
    const shows = streams.stderr.isTTY === true && streams.env.TERM !== 'dumb' && !this.#quiet;
    this.#bar = shows ? new ProgressBar(streams.stderr) : undefined;
  }

  /** The same streams, without notes and progress. */
  quietly(): Terminal {
    return new Terminal(this.#streams, { quiet: true });
  }

  get quiet(): boolean {
    return this.#quiet;
  }

  /** Columns to fit a table into; without a terminal there is no limit. */
  get columns(): number {
    const { isTTY, columns } = this.#streams.stdout;
    return isTTY ? columns || COLUMNS_UNKNOWN : COLUMNS_WITHOUT_TERMINAL;
  }

  /** The answer. */
  print(text: string): void {
    this.clear();
    this.#streams.stdout.write(text);
  }

  /** Something worth knowing that is not the answer. */
  note(text: string): void {
    if (this.#quiet) return;
    this.clear();
    this.#streams.stderr.write(`${this.#paintError('yellow', 'note')}: ${text}\n`);
  }

  error(text: string): void {
    this.clear();
    this.#streams.stderr.write(`${this.#paintError('red', 'error')}: ${text}\n`);
  }

  progress(label: string, done: number): void {
    this.#bar?.show(label, done);
  }

  clear(): void {
    this.#bar?.clear();
  }
}
