/**
 * The worker's side of the studio: owns the engine and the open objects, advances scenes and runs queries.
 *
 * It does one thing at a time, in the order requested. Anything that changes while a query runs makes its answer stale;
 * the query is then run again.
 */
import { FRAME_SECONDS } from '../../../scenes/index.ts';
import { createEngine, type Engine } from '../../../src/index.ts';
import { readDeflection } from '../../../src/report/lengths.ts';
import type { EngineChoice, SceneChoice, SourceFile, ToPage } from '../protocol.ts';
import { QUERY_DEFAULTS, type Query, type QueryKind } from '../query.ts';
import { abortError, isAbort } from './abort.ts';
import { ask } from './ask.ts';
import type { Asked } from './asked.ts';
import { FileWorld } from './file-world.ts';
import { JointDesk } from './joint-desk.ts';
import { ofWorld } from './matrices.ts';
import { FRAMES_PER_SECOND } from './motion.ts';
import { noticeOf } from './notices.ts';
import { openFiles } from './open-files.ts';
import { Player } from './player.ts';
import { PrintDesk } from './print-desk.ts';
import { proveClip } from './prove-clip.ts';
import { QuietProgress } from './quiet-progress.ts';
import { ReviewDesk } from './review-desk.ts';
import { scanClip } from './scan-clip.ts';
import { SceneWorld } from './scene-world.ts';
import { showUnit } from './shown-lengths.ts';
import { WorkQueue } from './work-queue.ts';
import { WorldSender } from './world-sender.ts';

export type Post = (message: ToPage, transfer?: Transferable[]) => void;

/** Queries whose answers are complete only when nothing moves. */
const MORE_WHEN_STILL: ReadonlySet<QueryKind> = new Set(['cull', 'volume', 'clashes', 'impacts']);

const CANCELLED = {
  type: 'notice',
  level: 'note',
  code: 'cancelled',
  text: 'Stopped before there was an answer. Any change runs the query again.',
  unanswered: true,
} as const;

export class Studio {
  readonly #post: Post;
  readonly #sender: WorldSender;
  readonly #queue: WorkQueue;
  readonly #player = new Player();
  readonly desk: ReviewDesk;
  readonly joints: JointDesk;
  readonly prints: PrintDesk;
  #engine: Engine | undefined;
  #world: FileWorld | SceneWorld | undefined;
  #query: Query = QUERY_DEFAULTS.collide;
  #asked: Asked | undefined;
  /** The answer on the page is out of date. */
  #stale = false;
  #isScheduled = false;
  /** The first stops whatever is running; the second only a query that has been superseded. */
  #abort = new AbortController();
  #asking: AbortController | undefined;

  constructor(post: Post) {
    this.#post = post;
    this.#sender = new WorldSender(post);
    this.#queue = new WorkQueue(post);
    const subject = () => ({
      engine: this.#engine,
      world: this.#world,
      query: this.#query,
      asked: this.#asked,
      signal: this.#abort.signal,
    });
    this.desk = new ReviewDesk(subject, this.#queue, post);
    this.joints = new JointDesk(subject, this.#queue, post);
    this.prints = new PrintDesk(subject, this.#queue, post);
  }

  start(engine: EngineChoice, query: Query): void {
    this.#query = query;
    this.setEngine(engine);
  }

  shown(): void {
    this.#player.pace.shown();
  }

  /** Stops what is running, if possible; what was open stays open. */
  cancel(why: string = CANCELLED.code): void {
    this.#abort.abort(abortError(why));
    this.#abort = new AbortController();
    this.#asking?.abort(abortError(why));
    this.#player.stop();
    this.#postPlaying();
  }

  setQuery(query: Query): void {
    this.#query = query;
    if (this.#world instanceof SceneWorld) this.#world.remembers = query.kind === 'impacts';
    this.#asking?.abort(abortError('superseded'));
    this.#askAgain();
  }

  /** Tells the answer again where lengths are shown in another unit. */
  showUnit(shown: string): void {
    if (!showUnit(shown === '' ? undefined : shown)) return;
    const answer = this.#asked?.reword?.();
    if (answer) this.#post({ type: 'reworded', answer });
  }

  setPlaying(playing: boolean, speed: number): void {
    this.#player.pace.speed = speed;
    if (playing && !(this.#world instanceof SceneWorld) && !this.#world?.motion) return;
    if (this.#player.playing && !playing && MORE_WHEN_STILL.has(this.#query.kind)) this.#stale = true;
    this.#player.playing = playing;
    this.#postPlaying();
    this.#schedule();
  }

  #postPlaying(): void {
    const { playing, frame } = this.#player;
    this.#post({ type: 'playing', playing, frame });
  }

  seek(frame: number): void {
    this.#player.seek(frame);
    this.#schedule();
  }

  drag(key: number, matrix: readonly number[]): void {
    const world = this.#world;
    const object = world?.objects.find((candidate) => candidate.key === key);
    if (!world || !object) return;
    world.drag(object, ofWorld(matrix, world.origin));
    this.#askAgain();
  }

  remove(key: number): void {
    this.#queue.add('removing an object', async () => {
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

  chooseClip(clip: number): void {
    this.#queue.add('the clip', async () => {
      if (!(this.#world instanceof FileWorld)) return;
      this.#world.chooseClip(clip);
      this.#player.frame = 0;
      this.#player.pace.frameSeconds = 1 / FRAMES_PER_SECOND;
      this.#sender.send(this.#world, false);
      this.#askAgain();
    });
  }

  moveJoint(name: string, value: number): void {
    if (this.joints.move(name, value)) this.#askAgain();
  }

  /** Looks for clashes in every frame of the clip. */
  scan(): void {
    this.#player.stop();
    this.#postPlaying();
    const { signal } = this.#abort;
    this.#queue.add('the clip', async () => {
      const world = this.#world;
      if (!(world instanceof FileWorld) || !world.motion) return;
      const query = this.#query.kind === 'clashes' ? this.#query : QUERY_DEFAULTS.clashes;
      try {
        await scanClip(world, query, signal, this.#post);
      } finally {
        world.seek(this.#player.frame);
        world.update();
      }
    });
  }

  /** Proves where the clip is free. */
  prove(): void {
    this.#player.stop();
    this.#postPlaying();
    const { signal } = this.#abort;
    this.#queue.add('the clip', async () => {
      const world = this.#world;
      if (!(world instanceof FileWorld) || !world.motion || !this.#engine) return;
      const { clip } = world.motion;
      const played = world.files.find(({ clips }) => clips.length > 0)?.clips[clip];
      if (played) await proveClip(this.#engine, played, clip, signal, this.#post);
    });
  }

  setEngine(choice: EngineChoice): void {
    const { playing } = this.#player;
    this.cancel('superseded');
    this.#queue.add('the engine', async () => {
      const before = this.#engine;
      try {
        this.#engine = await createEngine(choice);
      } catch (error) {
        this.#post(noticeOf(error, `the engine ${choice.backend}`));
        this.#engine ??= await createEngine({ threads: 0 });
      }
      const { backend, threads } = this.#engine;
      this.#post({ type: 'engine', backend, threads });
      if (this.#engine !== before) {
        await this.#moveWorld(this.#engine);
        before?.dispose();
      }
      if (playing) this.setPlaying(true, this.#player.pace.speed);
    });
  }

  /** Moves what is open to another engine. */
  async #moveWorld(engine: Engine): Promise<void> {
    const world = this.#world;
    if (world instanceof SceneWorld) {
      await this.#showScene({ ...world.info, frame: this.#player.frame }, this.#abort.signal, false);
    } else if (world) {
      const moved = new FileWorld(engine);
      moved.adopt(world);
      this.#replaceWorld(moved, false);
    }
  }

  /** `query` is asked from then on. */
  openScene(scene: SceneChoice, playing: boolean, query?: Query): void {
    this.#begin(`the scene ${scene.name}`, async (signal) => {
      this.#post({ type: 'progress', label: `opening ${scene.name}`, done: 0 });
      await this.#showScene(scene, signal, true, query);
      this.setPlaying(playing, this.#player.pace.speed);
    });
  }

  async #showScene(scene: SceneChoice, signal: AbortSignal, fresh: boolean, query?: Query): Promise<void> {
    const world = await SceneWorld.open(this.#engine!, scene);
    world.remembers = (query ?? this.#query).kind === 'impacts';
    this.#player.pace.frameSeconds = FRAME_SECONDS;
    const { frame } = this.#player;
    const progress = new QuietProgress(this.#post, 'replaying');
    try {
      this.#player.frame = 0;
      await this.#player.advance(world, scene.frame, { signal, onProgress: progress.report });
    } catch (error) {
      this.#player.frame = frame;
      world.dispose();
      throw error;
    } finally {
      progress.end();
    }
    this.#query = query ?? this.#query;
    this.#replaceWorld(world, fresh);
  }

  openFiles(files: readonly SourceFile[], add: boolean, deflection: string, query?: Query): void {
    this.#begin('the files', async (signal) => {
      const asked = deflection.trim() === '' ? {} : { deflection: readDeflection(deflection) };
      const kept = add && this.#world instanceof FileWorld ? this.#world : undefined;
      const progress = (label: string, done: number) => this.#post({ type: 'progress', label, done });
      const world = await openFiles(this.#engine!, kept, files, { signal, progress, notify: this.#post, ...asked });
      if (!world) return;
      this.#player.frame = 0;
      this.#player.pace.frameSeconds = 1 / FRAMES_PER_SECOND;
      this.#query = query ?? this.#query;
      this.#replaceWorld(world, !kept);
    });
  }

  #replaceWorld(world: FileWorld | SceneWorld, fresh: boolean): void {
    if (this.#world !== world) this.#world?.dispose();
    if (fresh) this.desk.decisions.forget();
    this.#world = world;
    this.#asked = undefined;
    world.update();
    this.#sender.send(world, fresh);
    this.#postPlaying();
    this.#askAgain();
  }

  /** Opens something else: stops what is running, and playback. */
  #begin(what: string, work: (signal: AbortSignal) => Promise<void>): void {
    this.cancel('superseded');
    const { signal } = this.#abort;
    this.#queue.add(what, async () => {
      try {
        signal.throwIfAborted();
        await work(signal);
      } finally {
        if (!this.#world) this.#post({ type: 'unopened' });
      }
    });
  }

  #askAgain(): void {
    this.#stale = true;
    this.#schedule();
  }

  /** Repeats while there is something to move or to ask; each run is one frame. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#queue.addSilently(async () => {
      this.#isScheduled = false;
      if (!this.#world || !(this.#stale || this.#player.isDue)) return;
      await this.#player.pace.untilDrawn();
      await this.#oneFrame().catch((error: unknown) => this.#failed(error));
      this.#schedule();
    });
  }

  #failed(error: unknown): void {
    if (isAbort(error)) {
      // Otherwise something else follows at once, so there is nothing to report.
      const isAsked = (error as Error).message === CANCELLED.code;
      if (isAsked && !this.#stale && !this.#player.isDue) this.#post(CANCELLED);
      return;
    }
    this.#stale = false;
    this.#player.stop();
    this.#post({ ...noticeOf(error, 'the query'), unanswered: true });
    this.#postPlaying();
    this.#post({ type: 'idle' });
  }

  async #oneFrame(): Promise<void> {
    const began = performance.now();
    await this.#move(this.#world!, this.#abort.signal);
    const simulate = performance.now() - began;
    const world = this.#world!;
    this.#stale = false;
    world.update();
    if (this.#sender.changed(world)) this.#sender.send(world, false);
    const { answer: plain, found } = await this.#ask(world);
    const answer = found ? { ...plain, review: this.desk.decisions.take(world, found) } : plain;
    this.#player.pace.sent();
    const milliseconds = { simulate, detect: answer.milliseconds };
    this.#sender.sendFrame(world, { frame: this.#player.frame, answer, milliseconds });
  }

  /** Simulated scenes go back only by starting over. */
  async #move(world: FileWorld | SceneWorld, signal: AbortSignal): Promise<void> {
    const progress = new QuietProgress(this.#post, 'simulating');
    try {
      const past = await this.#player.move(world, { signal, onProgress: progress.report });
      if (past !== undefined && world instanceof SceneWorld) {
        await this.#showScene({ ...world.info, frame: past }, signal, false);
      }
    } finally {
      progress.end();
    }
  }

  async #ask(world: FileWorld | SceneWorld): Promise<Asked> {
    const progress = new QuietProgress(this.#post, 'searching');
    this.#asking = new AbortController();
    try {
      if (this.#query.kind === 'clashes' && world instanceof FileWorld) world.said = this.#query.unit;
      const running = { signal: this.#asking.signal, onProgress: progress.report };
      this.#asked = await ask(world, this.#query, running, this.#player.playing);
      return this.#asked;
    } finally {
      this.#asking = undefined;
      progress.end();
    }
  }
}
