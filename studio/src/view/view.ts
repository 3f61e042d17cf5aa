/**
 * The 3D view. Renders only when something has changed.
 *
 * Geometry is uploaded a few pieces per frame, so that a model of millions of triangles builds up instead of freezing the
 * page.
 */
import { AmbientLight, Color, DirectionalLight, HemisphereLight, Raycaster, Scene, Vector2 } from 'three';
import type { FrameMessage, GeometryMessage, OverlayName, WorldMessage } from '../protocol.ts';
import { CameraRig, type Insets } from './camera-rig.ts';
import { Gizmo } from './gizmo.ts';
import { Objects } from './objects.ts';
import { Overlays } from './overlays.ts';
import { Presenter } from './presenter.ts';

/** Pieces uploaded per frame. */
const PIECES_PER_PICTURE = 2;
const CLICK_PIXELS = 5;
const NO_WEBGL = 'This browser has no WebGL 2, so nothing can be drawn. Queries still run, and show their numbers.';
const VIEW_LOST = 'The graphics driver was reset. The view returns when the driver is back.';
const BACKGROUND = { light: '#eef0ee', dark: '#14181c' } as const;

export interface ViewListeners {
  /** This frame has been drawn, with these overlays. */
  readonly onShown: (frame: FrameMessage, overlays: readonly OverlayName[]) => void;
  readonly onPick: (key: number | undefined) => void;
  readonly onDrag: (key: number, matrix: readonly number[]) => void;
  readonly onTrouble: (code: string, text: string) => void;
}

export class View {
  readonly rig: CameraRig;
  readonly objects = new Objects();
  readonly overlays = new Overlays();
  readonly gizmo: Gizmo;
  readonly #canvas: HTMLCanvasElement;
  readonly #scene = new Scene();
  readonly #listeners: ViewListeners;
  readonly #pieces: GeometryMessage[] = [];
  #presenter: Presenter | undefined;
  #frame: FrameMessage | undefined;
  #requested = false;

  constructor(canvas: HTMLCanvasElement, listeners: ViewListeners) {
    this.#canvas = canvas;
    this.#listeners = listeners;
    const request = () => this.request();
    this.rig = new CameraRig(canvas, request);
    this.gizmo = new Gizmo(this.rig.camera, canvas, this.objects, {
      request,
      onDragging: (dragging) => (this.rig.controls.enabled = !dragging),
      onDrag: (key, matrix) => listeners.onDrag(key, matrix.toArray()),
    });
    this.#light();
    this.#scene.add(this.objects.root, this.overlays.root, this.gizmo.handle, this.gizmo.helper, this.rig.camera);
    this.#openPresenter();
    this.#listenToClicks();
  }

  #light(): void {
    const sun = new DirectionalLight(0xffffff, 1.9);
    sun.position.set(-0.6, 0.9, 0.7);
    this.rig.camera.add(sun, sun.target);
    sun.target.position.set(0, 0, -1);
    this.#scene.add(new HemisphereLight(0xffffff, 0x8a8f98, 1.5), new AmbientLight(0xffffff, 0.25));
  }

  #openPresenter(): void {
    try {
      this.#presenter = new Presenter(this.#canvas, {
        onPresented: () => this.#presented(),
        onLost: () => this.#listeners.onTrouble('view-lost', VIEW_LOST),
      });
    } catch {
      this.#listeners.onTrouble('no-webgl', NO_WEBGL);
    }
  }

  #listenToClicks(): void {
    let down: { x: number; y: number } | undefined;
    this.#canvas.addEventListener('pointerdown', ({ clientX, clientY, button }) => {
      down = button === 0 && !this.gizmo.isDragging ? { x: clientX, y: clientY } : undefined;
    });
    this.#canvas.addEventListener('pointerup', ({ clientX, clientY }) => {
      if (!down || this.gizmo.isDragging) return;
      if (Math.hypot(clientX - down.x, clientY - down.y) < CLICK_PIXELS)
        this.#listeners.onPick(this.#at(clientX, clientY));
    });
  }

  #at(x: number, y: number): number | undefined {
    const { left, top, width, height } = this.#canvas.getBoundingClientRect();
    const raycaster = new Raycaster();
    const point = new Vector2(((x - left) / width) * 2 - 1, 1 - ((y - top) / height) * 2);
    raycaster.setFromCamera(point, this.rig.camera);
    return this.objects.pick(raycaster);
  }

  resize(insets: Insets): void {
    const { clientWidth, clientHeight } = this.#canvas;
    this.#presenter?.resize(clientWidth, clientHeight);
    this.rig.resize(Math.max(1, clientWidth), Math.max(1, clientHeight), insets);
  }

  setTheme(theme: 'light' | 'dark'): void {
    this.#scene.background = new Color(BACKGROUND[theme]);
    this.objects.setTheme(theme);
    this.overlays.setTheme(theme);
    this.request();
  }

  setWorld({ objects, bounds, fresh }: WorldMessage): void {
    if (fresh) {
      this.#pieces.length = 0;
      this.gizmo.forget();
      this.overlays.show([]);
    }
    this.objects.setObjects(objects);
    if (fresh) this.rig.fit(bounds, { turned: true, fly: false });
    this.request();
  }

  addPiece(piece: GeometryMessage): void {
    this.#pieces.push(piece);
    this.request();
  }

  /** Whether geometry is still waiting to be uploaded. */
  get isBuilding(): boolean {
    return this.#pieces.length > 0;
  }

  setFrame(frame: FrameMessage): void {
    // A frame that was skipped still moved things.
    if (this.#frame) this.#apply(this.#frame);
    this.#frame = frame;
    this.request();
  }

  request(): void {
    if (this.#requested) return;
    this.#requested = true;
    // Otherwise once the current frame is done.
    if (!this.#presenter?.busy) requestAnimationFrame(() => this.#draw());
  }

  #presented(): void {
    if (this.#requested) this.#draw();
  }

  #draw(): void {
    if (this.#presenter?.busy) return;
    this.#requested = false;
    for (const piece of this.#pieces.splice(0, PIECES_PER_PICTURE)) this.objects.addPiece(piece);
    const frame = this.#frame;
    this.#frame = undefined;
    if (frame) this.#apply(frame);
    const more = this.rig.update();
    this.#presenter?.draw(this.#scene, this.rig.camera);
    if (more || this.#pieces.length > 0) this.request();
  }

  #apply(frame: FrameMessage): void {
    for (const movement of frame.movements) this.objects.move(movement);
    const overlays = frame.answer ? this.overlays.show(frame.answer.overlays) : [];
    this.#listeners.onShown(frame, overlays);
  }

  /** The current view as an image, without the handles. */
  async picture(): Promise<Blob | undefined> {
    this.gizmo.helper.visible = false;
    try {
      return await this.#presenter?.picture(this.#scene, this.rig.camera);
    } finally {
      this.gizmo.helper.visible = true;
      this.request();
    }
  }
}
