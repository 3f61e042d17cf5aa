/** The bar of the selected object: move, rotate, reset, remove. */
import { byId } from '../dom.ts';
import type { ObjectInfo } from '../protocol.ts';
import type { Gizmo } from '../view/gizmo.ts';

export interface SelectionListeners {
  readonly onDone: () => void;
  readonly onRemove: (key: number) => void;
  readonly onHide: () => void;
  readonly onIsolate: () => void;
}

/** Step of the arrow keys, as a fraction of the object's radius. */
const NUDGE = 0.05;

export class SelectionBar {
  readonly #gizmo: Gizmo;
  readonly #listeners: SelectionListeners;
  #removable = false;

  constructor(gizmo: Gizmo, listeners: SelectionListeners) {
    this.#gizmo = gizmo;
    this.#listeners = listeners;
    byId('gizmo-move').addEventListener('click', () => this.mode('translate'));
    byId('gizmo-turn').addEventListener('click', () => this.mode('rotate'));
    byId('gizmo-reset').addEventListener('click', () => gizmo.reset());
    byId('gizmo-remove').addEventListener('click', () => this.remove());
    byId('gizmo-hide').addEventListener('click', () => listeners.onHide());
    byId('gizmo-isolate').addEventListener('click', () => listeners.onIsolate());
    byId('gizmo-done').addEventListener('click', () => listeners.onDone());
  }

  show(info: ObjectInfo | undefined, removable: boolean): void {
    this.#removable = removable;
    byId('selection').hidden = info === undefined;
    byId('selection-name').textContent = info?.name ?? '';
    byId('selection-name').title = info ? `${info.file}: ${info.name}` : '';
    byId('gizmo-remove').hidden = !removable;
    this.#gizmo.choose(info?.key);
  }

  mode(mode: 'translate' | 'rotate'): void {
    this.#gizmo.mode = mode;
    byId('gizmo-move').setAttribute('aria-pressed', String(mode === 'translate'));
    byId('gizmo-turn').setAttribute('aria-pressed', String(mode === 'rotate'));
  }

  nudge(x: number, y: number, z: number): void {
    const step = NUDGE * this.#gizmo.radius;
    this.#gizmo.nudge(step * x, step * y, step * z);
  }

  remove(): void {
    if (this.#removable && this.#gizmo.key !== undefined) this.#listeners.onRemove(this.#gizmo.key);
  }
}
