/** What the page asks about joints: to move one, to prove where they are free, and a page about that. */
import type { Positions } from '../../../src/index.ts';
import { withPoints } from '../../../src/report/motion/jam-points.ts';
import { abortError } from './abort.ts';
import { FileWorld } from './file-world.ts';
import { JointProofs } from './prove-joints.ts';
import type { DeskSubject } from './review-desk.ts';
import type { Post } from './studio.ts';
import type { WorkQueue } from './work-queue.ts';

const PICTURES_MOST = 100;
const NOT_PROVEN = 'There is nothing to report yet; wait until the joints are proven.';

export class JointDesk {
  readonly #proofs = new JointProofs();
  readonly #subject: () => DeskSubject;
  readonly #queue: WorkQueue;
  readonly #post: Post;
  #proving: AbortController | undefined;

  constructor(subject: () => DeskSubject, queue: WorkQueue, post: Post) {
    this.#subject = subject;
    this.#queue = queue;
    this.#post = post;
  }

  get #world(): FileWorld | undefined {
    const { world } = this.#subject();
    return world instanceof FileWorld && world.joints ? world : undefined;
  }

  /** At once; what is being proven for the places before is given up. Returns whether something has moved. */
  move(name: string, value: number): boolean {
    const world = this.#world;
    if (!world?.joints?.set(name, value)) return false;
    this.#proving?.abort(abortError('superseded'));
    world.placeJoints();
    return true;
  }

  /** Proves what is not proven for where the joints are. */
  prove(): void {
    this.#proving?.abort(abortError('superseded'));
    const own = new AbortController();
    this.#proving = own;
    const { signal } = this.#subject();
    this.#queue.add('the joints', async () => {
      const { engine } = this.#subject();
      const world = this.#world;
      if (!engine || !world) return;
      await this.#proofs.prove(engine, world, AbortSignal.any([signal, own.signal]), this.#post);
    });
  }

  /** The page of `motion --report`. */
  export(): void {
    this.#queue.add('the report', async () => {
      const { engine } = this.#subject();
      const world = this.#world;
      const found = world ? this.#proofs.foundFor(world) : [];
      if (!engine || !world || found.length === 0) {
        this.#post({ type: 'notice', level: 'note', code: 'not-proven', text: NOT_PROVEN });
        return;
      }
      const [{ jamPictures }, { motionPage }] = await Promise.all([
        import('../../../src/report/motion/jam-pictures.ts'),
        import('../../../src/report/motion/motion-page.ts'),
      ]);
      const { objects, up } = world;
      const makePair = (a: number, b: number, positions: readonly Positions[]) => {
        const scene = engine.createScene();
        for (const at of [a, b]) scene.add({ positions: positions[at], indices: objects[at].indices, weld: true });
        return scene;
      };
      const reported = [];
      for (const each of found) reported.push({ found: each, row: await withPoints(makePair, each) });
      const onProgress = (done: number) => this.#post({ type: 'progress', label: 'drawing jams', done });
      const indices = objects.map((object) => object.indices);
      const pictures = await jamPictures(reported, { indices, up, most: PICTURES_MOST, makePair, onProgress });
      const places = world.joints!.placesText;
      const title = `Motion: ${world.files.map(({ name }) => name).join(', ')}${places && ` (others move with ${places})`}`;
      const names = objects.map(({ name }) => name);
      const page = { title, names, rows: reported.map(({ row }) => row), pictures, date: new Date() };
      const file = new Blob([await motionPage(page)], { type: 'text/html' });
      this.#post({ type: 'exported', form: 'motion', file });
    });
  }
}
