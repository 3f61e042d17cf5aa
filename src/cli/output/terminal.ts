/**
 * Output: the answer goes to standard output, everything else to standard error.
 *
 * Promise: colours appear only if standard output is a terminal and NO_COLOR is not set, the progress bar only if standard
 * error is one; neither ever reaches a file or a pipe. Names in files can hold anything, so text is also sanitized here: the
 * only control characters that pass are line ends, tabs and our own colours.
 */
import { fitText, plainJson, plainLines, plainText } from '../../report/text.ts';

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

/** Marks the start and end of a style with a random string that no file can contain, as it is new in every run. */
class Painter {
  readonly #mark = `\ue000${crypto.randomUUID()}\ue001`;
  readonly #coloured: boolean;

  constructor(stream: OutputStream, env: Streams['env']) {
    this.#coloured = stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  }

  readonly paint: Paint = (style, text) => {
    return this.#coloured ? `${this.#mark}${CODES[style]}m${text}${this.#mark}0m` : text;
  };

  /** Painted text, ready for the terminal. */
  finished(text: string): string {
    return plainLines(text).replaceAll(this.#mark, '\x1b[');
  }
}

export class Terminal {
  readonly paint: Paint;
  readonly #output: Painter;
  readonly #errors: Painter;
  readonly #streams: Streams;
  readonly #bar: ProgressBar | undefined;
  readonly #quiet: boolean;
  readonly #mute: boolean;

  constructor(streams: Streams, options: { quiet?: boolean; mute?: boolean } = {}) {
    this.#streams = streams;
    this.#mute = options.mute ?? false;
    this.#quiet = options.quiet ?? this.#mute;
    this.#output = new Painter(streams.stdout, streams.env);
    this.#errors = new Painter(streams.stderr, streams.env);
    this.paint = this.#output.paint;
    const shows = streams.stderr.isTTY === true && streams.env.TERM !== 'dumb' && !this.#quiet;
    this.#bar = shows ? new ProgressBar(streams.stderr) : undefined;
  }

  /** The same streams, without notes and progress. */
  quietly(): Terminal {
    return new Terminal(this.#streams, { quiet: true });
  }

  /** The same without errors too, for callers whose errors are collected and reported later. */
  muted(): Terminal {
    return new Terminal(this.#streams, { mute: true });
  }

  get quiet(): boolean {
    return this.#quiet;
  }

  /** Available columns; unlimited without a terminal. */
  get columns(): number {
    const { isTTY, columns } = this.#streams.stdout;
    return isTTY ? columns || COLUMNS_UNKNOWN : COLUMNS_WITHOUT_TERMINAL;
  }

  /** The answer as text. */
  print(text: string): void {
    this.clear();
    this.#streams.stdout.write(this.#output.finished(text));
  }

  /** The answer as one JSON document. */
  printJson(document: unknown): void {
    this.clear();
    this.#streams.stdout.write(plainJson(document));
  }

  /** A remark that is not part of the answer. */
  note(text: string): void {
    if (this.#quiet) return;
    this.clear();
    this.#complain('yellow', 'note', text);
  }

  error(text: string): void {
    if (this.#mute) return;
    this.clear();
    this.#complain('red', 'error', text);
  }

  #complain(style: Style, title: string, text: string): void {
    this.#streams.stderr.write(this.#errors.finished(`${this.#errors.paint(style, title)}: ${text}\n`));
  }

  progress(label: string, done: number): void {
    this.#bar?.show(plainText(label), done);
  }

  clear(): void {
    this.#bar?.clear();
  }
}

// A progress bar on one line of the terminal, shown only for steps that take a while.

const FIRST_AFTER_MILLISECONDS = 300;
const EVERY_MILLISECONDS = 80;
const BAR_COLUMNS = 24;
const CLEAR_LINE = '\r\x1b[K';

export class ProgressBar {
  readonly #stream: OutputStream;
  #next = performance.now() + FIRST_AFTER_MILLISECONDS;
  #shown = false;

  constructor(stream: OutputStream) {
    this.#stream = stream;
  }

  show(label: string, done: number): void {
    const now = performance.now();
    if (now < this.#next) return;
    this.#next = now + EVERY_MILLISECONDS;
    this.#shown = true;
    const part = Math.min(1, Math.max(0, done));
    const filled = Math.round(part * BAR_COLUMNS);
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_COLUMNS - filled);
    const columns = (this.#stream.columns || 80) - BAR_COLUMNS - 7;
    const percent = `${Math.floor(100 * part)}%`.padStart(4);
    this.#stream.write(`${CLEAR_LINE}${bar} ${percent} ${fitText(label, Math.max(8, columns))}`);
  }

  clear(): void {
    if (!this.#shown) return;
    this.#shown = false;
    this.#stream.write(CLEAR_LINE);
  }
}
