/**
 * The 3D view. Renders only when something has changed.
 *
 * Geometry is uploaded a few pieces per frame, so that a model of millions of triangles builds up instead of freezing the
 * page.
 */
import {
  AmbientLight,
  Color,
  DirectionalLight,
  HemisphereLight,
  type Intersection,
  Raycaster,
  Scene,
  Vector2,
} from 'three';
import type { OverlayName } from '../answer.ts';
import type { FrameMessage, GeometryMessage, WorldMessage } from '../protocol.ts';
import { CameraRig, type Insets } from './camera-rig.ts';
import { Gizmo } from './gizmo.ts';
import { Ground } from './ground.ts';
import { Labels } from './labels.ts';
import { Marks } from './marks.ts';
import { Measure } from './measure.ts';
import { Objects } from './objects.ts';
import { Overlays } from './overlays.ts';
import { Presenter } from './presenter.ts';
import { PrintMarks } from './print-marks.ts';
import { SectionView } from './section-view.ts';

/** What is uploaded per frame at most. */
const TRIANGLES_PER_PICTURE = 65_536;
const PIECES_PER_PICTURE = 100;
const CLICK_PIXELS = 5;
const NO_WEBGL = 'This browser has no WebGL 2, so nothing can be drawn. Queries still run, and show their numbers.';
const VIEW_LOST = 'The graphics driver was reset. The view returns when the driver is back.';
const BACKGROUND = { light: '#eef0ee', dark: '#14181c' } as const;

export interface ViewListeners {
  /** This frame has been drawn, with these overlays. */
  readonly onShown: (frame: FrameMessage, overlays: readonly OverlayName[]) => void;
  readonly onPick: (key: number | undefined) => void;
  readonly onDrag: (key: number, matrix: readonly number[]) => void;
  /** While measuring: a surface was clicked. */
  readonly onMeasure: (hit: Intersection) => void;
  /** More of the geometry has been drawn, or all of it. */
  readonly onBuilt: (drawn: number, all: number) => void;
  readonly onTrouble: (code: string, text: string) => void;
}

export class View {
  readonly rig: CameraRig;
  readonly objects = new Objects();
  readonly overlays = new Overlays();
  readonly gizmo: Gizmo;
  readonly labels = new Labels();
  readonly marks = new Marks(this.labels);
  readonly measure = new Measure(this.labels);
  readonly printMarks = new PrintMarks(this.labels);
  readonly section = new SectionView();
  readonly ground = new Ground();
  readonly #canvas: HTMLCanvasElement;
  readonly #scene = new Scene();
  readonly #listeners: ViewListeners;
  readonly #pieces: GeometryMessage[] = [];
  readonly #sky = new HemisphereLight(0xffffff, 0x7c828c, 1.5);
  #presenter: Presenter | undefined;
  #frame: FrameMessage | undefined;
  #requested = false;
  /** Frames whose movements are in the scene, and those in the picture which is being drawn. */
  #applied: { readonly frame: FrameMessage; readonly overlays: readonly OverlayName[] }[] = [];
  #untold: { readonly frame: FrameMessage; readonly overlays: readonly OverlayName[] }[] = [];
  #building = false;
  #insets: Insets = { left: 0, right: 0, top: 0, bottom: 0 };

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
    this.#scene.add(this.ground.root, this.objects.root, this.overlays.root, this.section.root, this.marks.root);
    this.#scene.add(this.printMarks.root);
    this.#scene.add(this.measure.root, this.gizmo.handle, this.gizmo.helper, this.rig.camera);
    this.#openPresenter();
    this.#listenToClicks();
  }

  #light(): void {
    // From above the viewer's left shoulder, and a weaker one from the right, so that no side is without form.
    const sun = new DirectionalLight(0xffffff, 1.7);
    sun.position.set(-0.7, 1, 0.6);
    const fill = new DirectionalLight(0xfff4e0, 0.5);
    fill.position.set(1.2, 0.1, 0.5);
    for (const light of [sun, fill]) {
      this.rig.camera.add(light, light.target);
      light.target.position.set(0, 0, -1);
    }
    this.#scene.add(this.#sky, new AmbientLight(0xffffff, 0.2));
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
      if (Math.hypot(clientX - down.x, clientY - down.y) >= CLICK_PIXELS) return;
      if (this.measure.active) this.measureAt(clientX, clientY);
      else this.#listeners.onPick(this.objects.pick(this.#ray(clientX, clientY)));
    });
  }

  /** Takes the surface at a place of the window, by default in the middle of the view, as a point to measure from. */
  measureAt(x?: number, y?: number): void {
    const { width, height, left, top } = this.#canvas.getBoundingClientRect();
    const middle = this.rig.controls.target.clone().project(this.rig.camera);
    const hit = this.objects.hit(
      this.#ray(x ?? left + ((middle.x + 1) / 2) * width, y ?? top + ((1 - middle.y) / 2) * height),
    );
    if (hit) this.#listeners.onMeasure(hit);
  }

  #ray(x: number, y: number): Raycaster {
    const { left, top, width, height } = this.#canvas.getBoundingClientRect();
    const raycaster = new Raycaster();
    const point = new Vector2(((x - left) / width) * 2 - 1, 1 - ((y - top) / height) * 2);
    raycaster.setFromCamera(point, this.rig.camera);
    return raycaster;
  }

  get height(): number {
    return this.#canvas.clientHeight;
  }

  resize(insets: Insets): void {
    this.#insets = insets;
    const { clientWidth, clientHeight } = this.#canvas;
    this.#presenter?.resize(clientWidth, clientHeight);
    this.rig.resize(Math.max(1, clientWidth), Math.max(1, clientHeight), insets);
  }

  setTheme(theme: 'light' | 'dark'): void {
    this.#scene.background = new Color(BACKGROUND[theme]);
    this.objects.setTheme(theme);
    this.overlays.setTheme(theme);
    for (const part of [this.marks, this.printMarks, this.measure, this.section, this.ground]) part.setTheme(theme);
    this.request();
  }

  /** Which way is up: the camera turns about it, light comes from there, and everything stands on the ground. */
  stand(bounds: WorldMessage['bounds'], up: 'y' | 'z'): void {
    this.rig.up = up;
    this.#sky.position.set(0, up === 'y' ? 1 : 0, up === 'z' ? 1 : 0);
    this.ground.stand(bounds, up);
    this.request();
  }

  setWorld({ objects, bounds, fresh }: WorldMessage, up: 'y' | 'z'): void {
    this.stand(bounds, up);
    if (fresh) {
      this.measure.clear();
      this.marks.hide();
      this.closeSection();
      this.objects.isolate(undefined);
      this.objects.showAll();
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
    // Says to tests when to look.
    this.#canvas.dataset.view = 'drawing';
    // Otherwise once the current frame is done.
    if (!this.#presenter?.busy) requestAnimationFrame(() => this.#draw());
  }

  #presented(): void {
    this.labels.place();
    for (const { frame, overlays } of this.#untold.splice(0)) this.#listeners.onShown(frame, overlays);
    this.#announceBuilding();
    if (this.#requested) this.#draw();
    else this.#canvas.dataset.view = 'resting';
  }

  #announceBuilding(): void {
    const { drawn, all } = this.objects.built;
    const building = drawn < all;
    if (building || this.#building) this.#listeners.onBuilt(drawn, all);
    this.#building = building;
  }

  closeSection(): void {
    this.section.hide();
    this.objects.materials.planes = null;
    this.request();
  }

  /** Cuts surfaces open along the section's plane. */
  openSection(): void {
    this.objects.materials.planes = [this.section.plane];
    this.request();
  }

  #draw(): void {
    if (this.#presenter?.busy) return;
    this.#requested = false;
    for (const piece of this.#pieces.splice(0, this.#piecesThatFit())) this.objects.addPiece(piece);
    const frame = this.#frame;
    this.#frame = undefined;
    if (frame) this.#apply(frame);
    const more = this.rig.update();
    this.labels.project(this.rig.camera, this.#canvas.clientWidth, this.#canvas.clientHeight, this.#insets);
    this.#untold.push(...this.#applied.splice(0));
    if (this.#presenter) this.#presenter.draw(this.#scene, this.rig.camera);
    else this.#presented();
    if (more || this.#pieces.length > 0) this.request();
  }

  #piecesThatFit(): number {
    let [count, triangles] = [0, 0];
    while (count < Math.min(this.#pieces.length, PIECES_PER_PICTURE) && triangles < TRIANGLES_PER_PICTURE) {
      triangles += this.#pieces[count++].indices.length / 3;
    }
    return count;
  }

  #apply(frame: FrameMessage): void {
    for (const movement of frame.movements) this.objects.move(movement);
    const overlays = frame.answer ? this.overlays.show(frame.answer.overlays) : [];
    // Told when the picture is on the page, so that numbers and legend are never those of another picture.
    this.#applied.push({ frame, overlays });
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
