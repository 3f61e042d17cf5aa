/** Clash review: going through clashes, looking at each, deciding about it. */
import { CLASH_KINDS, DECISIONS, type Decision } from '../../../src/report/baseline.ts';
import type { DecisionChange } from '../../../src/report/decide.ts';
import { GROUPINGS } from '../../../src/report/groupings.ts';
import { fitText } from '../../../src/report/text.ts';
import type { Review, ReviewClash } from '../answer.ts';
import { byId, element } from '../dom.ts';
import { notice } from '../panels/notices.ts';
import type { LegendEntry } from '../panels/see-panel.ts';
import type { Inspected, ObjectInfo, ToWorker } from '../protocol.ts';
import type { Theme } from '../theme.ts';
import { MARK_COLOURS } from '../view/marks.ts';
import type { View } from '../view/view.ts';
import { ClashDetails } from './clash-details.ts';
import { clashPoints } from './clash-marks.ts';
import { DecisionPanel } from './decision-panel.ts';
import { ReviewList } from './review-list.ts';
import { FILTER_DEFAULTS, type GroupBy, ReviewState, type SortBy } from './review-state.ts';
import { SectionControl } from './section-control.ts';
import { markOf } from './wording.ts';

export interface ReviewListeners {
  readonly send: (message: ToWorker) => void;
  /** These two objects are now the subject. */
  readonly onPair: (a: number, b: number) => void;
  /** The marks in the view changed. */
  readonly onMarks: () => void;
  /** The current clashes are on the page. */
  readonly onReview: () => void;
}

const TYPING_MILLISECONDS = 20;
const REDRAW_MILLISECONDS = 150;
const NAME_MOST = 30;

export class ReviewMode {
  readonly state = new ReviewState();
  readonly section: SectionControl;
  readonly #view: View;
  readonly #listeners: ReviewListeners;
  readonly #list: ReviewList;
  readonly #details: ClashDetails;
  readonly #decision: DecisionPanel;
  #objects: readonly ObjectInfo[] = [];
  /** The clash that was just selected: the camera flies to it, but stays put when it is merely redrawn. */
  #flyTo: string | undefined;
  /** Whether there is a curve and a normal in the view. */
  #marks: readonly [boolean, boolean] = [false, false];
  #pointsTitle = 'clashes';
  #drawn = 0;
  #waiting: number | undefined;

  constructor(view: View, listeners: ReviewListeners) {
    this.#view = view;
    this.#listeners = listeners;
    this.section = new SectionControl(view, listeners.send);
    this.#list = new ReviewList(this.state, {
      onSelect: (id) => this.#look(id),
      onChoose: () => this.#decision.draw(),
      onKind: (kind) => this.showKind(kind),
    });
    this.#details = new ClashDetails(this.state);
    this.#decision = new DecisionPanel(this.state, {
      onDecide: (change) => this.#decide(change),
      onUndo: () => this.undo(),
    });
    this.#listenToFilters();
    byId('review-next').addEventListener('click', () => this.go(1));
    byId('review-previous').addEventListener('click', () => this.go(-1));
    this.#listenToBaseline();
  }

  #listenToFilters(): void {
    const [text, kind, status, group, sort] = ['text', 'kind', 'status', 'group', 'sort'].map((name) =>
      byId<HTMLSelectElement>(`review-${name}`),
    );
    const options = (pairs: readonly (readonly [value: string, title: string])[]) =>
      pairs.map(([value, textContent]) => element('option', { value, textContent }));
    const same = (values: readonly string[]) => values.map((value) => [value, value] as const);
    kind.append(
      ...options([['open', 'to decide'], ['all', 'any kind'], ['by design', 'by design'], ...same(CLASH_KINDS)]),
    );
    status.append(...options([['', 'any status'], ...same([...DECISIONS, 'new', 'deeper'])]));
    const groupings = GROUPINGS.map((name) => [name, `by ${name}`] as const);
    group.append(...options([['none', 'no groups'], ['alike', 'what is alike'], ...groupings]));
    const changed = () => {
      this.state.filter = { text: text.value, kind: kind.value, status: status.value };
      this.state.sort = sort.value as SortBy;
      this.state.groupBy = group.value as GroupBy;
      this.state.regroup();
      this.#list.draw();
      this.#showPoints();
      byId('review-list').scrollTop = 0;
    };
    let waiting: number | undefined;
    text.addEventListener('input', () => {
      window.clearTimeout(waiting);
      waiting = window.setTimeout(changed, TYPING_MILLISECONDS);
    });
    for (const select of [kind, status, group, sort]) select.addEventListener('change', changed);
  }

  /** Lists what a word or a kind picks out; for buttons beside the list. */
  showKind(kind: string): void {
    const select = byId<HTMLSelectElement>('review-kind');
    select.value = kind;
    select.dispatchEvent(new Event('change'));
  }

  #listenToBaseline(): void {
    const input = byId<HTMLInputElement>('baseline-input');
    byId('baseline-load').addEventListener('click', () => input.click());
    input.addEventListener('change', () => {
      const [file] = input.files ?? [];
      if (file) this.#listeners.send({ type: 'load-decisions', name: file.name, file });
      input.value = '';
    });
  }

  /** Something else was opened. */
  forget(): void {
    this.state.forget();
    this.state.filter = FILTER_DEFAULTS;
    byId<HTMLInputElement>('review-text').value = '';
    this.showKind(FILTER_DEFAULTS.kind);
    this.deselect();
    this.#draw();
  }

  /** Shows the current clashes; during playback they change with every frame. */
  show(review: Review, objects: readonly ObjectInfo[], playing = false): void {
    const { selected } = this.state;
    this.#objects = objects;
    this.state.review = review;
    this.#showPoints();
    // Nobody can read a list that changes with every frame.
    window.clearTimeout(this.#waiting);
    const wait = Math.max(0, this.#drawn + REDRAW_MILLISECONDS - performance.now());
    this.#waiting = window.setTimeout(() => this.#draw(), wait);
    if (selected === undefined) return;
    if (this.state.selected === undefined) this.deselect();
    else if (playing) this.#view.marks.hide();
    else this.#inspect();
  }

  #draw(): void {
    const { review } = this.state;
    this.#drawn = performance.now();
    this.#list.draw();
    this.#details.draw();
    this.#decision.draw();
    this.#listeners.onReview();
    const gone = review.gone > 0 ? ` ${review.gone} of its clashes are gone.` : '';
    byId('baseline-note').textContent = review.baseline ? `Compared with ${review.baseline}.${gone}` : '';
  }

  /** Marks in the model what the list shows. */
  #showPoints(): void {
    const { data, text } = clashPoints(this.state.shown);
    this.#view.overlays.refill({ name: 'clash-points', form: 'points', data });
    this.#pointsTitle = text ?? 'clashes';
    this.#listeners.onMarks();
    this.#view.request();
  }

  /** Lengths are shown in another unit. */
  rewrite(): void {
    this.#draw();
    if (this.state.selected !== undefined) this.#inspect();
  }

  /** Selects one clash: isolates its objects, and looks at it. */
  select(id: string): void {
    this.state.choose([id]);
    this.#look(id);
  }

  /** Views one of the chosen clashes. */
  #look(id: string): void {
    const clash = this.state.clash(id);
    if (!clash) return;
    this.state.selected = id;
    this.#list.mark();
    this.#details.draw();
    this.#decision.draw();
    // Until the worker says how to view this clash, the picture is that of another one.
    document.body.dataset.picture = 'other';
    this.#isolate(clash, [false, false]);
    this.#listeners.onPair(clash.a, clash.b);
    // Until then, no marks of another clash are shown.
    this.#view.marks.hide();
    this.#view.rig.cutBefore = undefined;
    this.#marks = [false, false];
    this.#listeners.onMarks();
    this.#flyTo = id;
    this.#inspect();
  }

  #inspect(): void {
    this.#listeners.send({
      type: 'inspect',
      id: this.state.selected!,
      camera: this.#view.rig.direction,
      up: this.#view.rig.up,
    });
  }

  #isolate({ a, b }: ReviewClash, seeThrough: readonly [boolean, boolean]): void {
    const [first, second] = [this.#objects[a]?.key ?? -1, this.#objects[b]?.key ?? -1];
    this.#view.objects.isolate({ a: first, b: second, seeThrough });
    this.#view.overlays.setVisible('clash-points', false);
    this.#view.request();
  }

  /** The worker has answered how to view a clash. */
  inspected(inspected: Inspected): void {
    const clash = this.state.clash(inspected.id);
    if (!clash || clash.id !== this.state.selected) return;
    this.#isolate(clash, inspected.seeThrough);
    const letters = ['A', 'B'].map(
      // A name that is written from right to left stays apart from the letter.
      (letter, i) => `${letter} \u2068${fitText(this.state.label(i === 0 ? clash.a : clash.b), NAME_MOST)}\u2069`,
    );
    this.#view.marks.show(clash, inspected, markOf(clash, this.state.lengths.text), letters);
    this.#view.rig.cutBefore = inspected.cutBefore;
    const fly = this.#flyTo === clash.id;
    this.#flyTo = undefined;
    if (fly && !this.section.isOpen) {
      this.#view.rig.lookAt(inspected.centre, inspected.radius, inspected.direction);
    }
    this.section.setSubject({ clash, inspected });
    this.#marks = [inspected.curve.length > 0, clash.normal !== null];
    this.#listeners.onMarks();
    document.documentElement.dataset.inspected = inspected.id;
    delete document.body.dataset.picture;
    this.#view.request();
  }

  go(step: number): void {
    const id = this.state.neighbour(step);
    if (id !== undefined) this.select(id);
  }

  /** Shows everything again. Returns whether there was a clash to let go of. */
  deselect(): boolean {
    const had = this.state.selected !== undefined;
    this.state.selected = undefined;
    this.state.choose([]);
    delete document.body.dataset.picture;
    this.#marks = [false, false];
    this.#listeners.onMarks();
    delete document.documentElement.dataset.inspected;
    this.section.setSubject(undefined);
    this.#view.rig.cutBefore = undefined;
    this.#view.marks.hide();
    this.#view.objects.isolate(undefined);
    this.#view.overlays.setVisible('clash-points', true);
    this.#list.mark();
    this.#details.draw();
    this.#decision.draw();
    this.#view.request();
    return had;
  }

  /** What the points in the model are, and how many are left out. */
  get pointsTitle(): string {
    return this.#pointsTitle;
  }

  /** What is marked, in words. */
  legend(theme: Theme): LegendEntry[] {
    const { curve, normal } = MARK_COLOURS[theme];
    const [hasCurve, hasNormal] = this.#marks;
    const clash = this.state.clash(this.state.selected);
    const isSelf = clash !== undefined && clash.a === clash.b;
    return [
      ...(hasCurve ? [{ title: isSelf ? 'where it meets itself' : 'where they meet', colour: curve }] : []),
      ...(hasNormal ? [{ title: isSelf ? 'normal' : 'normal, from A to B', colour: normal }] : []),
    ];
  }

  /** Records a decision about all chosen clashes. */
  decide(state: Decision['state']): void {
    this.#decide({ state });
  }

  /** Fields missing from the change are kept; an empty text clears a field. */
  #decide(change: DecisionChange): void {
    const date = new Date().toISOString();
    const decided = [...this.state.chosen].flatMap((id) => {
      const now = this.state.clash(id)?.decision;
      return now ? [[id, withoutEmpty({ ...now, ...change, date })] as const] : [];
    });
    const decisions = new Map(decided);
    this.state.decide(decisions);
    this.#announce(decisions);
  }

  #announce(decisions: ReadonlyMap<string, Decision>): void {
    this.#listeners.send({ type: 'decide', decisions: [...decisions] });
    this.#list.draw();
    this.#decision.draw();
  }

  undo(): void {
    const undone = this.state.undo();
    if (undone) this.#announce(undone);
    else notice('note', 'no-undo', 'There is nothing to take back.');
  }

  comment(): void {
    this.#decision.focusComment();
  }
}

function withoutEmpty(decision: Decision): Decision {
  return Object.fromEntries(Object.entries(decision).filter(([, value]) => value !== '')) as unknown as Decision;
}
