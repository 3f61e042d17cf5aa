/** Models from files, placed by the files and by the user; clips of glTF files move them. */
import type { Engine, Positions, Scene } from '../../../src/index.ts';
import type { PlayableClip } from '../../../src/io/gltf/clips.ts';
import type { Model } from '../../../src/io/index.ts';
import { stanceOf } from '../../../src/report/excerpt/evidence.ts';
import { resolveTolerance } from '../../../src/report/lengths.ts';
import type { ModelFile } from '../../../src/report/model-file.ts';
import type { Mechanism } from '../../../src/report/motion/mechanism.ts';
import { type FileObject, objectsOf } from '../../../src/report/objects.ts';
import { reportModels } from '../../../src/report/report-models.ts';
import { type Hidden, hiddenAnywhere } from '../../../src/report/tessellation.ts';
import { unitSentence } from '../../../src/report/unit-sentence.ts';
import type { Triple } from '../answer.ts';
import type { MotionInfo } from '../protocol.ts';
import type { Jointed } from './jointed.ts';
import type { Vector } from './matrices.ts';
import { motionInfo, movingParts, partsAt } from './motion.ts';
import type { JointsText } from './open-joints.ts';
import type { ReadWatch } from './read-source.ts';
import { type Before, boxAround, newKey, placeOf, type World, type WorldObject } from './world.ts';

/** What is known about a file besides its parts. */
export interface OpenedFile {
  readonly name: string;
  /** As first read; and as placed among the other files, with finer triangles where it comes near them. */
  readonly read: Model;
  readonly model: Model;
  readonly readAgain: (watch: ReadWatch) => Promise<Model>;
  readonly clips: readonly PlayableClip[];
  /** Of a robot; its objects are the file's parts. */
  readonly mechanism?: Mechanism;
  /** Of each part, where the file says so. */
  readonly colours: readonly (Triple | undefined)[];
}

const AS_CLASH = { merge: false, weld: true, heal: true } as const;

export class FileWorld implements World {
  readonly scene: Scene;
  readonly #dragged = new Set<WorldObject>();
  readonly #files = new Map<string, OpenedFile>();
  /** Objects of each file that has clips, in the order of its parts. */
  readonly #movers = new Map<string, WorldObject[]>();
  readonly #moved = new Set<WorldObject>();
  /** Which part of its file an object is. */
  readonly #parts = new Map<WorldObject, number>();
  #objects: readonly WorldObject[] = [];
  #origin: Vector | undefined;
  /** What the files could hide, as they lie in them; undefined where they were not refined. */
  couldHide: number | undefined;
  /** The unit that the user states for all coordinates; empty: files do. */
  said = '';
  #measured:
    | {
        readonly objects: readonly WorldObject[];
        readonly said: string;
        readonly value: number;
        readonly given: string;
      }
    | undefined;
  joints: Jointed | undefined;
  jointsText: JointsText | undefined;
  #clip = 0;
  #frame = 0;

  constructor(engine: Engine) {
    this.scene = engine.createScene();
  }

  get objects(): readonly WorldObject[] {
    return this.#objects;
  }

  /** The centre of what was opened first. It stays, so that nothing jumps when more is added. */
  get origin(): Vector {
    return (this.#origin ??= boxAround(this.#objects).middle);
  }

  get files(): readonly OpenedFile[] {
    return [...this.#files.values()];
  }

  get up(): 'y' | 'z' {
    return this.#files.size === 0 ? 'y' : stanceOf(this.files.map(({ model }) => model.format)).up;
  }

  get isTurned(): boolean {
    return this.files.some(({ model }) => model.format === 'ifc');
  }

  /** The one that the user states for all coordinates, else the one that all files state. */
  get unit(): string | undefined {
    if (this.said !== '') return this.said;
    const units = new Set(this.files.map(({ model }) => model.unit));
    return units.size === 1 ? [...units][0] : undefined;
  }

  /** What files say of their units, for the page. */
  get units(): string | undefined {
    const models = reportModels(this.modelFiles, []);
    const { up, isTurned } = this;
    const unit = models.every((model) => model.unit === models[0]?.unit) ? models[0]?.unit : undefined;
    return unitSentence({ models, up, ...(unit && { unit }), ...(isTurned && { isTurned }) });
  }

  get modelFiles(): readonly ModelFile[] {
    return this.files.map(({ name, model }) => ({ file: name, model }));
  }

  get tolerance(): number {
    return this.#ownTolerance.value;
  }

  get toleranceGiven(): string {
    return this.#ownTolerance.given;
  }

  /** Unless another is asked for; measured once for each list of objects. */
  get #ownTolerance(): { readonly value: number; readonly given: string } {
    const { said } = this;
    if (this.#measured?.objects !== this.#objects || this.#measured.said !== said) {
      const tolerance = resolveTolerance(undefined, this.modelFiles, said || undefined);
      this.#measured = { objects: this.#objects, said, ...tolerance };
    }
    return this.#measured;
  }

  /** An object moved by hand may be near something that it was far from when files were refined. */
  get hidden(): Hidden {
    const most = hiddenAnywhere(this.#objects.map(({ facts }) => facts ?? {}));
    if (most === 0) return {};
    const isRefined = this.couldHide !== undefined && !this.#objects.some(({ drag }) => drag);
    return isRefined ? { couldHide: this.couldHide } : { couldHide: most, unrefined: true };
  }

  /** Files that move have a clip for each number, or do not move in it. */
  get motion(): MotionInfo | undefined {
    const [file] = this.#movers.keys();
    return file === undefined ? undefined : motionInfo(this.#files.get(file)!.clips, this.#clip);
  }

  /** Which parts of a file are there. */
  partsOf(file: string): ReadonlySet<number> {
    return new Set(this.#objects.flatMap((object) => (object.file === file ? (this.#parts.get(object) ?? []) : [])));
  }

  /** Which part of a file an object is; undefined for objects of others. */
  partOf(file: string, object: WorldObject): number | undefined {
    return object.file === file ? this.#parts.get(object) : undefined;
  }

  /** Takes in what is known of a file. Its parts are added one by one, by what this gives; each may be a MeshError. */
  addFile(file: OpenedFile): (() => void)[] {
    const { name, model, clips, colours } = file;
    this.#files.set(name, file);
    const moves = movingParts(clips, model.parts);
    if (moves.includes(true)) this.#movers.set(name, []);
    return model.parts.map((part, i) => () => {
      // As `collidescope clash` makes objects: elements of buildings that are meant to be solids are made solids.
      const [object] = objectsOf({ file: name, model: { ...model, parts: [part] } }, AS_CLASH);
      this.#parts.set(this.#add(object, moves[i], colours[i]), i);
    });
  }

  #add(
    { file, name, mesh, vertices: _, triangles: _t, ...facts }: FileObject,
    moves: boolean,
    colour?: Triple,
  ): WorldObject {
    // Poses of clips are in single precision, and an object keeps the precision it starts with.
    const positions = moves ? Float32Array.from(mesh.positions as Positions) : (mesh.positions as Positions);
    const { indices } = mesh;
    const id = this.scene.add({ name, positions, indices, weld: true });
    const object: WorldObject = {
      key: newKey(),
      name,
      file,
      facts,
      ...(colour && { colour }),
      positions,
      indices,
      deforming: moves,
      weld: true,
      id,
    };
    this.#objects = [...this.#objects, object];
    this.#movers.get(file)?.push(object);
    return object;
  }

  /** Takes over everything from another engine's world. */
  adopt(world: FileWorld): void {
    for (const [name, file] of world.#files) this.#files.set(name, file);
    for (const name of world.#movers.keys()) this.#movers.set(name, []);
    for (const object of world.#objects) {
      const { name, positions, indices, weld } = object;
      const taken = { ...object, id: this.scene.add({ name, positions, indices, weld }) };
      this.#objects = [...this.#objects, taken];
      this.#movers.get(object.file)?.push(taken);
      this.#parts.set(taken, world.#parts.get(object)!);
      if (taken.drag) this.drag(taken, taken.drag);
    }
    this.couldHide = world.couldHide;
    this.joints = world.joints;
    this.jointsText = world.jointsText;
    this.placeJoints();
    this.#clip = world.#clip;
    this.#frame = world.#frame;
  }

  remove(object: WorldObject): void {
    this.scene.remove(object.id);
    this.#dragged.delete(object);
    this.#moved.delete(object);
    this.#parts.delete(object);
    this.#objects = this.#objects.filter((other) => other !== object);
    // The others keep their places among the parts of their file.
    const movers = this.#movers.get(object.file);
    if (movers?.every((mover) => !this.#objects.includes(mover))) this.#movers.delete(object.file);
    if (!this.#objects.some(({ file }) => file === object.file)) this.#files.delete(object.file);
  }

  drag(object: WorldObject, matrix: Float64Array): void {
    object.drag = matrix;
    this.#dragged.add(object);
  }

  /** Puts objects where the joints have them. */
  placeJoints(): void {
    for (const [object, pose] of this.joints?.poses(this.#objects) ?? []) {
      object.base = pose;
      this.#dragged.add(object);
    }
  }

  step(): void {}

  chooseClip(clip: number): void {
    this.#clip = Math.max(0, Math.min((this.motion?.clips.length ?? 1) - 1, clip));
    this.seek(0);
  }

  /** Where the vertices of the objects that deform are in a frame. */
  posesAt(frame: number): Map<WorldObject, Float32Array> {
    const poses = new Map<WorldObject, Float32Array>();
    for (const [name, movers] of this.#movers) {
      const clip = this.#files.get(name)!.clips[this.#clip];
      if (!clip) continue;
      for (const [i, { positions }] of partsAt(clip, frame).entries()) {
        if (movers[i]?.deforming) poses.set(movers[i], positions as Float32Array);
      }
    }
    return poses;
  }

  before(): Map<WorldObject, Before> {
    if (this.#frame === 0) return new Map();
    return new Map([...this.posesAt(this.#frame - 1)].map(([object, positions]) => [object, { positions }]));
  }

  seek(frame: number): void {
    this.#frame = frame;
    for (const [object, positions] of this.posesAt(frame)) {
      object.positions = positions;
      this.#moved.add(object);
    }
  }

  update(): void {
    for (const object of this.#moved) if (this.#objects.includes(object)) this.scene.move(object.id, object.positions);
    for (const object of this.#dragged) this.scene.place(object.id, placeOf(object)!);
    this.#moved.clear();
    this.#dragged.clear();
  }

  dispose(): void {
    this.scene.dispose();
  }
}
