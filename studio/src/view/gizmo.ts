/** Drags the selected object by a handle at its centre. */
import { Matrix4, Object3D, type PerspectiveCamera } from 'three';
import { TransformControls } from 'three/addons/controls/TransformControls.js';
import type { Objects } from './objects.ts';

export interface GizmoListeners {
  readonly request: () => void;
  /** The camera does not move while an object is dragged. */
  readonly onDragging: (dragging: boolean) => void;
  /** The movement of the object relative to where it was. */
  readonly onDrag: (key: number, matrix: Matrix4) => void;
}

export class Gizmo {
  readonly helper: Object3D;
  readonly handle = new Object3D();
  readonly #controls: TransformControls;
  readonly #objects: Objects;
  readonly #listeners: GizmoListeners;
  /** Movements so far, by object. */
  readonly #drags = new Map<number, Matrix4>();
  #key: number | undefined;
  #grabbed: { handle: Matrix4; drag: Matrix4; object: Matrix4 } | undefined;

  constructor(camera: PerspectiveCamera, canvas: HTMLElement, objects: Objects, listeners: GizmoListeners) {
    this.#objects = objects;
    this.#listeners = listeners;
    this.#controls = new TransformControls(camera, canvas);
    this.#controls.size = 0.8;
    this.helper = this.#controls.getHelper();
    this.#controls.addEventListener('change', listeners.request);
    this.#controls.addEventListener('dragging-changed', ({ value }) => {
      listeners.onDragging(value === true);
      if (value) this.#grab();
    });
    this.#controls.addEventListener('objectChange', () => this.#dragged());
  }

  get key(): number | undefined {
    return this.#key;
  }

  /** Of the selected object. */
  get radius(): number {
    return (this.#key !== undefined && this.#objects.sphereOf(this.#key)?.radius) || 1;
  }

  get isDragging(): boolean {
    return this.#controls.dragging;
  }

  choose(key: number | undefined): void {
    this.#key = key;
    const sphere = key === undefined ? undefined : this.#objects.sphereOf(key);
    if (sphere) {
      this.handle.position.copy(sphere.center);
      this.handle.rotation.set(0, 0, 0);
      this.#controls.attach(this.handle);
    } else this.#controls.detach();
    this.#listeners.request();
  }

  set mode(mode: 'translate' | 'rotate') {
    this.#controls.setMode(mode);
  }

  #grab(): void {
    if (this.#key === undefined) return;
    this.handle.updateMatrixWorld();
    this.#grabbed = {
      handle: this.handle.matrixWorld.clone().invert(),
      drag: this.#drags.get(this.#key) ?? new Matrix4(),
      object: this.#objects.matrixOf(this.#key) ?? new Matrix4(),
    };
  }

  #dragged(): void {
    if (this.#key === undefined || !this.#grabbed) return;
    this.handle.updateMatrixWorld();
    this.#apply(this.handle.matrixWorld.clone().multiply(this.#grabbed.handle));
  }

  #apply(delta: Matrix4): void {
    if (this.#key === undefined || !this.#grabbed) return;
    const drag = delta.clone().multiply(this.#grabbed.drag);
    this.#drags.set(this.#key, drag);
    this.#objects.preview(this.#key, delta.clone().multiply(this.#grabbed.object));
    this.#listeners.onDrag(this.#key, drag);
  }

  /** Moves the selected object by this much, for the keyboard. */
  nudge(x: number, y: number, z: number): void {
    if (this.#key === undefined) return;
    this.#grab();
    this.#apply(new Matrix4().makeTranslation(x, y, z));
    this.handle.position.x += x;
    this.handle.position.y += y;
    this.handle.position.z += z;
    this.#listeners.request();
  }

  /** Moves the object back to where it was opened. */
  reset(): void {
    const key = this.#key;
    if (key === undefined) return;
    this.#grab();
    this.#apply((this.#drags.get(key) ?? new Matrix4()).clone().invert());
    this.#drags.delete(key);
    this.choose(key);
  }

  forget(): void {
    this.#drags.clear();
    this.choose(undefined);
  }
}
