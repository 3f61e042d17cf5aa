/** What the review shows: clashes filtered, sorted and grouped, those that are selected, and what was decided. */

import { DECISIONS, type Decision } from '../../../src/report/baseline.ts';
import { groupClashes } from '../../../src/report/clash-groups.ts';
import { severityOf, worstFirst } from '../../../src/report/clash-list.ts';
import { storeyOf } from '../../../src/report/clash-place.ts';
import { elementName } from '../../../src/report/elements.ts';
import { isDeeper } from '../../../src/report/gate.ts';
import { type Grouping, groupsBy } from '../../../src/report/groupings.ts';
import { standingOf } from '../../../src/report/listed.ts';
import type { Report, ReportObject } from '../../../src/report/report.ts';
import type { Review, ReviewClash, ReviewFacts } from '../answer.ts';
import { Lengths } from '../lengths.ts';
import { ReviewSearch } from './review-search.ts';
import { UndoStack } from './undo-stack.ts';

export type SortBy = 'worst' | 'depth' | 'objects' | 'status';
/** `none`, what is alike, or what the report can group by. */
export type GroupBy = 'none' | 'alike' | Grouping;

export interface Filter {
  /** Search words; a clash must match all of them. */
  readonly text: string;
  /** A standing (`open`, `by design`), a kind, or `all`. */
  readonly kind: string;
  /** A decision, `new` or `deeper`; empty for all. */
  readonly status: string;
}

export interface ShownGroup {
  /** Stable for as long as the group keeps its name. */
  readonly key: string;
  /** Undefined for a clash that is in no group. */
  readonly title: string | undefined;
  readonly clashes: readonly ReviewClash[];
}

const NO_FACTS: ReviewFacts = { objects: [], models: [], isTurned: false };
const NOTHING: Review = { clashes: [], labels: [], tolerance: 0, gone: 0, notes: [] };
/** Those that are open to be decided, as the command line lists them. */
export const FILTER_DEFAULTS: Filter = { text: '', kind: 'open', status: '' };

export class ReviewState {
  filter: Filter = FILTER_DEFAULTS;
  sort: SortBy = 'worst';
  groupBy: GroupBy = 'none';
  /** The clash in view. */
  selected: string | undefined;
  readonly lengths = new Lengths();
  readonly #search = new ReviewSearch();
  readonly #undo = new UndoStack();
  #chosen = new Set<string>();
  #facts = NO_FACTS;
  #review: Review = NOTHING;
  #byId = new Map<string, ReviewClash>();
  #sorted: { readonly by: SortBy; readonly clashes: readonly ReviewClash[] } | undefined;
  #groups: readonly ShownGroup[] | undefined;
  #storeys = new Map<ReviewClash, string | undefined>();

  get review(): Review {
    return this.#review;
  }

  get facts(): ReviewFacts {
    return this.#facts;
  }

  /** Whether there is an answer about what is open; until then no clashes does not mean that there are none. */
  get isAnswered(): boolean {
    return this.#review !== NOTHING;
  }

  /** Takes over the current clashes. Selected clashes stay selected as long as they exist. */
  set review(review: Review) {
    if (review.facts) {
      this.#facts = review.facts;
      this.#search.facts = review.facts;
    }
    this.#take(review);
    if (this.selected !== undefined && !this.#byId.has(this.selected)) this.selected = undefined;
    this.#chosen = new Set([...this.#chosen].filter((id) => this.#byId.has(id)));
  }

  #take(review: Review): void {
    this.#review = review;
    this.lengths.own = review.unit;
    this.#byId = new Map(review.clashes.map((clash) => [clash.id, clash]));
    this.#storeys = new Map();
    this.#sorted = undefined;
    this.#groups = undefined;
  }

  /** Something else was opened. */
  forget(): void {
    this.review = NOTHING;
    this.#facts = NO_FACTS;
    this.#undo.forget();
    this.selected = undefined;
    this.#chosen.clear();
  }

  clash(id: string | undefined): ReviewClash | undefined {
    return id === undefined ? undefined : this.#byId.get(id);
  }

  object(place: number): ReportObject | undefined {
    return this.#facts.objects[place];
  }

  /** The element's own name. */
  label(place: number): string {
    const object = this.#facts.objects[place];
    return object ? elementName(object) : (this.#review.labels[place] ?? '');
  }

  storey(clash: ReviewClash): string | undefined {
    if (!this.#storeys.has(clash)) this.#storeys.set(clash, storeyOf(this.#report, clash));
    return this.#storeys.get(clash);
  }

  /** What the report's code needs to know about the objects. */
  get #report(): Report {
    return this.#facts as unknown as Report;
  }

  get report(): Report {
    return this.#report;
  }

  /** After filter, order or grouping were changed. */
  regroup(): void {
    this.#groups = undefined;
  }

  #passes({ kind, status }: Filter, clash: ReviewClash): boolean {
    const standing = standingOf(clash);
    if (kind === 'open' || kind === 'by design') {
      if (standing !== kind) return false;
    } else if (kind !== 'all' && clash.kind !== kind) return false;
    if (status === 'new') return clash.status === 'new';
    if (status === 'deeper') return isDeeper(clash, this.#review.tolerance);
    return !status || clash.decision.state === status;
  }

  #compare(p: ReviewClash, q: ReviewClash): number {
    switch (this.sort) {
      case 'depth':
        return severityOf(q) - severityOf(p) || worstFirst(p, q);
      case 'objects': {
        const name = ({ a, b }: ReviewClash) => `${this.label(a)}\u0000${this.label(b)}`;
        return name(p).localeCompare(name(q), 'en', { numeric: true }) || worstFirst(p, q);
      }
      case 'status': {
        const rank = ({ decision }: ReviewClash) => DECISIONS.indexOf(decision.state);
        return rank(p) - rank(q) || worstFirst(p, q);
      }
      default:
        return worstFirst(p, q);
    }
  }

  /** All, in order; filtering keeps the order. */
  get #ordered(): readonly ReviewClash[] {
    if (this.#sorted?.by !== this.sort) {
      this.#sorted = { by: this.sort, clashes: this.#review.clashes.toSorted((p, q) => this.#compare(p, q)) };
    }
    return this.#sorted.clashes;
  }

  get groups(): readonly ShownGroup[] {
    if (this.#groups) return this.#groups;
    const isFound = this.#search.test(this.filter.text);
    const shown = this.#ordered.filter(
      (clash) => this.#passes(this.filter, clash) && isFound(clash, this.storey(clash)),
    );
    this.#groups = this.#grouped(shown);
    return this.#groups;
  }

  #grouped(shown: readonly ReviewClash[]): ShownGroup[] {
    const alone = (clash: ReviewClash): ShownGroup => ({ key: clash.id, title: undefined, clashes: [clash] });
    if (this.groupBy === 'none') return shown.map(alone);
    if (this.groupBy !== 'alike') {
      return groupsBy(this.#report, shown, this.groupBy).map(({ id, title, clashes }) => ({
        key: id,
        title,
        clashes: clashes as readonly ReviewClash[],
      }));
    }
    return groupClashes(shown, this.#review.labels).map(({ clashes, common }): ShownGroup => {
      const [first] = clashes;
      if (clashes.length === 1) return alone(first as ReviewClash);
      const names = [common ?? first.a, ...(common === undefined ? [first.b] : [])].map((place) => this.label(place));
      return { key: `alike ${first.id}`, title: names.join(' – '), clashes: clashes as readonly ReviewClash[] };
    });
  }

  /** In the order of the list. */
  get shown(): readonly ReviewClash[] {
    return this.groups.flatMap(({ clashes }) => clashes);
  }

  /** The clash this many places after the selected one, wrapping around; the first if none is selected. */
  neighbour(step: number): string | undefined {
    const { shown } = this;
    if (shown.length === 0) return undefined;
    const at = shown.findIndex(({ id }) => id === this.selected);
    if (at < 0) return shown[step > 0 ? 0 : shown.length - 1].id;
    return shown[(at + step + shown.length) % shown.length].id;
  }

  /** The clashes a decision applies to: the chosen ones and the one in view. */
  get chosen(): ReadonlySet<string> {
    return this.#chosen;
  }

  choose(ids: Iterable<string>): void {
    this.#chosen = new Set(ids);
  }

  /** Records decisions and the previous ones, which are undone together. */
  decide(decisions: ReadonlyMap<string, Decision>): void {
    const before = [...decisions.keys()].flatMap((id) => {
      const clash = this.#byId.get(id);
      return clash ? [[id, clash.decision] as const] : [];
    });
    if (before.length === 0) return;
    this.#undo.push(new Map(before));
    this.#replace(decisions);
  }

  get canUndo(): boolean {
    return this.#undo.canUndo;
  }

  /** Undoes the last decisions; returns the previous ones. */
  undo(): ReadonlyMap<string, Decision> | undefined {
    // For a clash that is gone there is nothing to undo.
    const before = this.#undo.pop((id) => this.#byId.has(id));
    if (before) this.#replace(before);
    return before;
  }

  #replace(decisions: ReadonlyMap<string, Decision>): void {
    const clashes = this.#review.clashes.map((clash) => {
      const decision = decisions.get(clash.id);
      return decision ? { ...clash, decision } : clash;
    });
    this.#take({ ...this.#review, clashes });
  }
}
