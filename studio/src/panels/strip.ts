/** A strip over the frames of a clip: when there are clashes, and how deep. A click jumps there. */

import { byId } from '../dom.ts';
import type { FrameClashes } from '../protocol.ts';

export interface StripListeners {
  readonly onSeek: (frame: number) => void;
  readonly onScan: () => void;
  /** Tells a length in the unit that is shown. */
  readonly length: (value: number) => string;
}

export class Strip {
  readonly #box = byId('strip');
  readonly #canvas = byId<HTMLCanvasElement>('strip-canvas');
  readonly #known = new Map<number, FrameClashes>();
  #frames = 0;
  #frame = 0;
  readonly #length: (value: number) => string;
  #waiting = false;

  constructor({ onSeek, onScan, length }: StripListeners) {
    this.#length = length;
    this.#canvas.addEventListener('click', ({ offsetX }) => {
      const share = offsetX / Math.max(1, this.#canvas.clientWidth);
      onSeek(Math.max(0, Math.min(this.#frames - 1, Math.floor(share * this.#frames))));
    });
    byId('strip-scan').addEventListener('click', () => onScan());
    byId('strip-worst').addEventListener('click', () => {
      const worst = this.#worst();
      if (worst) onSeek(worst.frame);
    });
    new ResizeObserver(() => this.#draw()).observe(this.#canvas);
  }

  /** Another clip, or none: then there is no strip. */
  open(frames: number): void {
    this.#frames = frames;
    this.#known.clear();
    this.#box.hidden = frames === 0;
    this.#draw();
  }

  add(frames: readonly FrameClashes[]): void {
    for (const frame of frames) this.#known.set(frame.frame, frame);
    this.#draw();
  }

  /** Lengths are shown in another unit. */
  rewrite(): void {
    this.#draw();
  }

  set frame(frame: number) {
    this.#frame = frame;
    this.#draw();
  }

  #worst(): FrameClashes | undefined {
    const rank = ({ deepest, penetrating, count }: FrameClashes) => [deepest, penetrating, count];
    return [...this.#known.values()]
      .filter(({ count }) => count > 0)
      .sort((p, q) => {
        const [x, y] = [rank(p), rank(q)];
        const differs = x.findIndex((value, i) => value !== y[i]);
        return differs < 0 ? p.frame - q.frame : y[differs] - x[differs];
      })[0];
  }

  #draw(): void {
    if (this.#waiting || this.#box.hidden) return;
    this.#waiting = true;
    requestAnimationFrame(() => {
      this.#waiting = false;
      this.#paint();
      this.#say();
    });
  }

  #say(): void {
    const worst = this.#worst();
    const looked =
      this.#known.size < this.#frames ? `${this.#known.size} of ${this.#frames} frames looked at` : undefined;
    const depth = worst && worst.deepest > 0 ? `, ${this.#length(worst.deepest)} deep` : '';
    const text = worst
      ? `worst in frame ${worst.frame}: ${worst.count} ${worst.count === 1 ? 'clash' : 'clashes'}${depth}${looked ? `; ${looked}` : ''}`
      : `no clashes${looked ? ` in ${looked}` : ''}`;
    byId('strip-text').textContent = text;
    this.#canvas.setAttribute('aria-label', `Clashes over time: ${text}`);
    (byId('strip-worst') as HTMLButtonElement).disabled = worst === undefined;
    byId('strip-scan').hidden = this.#known.size >= this.#frames;
  }

  /** Bars as high as the deepest clash; open surfaces, which have no depth, by their number, hatched. */
  #paint(): void {
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [this.#canvas.clientWidth, this.#canvas.clientHeight];
    this.#canvas.width = Math.max(1, Math.round(width * ratio));
    this.#canvas.height = Math.max(1, Math.round(height * ratio));
    const context = this.#canvas.getContext('2d')!;
    context.scale(ratio, ratio);
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string) => style.getPropertyValue(name);
    const each = width / Math.max(1, this.#frames);
    const deepest = Math.max(...[...this.#known.values()].map((frame) => frame.deepest), 0);
    const most = Math.max(...[...this.#known.values()].map((frame) => frame.count), 1);
    for (const { frame, count, penetrating, deepest: depth } of this.#known.values()) {
      context.fillStyle = colour('--line');
      context.fillRect(frame * each, height - 2, Math.max(1, each), 2);
      if (count === 0) continue;
      const share = deepest > 0 ? depth / deepest : count / most;
      context.fillStyle = colour(penetrating > 0 ? '--clash' : '--muted');
      const bar = Math.max(3, share * (height - 4));
      context.fillRect(frame * each, height - bar, Math.max(1, each), bar);
    }
    context.fillStyle = colour('--ink');
    context.fillRect((this.#frame + 0.5) * each - 1, 0, 2, height);
  }
}
