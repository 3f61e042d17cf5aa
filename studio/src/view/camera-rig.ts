/** The camera: orbits, fits a box into the free part of the window, and flies there. */
import { Box3, type Camera, Matrix4, PerspectiveCamera, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { FIELD_OF_VIEW_DEGREES } from '../../../src/report/picture/camera.ts';
import type { Box, Triple } from '../answer.ts';

/** Pixels that panels cover at each edge of the window. */
export interface Insets {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const FLIGHT_MILLISECONDS = 450;
/** Air around what is fitted. */
const MARGIN = 1.06;

export function boxOf({ min, max }: Box): Box3 {
  return new Box3(new Vector3(...min), new Vector3(...max));
}

function cornersOf({ min, max }: Box3): Vector3[] {
  return Array.from(
    { length: 8 },
    (_, i) => new Vector3(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z),
  );
}

export class CameraRig {
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW_DEGREES, 1, 0.01, 100);
  controls: OrbitControls;
  readonly #canvas: HTMLElement;
  readonly #request: () => void;
  #insets: Insets = { left: 0, right: 0, top: 0, bottom: 0 };
  #size = { width: 1, height: 1 };
  #flight: { from: Pose; to: Pose; began: number } | undefined;
  #reach = 1;
  #cutBefore: number | undefined;
  #ignoresCut = false;
  #up: 'y' | 'z' = 'y';

  constructor(canvas: HTMLElement, request: () => void) {
    this.#canvas = canvas;
    this.#request = request;
    this.controls = this.#openControls();
  }

  #openControls(): OrbitControls {
    const controls = new OrbitControls(this.camera as Camera, this.#canvas);
    controls.enableDamping = true;
    controls.dampingFactor = 0.12;
    controls.listenToKeyEvents(this.#canvas);
    controls.keyPanSpeed = 20;
    controls.addEventListener('change', this.#request);
    controls.addEventListener('start', () => {
      this.#flight = undefined;
    });
    return controls;
  }

  get up(): 'y' | 'z' {
    return this.#up;
  }

  /** Which way is up; controls keep to the one they were made with. */
  set up(up: 'y' | 'z') {
    if (up === this.#up) return;
    this.#up = up;
    this.camera.up.set(0, up === 'y' ? 1 : 0, up === 'z' ? 1 : 0);
    const { target, enabled } = this.controls;
    this.controls.dispose();
    this.controls = this.#openControls();
    this.controls.target.copy(target);
    this.controls.enabled = enabled;
  }

  get #firstDirection(): Vector3 {
    return (this.#up === 'y' ? new Vector3(0.45, 0.35, 1) : new Vector3(0.45, -1, 0.35)).normalize();
  }

  resize(width: number, height: number, insets: Insets): void {
    this.#size = { width, height };
    this.#insets = insets;
    this.camera.aspect = width / height;
    // The target is centred in what the panels leave free.
    const shiftX = (insets.left - insets.right) / 2;
    const shiftY = (insets.top - insets.bottom) / 2;
    this.camera.setViewOffset(width, height, -shiftX, -shiftY, width, height);
    this.#request();
  }

  /** From the target to the camera. */
  get direction(): Triple {
    const { x, y, z } = this.camera.position.clone().sub(this.controls.target).normalize();
    return [x, y, z];
  }

  /** Cuts away what is nearer than this before the target, so that it is not hidden; undefined shows everything. */
  set cutBefore(distance: number | undefined) {
    this.#cutBefore = distance;
    this.#request();
  }

  /** While there is a section, which shows more. */
  set ignoresCut(ignores: boolean) {
    this.#ignoresCut = ignores;
    this.#request();
  }

  /** Fits a box into view; `turned`: from the default direction. */
  fit(box: Box, { turned, fly }: { turned: boolean; fly: boolean }): void {
    const whole = boxOf(box);
    const centre = whole.getCenter(new Vector3());
    const radius = Math.max(whole.getSize(new Vector3()).length() / 2, 1e-9);
    if (turned) this.#reach = radius;
    const direction = turned ? this.#firstDirection : new Vector3(...this.direction);
    const offsets = cornersOf(whole).map((corner) => corner.sub(centre));
    this.#go(centre, direction, Math.max(this.#distance(offsets, direction), 1.2 * radius), fly);
  }

  /** Looks at a sphere from a direction. */
  lookAt(centre: Triple, radius: number, direction: Triple): void {
    const size = radius / Math.sqrt(3);
    const offsets = cornersOf(new Box3(new Vector3(-size, -size, -size), new Vector3(size, size, size)));
    const way = new Vector3(...direction).normalize();
    this.#go(new Vector3(...centre), way, this.#distance(offsets, way), true);
  }

  #go(centre: Vector3, direction: Vector3, distance: number, fly: boolean): void {
    const to: Pose = { position: centre.clone().addScaledVector(direction, distance), target: centre.clone() };
    const reducesMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (fly && !reducesMotion) this.#flight = { from: this.#pose(), to, began: performance.now() };
    else this.#stand(to);
    this.#request();
  }

  /** The distance from which all points lie in the free part of the window. */
  #distance(offsets: readonly Vector3[], direction: Vector3): number {
    const { width, height } = this.#size;
    const { left, right, top, bottom } = this.#insets;
    const half = Math.tan((this.camera.fov / 2) * (Math.PI / 180));
    const across = half * Math.max(0.2, (width - left - right) / height);
    const upwards = half * Math.max(0.2, (height - top - bottom) / height);
    const turn = new Matrix4().lookAt(direction, new Vector3(), this.camera.up).transpose();
    let distance = 0;
    for (const offset of offsets) {
      const { x, y, z } = offset.clone().applyMatrix4(turn);
      distance = Math.max(distance, z + (MARGIN * Math.abs(x)) / across, z + (MARGIN * Math.abs(y)) / upwards);
    }
    return distance;
  }

  #pose(): Pose {
    return { position: this.camera.position.clone(), target: this.controls.target.clone() };
  }

  #stand({ position, target }: Pose): void {
    this.camera.position.copy(position);
    this.controls.target.copy(target);
    this.controls.update();
  }

  /** Six numbers for links: camera position and target. */
  get pose(): number[] {
    return [...this.camera.position.toArray(), ...this.controls.target.toArray()];
  }

  set pose(numbers: readonly number[]) {
    this.#flight = undefined;
    this.#stand({ position: new Vector3(...numbers.slice(0, 3)), target: new Vector3(...numbers.slice(3, 6)) });
    this.#request();
  }

  /** Call before each frame. Returns whether the camera is still moving. */
  update(): boolean {
    const flight = this.#flight;
    if (flight) {
      const share = Math.min(1, (performance.now() - flight.began) / FLIGHT_MILLISECONDS);
      const eased = share * share * (3 - 2 * share);
      this.#stand(between(flight.from, flight.to, eased));
      if (share === 1) this.#flight = undefined;
    }
    const moved = this.controls.update();
    const distance = this.camera.position.distanceTo(this.controls.target);
    const near = Math.max(distance / 1000, this.#reach / 1e5);
    const cut = this.#ignoresCut || this.#cutBefore === undefined ? 0 : distance - this.#cutBefore;
    this.camera.near = Math.max(near, cut);
    this.camera.far = distance + 20 * this.#reach;
    this.camera.updateProjectionMatrix();
    // Now, not when it is drawn: labels are placed before.
    this.camera.updateMatrixWorld();
    return moved || this.#flight !== undefined;
  }
}

/** During a transition the camera moves around its target, not through it. */
function between(from: Pose, to: Pose, share: number): Pose {
  const target = from.target.clone().lerp(to.target, share);
  const [first, last] = [from.position.clone().sub(from.target), to.position.clone().sub(to.target)];
  const length = Math.exp((1 - share) * Math.log(first.length() || 1) + share * Math.log(last.length() || 1));
  const way = first.normalize().lerp(last.normalize(), share);
  if (way.lengthSq() < 1e-6) way.set(way.y + 1, way.z, way.x);
  return { position: target.clone().addScaledVector(way.normalize(), length), target };
}

interface Pose {
  readonly position: Vector3;
  readonly target: Vector3;
}
