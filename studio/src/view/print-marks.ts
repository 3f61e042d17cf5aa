/** Marks of what cannot be printed: all of them as lines, the selected one in another colour with its text. */
import { Group, Vector3 } from 'three';
import type { PrintedMark } from '../protocol.ts';
import type { Theme } from '../theme.ts';
import type { Labels } from './labels.ts';
import { WideLines } from './lines.ts';

const COLOURS = {
  light: { all: '#c0392b', selected: '#1455c0' },
  dark: { all: '#ff8a75', selected: '#7fb2ff' },
} as const;

export class PrintMarks {
  readonly root = new Group();
  readonly #labels: Labels;
  readonly #all = new WideLines(2, 0.35, 20);
  readonly #selected = new WideLines(4, 0.6, 24);

  constructor(labels: Labels) {
    this.#labels = labels;
    this.root.add(this.#all.group, this.#selected.group);
  }

  setTheme(theme: Theme): void {
    this.#all.colour = COLOURS[theme].all;
    this.#selected.colour = COLOURS[theme].selected;
  }

  show(marks: readonly PrintedMark[]): void {
    const all = new Float32Array(marks.reduce((sum, { lines }) => sum + lines.length, 0));
    let at = 0;
    for (const { lines } of marks) {
      all.set(lines, at);
      at += lines.length;
    }
    this.#all.set(all);
    this.select(undefined);
  }

  select(mark: PrintedMark | undefined): void {
    this.#selected.set(mark?.lines ?? new Float32Array());
    const [x, y, z] = mark ? mark.bounds.min.map((low, axis) => (low + mark.bounds.max[axis]) / 2) : [0, 0, 0];
    this.#labels.set('print', mark ? [{ text: mark.text, at: new Vector3(x, y, z), kind: 'dimension' }] : []);
  }
}
