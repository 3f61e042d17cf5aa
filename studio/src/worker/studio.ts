/**
 * The worker's side of the studio: owns the engine and what is being looked at, moves scenes on and asks.
 *
 * One thing is done at a time, in the order in which it was asked for. Whatever changes while a question is being answered
 * makes the answer stale; the question is then put again.
 */
import { createEngine, type Engine } from '../../../src/index.ts';
import type { EngineChoice, FrameMessage, SceneChoice, SourceFile, ToPage } from '../protocol.ts';
import { QUERY_DEFAULTS, type Query } from '../query.ts';
import { ask } from './ask.ts';
import type { Asked } from './asked.ts';
import { FileWorld } from './file-world.ts';
import { aboutOrigin, ofWorld } from './matrices.ts';
import { noticeOf } from './notices.ts';
import { openFiles } from './open-files.ts';
import { Pace } from './pace.ts';
import { jsonReport, pairsFile, plainReport } from './report.ts';
import { SceneWorld } from './scene-world.ts';
import { WorldSender } from './world-sender.ts';

export type Post = (message: ToPage, transfer?: Transferable[]) => void;

/** Work that takes longer than this shows how far it is. */
const SILENT_MILLISECONDS = 250;
const PROGRESS_MILLISECONDS = 80;

export class Studio {
  readonly #post: Post;
  readonly #sender: WorldSender;
  readonly #pace = new Pace();
  #engine: Engine | undefined;
  #world: FileWorld | SceneWorld | undefined;
  #query: Query = QUERY_DEFAULTS.collide;
  #asked: Asked | undefined;
  #frame = 0;
  #playing = false;
  #seekTo: number | undefined;
  /** The answer that is shown is not that of what is shown. */
  #stale = false;
  #turning = false;
  /** Stops what is running now; the second only a question that is no longer asked. */
  #abort = new AbortController();
  #asking: AbortController | undefined;
  #queue: Promise<void> = Promise.resolve();

  constructor(post: Post) {
    this.#post = post;
    this.#sender = new WorldSender(post);
  }

  start(engine: EngineChoice, query: Query): void {
    this.#query = query;
    this.setEngine(engine);
  }

  shown(): void {
    this.#pace.shown();
  }

  /** Stops what is running, if it can be stopped; what was open stays open. */
  cancel(): void {
    this.#abort.abort(new DOMException('cancelled', 'AbortError'));
    this.#abort = new AbortController();
    this.#asking?.abort(new DOMException('cancelled', 'AbortError'));
    this.#seekTo = undefined;
  }

  setQuery(query: Query): void {
    this.#query = query;
    this.#asking?.abort(new DOMException('another question', 'AbortError'));
    this.#askAgain();
  }

  setPlaying(playing: boolean, speed: number): void {
    this.#pace.speed = speed;
    if (playing && !(this.#world instanceof SceneWorld)) return;
    // What only a still picture shows comes when it stands still.
    if (this.#playing && !playing && (this.#query.kind === 'cull' || this.#query.kind === 'volume')) {
      this.#stale = true;
    }
    this.#playing = playing;
    this.#post({ type: 'playing', playing, frame: this.#frame });
    this.#turn();
  }

  seek(frame: number): void {
    this.#seekTo = frame;
    this.#turn();
  }

  drag(key: number, matrix: readonly number[]): void {
    const world = this.#world;
    const object = world?.objects.find((candidate) => candidate.key === key);
    if (!world || !object) return;
    world.drag(object, ofWorld(matrix, world.origin));
    this.#askAgain();
  }

  remove(key: number): void {
    this.#enqueue('removing an object', async () => {
      const object = this.#world?.objects.find((candidate) => candidate.key === key);
      if (!object || !(this.#world instanceof FileWorld)) return;
      this.#world.remove(object);
      this.#sender.send(this.#world, false);
      this.#askAgain();
    });
  }

  locate(a: number, b: number): void {
    const bounds = this.#asked?.locate(a, b);
    if (bounds) this.#post({ type: 'located', bounds });
  }

  export(form: 'json' | 'pairs'): void {
    this.#enqueue('the report', async () => {
      const [asked, world, query] = [this.#asked, this.#world, this.#query];
      if (!asked || !world || !this.#engine) return;
      const text = await (form === 'pairs'
        ? pairsFile(asked)
        : query.kind === 'collide' && asked.collisions
          ? jsonReport(this.#engine, world, query, asked)
          : plainReport(world, query, asked));
      this.#post({ type: 'exported', form, text });
    });
  }

  setEngine(choice: EngineChoice): void {
    this.cancel();
    this.#enqueue('the engine', async () => {
      let engine: Engine;
      try {
        engine = await createEngine(choice);
      } catch (error) {
        this.#post(noticeOf(error, `the engine ${choice.backend}`));
        if (this.#engine) {
          this.#tellEngine();
          return;
        }
        engine = await createEngine({ threads: 0 });
      }
      const [world, before] = [this.#world, this.#engine];
      this.#engine = engine;
      this.#tellEngine();
      if (world instanceof FileWorld) {
        const moved = new FileWorld(engine);
        for (const object of world.objects) moved.adopt(object);
        this.#replaceWorld(moved, false);
      } else if (world) await this.#showScene({ ...world.info, frame: this.#frame }, this.#abort.signal);
      before?.dispose();
    });
  }

  #tellEngine(): void {
    const { backend, threads } = this.#engine!;
    this.#post({ type: 'engine', backend, threads });
  }

  openScene(scene: SceneChoice, playing: boolean): void {
    this.#begin(`the scene ${scene.name}`, async (signal) => {
      this.#post({ type: 'progress', label: `opening ${scene.name}`, done: 0 });
      await this.#showScene(scene, signal);
      this.setPlaying(playing, this.#pace.speed);
    });
  }

  async #showScene(scene: SceneChoice, signal: AbortSignal): Promise<void> {
    const world = await SceneWorld.open(this.#engine!, scene);
    try {
      await this.#advance(world, 0, scene.frame, signal);
    } catch (error) {
      world.dispose();
      throw error;
    }
    this.#frame = scene.frame;
    this.#replaceWorld(world, true);
  }

  openFiles(files: readonly SourceFile[], add: boolean): void {
    this.#begin('the files', async (signal) => {
      const kept = add && this.#world instanceof FileWorld ? this.#world : undefined;
      const world = kept ?? new FileWorld(this.#engine!);
      const progress = (label: string, done: number) => this.#post({ type: 'progress', label, done });
      let added = 0;
      try {
        added = await openFiles(world, files, { signal, progress, tell: this.#post });
      } finally {
        if (added === 0 && !kept) world.dispose();
      }
      if (added === 0) return;
      this.#frame = 0;
      this.#replaceWorld(world, !kept);
    });
  }

  #replaceWorld(world: FileWorld | SceneWorld, fresh: boolean): void {
    if (this.#world !== world) this.#world?.dispose();
    this.#world = world;
    this.#asked = undefined;
    world.update();
    this.#sender.send(world, fresh);
    this.#post({ type: 'playing', playing: this.#playing, frame: this.#frame });
    this.#askAgain();
  }

  /** Opens something else: what runs is stopped and playing ends. */
  #begin(what: string, work: (signal: AbortSignal) => Promise<void>): void {
    this.cancel();
    this.#playing = false;
    this.#post({ type: 'playing', playing: false, frame: this.#frame });
    const { signal } = this.#abort;
    this.#enqueue(what, async () => {
      signal.throwIfAborted();
      await work(signal);
    });
  }

  #enqueue(what: string, work: () => Promise<void>): void {
    this.#queue = this.#queue.then(work).catch((error: unknown) => {
      if ((error as Error)?.name !== 'AbortError') this.#post(noticeOf(error, what));
    });
    this.#queue = this.#queue.then(() => this.#post({ type: 'idle' }));
  }

  #askAgain(): void {
    this.#stale = true;
    this.#turn();
  }

  /** Goes on as long as there is something to move or to ask; one turn is one frame. */
  #turn(): void {
    if (this.#turning) return;
    this.#turning = true;
    this.#queue = this.#queue.then(async () => {
      this.#turning = false;
      if (!this.#world || !(this.#playing || this.#stale || this.#seekTo !== undefined)) return;
      await this.#pace.room();
      await this.#oneFrame().catch((error: unknown) => this.#stumble(error));
      this.#turn();
    });
  }

  #stumble(error: unknown): void {
    if ((error as Error)?.name === 'AbortError') return;
    this.#stale = false;
    this.#playing = false;
    this.#post(noticeOf(error, 'the query'));
    this.#post({ type: 'playing', playing: false, frame: this.#frame });
    this.#post({ type: 'idle' });
  }

  async #oneFrame(): Promise<void> {
    const began = performance.now();
    await this.#move(this.#world!, this.#abort.signal);
    const stepped = performance.now();
    const world = this.#world!;
    this.#stale = false;
    world.update();
    if (this.#sender.changed(world)) this.#sender.send(world, false);
    const { answer } = await this.#ask(world);
    const milliseconds = { simulate: stepped - began, detect: answer.milliseconds };
    this.#send(world, { type: 'frame', frame: this.#frame, movements: [], answer, milliseconds });
  }

  async #ask(world: FileWorld | SceneWorld): Promise<Asked> {
    const progress = this.#progress('looking for collisions');
    this.#asking = new AbortController();
    try {
      const running = { signal: this.#asking.signal, onProgress: progress.report };
      this.#asked = await ask(world, this.#query, running, this.#playing);
      return this.#asked;
    } finally {
      this.#asking = undefined;
      progress.end();
    }
  }

  #send(world: FileWorld | SceneWorld, frame: FrameMessage): void {
    const movements = this.#sender.movements(world, (matrix) => [...aboutOrigin(matrix, world.origin)]);
    const transfer: Transferable[] = movements.flatMap(({ positions }) => (positions ? [positions.buffer] : []));
    for (const { data } of frame.answer?.overlays ?? []) transfer.push(data.buffer);
    for (const { values } of frame.answer?.pictures ?? []) transfer.push(values.buffer);
    this.#pace.sent();
    this.#post({ ...frame, movements }, transfer);
  }

  async #move(world: FileWorld | SceneWorld, signal: AbortSignal): Promise<void> {
    const target = this.#seekTo;
    this.#seekTo = undefined;
    if (target !== undefined) await this.#goTo(target, signal);
    else if (this.#playing) {
      await this.#pace.beat();
      for (let step = 0; step < this.#pace.stepsPerFrame; step++) {
        await world.step();
        this.#frame++;
      }
    }
  }

  /** Backwards only by starting again, where frames follow from each other. */
  async #goTo(frame: number, signal: AbortSignal): Promise<void> {
    const world = this.#world!;
    if (world instanceof FileWorld) return;
    if (frame < this.#frame && !world.seek) {
      await this.#showScene({ ...world.info, frame }, signal);
      return;
    }
    await this.#advance(world, this.#frame, frame, signal);
    this.#frame = frame;
  }

  async #advance(world: SceneWorld, from: number, to: number, signal: AbortSignal): Promise<void> {
    if (from === to) return;
    if (world.seek) {
      world.seek(to);
      return;
    }
    const progress = this.#progress('replaying');
    try {
      for (let frame = from; frame < to; frame++) {
        signal.throwIfAborted();
        await world.step();
        progress.report((frame - from) / (to - from));
      }
    } finally {
      progress.end();
    }
  }

  /** Progress that stays silent for what is quick. */
  #progress(label: string): { report: (done: number) => void; end: () => void } {
    const began = performance.now();
    let told = 0;
    return {
      report: (done) => {
        const now = performance.now();
        if (now - began < SILENT_MILLISECONDS || now - told < PROGRESS_MILLISECONDS) return;
        told = now;
        this.#post({ type: 'progress', label, done });
      },
      end: () => {
        if (told > 0) this.#post({ type: 'idle' });
      },
    };
  }
}
