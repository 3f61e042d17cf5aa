/** Placing many objects at once, against placing them one by one: the same boxes, bit for bit, and the same refusals. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ListedObjects, surveyOf } from '../../../src/backend/wasm/participants.ts';
import { WasmRuntime } from '../../../src/backend/wasm/runtime.ts';
import { placedAtOnce } from '../../../src/backend/wasm/scene-changes.ts';
import { SceneObject } from '../../../src/backend/wasm/scene-object.ts';
import { MESH, STATE } from '../../../src/memory/scene-records.ts';
import { checkMesh } from '../../../src/mesh/check-mesh.ts';
import { keepsAreas } from '../../../src/queries/keep/placed-degenerate.ts';
import { Random } from '../../support/random.ts';

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** Of all sizes; some flat, some nearly so, some the identity with a zero that has a sign. */
function randomMatrix(random: Random): Float64Array {
  const scale = 2 ** random.integer(-60, 60);
  const matrix = Float64Array.from(IDENTITY, (_, i) => (i % 4 === 3 ? 0 : scale * (random.next() - 0.5)));
  matrix[15] = 1;
  if (random.chance(0.2)) matrix.fill(0, 8, 11);
  if (random.chance(0.2))
    for (let k = 0; k < 3; k++) matrix[8 + k] = matrix[k] * (1 + random.pick([0, 2 ** -52, 2 ** -40]));
  if (random.chance(0.1)) matrix.set(IDENTITY);
  if (random.chance(0.1)) matrix[1] = -0;
  return matrix;
}

describe('many objects at once', () => {
  let runtime: WasmRuntime;
  beforeAll(async () => {
    runtime = await WasmRuntime.open(0);
  });
  afterAll(() => runtime.dispose());

  function makeObjects(random: Random, count: number): ListedObjects {
    const objects = new ListedObjects();
    for (let id = 0; id < count; id++) {
      const size = 2 ** random.integer(-30, 30);
      const positions = Float64Array.from({ length: 9 }, () => size * (random.next() - 0.5));
      objects.set(3 * id, new SceneObject(runtime, checkMesh({ positions, indices: Uint32Array.of(0, 1, 2) })));
    }
    return objects;
  }

  it('are where they would be one by one', () => {
    const random = new Random(1);
    const [together, single] = [makeObjects(new Random(2), 200), makeObjects(new Random(2), 200)];
    for (let round = 0; round < 5; round++) {
      const ids = random.shuffle([...together.keys()]).slice(0, 150);
      const matrices = ids.map(() => randomMatrix(random));
      expect(
        placedAtOnce(
          runtime,
          together,
          ids,
          matrices.flatMap((matrix) => [...matrix]),
        ),
      ).toBe(true);
      for (const [i, id] of ids.entries()) single.get(id)!.place(matrices[i]);
      for (const [id, one] of single) {
        const other = together.get(id)!;
        expect(other.box).toEqual(one.box);
        expect(other.placement).toEqual(one.placement);
        expect(other.isPlacedInvertibly).toBe(one.isPlacedInvertibly);
        expect(other.state.isSingular).toBe(one.state.isSingular);
      }
    }
    for (const object of [...together.values(), ...single.values()]) object.free();
  });

  it('count as changed only where the matrix is another, bit for bit', () => {
    const objects = makeObjects(new Random(3), 3);
    const ids = [...objects.keys()];
    const turned = [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1];
    const stamps = () => [...objects.values()].map(({ stamp }) => stamp);
    placedAtOnce(runtime, objects, ids, [...turned, ...turned, ...IDENTITY]);
    const before = stamps();
    const other = turned.map((value, i) => (i === 2 ? -0 : value));
    placedAtOnce(runtime, objects, ids, [...turned, ...other, ...IDENTITY]);
    const after = stamps();
    expect(after.map((stamp, i) => stamp !== before[i])).toEqual([false, true, false]);
    for (const object of objects.values()) object.free();
  });

  it('stay where they are if one cannot go where it should', () => {
    const objects = makeObjects(new Random(4), 5);
    const ids = [...objects.keys()];
    const boxes = () => [...objects.values()].map(({ box }) => box);
    const before = boxes();
    const shifted = IDENTITY.map((value, i) => (i === 12 ? 7 : value));
    for (const [element, value] of [
      [4, Number.NaN],
      [13, Infinity],
      [3, 1],
      [15, 2],
      [14, 2 ** 251],
    ]) {
      const matrices = ids.flatMap(() => shifted);
      matrices[16 * 3 + element] = value;
      expect(placedAtOnce(runtime, objects, ids, matrices)).toBe(false);
    }
    expect(placedAtOnce(runtime, objects, [...ids, 1], [...ids.flatMap(() => shifted), ...shifted])).toBe(false);
    expect(boxes()).toEqual(before);
    for (const object of objects.values()) object.free();
  });

  it('are in doubt about areas where the condition for one object says so', () => {
    const random = new Random(5);
    const objects = makeObjects(random, 1);
    const [object] = objects.values();
    const { u32 } = runtime.memory;
    // As if it had clusters: only then is it asked.
    u32[(u32[(object.state.record + STATE.at.mesh) >>> 2] + MESH.at.clusters) >>> 2] = 64;
    let [kept, doubted] = [0, 0];
    for (let round = 0; round < 2000; round++) {
      const matrix = randomMatrix(random);
      if (random.chance(0.5)) matrix[12] = object.restBox[3] * 2 ** random.integer(0, 40);
      object.place(matrix);
      const { unclustered, thin } = surveyOf(objects.list);
      if (unclustered > 0) continue;
      const keeps = !object.matrix || keepsAreas(object.matrix, object.restBox);
      expect(thin).toBe(keeps ? 0 : 1);
      if (keeps) kept++;
      else doubted++;
    }
    expect(Math.min(kept, doubted)).toBeGreaterThan(50);
  });
});
