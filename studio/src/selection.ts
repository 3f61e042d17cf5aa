/** What is selected on the page: an object, or the two objects of a clash. */
import type { Appearance } from './appearance.ts';
import { noticeSimulated } from './panels/notices.ts';
import { SelectionBar } from './panels/selection-bar.ts';
import type { Tools } from './panels/tools.ts';
import type { ObjectInfo, SceneInfo } from './protocol.ts';
import type { ReviewMode } from './review/review-mode.ts';
import type { View } from './view/view.ts';

interface SelectionParts {
  readonly view: View;
  readonly review: ReviewMode;
  readonly tools: () => Tools;
  readonly appearance: () => Appearance;
  readonly objects: () => readonly ObjectInfo[];
  readonly scene: () => SceneInfo | undefined;
  readonly onRemove: (key: number) => void;
}

export class Selection {
  readonly bar: SelectionBar;
  readonly #parts: SelectionParts;
  #key: number | undefined;

  constructor(parts: SelectionParts) {
    this.#parts = parts;
    const { view, tools, onRemove } = parts;
    this.bar = new SelectionBar(view.gizmo, {
      onDone: () => this.choose(undefined),
      onRemove: (key) => {
        this.choose(undefined);
        onRemove(key);
      },
      onHide: () => tools().hide(),
      onIsolate: () => tools().isolate(),
    });
  }

  /** The key of the selected object. */
  get key(): number | undefined {
    return this.#key;
  }

  /** Keys of what is selected: the objects of a clash, or one object. */
  get keys(): number[] {
    const { review, objects } = this.#parts;
    const clash = review.state.clash(review.state.selected);
    if (clash) return [...new Set([clash.a, clash.b])].flatMap((place) => objects()[place]?.key ?? []);
    return this.#key === undefined ? [] : [this.#key];
  }

  choose(key: number | undefined): void {
    const { view, scene } = this.#parts;
    if (key !== undefined && scene()?.simulated) {
      noticeSimulated();
      return;
    }
    const info = key === undefined ? undefined : view.objects.info(key);
    this.#key = info?.key;
    view.objects.select(info?.key);
    this.bar.show(info, scene() === undefined);
    this.refresh();
  }

  /** Shows what the selection is, and what can be done with it. */
  refresh(): void {
    this.#parts.appearance().mark(this.#key);
    this.#parts.tools().update();
  }

  /** Ends measuring, or else deselects the clash, or else the object. */
  release(): void {
    const { tools, review } = this.#parts;
    if (tools().stopMeasuring()) return;
    if (review.deselect()) tools().update();
    else this.choose(undefined);
  }
}
