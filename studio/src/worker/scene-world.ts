/** An animated scene, mirrored in the engine. */
import {
  type AnimatedObject,
  type AnimatedScene,
  describeScene,
  FRAME_SECONDS,
  openScene,
  SceneMirror,
} from '../../../scenes/index.ts';
import type { Engine } from '../../../src/index.ts';
import type { SceneChoice, SceneInfo } from '../protocol.ts';
import { fetchModel } from './fetch-scan.ts';
import { toleranceOf } from './tolerance.ts';
import { type Before, newKey, placeOf, type World, type WorldObject } from './world.ts';

const ORIGIN = [0, 0, 0] as const;

export class SceneWorld implements World {
  readonly origin = ORIGIN;
  readonly up = 'y';
  readonly info: SceneInfo;
  readonly #animated: AnimatedScene;
  readonly #mirror: SceneMirror;
  readonly #known = new Map<AnimatedObject, WorldObject>();
  #objects: readonly WorldObject[] = [];
  readonly #before = new Map<WorldObject, Before>();
  #version = -1;

  private constructor(engine: Engine, animated: AnimatedScene, info: SceneInfo) {
    this.#animated = animated;
    this.#mirror = new SceneMirror(engine, animated);
    this.info = info;
    this.#list();
  }

  static async open(engine: Engine, choice: SceneChoice): Promise<SceneWorld> {
    const { name, seed } = choice;
    const described = describeScene(name);
    // Passed explicitly, so that the page shows the actual size rather than the scene's default.
    const size = choice.size ?? described.sizes[0];
    const readFile = () => fetchModel('hand.glb');
    const animated = await openScene(name, { seed, engine, readFile, size });
    return new SceneWorld(engine, animated, { ...choice, ...described, size });
  }

  get objects(): readonly WorldObject[] {
    return this.#objects;
  }

  get scene() {
    return this.#mirror.scene;
  }

  get points(): Float32Array | undefined {
    return this.#animated.points;
  }

  get selfCollisions(): boolean {
    return this.#animated.selfCollisions;
  }

  get tolerance(): number {
    return toleranceOf(this.#objects);
  }

  /** Whether to remember where objects were before each step. */
  remembers = false;

  before(): Map<WorldObject, Before> {
    // Objects added since then have no earlier place.
    const present = new Set(this.#objects);
    return new Map([...this.#before].filter(([object]) => present.has(object)));
  }

  #remember(): void {
    this.#before.clear();
    if (!this.remembers) return;
    for (const object of this.#objects) {
      const positions = object.deforming && { positions: object.positions.slice() };
      const base = object.base && { base: object.base.slice() };
      if (positions || base) this.#before.set(object, { ...positions, ...base });
    }
  }

  step(): void | Promise<void> {
    this.#remember();
    return this.#animated.step(FRAME_SECONDS);
  }

  get seek(): ((frame: number) => void) | undefined {
    const { seek } = this.#animated;
    // Summed as `step` does it, so that a frame is bit-identical however it was reached.
    const timeOf = (frame: number) => Array.from({ length: frame }).reduce((sum: number) => sum + FRAME_SECONDS, 0);
    return (
      seek &&
      ((frame) => {
        this.#before.clear();
        if (this.remembers && frame > 0) {
          seek(timeOf(frame - 1));
          this.#remember();
        }
        seek(timeOf(frame));
      })
    );
  }

  drag(object: WorldObject, matrix: Float64Array): void {
    object.drag = matrix;
  }

  update(): void {
    this.#mirror.update();
    if (this.#animated.version !== this.#version) this.#list();
    for (const object of this.#objects) if (object.drag) this.scene.place(object.id, placeOf(object)!);
  }

  #list(): void {
    this.#version = this.#animated.version;
    this.#objects = this.#animated.objects
      .map((object) => this.#known.get(object) ?? this.#make(object))
      .sort((a, b) => a.id - b.id);
    this.#known.clear();
    const byId = new Map(this.#objects.map((object) => [object.id, object]));
    for (const object of this.#animated.objects) this.#known.set(object, byId.get(this.#mirror.id(object)!)!);
  }

  #make(object: AnimatedObject): WorldObject {
    const { name, positions, indices, deforming, matrix } = object;
    const id = this.#mirror.id(object)!;
    return {
      key: newKey(),
      name,
      file: this.#animated.name,
      positions,
      indices,
      deforming,
      weld: false,
      id,
      base: matrix,
    };
  }

  dispose(): void {
    this.#mirror.dispose();
    this.#animated.dispose();
  }
}
