/** Measures between two points of surfaces; a corner that is near is taken instead. */
import { type Camera, Group, type Intersection, Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from 'three';
import type { Theme } from '../theme.ts';
import type { Labels } from './labels.ts';
import { WideLines } from './lines.ts';

/** How near on the page a corner must be to be taken. */
const SNAP_PIXELS = 12;
const COLOUR = { light: '#0b5fb4', dark: '#7cc4ff' } as const;

export interface Measured {
  readonly distance: number;
  readonly along: readonly [number, number, number];
}

export class Measure {
  readonly root = new Group();
  readonly #labels: Labels;
  readonly #line = new WideLines(2, 0.5, 30);
  readonly #material = new MeshBasicMaterial({ depthTest: false, transparent: true });
  readonly #ends = [0, 1].map(() => new Mesh(new SphereGeometry(1, 12, 8), this.#material));
  #points: Vector3[] = [];
  active = false;

  constructor(labels: Labels) {
    this.#labels = labels;
    for (const end of this.#ends) end.renderOrder = 32;
    this.root.add(this.#line.group, ...this.#ends);
    this.clear();
  }

  setTheme(theme: Theme): void {
    this.#line.colour = COLOUR[theme];
    this.#material.color.set(COLOUR[theme]);
  }

  clear(): void {
    this.#points = [];
    this.root.visible = false;
    this.#labels.set('measure', []);
  }

  /** Takes a point; with the second one there is a distance. `labelOf` makes its text. */
  add(
    hit: Intersection,
    camera: Camera,
    height: number,
    labelOf: (measured: Measured) => string,
  ): Measured | undefined {
    if (this.#points.length === 2) this.clear();
    this.#points.push(snapped(hit, camera, height));
    this.root.visible = true;
    const size = hit.distance * 0.006;
    for (const [i, end] of this.#ends.entries()) {
      end.visible = i < this.#points.length;
      if (end.visible) end.position.copy(this.#points[i]);
      end.scale.setScalar(size);
    }
    const [from, to] = this.#points;
    if (!to) {
      this.#line.set(new Float32Array());
      return undefined;
    }
    this.#line.set(Float32Array.of(...from.toArray(), ...to.toArray()));
    return this.relabel(labelOf);
  }

  /** Updates the text of the distance; undefined while there is none. */
  relabel(labelOf: (measured: Measured) => string): Measured | undefined {
    const [from, to] = this.#points;
    if (!to) return undefined;
    const measured: Measured = {
      distance: from.distanceTo(to),
      along: [Math.abs(to.x - from.x), Math.abs(to.y - from.y), Math.abs(to.z - from.z)],
    };
    this.#labels.set('measure', [{ text: labelOf(measured), at: from.clone().lerp(to, 0.5), kind: 'measure' }]);
    return measured;
  }
}

/** The nearest corner of the triangle that was hit, if it is near on the page. */
function snapped({ point, face, object, distance }: Intersection, camera: Camera, height: number): Vector3 {
  if (!face) return point;
  const positions = (object as Mesh).geometry.getAttribute('position');
  const corners = [face.a, face.b, face.c].map((vertex) =>
    new Vector3().fromBufferAttribute(positions, vertex).applyMatrix4(object.matrixWorld),
  );
  const [nearest] = corners.sort((p, q) => p.distanceTo(point) - q.distanceTo(point));
  const perPixel = (2 * distance) / (camera.projectionMatrix.elements[5] * height);
  return nearest.distanceTo(point) <= SNAP_PIXELS * perPixel ? nearest : point;
}
