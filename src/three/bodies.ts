/**
 * The bodies of a collider and the scene of the engine that holds them: every change is made to both.
 *
 * An answer keeps the table of bodies as it was when it was asked for; the table is copied when it changes after that.
 */
import type { Matrix4, Mesh } from 'three';
import type { Scene } from '../index.ts';
import { Body } from './body.ts';
import { isInstanced } from './instances.ts';
import { Motion } from './motion.ts';
import { meshError, nameOf, withSourceVertex } from './object-label.ts';
import type { Points, Shape } from './shape.ts';

export type BodyTable = ReadonlyMap<number, Body>;

/** An instance: its shape and its place. */
export interface Placed {
  readonly mesh: Mesh;
  readonly instance: number | undefined;
  readonly shape: Shape;
  readonly points: Points;
  readonly matrix: Matrix4;
}

export class Bodies {
  readonly scene: Scene;
  /** Kept if impacts may be requested. */
  readonly motion: Motion | undefined;
  #table = new Map<number, Body>();
  #isShared = false;
  /** A body with these points, to be shared by others that have the same. */
  readonly #sharers = new WeakMap<Points, Body>();

  constructor(scene: Scene, keepsMotion: boolean) {
    this.scene = scene;
    this.motion = keepsMotion ? new Motion() : undefined;
  }

  /** The table as it is now; it will not change. */
  get table(): BodyTable {
    this.#isShared = true;
    return this.#table;
  }

  #own(): Map<number, Body> {
    if (this.#isShared) this.#table = new Map(this.#table);
    this.#isShared = false;
    return this.#table;
  }

  /** Updates a body, or creates it. Returns the body. */
  sync(body: Body | undefined, placed: Placed): Body {
    try {
      if (!body) return this.#add(placed);
      const { shape, points } = placed;
      const isSingle = points.positions instanceof Float32Array;
      const current =
        body.topology === shape.topology && body.isSingle === isSingle ? body : this.#replace(body, placed);
      if (current === body && (body.points !== points || body.version !== points.version)) this.#move(body, points);
      this.#place(current, placed);
      return current;
    } catch (error) {
      throw withSourceVertex(error, placed.shape.topology.sources);
    }
  }

  remove(body: Body): void {
    this.scene.remove(body.id);
    this.#own().delete(body.id);
  }

  #add(placed: Placed): Body {
    const { mesh, instance, shape, points } = placed;
    const like = this.#bodyLike(placed);
    const id = like ? this.scene.addInstance(like.id) : this.scene.add(meshInput(placed));
    const body = new Body(id, mesh, instance, shape, points);
    if (!like) this.#sharers.set(points, body);
    try {
      this.#place(body, placed);
    } catch (error) {
      this.scene.remove(id);
      throw error;
    }
    this.#own().set(id, body);
    this.motion?.begin(body);
    return body;
  }

  /** A body with the same triangles and points as one that is to be added: the engine then shares them. */
  #bodyLike({ mesh, shape, points }: Placed): Body | undefined {
    const body = this.#sharers.get(points);
    if (!body || !isInstanced(mesh) || this.#table.get(body.id) !== body) return undefined;
    // The engine names instances as the first one, so they must be parts of the same mesh.
    const isSame = body.object === mesh && body.points === points && body.topology === shape.topology;
    return isSame && body.version === points.version ? body : undefined;
  }

  #replace(old: Body, placed: Placed): Body {
    this.scene.replace(old.id, meshInput(placed));
    const body = new Body(old.id, placed.mesh, placed.instance, placed.shape, placed.points);
    body.matrix.set(old.matrix);
    this.#own().set(body.id, body);
    this.motion?.begin(body);
    return body;
  }

  #move(body: Body, points: Points): void {
    this.scene.move(body.id, points.positions);
    body.points = points;
    body.positions = points.positions;
    body.version = points.version;
    this.motion?.note(body, true);
  }

  /** Places a body at the matrix that three.js has for it, and records that. */
  placeAt(body: Body, matrix: Float64Array): void {
    this.scene.place(body.id, matrix);
    body.matrix.set(matrix);
    this.motion?.note(body, false);
  }

  #place(body: Body, { mesh, instance, matrix: { elements } }: Placed): void {
    let same = true;
    for (let i = 0; i < 16; i++) if (body.matrix[i] !== elements[i]) same = false;
    if (same) return;
    checkPlace(mesh, instance, elements);
    this.scene.place(body.id, elements);
    body.matrix.set(elements);
    this.motion?.note(body, false);
  }
}

/** Instances of an InstancedMesh may share triangles, so none of them is named in particular. */
function meshInput({ mesh, instance, shape, points }: Placed) {
  const { indices } = shape.topology;
  return {
    name: nameOf(mesh, isInstanced(mesh) ? undefined : instance),
    positions: points.positions,
    indices,
    weld: false,
  };
}

function checkPlace(mesh: Mesh, instance: number | undefined, elements: readonly number[]): void {
  const of = instance === undefined ? 'its world matrix' : `the world matrix of its instance ${instance}`;
  const bad = elements.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) {
    const found = `has ${elements[bad]} as element ${bad} of ${of}; expected a finite number`;
    throw meshError('not-finite', mesh, found, 'Look for a bad position, rotation or scale.', { instance });
  }
  const row = [3, 7, 11, 15].map((i) => elements[i]).join(' ');
  if (row === '0 0 0 1') return;
  const found = `has ${row} as the last row of ${of}; expected 0 0 0 1`;
  throw meshError('matrix-projective', mesh, found, 'Projections cannot place an object.', { instance });
}
