/** What is known of the chosen clash, and what people decide about it. */

import { DECISIONS, type Decision } from '../../baseline.ts';
import type { ReportClash } from '../../clash-list.ts';
import { toTolerance, whereText } from '../../clash-place.ts';
import { elementFacts } from '../../elements.ts';
import { fitText } from '../../fits/fit-text.ts';
import type { ReportObject } from '../../report.ts';
import { fileName } from '../../text.ts';
import { volumeText } from '../../volume-text.ts';
import type { PageData } from '../page-data.ts';
import { byId, element } from './dom.ts';

export class Details {
  readonly #data: PageData;
  readonly #labelOf: (object: number) => string;
  readonly #decided: (row: number) => void;
  readonly #state = byId('decision') as HTMLSelectElement;
  readonly #comment = byId('comment') as HTMLTextAreaElement;
  #row = -1;

  constructor(data: PageData, labelOf: (object: number) => string, decided: (row: number) => void) {
    this.#data = data;
    this.#labelOf = labelOf;
    this.#decided = decided;
    // One picture of the whole serves two places: its bytes are in the page once.
    const [overview, where] = ['overview', 'where'].map((id) => document.getElementById(id) as HTMLImageElement | null);
    if (overview && where) where.src = overview.src;
    this.#state.append(...DECISIONS.map((state) => element('option', { value: state }, state)));
    this.#state.addEventListener('change', () => this.#decide());
    this.#comment.addEventListener('change', () => this.#decide());
  }

  show(index: number): void {
    this.#row = index;
    const { report, rows, baseline } = this.#data;
    const row = rows[index];
    const { kind, a, b, measure, id } = row;
    byId('clash-title').textContent = `${kind[0].toUpperCase()}${kind.slice(1)}${measure ? `, ${measure}` : ''}`;
    byId('clash-id').textContent = id;
    byId('first-name').textContent = this.#labelOf(a);
    byId('first-file').textContent = factsText(report.objects[a]);
    byId('second').hidden = a === b;
    byId('second-name').textContent = this.#labelOf(b);
    byId('second-file').textContent = factsText(report.objects[b]);
    byId('facts').replaceChildren(
      ...factsOf(index, this.#data).flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
    );
    const pin = byId('pin');
    pin.hidden = !row.place;
    if (row.place) {
      pin.style.left = `${100 * row.place[0]}%`;
      pin.style.top = `${100 * row.place[1]}%`;
    }
    byId('decide').hidden = !baseline;
    const decision = report.clashes?.[index]?.decision;
    this.#state.value = decision?.state ?? 'open';
    this.#comment.value = decision?.comment ?? '';
  }

  #decide(): void {
    const clash = this.#data.report.clashes?.[this.#row] as { decision?: Decision } | undefined;
    if (!clash) return;
    const comment = this.#comment.value.trim();
    const { assignee, due } = clash.decision ?? {};
    clash.decision = {
      ...(assignee && { assignee }),
      ...(due && { due }),
      state: this.#state.value as Decision['state'],
      ...(comment && { comment }),
      date: new Date().toISOString(),
    };
    this.#decided(this.#row);
  }
}

/** `IfcBeam, W410X60, Level 2 · 0XVYv… · frame.ifc`. */
function factsText(object: ReportObject): string {
  return [elementFacts(object).join(', '), object.guid, fileName(object.file)].filter(Boolean).join(' · ');
}

export function factsOf(index: number, { report, rows }: PageData): [string, string][] {
  const facts: [string, string][] = [];
  const number = (value: number) => toTolerance(report, value);
  const unit = report.unit ? ` (${report.unit})` : '';
  const clash: ReportClash | undefined = report.clashes?.[index];
  const region = clash ? undefined : report.regions?.[index];
  const { point, bounds, pairs } = (clash ?? region)!;
  if (clash?.depth) facts.push([`Depth${unit}`, `${number(clash.depth.least)} to ${number(clash.depth.most)}`]);
  if (clash?.volume) facts.push(['Volume in common', volumeText(clash.volume, report.unit)]);
  if (clash?.fit) facts.push(['Fit', fitText(clash.fit, report.unit)]);
  if (clash?.distance != null) facts.push([`Distance${unit}`, number(clash.distance)]);
  if (clash && !clash.depth && clash.reason) {
    facts.push(['No depth', clash.undecided ? UNDECIDED : (WHY[clash.reason] ?? clash.reason)]);
  }
  if (clash?.inner !== undefined) {
    facts.push(['Inside', clash.inner === clash.a ? 'the first lies in the second' : 'the second lies in the first']);
  }
  const where = clash && whereText(report, clash);
  if (clash?.test) facts.push(['Test', `${clash.test} (${clash.severity})`]);
  if (where) facts.push(['Where', where]);
  facts.push([`At${unit}`, point.map(number).join(', ')]);
  const size = bounds.max.map((value, axis) => number(value - bounds.min[axis]));
  facts.push([`Size${unit}`, size.join(' × ')]);
  facts.push(['Triangle pairs', String(pairs)]);
  if (clash?.status) facts.push(['Compared with the baseline', clash.status]);
  if (clash?.deeper) facts.push([`Deeper by${unit}`, number(clash.deeper)]);
  if (clash?.decision?.assignee) facts.push(['Assigned to', clash.decision.assignee]);
  if (clash?.decision?.due) facts.push(['Due', clash.decision.due]);
  if (clash?.decision?.date) facts.push(['Decided', clash.decision.date.slice(0, 10)]);
  const track = report.animations?.[0]?.tracks?.find(({ id }) => id === rows[index].id);
  if (track) facts.push(['Frames', `${track.first.frame} to ${track.last.frame}, worst ${track.worst.frame}`]);
  return facts;
}

const UNDECIDED = 'they touch; whether they reach deeper than the tolerance could not be told';
const WHY: Readonly<Record<string, string>> = {
  open: 'an object is open and has no inside',
  duplicate: 'both are the same solid',
  touching: 'they only touch',
  near: 'they do not meet',
  self: 'the object meets itself',
};
