/**
 * A scene of an engine: its objects in the kernels' memory, and every query on them.
 *
 * A query works on the scene as it was when it was called: changes made while one runs are checked at once, copied, and
 * carried out when it is done, in the order in which they were made.
 */
import { EngineError, OptionError } from './errors.ts';
import { type CheckedMesh, checkContents, checkCoordinates, checkMesh, checkPositions } from './mesh/check-mesh.ts';
import type { MeshInput, Positions } from './mesh/mesh-input.ts';
import { checkMatrix } from './mesh/placement.ts';
import type { CollideOptions, Collisions } from './queries/collide/collide.ts';
import { collideCulled } from './queries/collide/culled.ts';
import { forgetOn } from './queries/collide/gpu.ts';
import { checkCollideOptions } from './queries/collide/options.ts';
import { collide } from './queries/collide/run.ts';
import type { EngineContext } from './queries/context.ts';
import type { Culled, CullOptions } from './queries/cull/cull.ts';
import { checkCullOptions } from './queries/cull/options.ts';
import { cull } from './queries/cull/run.ts';
import type { InsideOptions } from './queries/inside/inside.ts';
import { checkInsideOptions, checkPoints } from './queries/inside/options.ts';
import { insideWasm } from './queries/inside/wasm.ts';
import type { Scene } from './scene.ts';
import { disposedError, type WasmRuntime } from './wasm/runtime.ts';
import { SceneObject } from './wasm/scene-object.ts';

/** What is known of an object at the time of a call, including changes that wait. */
interface Registered {
  readonly givenVertexCount: number;
  readonly single: boolean;
  readonly label: string;
}

export class EngineScene implements Scene {
  readonly #context: EngineContext;
  readonly #runtime: WasmRuntime;
  readonly #onDispose: (scene: EngineScene) => void;
  readonly #objects = new Map<number, SceneObject>();
  readonly #registered = new Map<number, Registered>();
  #nextId = 0;
  #disposed = false;
  #failedChange: { readonly error: unknown } | undefined;

  constructor(context: EngineContext, onDispose: (scene: EngineScene) => void) {
    this.#context = context;
    this.#runtime = context.runtime;
    this.#onDispose = onDispose;
  }

  #check(): void {
    if (this.#disposed) throw sceneDisposed();
    if (this.#runtime.disposed) throw disposedError();
  }

  #find(call: string, object: number): Registered {
    this.#check();
    const found = this.#registered.get(object);
    if (found) return found;
    const wasThere = Number.isInteger(object) && object >= 0 && object < this.#nextId;
    const ids = [...this.#registered.keys()];
    const known =
      ids.length === 0
        ? 'the scene is empty'
        : `the scene has ${ids.slice(0, 8).join(', ')}${ids.length > 8 ? ', …' : ''}`;
    throw new OptionError(
      'unknown-object',
      `${call}: no object has the id ${String(object)}${wasThere ? ' any more' : ''}; ${known}.`,
      { object },
    );
  }

  #register(id: number, mesh: CheckedMesh): void {
    const single = mesh.positions instanceof Float32Array;
    this.#registered.set(id, { givenVertexCount: mesh.givenVertexCount, single, label: labelOf(id, mesh.name) });
  }

  /**
   * Carries a change out now, or behind the queries that were asked for before it. What then goes wrong (memory, a place
   * out of range) is told by the next query: it would otherwise answer for a scene that nobody asked about.
   */
  #change(change: () => void): void {
    if (!this.#runtime.busy) {
      change();
      return;
    }
    const waiting = this.#runtime.exclusive(() => (this.#disposed ? undefined : change()));
    waiting.catch((error: unknown) => {
      this.#failedChange ??= { error };
    });
  }

  #throwFailedChange(): void {
    const failed = this.#failedChange;
    this.#failedChange = undefined;
    if (failed) throw failed.error;
  }

  /** Makes an object now; or, while queries run, checks it now and makes it from a copy later. */
  #make(mesh: CheckedMesh, then: (object: SceneObject) => void): void {
    if (!this.#runtime.busy) {
      then(new SceneObject(this.#runtime, mesh));
      return;
    }
    checkContents(mesh);
    const copy: CheckedMesh = { ...mesh, positions: mesh.positions.slice(), indices: mesh.indices.slice() };
    this.#change(() => then(new SceneObject(this.#runtime, copy)));
  }

  add(input: MeshInput): number {
    this.#check();
    const mesh = checkMesh(input);
    const id = this.#nextId;
    this.#make(mesh, (object) => this.#objects.set(id, object));
    this.#nextId++;
    this.#register(id, mesh);
    return id;
  }

  move(object: number, positions: Positions): void {
    const known = this.#find('move', object);
    checkPositions(positions, `move: ${known.label}`);
    if (positions.length !== 3 * known.givenVertexCount) {
      throw new OptionError(
        'move-length',
        `move: ${known.label} has ${known.givenVertexCount} vertices, so ${3 * known.givenVertexCount} numbers; found ${positions.length}. Use replace() for a mesh with other vertices.`,
        { object, expected: 3 * known.givenVertexCount, found: positions.length },
      );
    }
    if (positions instanceof Float32Array !== known.single) {
      const name = known.single ? 'Float32Array' : 'Float64Array';
      throw new OptionError(
        'move-precision',
        `move: ${known.label} was added with a ${name}; expected the same again. Use replace() to change precision.`,
        { object },
      );
    }
    const waits = this.#runtime.busy;
    if (waits) checkCoordinates(positions, known.label);
    const kept = waits ? positions.slice() : positions;
    this.#change(() => this.#objects.get(object)?.write(kept));
  }

  place(object: number, matrix: ArrayLike<number>): void {
    this.#find('place', object);
    const checked = checkMatrix(matrix);
    this.#change(() => this.#objects.get(object)?.place(checked));
  }

  replace(object: number, input: MeshInput): void {
    this.#find('replace', object);
    const mesh = checkMesh(input);
    this.#make(mesh, (made) => {
      const old = this.#objects.get(object);
      try {
        if (old?.matrix) made.place(old.matrix);
      } catch (error) {
        made.free();
        throw error;
      }
      this.#objects.set(object, made);
      old?.free();
    });
    this.#register(object, mesh);
  }

  remove(object: number): void {
    this.#find('remove', object);
    this.#registered.delete(object);
    this.#change(() => {
      this.#objects.get(object)?.free();
      this.#objects.delete(object);
    });
  }

  /** Runs a query on the scene as it is now, behind the queries and changes that were asked for before. */
  #query<T>(query: (context: EngineContext, objects: ReadonlyMap<number, SceneObject>) => Promise<T>): Promise<T> {
    return this.#runtime.exclusive(() => {
      if (this.#disposed) throw sceneDisposed();
      this.#throwFailedChange();
      return query(this.#context, this.#objects);
    });
  }

  async collide(options: CollideOptions = {}): Promise<Collisions> {
    this.#check();
    const checked = checkCollideOptions(options);
    for (const id of checked.ignore.flat()) this.#find('collide: ignore', id);
    const { cull: culling } = checked;
    return this.#query((context, objects) =>
      culling ? collideCulled(context, objects, { ...checked, cull: culling }) : collide(context, objects, checked),
    );
  }

  async inside(object: number, points: Positions, options: InsideOptions = {}): Promise<Uint8Array> {
    const { label } = this.#find('inside', object);
    const checked = checkInsideOptions(options);
    const copied = checkPoints(points);
    return this.#query(({ runtime }, objects) => insideWasm(runtime, objects, { id: object, label }, copied, checked));
  }

  async cull(options: CullOptions = {}): Promise<Culled> {
    this.#check();
    const checked = checkCullOptions(options);
    return this.#query((context, objects) => cull(context, objects, checked));
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#onDispose(this);
    this.#registered.clear();
    if (this.#runtime.disposed) this.#objects.clear();
    else if (this.#runtime.busy) void this.#runtime.exclusive(() => this.#free()).catch(() => {});
    else this.#free();
  }

  #free(): void {
    forgetOn(this.#context.gpu, this.#objects);
    for (const object of this.#objects.values()) object.free();
    this.#objects.clear();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}

function sceneDisposed(): EngineError {
  return new EngineError('disposed', 'the scene has been disposed. Create a new one with engine.createScene().');
}

function labelOf(id: number, name: string): string {
  return name === '' ? `object ${id}` : `object ${id} ("${name}")`;
}
