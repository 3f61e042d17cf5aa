/** What the review shows: clashes filtered, sorted and grouped, the one that is selected, and what was decided. */
import { DECISIONS, type Decision } from '../../../src/report/baseline.ts';
import { type ClashGroup, groupClashes } from '../../../src/report/clash-groups.ts';
import { severityOf, worstFirst } from '../../../src/report/clash-list.ts';
import type { Review, ReviewClash } from '../protocol.ts';

export type SortBy = 'worst' | 'depth' | 'objects' | 'status';

export interface Filter {
  /** Found in names, id or comment. */
  readonly text: string;
  /** Empty for all. */
  readonly kind: string;
  /** A decision, `new` or `deeper`; empty for all. */
  readonly status: string;
}

export interface ShownGroup extends ClashGroup {
  readonly clashes: readonly ReviewClash[];
  /** The same as long as the group has the same first clash. */
  readonly key: string;
}

interface Undo {
  readonly id: string;
  readonly before: Decision;
}

const NOTHING: Review = { clashes: [], labels: [], tolerance: 0, gone: 0 };

export class ReviewState {
  filter: Filter = { text: '', kind: '', status: '' };
  sort: SortBy = 'worst';
  selected: string | undefined;
  #review: Review = NOTHING;
  #byId = new Map<string, ReviewClash>();
  #groups: readonly ShownGroup[] | undefined;
  readonly #undo: Undo[] = [];

  get review(): Review {
    return this.#review;
  }

  /** Takes over the clashes of now. What is selected stays selected while it is there. */
  set review(review: Review) {
    this.#review = review;
    this.#byId = new Map(review.clashes.map((clash) => [clash.id, clash]));
    this.#groups = undefined;
    if (this.selected !== undefined && !this.#byId.has(this.selected)) this.selected = undefined;
  }

  /** Something else was opened. */
  forget(): void {
    this.review = NOTHING;
    this.#undo.length = 0;
    this.selected = undefined;
  }

  clash(id: string | undefined): ReviewClash | undefined {
    return id === undefined ? undefined : this.#byId.get(id);
  }

  label(object: number): string {
    return this.#review.labels[object] ?? '';
  }

  /** After the filter or the order was changed. */
  regroup(): void {
    this.#groups = undefined;
  }

  #passes(clash: ReviewClash): boolean {
    const { text, kind, status } = this.filter;
    const { decision } = clash;
    if (kind && clash.kind !== kind) return false;
    if (status === 'new' && clash.status !== 'new') return false;
    if (status === 'deeper' && !((clash.deeper ?? 0) > this.#review.tolerance)) return false;
    if (DECISIONS.includes(status as Decision['state']) && decision.state !== status) return false;
    const wanted = text.trim().toLowerCase();
    if (!wanted) return true;
    const words = [clash.id, this.label(clash.a), this.label(clash.b), decision.comment ?? ''];
    return words.some((word) => word.toLowerCase().includes(wanted));
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

  get groups(): readonly ShownGroup[] {
    if (this.#groups) return this.#groups;
    const shown = this.#review.clashes.filter((clash) => this.#passes(clash)).sort((p, q) => this.#compare(p, q));
    const groups = groupClashes(shown, this.#review.labels) as (ClashGroup & { clashes: readonly ReviewClash[] })[];
    this.#groups = groups.map((group) => ({ ...group, key: group.clashes[0].id }));
    return this.#groups;
  }

  /** In the order of the list. */
  get shown(): readonly ReviewClash[] {
    return this.groups.flatMap(({ clashes }) => clashes);
  }

  /** The clash so many places after the selected one, around the ends; the first when none is selected. */
  neighbour(step: number): string | undefined {
    const { shown } = this;
    if (shown.length === 0) return undefined;
    const at = shown.findIndex(({ id }) => id === this.selected);
    if (at < 0) return shown[step > 0 ? 0 : shown.length - 1].id;
    return shown[(at + step + shown.length) % shown.length].id;
  }

  /** Notes a decision, and what it was before. */
  decide(id: string, decision: Decision): void {
    const clash = this.#byId.get(id);
    if (!clash) return;
    this.#undo.push({ id, before: clash.decision });
    this.#replace({ ...clash, decision });
  }

  get canUndo(): boolean {
    return this.#undo.length > 0;
  }

  /** Takes the last decision back; returns it as it was before. */
  undo(): { readonly id: string; readonly decision: Decision } | undefined {
    for (let last = this.#undo.pop(); last; last = this.#undo.pop()) {
      const clash = this.#byId.get(last.id);
      // Of a clash that is there no more there is nothing to take back.
      if (!clash) continue;
      this.#replace({ ...clash, decision: last.before });
      return { id: last.id, decision: last.before };
    }
    return undefined;
  }

  #replace(clash: ReviewClash): void {
    this.#byId.set(clash.id, clash);
    const clashes = this.#review.clashes.map((other) => (other.id === clash.id ? clash : other));
    this.#review = { ...this.#review, clashes };
    this.#groups = undefined;
  }
}
