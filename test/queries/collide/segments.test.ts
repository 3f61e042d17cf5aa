/** The ends of segments lie on both triangles, within a few units in the last place: held against exact arithmetic. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDistanceWithin } from '../../../oracle/exact-distance.ts';
import { CONTACT_KIND, createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import { boxMesh } from '../../support/closed-meshes.ts';
import { Random } from '../../support/random.ts';
import { randomScene, sceneNames } from '../../support/random-scenes.ts';
import { isLong } from '../../support/thoroughness.ts';

/** Units in the last place of the largest coordinate of the two triangles. */
const UNITS = 4;

type Turn = (x: number, y: number, z: number) => [number, number, number];

/** A rotation about all three axes; its rounding is what makes faces nearly coplanar. */
function turnBy(angles: readonly number[]): Turn {
  const [[ca, sa], [cb, sb], [cc, sc]] = angles.map((angle) => [Math.cos(angle), Math.sin(angle)]);
  return (x, y, z) => {
    const [x1, y1] = [ca * x - sa * y, sa * x + ca * y];
    const [y2, z2] = [cb * y1 - sb * z, sb * y1 + cb * z];
    return [cc * x1 - sc * z2, y2, sc * x1 + cc * z2];
  };
}

function turned({ positions, indices }: MeshInput, turn: Turn, scale: number): MeshInput {
  const moved = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    moved.set(
      turn(positions[i], positions[i + 1], positions[i + 2]).map((x) => x * scale),
      i,
    );
  }
  return { positions: moved, indices };
}

/** Boxes that touch face to face, every other layer shifted along, all turned together. */
function pile(side: number, seed: number, scale: number): MeshInput[] {
  const random = new Random(seed);
  const turn = turnBy(random.times(3, () => random.real(0, 6)));
  const shift = random.pick([0, 0.5, random.next()]);
  const boxes: MeshInput[] = [];
  for (let i = 0; i < side ** 3; i++) {
    const low = [
      i % side,
      (Math.floor(i / side) % side) + shift * (Math.floor(i / side ** 2) % 2),
      Math.floor(i / side ** 2),
    ];
    boxes.push(
      turned(
        boxMesh(
          low,
          low.map((x) => x + 1),
        ),
        turn,
        scale,
      ),
    );
  }
  return boxes;
}

/** Long triangles about one line, each tilted by next to nothing against the one before. */
function flatFan(seed: number, scale: number): MeshInput[] {
  const random = new Random(seed);
  const turn = turnBy(random.times(3, () => random.real(0, 6)));
  return random.times(8, () => {
    const tilt = random.pick([0, 2 ** -52, 2 ** -45, 2 ** -30]) * random.integer(-3, 3);
    const [x, y] = [random.real(-1, 1), random.real(-1, 1)];
    const flat = [x, y, tilt * x, x + random.real(1, 3), y + 0.1, -tilt, x - 1, y + random.real(0.1, 2), tilt];
    return turned({ positions: Float64Array.from(flat), indices: Uint32Array.of(0, 1, 2) }, turn, scale);
  });
}

/** Nine numbers of a triangle of a mesh. */
function cornersOf({ positions, indices }: MeshInput, triangle: number): number[] {
  return [0, 1, 2].flatMap((k) => {
    const vertex = indices ? indices[3 * triangle + k] : 3 * triangle + k;
    return Array.from(positions.subarray(3 * vertex, 3 * vertex + 3));
  });
}

describe('segments', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads: 2 });
  });
  afterAll(() => engine.dispose());

  /** Returns the number of pairs. */
  async function check(meshes: readonly MeshInput[], about: string, self = false): Promise<number> {
    const scene = engine.createScene();
    for (const mesh of meshes) scene.add(mesh);
    const { trianglePairs, kinds, segments } = await scene.collide({ segments: true, self });
    scene.dispose();
    for (let i = 0; i < kinds.length; i++) {
      const [objectA, triangleA, objectB, triangleB] = trianglePairs.subarray(4 * i, 4 * i + 4);
      const [a, b] = [cornersOf(meshes[objectA], triangleA), cornersOf(meshes[objectB], triangleB)];
      const largest = Math.max(...a.map(Math.abs), ...b.map(Math.abs));
      const bound = UNITS * Math.max(largest * 2 ** -52, 2 ** -1074);
      const [p, q] = [0, 3].map((at) => Array.from(segments!.subarray(6 * i + at, 6 * i + at + 3)));
      for (const [end, corners] of [
        [p, a],
        [p, b],
        [q, a],
        [q, b],
      ]) {
        const isNear = isDistanceWithin([...end, ...end, ...end], corners, 0, bound);
        expect(isNear, `${about}, pair ${i}: ${end} beside ${corners}`).toBe(true);
      }
      if (kinds[i] === CONTACT_KIND.coplanar) expect(p, `${about}, pair ${i}`).not.toEqual(q);
    }
    return kinds.length;
  }

  it.each([1, 1e-3, 1e-179, 2 ** -900, 2 ** 200])('of turned piles of touching boxes, times %d', async (scale) => {
    for (let seed = 0; seed < 3; seed++) {
      expect(await check(pile(2, seed, scale), `seed ${seed}`)).toBeGreaterThan(50);
    }
  });

  it.each([1, 1e-179])('of nearly coplanar fans, times %d', async (scale) => {
    let pairs = 0;
    for (let seed = 0; seed < (isLong ? 100 : 30); seed++) pairs += await check(flatFan(seed, scale), `seed ${seed}`);
    expect(pairs).toBeGreaterThan(100);
  });

  it.each(sceneNames)('of scenes of %s', async (name) => {
    for (let seed = 0; seed < (isLong ? 12 : 4); seed++) {
      const meshes = randomScene(name, seed);
      await check(meshes, `seed ${seed}`, true);
    }
  });
});
