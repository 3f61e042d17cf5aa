/** Texts that stand at points of the view. They are for the eye; panels say the same in words. */
import type { Camera, Vector3 } from 'three';
import { byId, element } from '../dom.ts';
import type { Insets } from './camera-rig.ts';

export interface Label {
  readonly text: string;
  readonly at: Vector3;
  readonly kind: 'dimension' | 'tag-a' | 'tag-b' | 'measure';
}

/** Pixels between a label and the edge of what is free, with the margin that the style gives it; and between two labels. */
const EDGE = 20;
const BETWEEN = 4;

interface Placed {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Below existing labels that would be covered. */
function clearOf(others: readonly Placed[], { left, top, width, height }: Placed): number {
  let free = top;
  for (const other of others.toSorted((p, q) => p.top - q.top)) {
    const isBeside = left >= other.left + other.width || other.left >= left + width;
    const isApart = free >= other.top + other.height + BETWEEN || other.top >= free + height + BETWEEN;
    if (!isBeside && !isApart) free = other.top + other.height + BETWEEN;
  }
  return free;
}

export class Labels {
  readonly #box = byId('labels');
  readonly #shown = new Map<
    string,
    { readonly at: Vector3; readonly node: HTMLElement; size?: readonly [number, number] }
  >();
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
  project(camera: Camera, width: number, height: number, { left: from, right }: Pick<Insets, 'left' | 'right'>): void {
    const placed: Placed[] = [];
    this.#places = [...this.#shown.values()].map((shown) => {
      const { at, node } = shown;
      const { x, y, z } = at.clone().project(camera);
      shown.size ??= [node.offsetWidth, node.offsetHeight];
      const [own, high] = shown.size;
      if (!(z > -1 && z < 1)) return { node, style: '' };
      // Within what no panel covers, as far as its point is.
      const isIn = Math.abs(x) <= 1 && Math.abs(y) <= 1;
      const beside = ((x + 1) / 2) * width;
      const left = isIn ? Math.max(from + EDGE, Math.min(beside, width - right - own - EDGE)) : beside;
      const box = { left, top: ((1 - y) / 2) * height, width: own, height: high };
      const top = clearOf(placed, box);
      placed.push({ ...box, top });
      return { node, style: `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px)` };
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
