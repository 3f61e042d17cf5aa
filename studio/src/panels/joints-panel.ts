/**
 * A slider for each joint, with where it is proven free under it. Dragging stops where parts jam, and says between what. A proof holds while
 * the other joints stay where they are; when one is moved, those of the others are made again.
 */
import { byId, cutName, element } from '../dom.ts';
import type { JointInfo, ProvenJoint, ToWorker } from '../protocol.ts';
import { proofBackground, stopBefore } from './proof-strip.ts';

const STEPS = 100_000;
/** Dragging stops this fraction of the range before a jam: where parts almost touch, little can be proven about the other joints. */
const MARGIN = 0.0005;
/** After the last change. */
const SETTLED_MILLISECONDS = 250;
const UNPROVEN = 'not proven yet for where the other joints are';

const shown = (value: number) => String(Number(value.toPrecision(6)));

/** One joint. */
class JointRow {
  readonly #joint: JointInfo;
  readonly #slider: HTMLInputElement;
  readonly #value: HTMLInputElement;
  readonly #strip = element('div', { className: 'joint-strip' });
  readonly #said = element('ul', { className: 'joint-said' });
  readonly #onMove: (value: number, isLast: boolean) => void;
  readonly box: HTMLElement;
  #proven: ProvenJoint | undefined;
  value: number;

  constructor(joint: JointInfo, onMove: (value: number, isLast: boolean) => void) {
    this.#joint = joint;
    this.#onMove = onMove;
    this.value = joint.value;
    const { name, moves, unit } = joint;
    const range = `${shown(joint.from)} to ${shown(joint.to)}${unit}`;
    this.#slider = element('input', {
      type: 'range',
      min: '0',
      max: String(STEPS),
      step: '1',
      title: `${moves}: ${range}`,
    });
    this.#slider.setAttribute('aria-label', `${name}, ${range}`);
    this.#value = element('input', { type: 'text', inputMode: 'decimal', className: 'joint-value' });
    this.#value.setAttribute('aria-label', `Value of ${name}`);
    this.#slider.addEventListener('input', () => this.#drag(Number(this.#slider.value) / STEPS, false));
    this.#slider.addEventListener('change', () => this.#drag(Number(this.#slider.value) / STEPS, true));
    this.#value.addEventListener('change', () => this.#type());
    const head = element(
      'div',
      { className: 'joint-head' },
      cutName(name),
      this.#value,
      element('span', { textContent: unit }),
    );
    const track = element('div', { className: 'joint-track' }, this.#slider, this.#strip);
    this.box = element('div', { className: 'joint' }, head, track, this.#said);
    this.box.dataset.joint = name;
    this.#show();
    this.outdate();
  }

  #part(value: number): number {
    const { from, to } = this.#joint;
    return to > from ? (value - from) / (to - from) : 0;
  }

  #within(value: number): number {
    return Math.min(this.#joint.to, Math.max(this.#joint.from, value));
  }

  /** As far as it goes without passing a jam. */
  #drag(wanted: number, isLast: boolean): void {
    const allowed = stopBefore(this.#proven?.ranges ?? [], this.#part(this.value), wanted, MARGIN);
    const isStopped = allowed !== wanted;
    if (!isLast || isStopped) this.#showStop(isStopped);
    const { from, to } = this.#joint;
    this.#go(from + allowed * (to - from), isLast);
  }

  #go(value: number, isLast: boolean): void {
    this.value = this.#within(value);
    this.#show();
    this.#onMove(this.value, isLast);
  }

  /** A number that is typed may lie in a jam, to look at it. */
  #type(): void {
    const value = Number(this.#value.value.replace(',', '.'));
    if (Number.isFinite(value)) this.#go(value, true);
    else this.#show();
  }

  #show(): void {
    this.#slider.value = String(Math.round(this.#part(this.value) * STEPS));
    this.#slider.setAttribute('aria-valuetext', `${shown(this.value)}${this.#joint.unit}`);
    this.#value.value = shown(this.value);
  }

  #showStop(isStopped: boolean): void {
    this.box.dataset.stopped = String(isStopped);
  }

  /** 0, or the limit next to it. Returns whether it was elsewhere. */
  rest(): boolean {
    if (this.value === this.#within(0)) return false;
    this.#showStop(false);
    this.#go(0, false);
    return true;
  }

  /** Other joints have moved. */
  outdate(): void {
    this.#proven = undefined;
    this.box.dataset.state = 'unproven';
    this.#strip.style.background = '';
    this.#said.replaceChildren(element('li', { className: 'hint', textContent: UNPROVEN }));
  }

  prove(proven: ProvenJoint): void {
    this.#proven = proven;
    const { ranges, jams, open, free } = proven;
    this.box.dataset.state = jams.length > 0 ? 'jams' : open.length > 0 ? 'open' : 'free';
    this.#strip.style.background = proofBackground(ranges);
    const sentences = jams.map(({ sentence, witness }) => {
      const button = element('button', { type: 'button', className: 'jam', textContent: sentence, title: 'Go there' });
      button.addEventListener('click', () => this.#go(witness, true));
      return element('li', {}, button);
    });
    const words = open.map((textContent) => element('li', { className: 'open', textContent }));
    const whole = jams.length + open.length === 0 ? 'proven free' : `proven free: ${free}`;
    this.#said.replaceChildren(element('li', { className: 'hint', textContent: whole }), ...sentences, ...words);
  }
}

export class JointsPanel {
  readonly #send: (message: ToWorker) => void;
  readonly #rows = new Map<string, JointRow>();
  #shown = '';
  #soon: number | undefined;

  constructor(send: (message: ToWorker) => void) {
    this.#send = send;
    byId('joints-rest').addEventListener('click', () => this.#toRest());
    byId('joints-prove').addEventListener('click', () => this.#prove());
    byId('save-motion').addEventListener('click', () => send({ type: 'export', form: 'motion' }));
  }

  /** What can be moved; proofs begin at once. */
  show(joints: readonly JointInfo[] | undefined): void {
    const isThere = joints !== undefined && joints.length > 0;
    byId('joints').hidden = !isThere;
    byId('joints-open').hidden = !isThere;
    document.body.dataset.joints = String(isThere);
    const signature = JSON.stringify(joints?.map(({ value: _, ...rest }) => rest) ?? []);
    if (signature !== this.#shown) this.#build(joints ?? []);
    this.#shown = signature;
    this.outdate();
  }

  #build(joints: readonly JointInfo[]): void {
    this.#rows.clear();
    for (const joint of joints) {
      this.#rows.set(joint.name, new JointRow(joint, (value, isLast) => this.#move(joint.name, value, isLast)));
    }
    byId('joint-rows').replaceChildren(...[...this.#rows.values()].map(({ box }) => box));
  }

  /** An object is moved by hand. */
  drag(key: number, matrix: readonly number[]): void {
    this.#send({ type: 'drag', key, matrix });
    this.outdate();
  }

  /** Objects have changed, or were moved by hand: nothing is proven any more, and is made again when that has ended. */
  outdate(): void {
    for (const row of this.#rows.values()) row.outdate();
    window.clearTimeout(this.#soon);
    if (this.#rows.size > 0) this.#soon = window.setTimeout(() => this.#prove(), SETTLED_MILLISECONDS);
  }

  #prove(): void {
    this.#send({ type: 'prove-joints' });
  }

  #move(name: string, value: number, isLast: boolean): void {
    this.#send({ type: 'joint', name, value });
    for (const [other, row] of this.#rows) if (other !== name) row.outdate();
    if (isLast) this.#prove();
  }

  setProof(proven: ProvenJoint): void {
    this.#rows.get(proven.joint)?.prove(proven);
  }

  #toRest(): void {
    const moved = [...this.#rows.values()].filter((row) => row.rest());
    if (moved.length > 0) this.#prove();
  }
}
