/** The page: connects its panels, the 3D view and the worker. */
import { Connection } from './connection.ts';
import { byId } from './dom.ts';
import { save, savePicture, shareLink } from './export.ts';
import { freeInsets } from './layout.ts';
import { type Linked, readLink } from './link.ts';
import { AnswerPanel } from './panels/answer-panel.ts';
import { AskPanel } from './panels/ask-panel.ts';
import { Charts } from './panels/charts.ts';
import { notice } from './panels/notices.ts';
import { OpenPanel } from './panels/open-panel.ts';
import { ProgressPanel } from './panels/progress.ts';
import { SeePanel } from './panels/see-panel.ts';
import { SelectionBar } from './panels/selection-bar.ts';
import { useSheets } from './panels/sheets.ts';
import { Transport } from './panels/transport.ts';
import type {
  EngineChoice,
  FrameMessage,
  ObjectInfo,
  OverlayName,
  SceneChoice,
  SceneInfo,
  SourceFile,
  ToPage,
  WorldMessage,
} from './protocol.ts';
import { QUERY_DEFAULTS } from './query.ts';
import { FIRST_SCENE, listedScene } from './scene-list.ts';
import { theme, watchTheme } from './theme.ts';
import { useToolbar } from './toolbar.ts';
import { View } from './view/view.ts';

const SIMULATED = 'Objects in simulated scenes move by themselves. To drag objects, open files or another scene.';
const WHY_IT_DIED = 'probably because it ran out of memory. Simplify or split the model, or use the command line.';

/** What to reopen after the worker has been replaced. */
type Opened =
  | { readonly kind: 'scene'; readonly scene: SceneChoice; readonly playing: boolean }
  | { readonly kind: 'files'; readonly files: readonly SourceFile[]; readonly add: boolean };

type Hears = { readonly [Type in ToPage['type']]: (message: Extract<ToPage, { type: Type }>) => void };

export class App {
  readonly #view: View;
  readonly #open: OpenPanel;
  readonly #ask: AskPanel;
  readonly #see: SeePanel;
  readonly #answer: AnswerPanel;
  readonly #charts = new Charts();
  readonly #transport: Transport;
  readonly #progress: ProgressPanel;
  readonly #selection: SelectionBar;
  readonly #connection: Connection;
  #engine: EngineChoice = { backend: 'wasm' };
  #objects: readonly ObjectInfo[] = [];
  #scene: SceneInfo | undefined;
  #asked: Opened | undefined;
  #opened: Opened | undefined;
  /** The camera of a link, until its scene is open. */
  #camera: readonly number[] | undefined;
  #bounds: WorldMessage['bounds'] | undefined;

  constructor(given: readonly SourceFile[]) {
    const linked = readLink(location.hash);
    // First, so that the worker loads while the rest is set up.
    this.#connection = new Connection({
      onMessage: (message) => (this.#hears[message.type] as (message: ToPage) => void)(message),
      onReplaced: (reason, detail) => this.#replaced(reason, detail),
    });
    this.#view = new View(byId<HTMLCanvasElement>('view'), {
      onShown: (frame, overlays) => this.#shown(frame, overlays),
      onPick: (key) => this.#choose(key),
      onDrag: (key, matrix) => this.#connection.send({ type: 'drag', key, matrix }),
      onTrouble: (code, text) => notice('error', code, text),
    });
    this.#open = new OpenPanel({
      onFiles: (files, add) => this.#show({ kind: 'files', files, add }),
      onScene: (name, size) => this.#openScene({ name, seed: 1, frame: 0, ...(size !== undefined && { size }) }, true),
      onChoose: (key) => this.#choose(key),
    });
    this.#ask = new AskPanel(linked?.query ?? QUERY_DEFAULTS.collide, {
      onQuery: (query) => {
        this.#charts.clear();
        this.#see.suit(query.kind);
        this.#connection.send({ type: 'query', query });
      },
      onEngine: (engine) => {
        this.#engine = engine;
        this.#connection.send({ type: 'engine', engine });
      },
    });
    this.#see = new SeePanel(({ opacity, wireframe, ghosts }) => {
      this.#view.objects.setLook({ opacity, wireframe });
      this.#view.overlays.setGhosts(ghosts);
      this.#view.request();
    });
    this.#answer = new AnswerPanel({
      onRow: ({ a, b }) => this.#connection.send({ type: 'locate', a, b: b < 0 ? a : b }),
      onPass: (pass) => this.#ask.showPass(pass),
    });
    this.#transport = new Transport({
      onPlay: (playing, speed) => this.#connection.send({ type: 'play', playing, speed }),
      onSeek: (frame) => this.#connection.send({ type: 'seek', frame }),
    });
    this.#progress = new ProgressPanel(() => this.#connection.cancel());
    this.#selection = new SelectionBar(this.#view.gizmo, {
      onDone: () => this.#choose(undefined),
      onRemove: (key) => {
        this.#choose(undefined);
        this.#connection.send({ type: 'remove', key });
      },
    });
    this.#listen();
    this.#see.suit(this.#ask.query.kind);
    this.#start();
    this.#openFirst(linked, given);
  }

  #start(): void {
    const page = new URL('.', location.href).href;
    this.#connection.send({ type: 'start', page, engine: this.#engine, query: this.#ask.query });
  }

  #openFirst(linked: Linked | undefined, given: readonly SourceFile[]): void {
    if (given.length > 0) this.#show({ kind: 'files', files: given, add: false });
    else if (linked) {
      this.#camera = linked.camera;
      this.#openScene(linked.scene, linked.playing);
    } else {
      const { light } = listedScene(FIRST_SCENE)!;
      this.#openScene({ name: FIRST_SCENE, seed: 1, frame: 0, size: light }, true);
    }
  }

  #openScene(scene: SceneChoice, playing: boolean): void {
    this.#show({ kind: 'scene', scene, playing });
  }

  #show(opened: Opened): void {
    this.#asked = opened;
    document.documentElement.dataset.state = 'busy';
    if (opened.kind === 'scene')
      this.#connection.send({ type: 'open-scene', scene: opened.scene, playing: opened.playing });
    else this.#connection.send({ type: 'open-files', files: opened.files, add: opened.add });
  }

  #replaced(reason: 'stopped' | 'died', detail: string): void {
    this.#progress.hide();
    if (reason === 'died') {
      notice('error', 'worker-died', `The background worker stopped (${detail}), ${WHY_IT_DIED}`);
    } else notice('note', 'stopped', 'Stopped. Reopening what was open before.');
    this.#start();
    const again = this.#opened;
    if (again) this.#show(again);
  }

  readonly #hears: Hears = {
    engine: ({ backend, threads }) => {
      this.#engine = { backend, threads };
      this.#ask.showEngine(backend, threads);
    },
    world: (world) => this.#worldChanged(world),
    geometry: (piece) => this.#view.addPiece(piece),
    frame: (frame) => {
      document.documentElement.dataset.state = 'idle';
      this.#view.setFrame(frame);
    },
    notice: ({ level, code, text, unanswered }) => {
      notice(level, code, text);
      if (unanswered) this.#answer.clear('No answer; see the message.');
    },
    progress: ({ label, done }) => this.#progress.show(label, done),
    idle: () => {
      document.documentElement.dataset.state = 'idle';
      this.#progress.hide();
    },
    playing: ({ playing, frame }) => this.#transport.setPlaying(playing, frame),
    located: ({ bounds }) => this.#view.rig.fit(bounds, { turned: false, fly: true }),
    exported: ({ form, text }) => save(text, form === 'json' ? 'collisions.json' : 'pairs.tsv'),
  };

  #worldChanged(world: WorldMessage): void {
    this.#objects = world.objects;
    this.#scene = world.scene;
    this.#bounds = world.bounds;
    if (world.fresh) {
      this.#opened = this.#asked;
      this.#charts.clear();
      this.#choose(undefined);
      this.#answer.clear('Searching…');
    }
    const added = !world.fresh && this.#filesWereAdded();
    this.#ask.objects = world.objects;
    this.#transport.setScene(world.scene);
    this.#open.show(world.scene, world.objects);
    this.#view.setWorld(world);
    if (this.#camera && world.fresh) this.#view.rig.pose = this.#camera;
    else if (added) this.#view.rig.fit(world.bounds, { turned: false, fly: true });
    this.#camera = undefined;
  }

  /** Whether the change comes from added files; if so, they count as open now. */
  #filesWereAdded(): boolean {
    const [opened, asked] = [this.#opened, this.#asked];
    if (opened?.kind !== 'files' || asked?.kind !== 'files' || !asked.add) return false;
    this.#opened = { ...opened, files: [...opened.files, ...asked.files] };
    this.#asked = undefined;
    return true;
  }

  #shown(frame: FrameMessage, overlays: readonly OverlayName[]): void {
    this.#connection.send({ type: 'shown' });
    this.#transport.setFrame(frame.frame);
    this.#answer.show(frame, this.#objects);
    this.#charts.add(frame, this.#scene !== undefined);
    this.#see.showLegend(overlays, theme());
    if (frame.answer?.note) notice('note', frame.answer.note.code, frame.answer.note.text);
  }

  #choose(key: number | undefined): void {
    if (key !== undefined && this.#scene?.simulated) {
      notice('note', 'simulated', SIMULATED);
      return;
    }
    const info = key === undefined ? undefined : this.#view.objects.info(key);
    this.#view.objects.select(info?.key);
    this.#selection.show(info, this.#scene === undefined);
  }

  /** What a link restores; undefined for files, which a link cannot hold. */
  #linked(): Linked | undefined {
    if (!this.#scene) return undefined;
    const { name, size, seed } = this.#scene;
    const { frame, playing } = this.#transport;
    const scene = { name, seed, frame, ...(size !== undefined && { size }) };
    return { scene, playing, query: this.#ask.query, camera: this.#view.rig.pose };
  }

  #export(form: 'json' | 'pairs'): void {
    if (form === 'pairs' && this.#ask.query.kind !== 'collide') {
      notice('note', 'no-pairs', 'Only the query "Collide" finds triangle pairs. Choose it to save them.');
    } else this.#connection.send({ type: 'export', form });
  }

  #listen(): void {
    const themes = watchTheme((now) => {
      this.#view.setTheme(now);
      this.#charts.setTheme(now);
    });
    useToolbar({
      transport: this.#transport,
      open: this.#open,
      answer: this.#answer,
      see: this.#see,
      selection: this.#selection,
      seeAll: () => this.#bounds && this.#view.rig.fit(this.#bounds, { turned: true, fly: true }),
      letGo: () => this.#choose(undefined),
      copyLink: () => void shareLink(this.#linked()),
      savePicture: () => void savePicture(this.#view, this.#scene?.name ?? 'collisions'),
      saveReport: () => this.#export('json'),
      savePairs: () => this.#export('pairs'),
      toggleTheme: () => themes.toggle(),
    });
    const resize = () => this.#view.resize(freeInsets());
    useSheets(resize);
    new ResizeObserver(resize).observe(byId('view'));
    window.addEventListener('hashchange', () => this.#follow(readLink(location.hash)));
  }

  /** Follows a link opened in this page. */
  #follow(linked: Linked | undefined): void {
    if (!linked) return;
    this.#camera = linked.camera;
    this.#ask.query = linked.query;
    this.#see.suit(linked.query.kind);
    this.#connection.send({ type: 'query', query: linked.query });
    this.#openScene(linked.scene, linked.playing);
  }
}
