/**
 * Puts objects into a scene and finds the triangles that collide; for an animation, in every frame.
 *
 * The answer for an animation is that of its worst frame (most pairs, then most objects inside others, then the earliest),
 * with the counts of all frames.
 */

import type { Engine } from '../engine.ts';
import type { GltfFrames } from '../io/gltf/animation.ts';
import type { Positions } from '../mesh/mesh-input.ts';
import type { CollideOptions, Collisions } from '../queries/collide/collide.ts';
import type { Proximities } from '../queries/within/within.ts';
import type { Scene } from '../scene.ts';
import { type Clearance, leastDistance } from './clearances.ts';
import { type Containment, findContained } from './contained.ts';
import { type FileObject, positionsOf } from './objects.ts';
import { type Passage, passageOf } from './passages.ts';

/** Receives progress. */
export interface Listener {
  progress(label: string, done: number): void;
}

/** Objects that a file moves. */
export interface Mover {
  readonly file: string;
  readonly motion: GltfFrames;
  readonly firstObject: number;
  readonly merge: boolean;
}

export interface Question {
  readonly objects: readonly FileObject[];
  /** Empty when nothing moves. */
  readonly movers: readonly Mover[];
  readonly query: CollideOptions;
  /** Objects must not be closer than this. */
  readonly clearance?: Clearance;
  /** Also what meets between two frames. */
  readonly continuous?: boolean;
  /** Shown while it is being answered. */
  readonly label: string;
}

export interface FrameCount extends Partial<Passage> {
  /** Seconds. */
  readonly time: number;
  readonly pairs: number;
  /** Objects inside others, where pairs of objects were looked at. */
  readonly contained?: number;
  /** The least distance of two objects that are too close. */
  readonly nearest?: number;
}

export interface Answer {
  readonly collisions: Collisions;
  /** Where pairs of objects were looked at. */
  readonly contained?: readonly Containment[];
  /** Where a clearance was asked for. */
  readonly near?: Proximities;
  /** Where the objects' vertices are in the frame that the collisions are of. */
  readonly positions: readonly Positions[];
  /** Of every frame, and which is the worst; none when nothing moves. */
  readonly frames: readonly FrameCount[];
  readonly worstFrame: number;
}

export async function ask(engine: Engine, question: Question, listener: Listener): Promise<Answer> {
  const scene = engine.createScene();
  try {
    for (const { mesh } of question.objects) {
      scene.add(mesh);
      // Welding takes a while; between two objects an interrupt is heard.
      if (mesh.indices.length > 100_000) await new Promise((resume) => setImmediate(resume));
    }
    return await (question.movers.length > 0 ? askFrames : askOnce)(scene, question, listener);
  } finally {
    scene.dispose();
  }
}

/** What lies inside what; nothing when only the insides of objects were asked about. */
async function containedOf(
  scene: Scene,
  { objects, query }: Question,
  positions: readonly Positions[],
  collisions: Collisions,
): Promise<{ contained?: Containment[] }> {
  if (!query.between) return {};
  return { contained: await findContained(scene, objects, positions, collisions, query) };
}

/** Pairs of objects that are too close, when that was asked. Within an object, neighbours always are. */
async function nearOf(
  scene: Scene,
  { clearance, query }: Question,
  onProgress?: (done: number) => void,
): Promise<{ near?: Proximities }> {
  if (!clearance) return {};
  const options = { ...(query.ignore && { ignore: query.ignore }), ...(onProgress && { onProgress }) };
  return { near: await scene.within(clearance.distance, options) };
}

async function askOnce(scene: Scene, question: Question, listener: Listener): Promise<Answer> {
  const { objects, query, label } = question;
  const onProgress = (done: number) => listener.progress(label, done);
  const collisions = await scene.collide({ ...query, onProgress });
  const positions = objects.map(({ mesh }) => mesh.positions);
  const contained = await containedOf(scene, question, positions, collisions);
  const near = await nearOf(scene, question, (done) => listener.progress('measuring clearances', done));
  return { collisions, ...contained, ...near, positions, frames: [], worstFrame: 0 };
}

async function askFrames(scene: Scene, question: Question, listener: Listener): Promise<Answer> {
  const { movers, query, label } = question;
  const { times } = movers[0].motion;
  const players = movers.map(({ motion }) => motion.frames[Symbol.asyncIterator]());
  const positions = question.objects.map(({ mesh }) => mesh.positions);
  const frames: FrameCount[] = [];
  let worst: Answer | undefined;
  for (const [frame, time] of times.entries()) {
    listener.progress(`${label}, frame ${frame} of ${times.length}`, frame / times.length);
    const next = new Map<number, Positions>();
    for (const [i, { firstObject, merge }] of movers.entries()) {
      const { value: model } = await players[i].next();
      for (const [part, moved] of positionsOf(model, merge).entries()) next.set(firstObject + part, moved);
    }
    const asksPassage = question.continuous && frame > 0;
    const passage = asksPassage ? await passageOf(scene, query, next, times[frame - 1], time) : undefined;
    for (const [object, moved] of next) {
      scene.move(object, moved);
      positions[object] = moved;
    }
    const collisions = await scene.collide(query);
    const { contained } = await containedOf(scene, question, positions, collisions);
    const { near } = await nearOf(scene, question);
    const nearest = near && leastDistance(near);
    const count: FrameCount = {
      time,
      pairs: collisions.kinds.length,
      ...(contained && { contained: contained.length }),
      ...(nearest !== undefined && { nearest }),
      ...passage,
    };
    frames.push(count);
    if (worst && !isWorse(count, frames[worst.worstFrame])) continue;
    worst = {
      collisions,
      ...(contained && { contained }),
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
