/** The shapes of all geometries in use, each brought up to date once per update, however many objects share it. */
import type { BufferGeometry, Mesh } from 'three';
import { Shape, type ShapeUse } from './shape.ts';

export class Shapes {
  readonly #weld: boolean;
  readonly #byGeometry = new Map<BufferGeometry, Map<string, Shape>>();
  #update = 0;
  /** The shape that was asked for last: instances ask for the same one many times. */
  #last: { readonly geometry: BufferGeometry; readonly shape: Shape } | undefined;

  constructor(weld: boolean) {
    this.#weld = weld;
  }

  /** Starts an update: from now on shapes are checked again. */
  begin(): void {
    this.#update++;
    this.#last = undefined;
  }

  /** Forgets the shapes not requested since the update began. */
  end(): void {
    for (const [geometry, shapes] of this.#byGeometry) {
      for (const [key, { lastUpdate }] of shapes) if (lastUpdate !== this.#update) shapes.delete(key);
      if (shapes.size === 0) this.#byGeometry.delete(geometry);
    }
  }

  of(mesh: Mesh, use: ShapeUse): Shape {
    const { geometry } = mesh;
    if (this.#last?.geometry === geometry && sameUse(this.#last.shape.use, use)) return this.#last.shape;
    const shape = this.#find(mesh, use);
    if (shape.lastUpdate !== this.#update) shape.refresh(mesh);
    shape.lastUpdate = this.#update;
    this.#last = { geometry, shape };
    return shape;
  }

  #find(mesh: Mesh, use: ShapeUse): Shape {
    let shapes = this.#byGeometry.get(mesh.geometry);
    if (!shapes) this.#byGeometry.set(mesh.geometry, (shapes = new Map()));
    const key = `${use.ranges.join()} ${use.skinned} ${use.morphed}`;
    let shape = shapes.get(key);
    if (!shape) shapes.set(key, (shape = new Shape(mesh.geometry, use, this.#weld)));
    return shape;
  }

  clear(): void {
    this.#byGeometry.clear();
    this.#last = undefined;
  }
}

function sameUse(a: ShapeUse, b: ShapeUse): boolean {
  if (a.skinned !== b.skinned || a.morphed !== b.morphed || a.ranges.length !== b.ranges.length) return false;
  for (let i = 0; i < a.ranges.length; i++) if (a.ranges[i] !== b.ranges[i]) return false;
  return true;
}
