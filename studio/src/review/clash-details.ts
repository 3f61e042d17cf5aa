/** The selected clash in words and numbers, with whole names and what files say of its objects: a card below the picture. */

import { asInFile, gridOf } from '../../../src/report/clash-place.ts';
import { lengthText } from '../../../src/report/depth-text.ts';
import { DISCIPLINE_COLOURS } from '../../../src/report/disciplines.ts';
import { badgeOf, elementFacts } from '../../../src/report/elements.ts';
import { fitText } from '../../../src/report/fits/fit-text.ts';
import { coordinate } from '../../../src/report/text.ts';
import { unitSymbol } from '../../../src/report/units.ts';
import { byId, element, grouped } from '../dom.ts';
import type { ReviewClash } from '../protocol.ts';
import type { ReviewState } from './review-state.ts';
import { KIND_SIGNS, sentenceOf } from './wording.ts';

const DIGITS = 6;

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
        element('h2', {}, `${KIND_SIGNS[clash.kind]} ${sentenceOf(clash, this.#state.review.unit)}`),
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
    const { unit, tolerance } = this.#state.review;
    const { facts } = this.#state;
    const { depth, distance, point, pairs, deeper, status, test, severity, byDesign, fit } = clash;
    const triple = (values: readonly number[]) => asInFile(facts, values).map((value) => coordinate(value, DIGITS));
    const rows: [string, string][] = [];
    if (depth) rows.push(['depth', `${lengthText(depth.least, unit)} to ${lengthText(depth.most, unit)}`]);
    if (fit) rows.push(['fit', fitText(fit, unit)]);
    if (distance !== null) rows.push(['distance', lengthText(distance, unit)]);
    const where = [this.#state.storey(clash), gridOf(this.#state.report, point)].filter((text) => text !== undefined);
    if (where.length > 0) rows.push(['where', where.join(', ')]);
    rows.push([unit ? `x y z (${unitSymbol(unit)})` : 'x y z', triple(point).join('  ')]);
    if (test !== undefined) rows.push(['test', `${test}${severity ? `, ${severity}` : ''}`]);
    if (byDesign !== undefined) rows.push(['by design', byDesign]);
    rows.push(['triangle pairs', grouped(pairs)]);
    if (status === 'new') rows.push(['baseline', 'not in it']);
    if (deeper !== undefined && deeper > tolerance) {
      const worse = `${lengthText(deeper, unit)} worse than there`;
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
