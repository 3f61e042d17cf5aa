/**
 * What is asked to be opened, and what is open: to be opened again after the worker has been replaced, and to change the question
 * with what is open. Files are reviewed; scenes keep their question.
 */
import { type Linked, readLink } from './link.ts';
import type { SceneChoice, SourceFile, ToWorker } from './protocol.ts';
import { QUERY_DEFAULTS, type Query } from './query.ts';
import { FIRST_SCENE, listedScene } from './scene-list.ts';

type Opened = (
  | { readonly kind: 'scene'; readonly scene: SceneChoice; readonly playing: boolean }
  | { readonly kind: 'files'; readonly files: readonly SourceFile[]; readonly add: boolean }
) & {
  /** Asked from then on. */
  readonly query?: Query;
};

export interface OpeningListeners {
  readonly send: (message: ToWorker) => void;
  /** The current query. */
  readonly query: () => Query;
  /** The question about clashes, as it was left. */
  readonly clashes: () => Query;
  readonly onBegin: (label: string) => void;
}

export class Opening {
  readonly #listeners: OpeningListeners;
  #asked: Opened | undefined;
  #opened: Opened | undefined;
  /** What was asked before files were opened, for the next scene. */
  #sceneQuery: Query = QUERY_DEFAULTS.collide;
  /** The camera of a link, until its scene is open. */
  #camera: readonly number[] | undefined;

  constructor(listeners: OpeningListeners) {
    this.#listeners = listeners;
  }

  /** How far triangles of CAD files may be from surfaces; empty: the reader decides. */
  deflection = '';

  /** Files named on the command line, or what the address links to. Returns whether there is something to open. */
  first(given: readonly SourceFile[]): boolean {
    const linked = readLink(location.hash);
    if (given.length > 0) this.files(given, false);
    else if (linked) this.link(linked);
    return given.length > 0 || linked !== undefined;
  }

  /** A scene to begin with. */
  firstScene(): void {
    this.scene({ name: FIRST_SCENE, seed: 1, frame: 0, size: listedScene(FIRST_SCENE)!.light }, true);
  }

  /** Whether something is open, or is being opened. */
  get isAsked(): boolean {
    return this.#asked !== undefined || this.#opened !== undefined;
  }

  /** Whether what is open, or is being opened, are files. */
  get isFiles(): boolean {
    return (this.#asked ?? this.#opened)?.kind === 'files';
  }

  get names(): readonly string[] {
    return this.#opened?.kind === 'files' ? this.#opened.files.map(({ name }) => name) : [];
  }

  link({ camera, scene, playing }: Linked): void {
    this.#camera = camera;
    this.scene(scene, playing);
  }

  scene(scene: SceneChoice, playing: boolean): void {
    this.#show({ kind: 'scene', scene, playing });
  }

  files(files: readonly SourceFile[], add: boolean): void {
    this.#show({ kind: 'files', files, add });
  }

  /** The requested files could not be opened. */
  forget(): void {
    this.#asked = undefined;
  }

  /** Opens what was open before. */
  again(): void {
    if (this.#opened) this.#show(this.#opened);
  }

  #show(opening: Opened): void {
    const query = this.#queryFor(opening);
    const opened = { ...opening, ...(query && { query }) };
    this.#asked = opened;
    const what = opened.kind === 'scene' ? opened.scene.name : opened.files.map(({ name }) => name).join(', ');
    this.#listeners.onBegin(`opening ${what}`);
    if (opened.kind === 'scene') {
      const { scene, playing } = opened;
      this.#listeners.send({ type: 'open-scene', scene, playing, ...(query && { query }) });
    } else {
      const { files, add } = opened;
      const { deflection } = this;
      this.#listeners.send({ type: 'open-files', files, add, deflection, ...(query && { query }) });
    }
  }

  /** Undefined when the question stays as it is. */
  #queryFor({ kind }: Opened): Query | undefined {
    const before = this.#opened?.kind;
    const query = this.#listeners.query();
    if (kind === 'files' && before !== 'files' && query.kind !== 'clashes') return this.#listeners.clashes();
    if (kind === 'scene' && before === undefined && query.kind === 'clashes' && !readLink(location.hash))
      return this.#sceneQuery;
    if (kind === 'scene' && before === 'files' && query.kind === 'clashes') return this.#sceneQuery;
    return undefined;
  }

  /** The requested files are open now. Returns their question, if it is a different one. */
  take(): Query | undefined {
    const query = this.#asked?.query;
    if (query && this.#asked?.kind === 'files') this.#sceneQuery = this.#listeners.query();
    this.#opened = this.#asked;
    return query;
  }

  /** Whether a change comes from added files; if so, they count as open now. */
  takeAdded(): boolean {
    const [opened, asked] = [this.#opened, this.#asked];
    if (opened?.kind !== 'files' || asked?.kind !== 'files' || !asked.add) return false;
    this.#opened = { ...opened, files: [...opened.files, ...asked.files] };
    this.#asked = undefined;
    return true;
  }

  /** The camera of the link that was followed, once. */
  takeCamera(): readonly number[] | undefined {
    const camera = this.#camera;
    this.#camera = undefined;
    return camera;
  }
}
