/**
 * A hand moved by its skeleton: the skinned hand of `@webxr-input-profiles/assets` (MIT), brought to a size.
 *
 * The file's joints lie side by side, named by finger and bone. Here each finger is a chain: a bend at a joint turns
 * all beyond it. A vertex follows its joints by their weights, as glTF has it.
 */
import { type Accessor, WebIO } from '@gltf-transform/core';
import { joinMeshes, type Mesh, type Point } from '../support/mesh.ts';
import { resized } from '../support/resize.ts';
import { rotated, turn } from '../support/rotation.ts';

export const HAND_FILE = '@webxr-input-profiles/assets/dist/profiles/generic-hand/left.glb';

const FINGERS = ['thumb', 'index-finger', 'middle-finger', 'ring-finger', 'pinky-finger'] as const;
const BONES = ['metacarpal', 'phalanx-proximal', 'phalanx-intermediate', 'phalanx-distal', 'tip'] as const;
/** Fingers point along −y, the palm looks along x; each bends towards the palm about its axis. */
const BEND_AXES: Readonly<Record<(typeof FINGERS)[number], Point>> = {
  thumb: [0.4, -1, 0],
  'index-finger': [0, 0, 1],
  'middle-finger': [0, 0, 1],
  'ring-finger': [0, 0.1, 1],
  'pinky-finger': [0, 0.2, 1],
};
/** By how much each bone of a fist is bent, in radians; the palm's bones stay, but a thumb has its first bend there. */
const FIST_BENDS: Readonly<Record<(typeof BONES)[number], number>> = {
  metacarpal: 0,
  'phalanx-proximal': 1.35,
  'phalanx-intermediate': 1.75,
  'phalanx-distal': 1.2,
  tip: 0,
};
const FIST_THUMB_BENDS: Readonly<Record<(typeof BONES)[number], number>> = {
  metacarpal: 0.35,
  'phalanx-proximal': 0.45,
  'phalanx-intermediate': 0,
  'phalanx-distal': 0.9,
  tip: 0,
};
const JOINTS_PER_VERTEX = 4;
/** Vertices of the file that lend their weights to a vertex of the resized mesh. */
const LENDERS = 3;

interface Skin {
  readonly mesh: Mesh;
  /** Four joints and four weights for each vertex. */
  readonly joints: Uint32Array;
  readonly weights: Float64Array;
  readonly places: ReadonlyMap<string, { readonly index: number; readonly at: Point }>;
}

export class SkinnedHand {
  readonly mesh: Mesh;
  readonly #skin: Skin;
  readonly #joints: Uint32Array;
  readonly #weights: Float64Array;

  constructor(skin: Skin, mesh: Mesh) {
    this.#skin = skin;
    this.mesh = mesh;
    const lent = lendWeights(skin, mesh);
    this.#joints = lent.joints;
    this.#weights = lent.weights;
  }

  /** Writes the vertices with each finger bent: 0 is as in the file, 1 a fist. */
  pose(bends: readonly number[], positions: Float32Array): void {
    const moves = this.#jointMoves(bends);
    const rest = this.mesh.positions;
    const perVertex = JOINTS_PER_VERTEX * LENDERS;
    for (let vertex = 0; vertex < rest.length / 3; vertex++) {
      const point: Point = [rest[3 * vertex], rest[3 * vertex + 1], rest[3 * vertex + 2]];
      let [x, y, z] = [0, 0, 0];
      for (let slot = perVertex * vertex; slot < perVertex * (vertex + 1); slot++) {
        const weight = this.#weights[slot];
        if (weight === 0) continue;
        const move = moves[this.#joints[slot]];
        const [px, py, pz] = move ? move(point) : point;
        x += weight * px;
        y += weight * py;
        z += weight * pz;
      }
      positions.set([x, y, z], 3 * vertex);
    }
  }

  /** For each joint, where it takes a point; none stays. */
  #jointMoves(bends: readonly number[]): ((point: Point) => Point)[] {
    const moves: ((point: Point) => Point)[] = [];
    FINGERS.forEach((finger, number) => {
      let before = (point: Point) => point;
      BONES.forEach((bone) => {
        const joint = this.#skin.places.get(`${finger}-${bone}`);
        if (!joint) return;
        const bend = bends[number] * (finger === 'thumb' ? FIST_THUMB_BENDS : FIST_BENDS)[bone];
        const rotation = turn(BEND_AXES[finger], bend);
        const outer = before;
        const { at, index } = joint;
        before = ([x, y, z]) => {
          const [rx, ry, rz] = rotated(rotation, [x - at[0], y - at[1], z - at[2]]);
          return outer([rx + at[0], ry + at[1], rz + at[2]]);
        };
        moves[index] = before;
      });
    });
    return moves;
  }
}

const numbersOf = (accessor: Accessor | null): ArrayLike<number> => accessor?.getArray() ?? [];

async function readSkin(bytes: Uint8Array): Promise<Skin> {
  const root = (await new WebIO().readBinary(bytes)).getRoot();
  const [primitive] = root.listMeshes()[0].listPrimitives();
  const given = {
    positions: Float32Array.from(numbersOf(primitive.getAttribute('POSITION'))),
    indices: Uint32Array.from(numbersOf(primitive.getIndices())),
  };
  const { mesh, firsts } = welded(given);
  const pick = (accessor: Accessor | null) => {
    const values = numbersOf(accessor);
    return firsts.flatMap((vertex) =>
      Array.from({ length: JOINTS_PER_VERTEX }, (_, slot) => values[JOINTS_PER_VERTEX * vertex + slot]),
    );
  };
  const joints = root.listSkins()[0].listJoints();
  const places = joints.map((node, index) => [node.getName(), { index, at: node.getTranslation() as Point }] as const);
  return {
    mesh,
    joints: Uint32Array.from(pick(primitive.getAttribute('JOINTS_0'))),
    weights: Float64Array.from(pick(primitive.getAttribute('WEIGHTS_0'))),
    places: new Map(places),
  };
}

/** One vertex for each place; the file splits them along texture seams. */
function welded(mesh: Mesh): { mesh: Mesh; firsts: number[] } {
  const numbers = new Map<string, number>();
  const firsts: number[] = [];
  const renumbered = mesh.indices.map((vertex) => {
    const key = mesh.positions.subarray(3 * vertex, 3 * vertex + 3).join();
    let number = numbers.get(key);
    if (number === undefined) {
      number = firsts.push(vertex) - 1;
      numbers.set(key, number);
    }
    return number;
  });
  const positions = Float32Array.from(
    firsts.flatMap((vertex) => [...mesh.positions.subarray(3 * vertex, 3 * vertex + 3)]),
  );
  return { mesh: joinMeshes([{ positions, indices: renumbered }]), firsts };
}

/** Each vertex takes the weights of the nearest ones in the file, the nearer the more. */
function lendWeights(
  { mesh, joints, weights }: Skin,
  { positions }: Mesh,
): { joints: Uint32Array; weights: Float64Array } {
  const perVertex = JOINTS_PER_VERTEX * LENDERS;
  const lent = {
    joints: new Uint32Array((positions.length / 3) * perVertex),
    weights: new Float64Array((positions.length / 3) * perVertex),
  };
  for (let vertex = 0; vertex < positions.length / 3; vertex++) {
    const lenders = nearest(mesh.positions, positions.subarray(3 * vertex, 3 * vertex + 3));
    const sum = lenders.reduce((total, { nearness }) => total + nearness, 0);
    lenders.forEach(({ vertex: from, nearness }, place) => {
      for (let slot = 0; slot < JOINTS_PER_VERTEX; slot++) {
        const to = perVertex * vertex + JOINTS_PER_VERTEX * place + slot;
        lent.joints[to] = joints[JOINTS_PER_VERTEX * from + slot];
        lent.weights[to] = (weights[JOINTS_PER_VERTEX * from + slot] * nearness) / sum;
      }
    });
  }
  return lent;
}

function nearest(positions: Float32Array, [x, y, z]: Float32Array): { vertex: number; nearness: number }[] {
  const best: { vertex: number; square: number }[] = [];
  for (let at = 0; at < positions.length; at += 3) {
    const [dx, dy, dz] = [positions[at] - x, positions[at + 1] - y, positions[at + 2] - z];
    const square = dx * dx + dy * dy + dz * dz;
    if (best.length === LENDERS && square >= best[LENDERS - 1].square) continue;
    best.push({ vertex: at / 3, square });
    best.sort((p, q) => p.square - q.square || p.vertex - q.vertex);
    best.length = Math.min(best.length, LENDERS);
  }
  return best.map(({ vertex, square }) => ({ vertex, nearness: 1 / (square + 1e-9) }));
}

export async function skinnedHand(bytes: Uint8Array, triangles: number): Promise<SkinnedHand> {
  const skin = await readSkin(bytes);
  return new SkinnedHand(skin, await resized(skin.mesh, triangles));
}
