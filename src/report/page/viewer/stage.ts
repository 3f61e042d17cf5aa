/** The place where a clash is shown: its picture at first, then a view that can be turned. */

import { fromBase64 } from '../../base64.ts';
import { drawnMesh } from '../../excerpt/drawn-excerpt.ts';
import { readExcerpt } from '../../excerpt/excerpt-codec.ts';
import { cameraOf, project, type View } from '../../picture/camera.ts';
import type { DrawnClash } from '../../picture/clash-picture.ts';
import { SEEN_INSIDE, SEEN_THROUGH } from '../../picture/style.ts';
import { geometryId, type PageRow, pictureId } from '../page-data.ts';
import { byId, element } from './dom.ts';
import { listen } from './orbit.ts';
import { PlainRenderer, type Renderer } from './renderer.ts';
import { WebGlRenderer } from './webgl-renderer.ts';

async function inflate(packed: Uint8Array): Promise<Uint8Array> {
  if (typeof DecompressionStream === 'undefined') {
    throw new Error('This browser is too old to unpack the geometry; the pictures can still be seen.');
  }
  const stream = new Blob([packed as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function loadClash(index: number, { view, measure }: PageRow): Promise<DrawnClash> {
  const text = document.getElementById(geometryId(index))?.textContent ?? '';
  const { first, second, context, curves } = readExcerpt(await inflate(fromBase64(text)));
  return {
    first: drawnMesh(first),
    second: second.indices.length > 0 ? drawnMesh(second) : undefined,
    context: drawnMesh(context),
    curves,
    ...(view?.measured && { measured: view.measured }),
    isInside: view?.isInside ?? false,
    label: measure,
  };
}

/** The middle of the excerpt, where the contact is. */
const ORIGIN = [0, 0, 0] as const;

/** In steps of the slider, across the excerpt. */
const SLIDER_STEPS = 1000;

export class Stage {
  readonly #box = byId('stage');
  readonly #picture = byId('picture') as HTMLImageElement;
  readonly #message = byId('stage-message');
  readonly #label = byId('measure-label');
  readonly #slider = byId('section-place') as HTMLInputElement;
  readonly #buttons = {
    turn: byId('turn') as HTMLButtonElement,
    section: byId('section') as HTMLButtonElement,
    through: byId('through') as HTMLButtonElement,
    context: byId('context') as HTMLButtonElement,
    reset: byId('reset') as HTMLButtonElement,
  };
  #canvas: HTMLCanvasElement | undefined;
  #renderer: Renderer | undefined;
  #row: PageRow | undefined;
  #index = -1;
  #clash: DrawnClash | undefined;
  #view: View | undefined;
  #hasSection = false;
  #showsContext = true;
  #seesThrough = false;
  #isDrawn = true;

  constructor() {
    const { turn, section, through, context, reset } = this.#buttons;
    turn.addEventListener('click', () => void this.#start());
    this.#picture.addEventListener('click', () => void this.#start());
    section.addEventListener('click', () => void this.toggleSection());
    through.addEventListener('click', () => void this.#change(() => (this.#seesThrough = !this.#seesThrough)));
    context.addEventListener('click', () => void this.#change(() => (this.#showsContext = !this.#showsContext)));
    reset.addEventListener('click', () => void this.#change(() => this.#resetView()));
    this.#slider.max = String(SLIDER_STEPS);
    this.#slider.addEventListener('input', () => this.#redraw());
    new ResizeObserver(() => this.#redraw()).observe(this.#box);
  }

  /** Shows another clash: its picture, or where there is none the view itself. */
  async show(index: number, row: PageRow): Promise<void> {
    this.#index = index;
    this.#row = row;
    this.#clash = undefined;
    this.#hasSection = row.view?.isCut ?? false;
    this.#say('');
    const kept = document.getElementById(pictureId(index)) as HTMLImageElement | null;
    const isShown = this.#canvas !== undefined && !this.#canvas.hidden;
    for (const button of Object.values(this.#buttons)) button.disabled = !row.view;
    this.#mark();
    if (kept && !isShown) {
      this.#picture.src = kept.src;
      this.#picture.alt = kept.alt;
      this.#picture.hidden = false;
      this.#label.hidden = true;
      return;
    }
    this.#picture.hidden = true;
    if (row.view) await this.#start();
    else this.#say('This report keeps no geometry of this clash; it has pictures of the worst ones only.');
  }

  async toggleSection(): Promise<void> {
    // Of a picture that is cut already, the section goes on; it is not taken away.
    if (!this.#clash && this.#hasSection) {
      await this.#start();
      return;
    }
    await this.#change(() => {
      this.#hasSection = !this.#hasSection;
      this.#resetView();
    });
  }

  /** Starts the view if need be, changes something, and draws. */
  async #change(act: () => void): Promise<void> {
    if (!(await this.#start())) return;
    act();
    this.#mark();
    this.#redraw();
  }

  #mark(): void {
    const { section, through, context } = this.#buttons;
    section.setAttribute('aria-pressed', String(this.#hasSection && this.#clash !== undefined));
    through.setAttribute('aria-pressed', String(this.#seesThrough));
    context.setAttribute('aria-pressed', String(this.#showsContext));
    this.#slider.disabled = !this.#hasSection || this.#clash === undefined;
  }

  #resetView(): void {
    const view = this.#row?.view;
    if (!view) return;
    const [towards, radius] = this.#hasSection
      ? [view.sectionTowards, view.sectionRadius]
      : [view.towards, view.radius];
    this.#view = { target: [0, 0, 0], towards, up: view.up, radius };
    this.#placeSlider();
  }

  #placeSlider(): void {
    const { offset } = this.#row!.view!.section;
    this.#slider.value = String(Math.round(((offset + 1) / 2) * SLIDER_STEPS));
  }

  /** True if the view exists. */
  async #start(): Promise<boolean> {
    const row = this.#row;
    if (!row?.view) return false;
    if (this.#clash) return true;
    const index = this.#index;
    try {
      const clash = await loadClash(index, row);
      if (index !== this.#index) return false;
      this.#open();
      this.#clash = clash;
      this.#renderer!.show(clash);
      this.#resetView();
      this.#mark();
      this.#redraw();
      return true;
    } catch (error) {
      this.#say((error as Error).message);
      return false;
    }
  }

  #open(): void {
    this.#picture.hidden = true;
    if (this.#canvas) {
      this.#canvas.hidden = false;
      return;
    }
    const canvas = this.#newCanvas();
    const renderer = WebGlRenderer.on(canvas);
    // Once a canvas has been asked for a WebGL context, it provides no other.
    this.#canvas = renderer ? canvas : this.#newCanvas();
    if (!renderer) canvas.remove();
    this.#renderer = renderer ?? new PlainRenderer(this.#canvas);
    this.#canvas.dataset.renderer = renderer ? 'webgl' : 'plain';
    this.#canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      this.#fallBack();
    });
    listen(this.#canvas, (next) => {
      if (!this.#view) return;
      this.#view = next(this.#view);
      this.#redraw();
    });
  }

  #newCanvas(): HTMLCanvasElement {
    const canvas = element('canvas', { tabindex: '0', role: 'img', class: 'view' });
    canvas.setAttribute(
      'aria-label',
      'The clash in three dimensions. Arrow keys turn it, with Shift they move it, plus and minus zoom.',
    );
    this.#box.prepend(canvas);
    return canvas;
  }

  /** If the GPU is lost, the view continues without it. */
  #fallBack(): void {
    this.#canvas?.remove();
    const canvas = this.#newCanvas();
    canvas.dataset.renderer = 'plain';
    this.#canvas = canvas;
    this.#renderer = new PlainRenderer(canvas);
    listen(canvas, (next) => {
      if (!this.#view) return;
      this.#view = next(this.#view);
      this.#redraw();
    });
    if (this.#clash) this.#renderer.show(this.#clash);
    this.#redraw();
  }

  #say(text: string): void {
    this.#message.textContent = text;
    this.#message.hidden = text === '';
  }

  /** Once per frame, however often it is asked for. */
  #redraw(): void {
    if (!this.#isDrawn || !this.#clash) return;
    this.#isDrawn = false;
    requestAnimationFrame(() => {
      this.#isDrawn = true;
      this.#draw();
    });
  }

  #draw(): void {
    const [view, row] = [this.#view, this.#row];
    if (!view || !row?.view || !this.#renderer || !this.#canvas) return;
    const { normal } = row.view.section;
    const offset = (2 * Number(this.#slider.value)) / SLIDER_STEPS - 1;
    const own = row.view.isInside ? SEEN_INSIDE : SEEN_THROUGH;
    this.#renderer.draw({
      view,
      section: this.#hasSection ? { normal, offset } : undefined,
      showsContext: this.#showsContext,
      seenThrough: this.#seesThrough ? 0.6 : own,
    });
    this.#canvas.dataset.drawn = String(Number(this.#canvas.dataset.drawn ?? 0) + 1);
    this.#placeLabel(view);
  }

  /** What is measured, written at its place; where nothing is, a ring around the contact. */
  #placeLabel(view: View): void {
    const measured = this.#row?.view?.measured ?? [ORIGIN, ORIGIN];
    const [width, height] = [this.#box.clientWidth, this.#box.clientHeight];
    const middle = [0, 1, 2].map((k) => (measured[0][k] + measured[1][k]) / 2);
    const [x, y, depth] = project(cameraOf(view, width / height), middle, width, height);
    this.#label.hidden = depth <= 0 || x < 0 || y < 0 || x > width || y > height;
    this.#label.querySelector('span')!.textContent = this.#row!.measure;
    this.#label.classList.toggle('ring', this.#row!.measure === '');
    this.#label.classList.toggle('left', x > width * 0.65);
    this.#label.classList.toggle('below', y < height * 0.25);
    this.#label.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
  }
}
