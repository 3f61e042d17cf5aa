/** Milliseconds per stage, and counts, frame by frame. */
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Answer } from '../answer.ts';
import { byId, element } from '../dom.ts';
import type { FrameMessage } from '../protocol.ts';

/** Frames in the chart. */
const WINDOW = 240;
const REDRAW_MILLISECONDS = 150;
const COLOURS = {
  light: ['#8a98a5', '#2f6fc0', '#c78a1b', '#7b4fb3', '#d7263d', '#159a52'],
  dark: ['#7d8a96', '#6aa8ff', '#f2b14c', '#b58af0', '#ff4a5f', '#35d07f'],
} as const;

/** Values of one frame, by name. */
type Values = Readonly<Record<string, number>>;

/** Short numbers for axes. */
function short(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(3))}M`;
  if (value >= 1e3) return `${Number((value / 1e3).toPrecision(3))}k`;
  return String(Number(value.toPrecision(3)));
}

class Chart {
  readonly #box: HTMLElement;
  readonly #legend: HTMLElement;
  readonly #frames: number[] = [];
  readonly #values: Values[] = [];
  #names: readonly string[] = [];
  #plot: uPlot | undefined;
  #theme: 'light' | 'dark' = 'light';

  constructor(box: HTMLElement, legend: HTMLElement) {
    this.#box = box;
    this.#legend = legend;
    new ResizeObserver(() => this.#plot?.setSize(this.#size())).observe(box);
  }

  #size(): { width: number; height: number } {
    return { width: Math.max(100, this.#box.clientWidth), height: 118 };
  }

  clear(): void {
    this.#frames.length = 0;
    this.#values.length = 0;
  }

  add(frame: number, values: Values): void {
    if (this.#frames.length > 0 && frame <= this.#frames[this.#frames.length - 1]) this.#cutFrom(frame);
    this.#frames.push(frame);
    this.#values.push(values);
    if (this.#frames.length > WINDOW) {
      this.#frames.shift();
      this.#values.shift();
    }
  }

  /** Going back in time takes what came after with it. */
  #cutFrom(frame: number): void {
    const at = this.#frames.findIndex((known) => known >= frame);
    this.#frames.length = at;
    this.#values.length = at;
  }

  setTheme(theme: 'light' | 'dark'): void {
    this.#theme = theme;
    this.#names = [];
  }

  draw(): void {
    const names = [...new Set(this.#values.flatMap((values) => Object.keys(values)))];
    if (names.join() !== this.#names.join()) this.#build(names);
    const series = names.map((name) => this.#values.map((values) => values[name] ?? null));
    this.#plot?.setData([this.#frames, ...series] as uPlot.AlignedData);
  }

  #colour(index: number): string {
    return COLOURS[this.#theme][index % COLOURS[this.#theme].length];
  }

  #build(names: readonly string[]): void {
    this.#names = names;
    this.#plot?.destroy();
    const entries = names.map((name, index) => {
      const swatch = element('i');
      swatch.style.background = this.#colour(index);
      return element('span', {}, swatch, name);
    });
    this.#legend.replaceChildren(...entries);
    const ink = getComputedStyle(document.documentElement).getPropertyValue('--muted');
    const line = getComputedStyle(document.documentElement).getPropertyValue('--line');
    const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { show: false }, font: '10px system-ui' };
    this.#plot = new uPlot(
      {
        ...this.#size(),
        padding: [6, 14, 0, 0],
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: false }, y: { range: (_plot, _low, high) => [0, Math.max(high * 1.1, 1e-3)] } },
        axes: [
          { ...axis, size: 16, gap: 2, space: 60 },
          { ...axis, size: 34, gap: 3, space: 24, values: (_plot, splits) => splits.map(short) },
        ],
        series: [
          {},
          ...names.map((name, index) => ({
            label: name,
            stroke: this.#colour(index),
            width: 1.5,
            points: { show: () => this.#frames.length < 2, size: 5 },
          })),
        ],
      },
      [[]] as unknown as uPlot.AlignedData,
      this.#box,
    );
  }
}

export class Charts {
  readonly #time = new Chart(byId('time-chart'), byId('time-legend'));
  readonly #size = new Chart(byId('size-chart'), byId('size-legend'));
  #drawn = 0;
  #waiting = false;
  #asked = 0;
  /** Whether the second chart shows the passes of one answer. */
  #inPasses = false;

  clear(): void {
    this.#asked = 0;
    this.#time.clear();
    this.#size.clear();
  }

  /** `steps`: whether frames follow each other in time; otherwise answers are numbered. */
  add({ frame, answer, milliseconds }: FrameMessage, steps: boolean): void {
    if (!answer) return;
    const at = steps ? frame : this.#asked++;
    const simulate: Values = milliseconds.simulate >= 0.05 && steps ? { simulate: milliseconds.simulate } : {};
    this.#time.add(at, { ...simulate, ...answer.stages });
    const inPasses = answer.passes !== undefined && answer.passes.count > 0;
    if (inPasses !== this.#inPasses) this.#size.clear();
    this.#inPasses = inPasses;
    if (inPasses) this.#showPasses(answer.passes!.sizes);
    else this.#addCounts(at, answer);
    this.#draw();
  }

  /** Shows the passes of one answer instead of a series of answers. */
  #showPasses(sizes: readonly number[]): void {
    this.#size.clear();
    for (const [pass, left] of sizes.entries()) this.#size.add(pass + 1, { 'left after each pass': left });
  }

  #addCounts(at: number, answer: Answer): void {
    const potential: Values = answer.potential === undefined ? {} : { candidates: answer.potential };
    this.#size.add(at, { ...potential, [answer.noun === 'pair' ? 'pairs' : answer.noun]: answer.count });
  }

  setTheme(theme: 'light' | 'dark'): void {
    this.#time.setTheme(theme);
    this.#size.setTheme(theme);
    this.#draw();
  }

  #draw(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    setTimeout(
      () => {
        this.#waiting = false;
        this.#drawn = performance.now();
        this.#time.draw();
        this.#size.draw();
      },
      Math.max(0, this.#drawn + REDRAW_MILLISECONDS - performance.now()),
    );
  }
}
