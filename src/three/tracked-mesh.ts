/** A mesh of three.js and the bodies it has become, kept in step from frame to frame. */
import type { Mesh } from 'three';
import type { Bodies } from './bodies.ts';
import type { Body } from './body.ts';
import {
  BatchedInstances,
  type Instance,
  isBatched,
  isInstanced,
  isSkinned,
  visitInstanced,
  visitMesh,
} from './instances.ts';
import { Pose } from './pose.ts';
import type { Points, Shape } from './shape.ts';
import type { Shapes } from './shapes.ts';

/** Instance number of a mesh that is not instanced. */
const SINGLE = -1;
const NO_INFLUENCES: readonly number[] = [];

export class TrackedMesh {
  readonly mesh: Mesh;
  readonly #bodies = new Map<number, Body>();
  /** Poses by instance; instances without morph targets of their own share one. */
  readonly #poses = new Map<number, Pose>();
  readonly #batch = new BatchedInstances();
  #round = 0;

  constructor(mesh: Mesh) {
    this.mesh = mesh;
  }

  /** Makes the scene hold what the mesh draws now. */
  sync(bodies: Bodies, shapes: Shapes, invisible: boolean): void {
    const { mesh } = this;
    this.#round++;
    const visit = (instance: Instance) => this.#syncInstance(instance, bodies, shapes);
    if (isBatched(mesh)) this.#batch.visit(mesh, invisible, visit);
    else if (isInstanced(mesh)) visitInstanced(mesh, invisible, visit);
    else visitMesh(mesh, invisible, visit);
    for (const [key, body] of this.#bodies) {
      if (body.round === this.#round) continue;
      bodies.remove(body);
      this.#bodies.delete(key);
      this.#poses.delete(key);
    }
  }

  /** Where three.js places its bodies now, which need not be where they are held. */
  addPlaces(invisible: boolean, places: Map<Body, Float64Array>): void {
    const { mesh } = this;
    const visit = ({ instance, matrix }: Instance) => {
      const body = this.#bodies.get(instance ?? SINGLE);
      if (body) places.set(body, Float64Array.from(matrix.elements));
    };
    if (isBatched(mesh)) this.#batch.visit(mesh, invisible, visit);
    else if (isInstanced(mesh)) visitInstanced(mesh, invisible, visit);
    else visitMesh(mesh, invisible, visit);
  }

  remove(bodies: Bodies): void {
    for (const body of this.#bodies.values()) bodies.remove(body);
    this.#bodies.clear();
    this.#poses.clear();
  }

  #syncInstance({ instance, ranges, matrix, influences }: Instance, bodies: Bodies, shapes: Shapes): void {
    const { mesh } = this;
    const targets = mesh.geometry.morphAttributes.position?.length ?? 0;
    const use = { ranges, skinned: isSkinned(mesh), morphed: targets > 0 && influences !== undefined };
    const shape = shapes.of(mesh, use);
    const ownMorph = isInstanced(mesh) && Boolean(mesh.morphTexture);
    const points = shape.deforms
      ? this.#pose(ownMorph ? instance! : SINGLE, shape, influences ?? NO_INFLUENCES)
      : shape;
    const key = instance ?? SINGLE;
    const body = bodies.sync(this.#bodies.get(key), { mesh, instance, shape, points, matrix });
    body.round = this.#round;
    this.#bodies.set(key, body);
  }

  #pose(key: number, shape: Shape, influences: ArrayLike<number>): Points {
    let pose = this.#poses.get(key);
    if (pose?.shape !== shape) this.#poses.set(key, (pose = new Pose(shape)));
    pose.update(this.mesh, influences);
    return pose;
  }
}
