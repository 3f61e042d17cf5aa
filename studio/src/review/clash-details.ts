/** The selected clash in words and numbers, with whole names and what files say of its objects: a card below the picture. */

import { gridOf } from '../../../src/report/clash-place.ts';
import { DISCIPLINE_COLOURS } from '../../../src/report/disciplines.ts';
import { badgeOf, elementFacts } from '../../../src/report/elements.ts';
import type { ReviewClash } from '../answer.ts';
import { byId, element, grouped } from '../dom.ts';
import type { ReviewState } from './review-state.ts';
import { KIND_SIGNS, sentenceOf } from './wording.ts';

export class ClashDetails {
  readonly #box = byId('clash');
  readonly #state: ReviewState;

  constructor(state: ReviewState) {
    this.#state = state;
  }

  draw(): void {
    const clash = this.#state.clash(this.#state.selected);
    this.#box.hidden = clash === undefined;
    document.body.dataset.clash = String(clash !== undefined);
    if (!clash) return;
    this.#box.replaceChildren(
      element(
        'header',
        {},
        element('h2', {}, `${KIND_SIGNS[clash.kind]} ${sentenceOf(clash, this.#state.lengths.text)}`),
        element('code', { textContent: clash.id }),
      ),
      this.#objects(clash),
      this.#numbers(clash),
    );
  }

  #objects({ a, b }: ReviewClash): HTMLElement {
    const entries = [this.#object('A', a), ...(a === b ? [] : [this.#object('B', b)])];
    return element('ul', { className: 'pair' }, ...entries);
  }

  #object(letter: 'A' | 'B', place: number): HTMLElement {
    const object = this.#state.object(place);
    const badge = object ? badgeOf(this.#state.facts, object) : '';
    const mark = element('i', { className: 'badge', textContent: badge });
    if (object?.discipline) mark.style.setProperty('--badge', DISCIPLINE_COLOURS[object.discipline]);
    const facts = object ? [...elementFacts(object), ...(object.guid ? [object.guid] : [])] : [];
    return element(
      'li',
      {},
      element('i', { className: `swatch ${letter.toLowerCase()}`, textContent: letter }),
      element(
        'span',
        { className: 'told' },
        ...(badge ? [mark] : []),
        element('b', { dir: 'auto', textContent: this.#state.label(place) }),
        element('span', { className: 'facts', dir: 'auto', textContent: facts.join(' · ') }),
      ),
    );
  }

  #numbers(clash: ReviewClash): HTMLElement {
    const { tolerance } = this.#state.review;
    const { facts, lengths } = this.#state;
    const { depth, distance, point, pairs, deeper, status, test, severity, byDesign, fit, volume } = clash;
    const rows: [string, string][] = [];
    if (depth) {
      const [least, most] = [lengths.text(depth.least), lengths.text(depth.most)];
      rows.push(['depth', least === most ? least : `${least} to ${most}`]);
    }
    if (fit) rows.push(['fit', lengths.fit(fit)]);
    if (volume) rows.push(['volume in common', lengths.volume(volume)]);
    if (distance !== null) rows.push(['distance', lengths.text(distance)]);
    const where = [this.#state.storey(clash), gridOf(this.#state.report, point)].filter((text) => text !== undefined);
    if (where.length > 0) rows.push(['where', where.join(', ')]);
    rows.push([lengths.symbol ? `x y z (${lengths.symbol})` : 'x y z', lengths.point(facts, tolerance, point)]);
    if (test !== undefined) rows.push(['test', `${test}${severity ? `, ${severity}` : ''}`]);
    if (byDesign !== undefined) rows.push(['by design', byDesign]);
    rows.push(['triangle pairs', grouped(pairs)]);
    if (status === 'new') rows.push(['baseline', 'not in it']);
    if (deeper !== undefined && deeper > tolerance) {
      const worse = `${lengths.text(deeper)} worse than there`;
      rows.push(['baseline', Number.isFinite(deeper) ? worse : 'of another kind there']);
    }
    return element(
      'dl',
      {},
      ...rows.flatMap(([name, value]) => [
        element('dt', { textContent: name }),
        element('dd', { textContent: value, dir: 'auto' }),
      ]),
    );
  }
}
