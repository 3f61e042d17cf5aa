/** The page: connects its panels, the 3D view and the worker. */
import { asInFile } from '../../src/report/clash-place.ts';
import type { OverlayName } from './answer.ts';
import { Appearance } from './appearance.ts';
import { Connection } from './connection.ts';
import { byId } from './dom.ts';
import { canExport, SAVING, saveExport, savePicture, shareLink } from './export.ts';
import { freeInsets } from './layout.ts';
import { type Linked, readLink, sceneAt } from './link.ts';
import { Opening } from './opening.ts';
import { AskPanel } from './panels/ask-panel.ts';
import { showBuilding } from './panels/building.ts';
import { JointsPanel } from './panels/joints-panel.ts';
import { clearNotices, notice, noticeReplaced } from './panels/notices.ts';
import { isOnlyJoints, OpenPanel } from './panels/open-panel.ts';
import { PrintPanel } from './panels/print-panel.ts';
import { ProgressPanel } from './panels/progress.ts';
import { SettingsPanel } from './panels/settings-panel.ts';
import { useSheets } from './panels/sheets.ts';
import { StartPage } from './panels/start-page.ts';
import { type Tab, Tabs } from './panels/tabs.ts';
import { Tools } from './panels/tools.ts';
import { Transport } from './panels/transport.ts';
import { UnitField } from './panels/unit-field.ts';
import type {
  EngineChoice,
  ExportForm,
  FrameMessage,
  ObjectInfo,
  SceneInfo,
  SourceFile,
  ToPage,
  WorldMessage,
} from './protocol.ts';
import { type ClashesQuery, QUERY_DEFAULTS, type Query } from './query.ts';
import { Results } from './results.ts';
import { ReviewMode } from './review/review-mode.ts';
import { Selection } from './selection.ts';
import { returnFocus } from './shortcuts.ts';
import { theme, watchTheme } from './theme.ts';
import { useToolbar } from './toolbar.ts';
import { View } from './view/view.ts';

type Hears = { readonly [Type in ToPage['type']]: (message: Extract<ToPage, { type: Type }>) => void };

export class App {
  readonly #view: View;
  readonly #open: OpenPanel;
  readonly #ask: AskPanel;
  readonly #appearance: Appearance;
  readonly #settings: SettingsPanel;
  readonly #start: StartPage;
  readonly #tabs: Tabs;
  readonly #results: Results;
  readonly #transport: Transport;
  readonly #joints: JointsPanel;
  readonly #print: PrintPanel;
  readonly #units: UnitField;
  readonly #progress: ProgressPanel;
  readonly #selection: Selection;
  readonly #connection: Connection;
  readonly #review: ReviewMode;
  readonly #tools: Tools;
  readonly #opening: Opening;
  #engine: EngineChoice = { backend: 'wasm' };
  #objects: readonly ObjectInfo[] = [];
  #scene: SceneInfo | undefined;
  #bounds: WorldMessage['bounds'] | undefined;
  #shownOverlays: readonly OverlayName[] = [];

  constructor(given: readonly SourceFile[]) {
    const linked = readLink(location.hash);
    // First, so that the worker loads while the rest is set up.
    this.#connection = new Connection({
      onMessage: (message) => (this.#hears[message.type] as (message: ToPage) => void)(message),
      onReplaced: (reason, detail) => this.#replaced(reason, detail),
    });
    this.#view = new View(byId<HTMLCanvasElement>('view'), {
      onShown: (frame, overlays) => this.#shown(frame, overlays),
      // While a clash is in view, its objects must not be dragged by accident.
      onPick: (key) => this.#review.state.selected === undefined && this.#selection.choose(key),
      onMeasure: (hit) => this.#tools.take(hit),
      onBuilt: (drawn, all) => showBuilding(drawn, all),
      onDrag: (key, matrix) => this.#joints.drag(key, matrix),
      onTrouble: (code, text) => notice('error', code, text),
    });
    const send = this.#connection.send.bind(this.#connection);
    this.#opening = new Opening({
      send,
      query: () => this.#ask.query,
      clashes: () => this.#ask.clashes,
      onBegin: (label) => {
        document.documentElement.dataset.state = 'busy';
        clearNotices();
        this.#open.busy = true;
        this.#progress.begin(label);
        this.#start.visible = false;
      },
    });
    this.#review = new ReviewMode(this.#view, {
      send,
      onPair: (a, b) => this.#suggest(a, b),
      onMarks: () => this.#showLegend(),
      onReview: () => this.#tools.update(),
    });
    this.#selection = new Selection({
      view: this.#view,
      review: this.#review,
      tools: () => this.#tools,
      appearance: () => this.#appearance,
      objects: () => this.#objects,
      scene: () => this.#scene,
      onRemove: (key) => this.#connection.send({ type: 'remove', key }),
    });
    this.#tools = new Tools(this.#view, {
      chosen: () => this.#selection.keys,
      length: this.#review.state.lengths.text,
      asInFile: (values) => asInFile(this.#review.state.facts, values).map(Math.abs),
      onHidden: () => this.#selection.refresh(),
    });
    this.#open = new OpenPanel({
      onFiles: (files, add, handles) => {
        this.#start.remember(handles);
        const isAdded = (add || isOnlyJoints(files)) && this.#opening.isFiles;
        if (!isAdded) this.#forgetUnit();
        this.#opening.files(files, isAdded);
      },
      onScene: (name, size) =>
        this.#opening.scene({ name, seed: 1, frame: 0, ...(size !== undefined && { size }) }, true),
    });
    this.#start = new StartPage({
      onPick: () => this.#open.pick(),
      onFiles: (files) => {
        this.#forgetUnit();
        this.#opening.files(files, false);
      },
    });
    this.#tabs = new Tabs((tab) => this.#turnTo(tab));
    this.#ask = new AskPanel(linked?.query ?? QUERY_DEFAULTS.clashes, {
      onQuery: (query) => this.#query(query),
      onEngine: (engine) => {
        this.#engine = engine;
        this.#connection.send({ type: 'engine', engine });
      },
    });
    this.#settings = new SettingsPanel(this.#ask.clashes, this.#review.state.lengths, {
      onChange: (change) => this.#ask.changeClashes(change),
      onDeflection: (deflection) => {
        this.#opening.deflection = deflection;
        if (this.#opening.isFiles) this.#opening.again();
      },
    });
    this.#appearance = new Appearance(this.#view, {
      onChoose: (key) => this.#selection.choose(key),
      onHidden: () => this.#selection.refresh(),
      onLegend: () => this.#showLegend(),
    });
    this.#results = new Results(this.#view, {
      send,
      onRow: ({ a, b }) => {
        this.#suggest(a, b < 0 ? a : b);
        this.#connection.send({ type: 'locate', a, b: b < 0 ? a : b });
      },
      onPass: (pass) => this.#ask.showPass(pass),
      length: this.#review.state.lengths.text,
    });
    this.#transport = new Transport(send);
    this.#joints = new JointsPanel(send);
    this.#print = new PrintPanel(this.#view, {
      send,
      onBegin: () => this.#progress.begin('checking for print'),
      length: this.#review.state.lengths.text,
    });
    this.#units = new UnitField(this.#review.state.lengths, () => this.#showUnit());
    this.#progress = new ProgressPanel(() => this.#connection.cancel());
    this.#listen();
    this.#suit(this.#ask.query);
    this.#startWorker();
    if (!this.#opening.first(given)) this.#start.visible = true;
    if (linked && given.length === 0) this.#tabs.current = 'lab';
  }

  /** Asks something else. */
  #query(query: Query): void {
    this.#suit(query);
    if (query.kind === 'clashes') this.#settings.query = query as ClashesQuery;
    if (this.#bounds) this.#progress.begin('searching', true);
    this.#connection.send({ type: 'query', query });
  }

  /** Review is about clashes; the laboratory begins with a scene when nothing is open. */
  #turnTo(tab: Tab): void {
    const isEmpty = !this.#opening.isAsked;
    if (tab === 'lab' && isEmpty) this.#opening.firstScene();
    this.#start.visible = tab === 'review' && isEmpty;
    if (tab === 'review' && this.#ask.query.kind !== 'clashes' && !isEmpty) {
      this.#ask.query = this.#ask.clashes;
      this.#query(this.#ask.query);
    }
    this.#view.resize(freeInsets());
  }

  /** Panels and look for a question. */
  #suit({ kind }: Query): void {
    const isReview = kind === 'clashes';
    document.body.dataset.mode = isReview ? 'review' : 'query';
    for (const id of ['review', 'decision', 'baseline']) byId(id).hidden = !isReview;
    byId('pairs-section').hidden = isReview;
    if (!isReview) this.#review.deselect();
    this.#results.suit(kind);
    this.#appearance.see.suit(kind);
  }

  #suggest(a: number, b: number): void {
    this.#ask.suggest(a, b);
    this.#tools.update();
  }

  /** Statements about the coordinates of other files do not apply to these. */
  #forgetUnit(): void {
    if (this.#ask.clashes.unit === '') return;
    this.#ask.changeClashes({ unit: '' });
    this.#settings.query = this.#ask.clashes;
  }

  /** Everything that is on the page, in another unit. */
  #showUnit(): void {
    this.#review.rewrite();
    this.#print.rewrite();
    this.#results.strip.rewrite();
    this.#tools.rewrite();
    this.#sendUnit();
  }

  #sendUnit(): void {
    this.#connection.send({ type: 'unit', shown: this.#review.state.lengths.chosen ?? '' });
  }

  #startWorker(): void {
    const page = new URL('.', location.href).href;
    this.#connection.send({ type: 'start', page, engine: this.#engine, query: this.#ask.query });
    this.#sendUnit();
  }

  #replaced(reason: 'stopped' | 'died', detail: string): void {
    this.#progress.hide();
    noticeReplaced(reason, detail);
    this.#startWorker();
    this.#opening.again();
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
      this.#progress.answered();
      this.#view.setFrame(frame);
    },
    notice: ({ level, code, text, unanswered }) => {
      notice(level, code, text);
      if (!unanswered) return;
      this.#results.clear('No answer; see the message.');
      this.#progress.answered();
    },
    progress: ({ label, done }) => this.#progress.show(label, done),
    idle: () => {
      document.documentElement.dataset.state = 'idle';
      this.#open.busy = false;
      this.#progress.idle();
    },
    unopened: () => {
      this.#opening.forget();
      this.#start.visible = this.#tabs.current === 'review';
    },
    playing: ({ playing, frame }) => this.#transport.setPlaying(playing, frame),
    located: ({ bounds }) => this.#view.rig.fit(bounds, { turned: false, fly: true }),
    inspected: ({ inspected }) => {
      this.#review.inspected(inspected);
      this.#tools.update();
    },
    sectioned: ({ id, cuts }) => this.#review.section.show(id, cuts),
    decided: ({ review }) => this.#review.show(review, this.#objects),
    proven: ({ proven }) => this.#transport.setProof(proven),
    printed: (message) => this.#print.show(message),
    'joint-proven': ({ proven }) => this.#joints.setProof(proven),
    reworded: ({ answer }) => this.#results.reword(answer),
    scanned: ({ frames }) => this.#results.strip.add(frames),
    exported: ({ form, file }) => saveExport(form, file),
  };

  #worldChanged(world: WorldMessage): void {
    this.#objects = world.objects;
    this.#scene = world.scene;
    this.#bounds = world.bounds;
    if (world.fresh) {
      const query = this.#opening.take();
      if (query) {
        this.#ask.query = query;
        this.#suit(query);
      }
      this.#review.forget();
      this.#results.forget();
      this.#selection.choose(undefined);
      this.#progress.begin('searching', true);
      this.#tabs.current = world.scene || this.#ask.query.kind !== 'clashes' ? 'lab' : 'review';
      document.body.dataset.open = 'true';
      byId('opened-names').textContent = [...new Set(world.objects.map(({ file }) => file))].join(', ');
    }
    const added = !world.fresh && this.#opening.takeAdded();
    this.#ask.objects = world.objects;
    this.#transport.setScene(world.scene, world.motion);
    this.#joints.show(world.joints);
    this.#print.forget(world.objects, world.bounds);
    this.#results.strip.open(world.motion?.frames ?? 0);
    document.body.dataset.strip = String(world.motion !== undefined);
    this.#open.show(world.scene);
    this.#units.show(world.units);
    this.#appearance.open(world);
    this.#view.resize(freeInsets());
    this.#view.setWorld(world, this.#appearance.up);
    const camera = this.#opening.takeCamera();
    if (camera && world.fresh) this.#view.rig.pose = camera;
    else if (added) this.#view.rig.fit(world.bounds, { turned: false, fly: true });
  }

  #shown(frame: FrameMessage, overlays: readonly OverlayName[]): void {
    this.#connection.send({ type: 'shown' });
    this.#transport.setFrame(frame.frame);
    const { playing } = this.#transport;
    this.#results.show(frame, { objects: this.#objects, isScene: this.#scene !== undefined, playing });
    if (frame.answer?.review) this.#review.show(frame.answer.review, this.#objects, playing);
    this.#units.update();
    this.#shownOverlays = [...overlays, ...this.#results.steps.overlays];
    this.#showLegend();
    if (frame.answer?.note) notice('note', frame.answer.note.code, frame.answer.note.text);
  }

  #showLegend(): void {
    const isSelected = this.#review?.state.selected !== undefined;
    const names = this.#shownOverlays.filter((name) => !isSelected || name !== 'clash-points');
    this.#appearance?.showLegend(names, this.#review?.legend(theme()) ?? [], isSelected, this.#review?.pointsTitle);
  }

  /** What a link restores; undefined for files, which a link cannot hold. */
  #linked(): Linked | undefined {
    const { frame, playing } = this.#transport;
    const scene = this.#scene && sceneAt(this.#scene, frame);
    return scene && { scene, playing, query: this.#ask.query, camera: this.#view.rig.pose };
  }

  #export(form: ExportForm): void {
    if (!canExport(form, this.#ask.query.kind)) return;
    this.#progress.begin(SAVING[form]);
    this.#connection.send({ type: 'export', form });
  }

  #listen(): void {
    const themes = watchTheme((now) => {
      this.#view.setTheme(now);
      this.#results.charts.setTheme(now);
    });
    useToolbar({
      transport: this.#transport,
      open: this.#open,
      review: this.#review,
      tools: this.#tools,
      steps: this.#results.steps,
      // Of other questions than clashes, the first pair of the table.
      next: (step) => (this.#ask.query.kind === 'clashes' ? this.#review.go(step) : this.#results.openFirst()),
      measureHere: () => this.#view.measure.active && this.#view.measureAt(),
      see: this.#appearance.see,
      selection: this.#selection.bar,
      seeAll: () => this.#bounds && this.#view.rig.fit(this.#bounds, { turned: true, fly: true }),
      letGo: () => this.#selection.release(),
      copyLink: () => void shareLink(this.#linked()),
      savePicture: () => void savePicture(this.#view, this.#scene?.name ?? 'collisions'),
      save: (form) => this.#export(form),
      toggleTheme: () => themes.toggle(),
    });
    const resize = () => this.#view.resize(freeInsets());
    useSheets(resize);
    returnFocus(byId('view'));
    for (const id of ['view', 'clash']) new ResizeObserver(resize).observe(byId(id));
    window.addEventListener('hashchange', () => this.#follow(readLink(location.hash)));
  }

  /** Follows a link opened in this page. */
  #follow(linked: Linked | undefined): void {
    if (!linked) return;
    this.#ask.query = linked.query;
    this.#query(linked.query);
    this.#opening.link(linked);
  }
}
