/** Proves where each joint is free, the others where they are: what `collidescope motion --joints` says with `--at`. */
import type { Engine, Positions } from '../../../src/index.ts';
import type { Joint } from '../../../src/report/motion/mechanism.ts';
import { type FoundMotion, MechanismRows } from '../../../src/report/motion/mechanism-rows.ts';
import { type MotionRow, stripRanges } from '../../../src/report/motion/motion-rows.ts';
import { freeText, jamSentence, openSentences } from '../../../src/report/motion/motion-text.ts';
import type { ProvenJoint } from '../protocol.ts';
import type { FileWorld } from './file-world.ts';
import { multiply } from './matrices.ts';
import type { Post } from './studio.ts';
import type { WorldObject } from './world.ts';

/** What was proven, for the page of all joints. */
export interface ProofOfJoint {
  readonly found: FoundMotion;
  /** The places of the others, as text. */
  readonly others: string;
}

/** Where an object is when all joints are 0; links that were moved by hand, where the joints have them. */
function meshOf(object: WorldObject): Positions {
  const { positions, base, drag } = object;
  if (base || !drag) return positions;
  const placed = new Float64Array(positions.length);
  for (let at = 0; at < positions.length; at += 3) {
    const point = Float64Array.of(
      1,
      0,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      0,
      1,
      0,
      positions[at],
      positions[at + 1],
      positions[at + 2],
      1,
    );
    placed.set(multiply(drag, point).subarray(12, 15), at);
  }
  return placed;
}

export class JointProofs {
  readonly #proofs = new Map<string, ProofOfJoint>();
  #objects: readonly WorldObject[] = [];

  /** What is proven for the current joint values. */
  foundFor(world: FileWorld): FoundMotion[] {
    if (this.#objects !== world.objects) return [];
    return (world.joints?.joints ?? []).flatMap((joint) => {
      const proof = this.#proofs.get(joint.name);
      return proof?.others === othersOf(world, joint) ? [proof.found] : [];
    });
  }

  /** Proves what is not yet proven at the other joints' current values, joint by joint; each result is reported at once. */
  async prove(engine: Engine, world: FileWorld, signal: AbortSignal, post: Post): Promise<void> {
    const { joints: jointed, objects } = world;
    if (!jointed) return;
    if (this.#objects !== objects) this.#proofs.clear();
    this.#objects = objects;
    const isKnown = (joint: Joint) => this.#proofs.get(joint.name)?.others === othersOf(world, joint);
    for (const joint of jointed.joints.filter(isKnown)) this.#postRow(joint.name, post);
    const wanted = jointed.joints.filter((joint) => !isKnown(joint));
    if (wanted.length === 0) return;
    const meshes = objects.map(meshOf);
    using scene = engine.createScene();
    for (const [i, { name, indices, weld }] of objects.entries())
      scene.add({ name, positions: meshes[i], indices, weld });
    for (const [i, joint] of wanted.entries()) {
      signal.throwIfAborted();
      const label = `proving ${joint.name}`;
      const onProgress = (done: number) => post({ type: 'progress', label, done: (i + done) / wanted.length });
      onProgress(0);
      const rows = new MechanismRows(scene, jointed.mechanismOf(objects), meshes, { signal, onProgress });
      const found = await rows.joint(joint, jointed.othersThan(joint.name), jointed.unit);
      rows.close();
      this.#proofs.set(joint.name, { found, others: othersOf(world, joint) });
      this.#postRow(joint.name, post);
    }
  }

  #postRow(joint: string, post: Post): void {
    post({ type: 'joint-proven', proven: provenOf(this.#proofs.get(joint)!.found, this.#objects) });
  }
}

/** All that a proof depends on: where other joints are, and what was moved by hand. */
function othersOf({ joints, objects }: FileWorld, { name }: Joint): string {
  const values = [...joints!.othersThan(name)].sort(([p], [q]) => (p < q ? -1 : 1));
  const moved = objects.flatMap(({ key, base, drag }) => (drag && !base ? [[key, ...drag]] : []));
  return JSON.stringify([values, moved]);
}

function provenOf({ row }: FoundMotion, objects: readonly WorldObject[]): ProvenJoint {
  const names = objects.map(({ name }) => name);
  const shownRow: MotionRow = { ...row, jams: row.jams.map((jam) => ({ ...jam, point: null })) };
  return {
    joint: row.name,
    ranges: stripRanges(row),
    free: freeText(row),
    jams: shownRow.jams.map((jam) => ({ sentence: jamSentence(shownRow, jam, names), witness: jam.witness })),
    open: openSentences(shownRow, names),
  };
}
