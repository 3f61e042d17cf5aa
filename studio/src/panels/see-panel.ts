/** How objects and results are drawn, and the legend. */

import type { OverlayName } from '../answer.ts';
import { byId, element } from '../dom.ts';
import type { QueryKind } from '../query.ts';
import type { Theme } from '../theme.ts';
import { STYLES } from '../view/overlays.ts';
import { COLOURINGS, type Colouring } from './colouring.ts';

export interface LegendEntry {
  readonly title: string;
  readonly colour: string;
}

export interface Look {
  readonly opacity: number;
  readonly wireframe: boolean;
  /** Whether hits show through surfaces. */
  readonly ghosts: boolean;
  readonly colouring: Colouring;
  readonly ground: boolean;
  /** Which way is up; `auto`: as the files' formats have it. */
  readonly up: 'auto' | 'y' | 'z';
}

const UP_TITLES = { auto: 'as files say', y: 'y', z: 'z' } as const;

export const LOOK_DEFAULTS: Look = {
  opacity: 1,
  wireframe: false,
  ghosts: true,
  colouring: 'object',
  ground: true,
  up: 'auto',
};

/** For queries whose answers lie inside objects. */
const OPACITY: Partial<Record<QueryKind, number>> = { inside: 0.25, voxels: 0.25, volume: 0.25 };

export class SeePanel {
  readonly #onLook: (look: Look) => void;
  #look = LOOK_DEFAULTS;
  #legend = '';
  /** Whether the user has set the opacity; until then each query has its own. */
  #chosen = false;

  constructor(onLook: (look: Look) => void) {
    this.#onLook = onLook;
    this.#draw();
  }

  #change(change: Partial<Look>): void {
    this.#look = { ...this.#look, ...change };
    this.#onLook(this.#look);
  }

  /** Makes surfaces transparent for queries whose answers lie inside them. */
  suit(kind: QueryKind): void {
    if (this.#chosen) return;
    this.#change({ opacity: OPACITY[kind] ?? LOOK_DEFAULTS.opacity });
    this.#draw();
  }

  /** Other objects are open; colours that suit them are taken. */
  set colouring(colouring: Colouring) {
    this.#change({ colouring });
    this.#draw();
  }

  get look(): Look {
    return this.#look;
  }

  toggle(name: 'ghosts' | 'wireframe'): void {
    this.#change({ [name]: !this.#look[name] });
    this.#draw();
  }

  #draw(): void {
    const opacity = element('input', {
      type: 'range',
      min: '0',
      max: '1',
      step: '0.05',
      value: String(this.#look.opacity),
      name: 'opacity',
    });
    opacity.addEventListener('input', () => {
      this.#chosen = true;
      this.#change({ opacity: Number(opacity.value) });
    });
    const check = (name: 'ghosts' | 'wireframe' | 'ground', text: string) => {
      const input = element('input', { type: 'checkbox', checked: this.#look[name], name });
      input.addEventListener('change', () => this.#change({ [name]: input.checked }));
      return element('label', { className: 'check' }, input, ` ${text}`);
    };
    const select = (name: 'colouring' | 'up', text: string, titles: Readonly<Record<string, string>>) => {
      const options = Object.entries(titles).map(([value, title]) => element('option', { value, textContent: title }));
      const input = element('select', { name }, ...options);
      input.value = this.#look[name];
      input.addEventListener('change', () => this.#change({ [name]: input.value }));
      return element('label', { className: 'field' }, text, input);
    };
    byId('look').replaceChildren(
      select('colouring', 'Colour by', Object.fromEntries(COLOURINGS.map((name) => [name, name]))),
      select('up', 'Up axis', UP_TITLES),
      element('label', { className: 'field wide' }, 'Opacity', opacity),
      check('ghosts', 'show hits through surfaces'),
      check('wireframe', 'wireframe'),
      check('ground', 'ground'),
    );
  }

  /** Names what is in the picture; `marks` belong to the clash in view, `points` is the label of the clash points. */
  showLegend(names: readonly OverlayName[], theme: Theme, marks: readonly LegendEntry[] = [], points?: string): void {
    const titleOf = (name: OverlayName) => (name === 'clash-points' && points) || STYLES[name].title;
    const all = [...names.map((name) => ({ title: titleOf(name), colour: STYLES[name][theme] })), ...marks];
    const text = JSON.stringify(all);
    if (text === this.#legend) return;
    this.#legend = text;
    const entries = all.map(({ title, colour }) => {
      const swatch = element('i');
      swatch.style.background = colour;
      return element('span', {}, swatch, title);
    });
    byId('legend').replaceChildren(...entries);
  }
}
