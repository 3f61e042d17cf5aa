/**
 * Puts objects into a scene and finds the triangles that collide; for an animation, in every frame.
 *
 * The answer for an animation is that of its worst frame (most pairs, then most objects inside others, then the earliest),
 * with the counts of all frames.
 */

import type { Engine } from '../engine.ts';
import { PartAdder } from '../io/add-parts.ts';
import type { Positions } from '../mesh/mesh-input.ts';
import type { Clashes } from '../queries/clashes/clashes.ts';
import type { CollideOptions, Collisions } from '../queries/collide/collide.ts';
import type { Proximities } from '../queries/within/within.ts';
import type { Scene } from '../scene.ts';
import { type Clearance, leastDistance } from './clearances.ts';
import { containedIn } from './contained.ts';
import { type Mover, MoverPaths } from './mover-paths.ts';
import { type FileObject, positionsOf } from './objects.ts';
import { type Passage, passageOf } from './passages.ts';

/** Receives progress. */
export interface Listener {
  progress(label: string, done: number): void;
}

export interface Question {
  readonly objects: readonly FileObject[];
  /** Empty when nothing moves. */
  readonly movers: readonly Mover[];
  readonly query: CollideOptions;
  /** Also find clashes; what reaches no deeper than the tolerance only touches. */
  readonly clashes?: {
    readonly tolerance: number | ((a: number, b: number) => number);
    /** Also overlap volumes. */
    readonly volume?: boolean;
    /** Also the area in which faces coincide. */
    readonly area?: boolean;
  };
  /** Objects must not be closer than this. */
  readonly clearance?: Clearance;
  /** Decides which pairs nearer than the clearance are too near; left out: all. */
  readonly isTooNear?: (a: number, b: number, distance: number) => boolean;
  /** Also what meets between two frames. */
  readonly continuous?: boolean;
  /** Shown while it is being answered. */
  readonly label: string;
}

export interface FrameCount extends Partial<Passage> {
  /** Seconds. */
  readonly time: number;
  readonly pairs: number;
  /** Objects inside others, where clashes were looked for. */
  readonly contained?: number;
  /** The least distance of two objects that are too close. */
  readonly nearest?: number;
}

export interface Answer {
  readonly collisions: Collisions;
  /** Where clashes were asked for. */
  readonly clashes?: Clashes;
  /** Where a clearance was asked for. */
  readonly near?: Proximities;
  /** Where the objects' vertices are in the frame that the collisions are of. */
  readonly positions: readonly Positions[];
  /** Where meshes have only some of their objects' triangles: which number each has in its object. */
  readonly triangleNumbers?: readonly Uint32Array[];
  /** Of every frame, and which is the worst; none when nothing moves. */
  readonly frames: readonly FrameCount[];
  readonly worstFrame: number;
}

/** The clashes of one frame. */
export interface FrameClashes {
  readonly frame: number;
  /** Seconds. */
  readonly time: number;
  readonly clashes: Clashes;
  readonly near: Proximities | undefined;
  readonly positions: readonly Positions[];
}

/** `visit` is called with the clashes of each frame, where they were asked for. */
export async function ask(
  engine: Engine,
  question: Question,
  listener: Listener,
  visit?: (frame: FrameClashes) => void,
): Promise<Answer> {
  const scene = engine.createScene();
  try {
    // What an animation moves has positions of its own in every frame.
    const adder = question.movers.length === 0 ? new PartAdder(scene) : scene;
    for (const object of question.objects) {
      adder.add(asPart(object));
      // Welding takes a while; interrupts are handled between two objects.
      if (object.mesh.indices.length > 100_000) await new Promise((resume) => setImmediate(resume));
    }
    if (question.movers.length === 0) return await askOnce(scene, question, listener);
    return await askFrames(scene, question, listener, visit);
  } finally {
    scene.dispose();
  }
}

/** A mesh that shares one with others of its file, unless it has been given other positions since it was read. */
function asPart({ mesh, shared }: FileObject): Parameters<PartAdder['add']>[0] {
  return shared && shared.placed === mesh.positions ? { ...mesh, instance: shared } : mesh;
}

/** Pairs of objects that are too close, when that was asked. Within an object, neighbours always are. */
async function nearOf(
  scene: Scene,
  { clearance, query }: Question,
  onProgress?: (done: number) => void,
): Promise<{ near?: Proximities }> {
  if (!clearance) return {};
  const options = { ...(query.ignore && { ignore: query.ignore }), ...(onProgress && { onProgress }) };
  return { near: await scene.within(clearance.distance, { ...options, objects: true }) };
}

/** Triangles that collide, and clashes where they were asked for. Those have all pairs between objects already. */
async function collisionsOf(
  scene: Scene,
  { query, clashes: wanted }: Question,
  onProgress?: (done: number) => void,
): Promise<{ collisions: Collisions; clashes?: Clashes }> {
  const watched = onProgress && { onProgress };
  if (!wanted) return { collisions: await scene.collide({ ...query, ...watched }) };
  // Ids go by where curves are.
  const options = { ...wanted, curve: true, ...(query.ignore && { ignore: query.ignore }) };
  const clashes = await scene.clashes({ ...options, ...watched });
  const isAll = !query.self && query.contacts !== 'penetrating';
  return { collisions: isAll ? clashes.collisions : await scene.collide(query), clashes };
}

async function askOnce(scene: Scene, question: Question, listener: Listener): Promise<Answer> {
  const { objects, label } = question;
  const { collisions, clashes } = await collisionsOf(scene, question, (done) => listener.progress(label, done));
  const positions = objects.map(({ mesh }) => mesh.positions);
  const near = await nearOf(scene, question, (done) => listener.progress('measuring clearances', done));
  return { collisions, ...(clashes && { clashes }), ...near, positions, frames: [], worstFrame: 0 };
}

async function askFrames(
  scene: Scene,
  question: Question,
  listener: Listener,
  visit?: (frame: FrameClashes) => void,
): Promise<Answer> {
  const { movers, query, label } = question;
  const { times } = movers[0].motion;
  const players = movers.map(({ motion }) => motion.frames[Symbol.asyncIterator]());
  const positions = question.objects.map(({ mesh }) => mesh.positions);
  const frames: FrameCount[] = [];
  const paths = question.continuous ? new MoverPaths(movers) : undefined;
  let meeting: Uint32Array = new Uint32Array(0);
  let worst: Answer | undefined;
  for (const [frame, time] of times.entries()) {
    listener.progress(`${label}, frame ${frame} of ${times.length}`, frame / times.length);
    const next = new Map<number, Positions>();
    for (const [i, { firstObject, merge }] of movers.entries()) {
      const { value: model } = await players[i].next();
      for (const [part, moved] of positionsOf(model, merge).entries()) next.set(firstObject + part, moved);
    }
    const path = paths && frame > 0 ? paths.to(frame, positions, next, meeting) : undefined;
    const passage = path && (await passageOf(scene, query, path));
    for (const [object, moved] of next) {
      scene.move(object, moved);
      positions[object] = moved;
    }
    const { collisions, clashes } = await collisionsOf(scene, question);
    meeting = collisions.objectPairs;
    const { near } = await nearOf(scene, question);
    const nearest = near && leastDistance(near);
    const count: FrameCount = {
      time,
      pairs: collisions.kinds.length,
      ...(clashes && { contained: containedIn(clashes.clashes).length }),
      ...(nearest !== undefined && { nearest }),
      ...passage,
    };
    frames.push(count);
    if (clashes) visit?.({ frame, time, clashes, near, positions });
    if (worst && !isWorse(count, frames[worst.worstFrame])) continue;
    worst = {
      collisions,
      ...(clashes && { clashes }),
      ...(near && { near }),
      positions: [...positions],
      frames,
      worstFrame: frame,
    };
  }
  return worst!;
}

function isWorse(p: FrameCount, q: FrameCount): boolean {
  if (p.pairs !== q.pairs) return p.pairs > q.pairs;
  if ((p.contained ?? 0) !== (q.contained ?? 0)) return (p.contained ?? 0) > (q.contained ?? 0);
  return (p.nearest ?? Number.POSITIVE_INFINITY) < (q.nearest ?? Number.POSITIVE_INFINITY);
}
