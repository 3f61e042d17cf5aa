/** What the page asks about the clashes it shows: how to look at one, how to cut it open, what was and is decided, files of it. */
import { type Engine, OptionError } from '../../../src/index.ts';
import type { Decision } from '../../../src/report/baseline.ts';
import type { Triple } from '../answer.ts';
import type { ExportForm } from '../protocol.ts';
import type { Query } from '../query.ts';
import type { Asked } from './asked.ts';
import { Decisions } from './decisions.ts';
import { handOn } from './hand-on.ts';
import { inspectClash } from './inspect.ts';
import { placedVertices } from './placed.ts';
import { QuietProgress } from './quiet-progress.ts';
import { jsonFile, type Outcome, pairsFile } from './report.ts';
import { sectionOf } from './section.ts';
import type { Post } from './studio.ts';
import type { WorkQueue } from './work-queue.ts';
import type { World } from './world.ts';

/** What is open, and the answer that is on the page. */
export interface DeskSubject {
  readonly engine: Engine | undefined;
  readonly world: World | undefined;
  readonly query: Query;
  readonly asked: Asked | undefined;
  /** Stops what is running. */
  readonly signal: AbortSignal;
}

type ReviewForm = Exclude<ExportForm, 'motion'>;

/** Far more than a baseline of a hundred thousand clashes. */
const BASELINE_BYTES_MOST = 200_000_000;
const LABELS = { report: 'drawing the report', bcf: 'drawing the BCF' } as const;
const NO_CLASHES = 'Only "Clashes" finds what a report or a BCF is about. Choose it, and export again.';

export class ReviewDesk {
  readonly decisions = new Decisions();
  readonly #subject: () => DeskSubject;
  readonly #queue: WorkQueue;
  readonly #post: Post;

  constructor(subject: () => DeskSubject, queue: WorkQueue, post: Post) {
    this.#subject = subject;
    this.#queue = queue;
    this.#post = post;
  }

  /** At once, also while a query runs: it is about the answer that is on the page. */
  inspect(id: string, camera: Triple, up: 'y' | 'z'): void {
    const { world } = this.#subject();
    const found = world && this.decisions.clashOf(world, id);
    if (!found) return;
    const inspected = inspectClash(world, found.listed, found.clash, camera, up);
    this.#post({ type: 'inspected', inspected }, [inspected.curve.buffer]);
  }

  section(id: string, point: Triple, normal: Triple): void {
    const { world } = this.#subject();
    const listed = world && this.decisions.clashOf(world, id)?.listed;
    if (!listed) return;
    const cuts = [...new Set([listed.a, listed.b])].map((index) => {
      const object = world.objects[index];
      return sectionOf({ vertices: placedVertices(object, world.origin), indices: object.indices }, { point, normal });
    });
    this.#post(
      { type: 'sectioned', id, cuts },
      cuts.map(({ buffer }) => buffer),
    );
  }

  decide(decisions: readonly (readonly [id: string, decision: Decision])[]): void {
    this.decisions.decide(new Map(decisions));
  }

  /** A baseline, or a BCF that came back. */
  load(name: string, file: Blob): void {
    this.#queue.add('the decisions', async () => {
      const bytes = await bytesOf(file, name);
      const { world } = this.#subject();
      if (!world) return;
      const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
      const { review, notes } = isZip
        ? await this.decisions.takeBcf(world, bytes, name)
        : this.decisions.load(world, new TextDecoder().decode(bytes), name);
      for (const text of notes) this.#post({ type: 'notice', level: 'note', code: 'decisions', text });
      if (review) this.#post({ type: 'decided', review });
    });
  }

  export(form: ReviewForm): void {
    this.#queue.add('the export', async () => {
      const { engine, world, query, asked, signal } = this.#subject();
      if (!engine || !world || !asked) return;
      const file = await this.#file(form, { engine, world, query, asked, compared: this.decisions.reported }, signal);
      if (file) this.#post({ type: 'exported', form, file });
      else this.#post({ type: 'notice', level: 'note', code: 'no-clashes', text: NO_CLASHES });
    });
  }

  async #file(form: ReviewForm, outcome: Outcome, signal: AbortSignal): Promise<Blob | undefined> {
    if (form === 'json') return jsonFile(outcome);
    if (form === 'pairs') return pairsFile(outcome);
    if (form === 'baseline') return new Blob([this.decisions.text(outcome.world)], { type: 'application/json' });
    const progress = new QuietProgress(this.#post, LABELS[form]);
    return handOn(form, outcome, this.decisions.known, { signal, onProgress: progress.report });
  }
}

async function bytesOf(file: Blob, name: string): Promise<Uint8Array> {
  if (file.size <= BASELINE_BYTES_MOST) return new Uint8Array(await file.arrayBuffer());
  throw new OptionError(
    'bad-baseline',
    `baseline "${name}": it has ${file.size} bytes, more than any baseline; expected a file of clash --baseline or a BCF.`,
    { path: name },
  );
}
