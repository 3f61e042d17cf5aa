/** Texts that stand at points of the view. They are for the eye; panels say the same in words. */
import type { Camera, Vector3 } from 'three';
import { byId, element } from '../dom.ts';

export interface Label {
  readonly text: string;
  readonly at: Vector3;
  readonly kind: 'dimension' | 'tag-a' | 'tag-b' | 'measure';
}

/** Pixels between a label and the edge of the window, with the margin that the style gives it. */
const EDGE = 20;

export class Labels {
  readonly #box = byId('labels');
  readonly #shown = new Map<string, { readonly at: Vector3; readonly node: HTMLElement; width?: number }>();
  #places: readonly { readonly node: HTMLElement; readonly style: string }[] = [];

  /** Replaces all labels of an owner. */
  set(owner: string, labels: readonly Label[]): void {
    for (const [name, { node }] of this.#shown) {
      if (!name.startsWith(`${owner} `)) continue;
      node.remove();
      this.#shown.delete(name);
    }
    for (const [i, { text, at, kind }] of labels.entries()) {
      const node = element('span', { className: `label ${kind}`, textContent: text });
      // Until it is known where the point is on the page.
      node.style.visibility = 'hidden';
      this.#box.append(node);
      this.#shown.set(`${owner} ${i}`, { at, node });
    }
  }

  /** Where the labels will be in the picture that is being drawn. */
  project(camera: Camera, width: number, height: number): void {
    this.#places = [...this.#shown.values()].map((shown) => {
      const { at, node } = shown;
      const { x, y, z } = at.clone().project(camera);
      shown.width ??= node.offsetWidth;
      // Within the window, as far as its point is.
      const isIn = Math.abs(x) <= 1 && Math.abs(y) <= 1;
      const left = ((x + 1) / 2) * width;
      const fitting = isIn ? Math.max(EDGE, Math.min(left, width - shown.width - EDGE)) : left;
      const place = `translate(${fitting.toFixed(1)}px, ${(((1 - y) / 2) * height).toFixed(1)}px)`;
      return { node, style: z > -1 && z < 1 ? place : '' };
    });
  }

  /** The picture is on the page, and the labels go with it. */
  place(): void {
    for (const { node, style } of this.#places) {
      node.style.visibility = style ? '' : 'hidden';
      node.style.transform = style;
    }
  }
}
