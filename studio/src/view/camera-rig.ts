/** The camera: orbits, fits a box into the free part of the window, and flies there. */
import { Box3, type Camera, PerspectiveCamera, Sphere, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { Box } from '../protocol.ts';

/** Pixels that panels cover at each edge of the window. */
export interface Insets {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const FLIGHT_MILLISECONDS = 450;
const FIRST_DIRECTION = new Vector3(0.45, 0.35, 1).normalize();
const FIELD_OF_VIEW = 38;
/** Hardly any object fills its bounding sphere. */
const FILL = 0.86;

export function boxOf({ min, max }: Box): Box3 {
  return new Box3(new Vector3(...min), new Vector3(...max));
}

export class CameraRig {
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.01, 100);
  readonly controls: OrbitControls;
  readonly #request: () => void;
  #insets: Insets = { left: 0, right: 0, top: 0, bottom: 0 };
  #size = { width: 1, height: 1 };
  #flight: { from: Pose; to: Pose; began: number } | undefined;
  #reach = 1;

  constructor(canvas: HTMLElement, request: () => void) {
    this.#request = request;
    this.controls = new OrbitControls(this.camera as Camera, canvas);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.12;
    this.controls.listenToKeyEvents(canvas);
    this.controls.keyPanSpeed = 20;
    this.controls.addEventListener('change', request);
    this.controls.addEventListener('start', () => {
      this.#flight = undefined;
    });
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

  /** Fits a box into view; `turned`: from the default direction. */
  fit(box: Box, { turned, fly }: { turned: boolean; fly: boolean }): void {
    const sphere = boxOf(box).getBoundingSphere(new Sphere());
    const radius = Math.max(sphere.radius, 1e-9);
    if (turned) this.#reach = radius;
    const direction = turned ? FIRST_DIRECTION : this.camera.position.clone().sub(this.controls.target).normalize();
    const to: Pose = {
      position: sphere.center.clone().addScaledVector(direction, this.#distance(radius)),
      target: sphere.center.clone(),
    };
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (fly && !still) this.#flight = { from: this.#pose(), to, began: performance.now() };
    else this.#stand(to);
    this.#request();
  }

  /** The distance at which a sphere fills the free part of the window. */
  #distance(radius: number): number {
    const { width, height } = this.#size;
    const { left, right, top, bottom } = this.#insets;
    const half = Math.tan((this.camera.fov / 2) * (Math.PI / 180));
    const freeHeight = Math.max(0.2, (height - top - bottom) / height);
    const freeWidth = Math.max(0.2, (width - left - right) / height);
    const angle = Math.atan(half * Math.min(freeHeight, freeWidth));
    return (FILL * radius) / Math.sin(angle);
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
      this.#stand({
        position: flight.from.position.clone().lerp(flight.to.position, eased),
        target: flight.from.target.clone().lerp(flight.to.target, eased),
      });
      if (share === 1) this.#flight = undefined;
    }
    const moved = this.controls.update();
    const distance = this.camera.position.distanceTo(this.controls.target);
    this.camera.near = Math.max(distance / 1000, this.#reach / 1e5);
    this.camera.far = distance + 20 * this.#reach;
    this.camera.updateProjectionMatrix();
    return moved || this.#flight !== undefined;
  }
}

interface Pose {
  readonly position: Vector3;
  readonly target: Vector3;
}
