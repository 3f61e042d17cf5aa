/**
 * Jobs that a simpler call does not do, done by the call that does: a door on its arc (`impacts` goes straight), a ring that is
 * stuck in a knot (depth and normal are no way out), a cloth that falls on itself (pushing what is near tangles it).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, SWEEP_STATE } from '../../src/index.ts';
import { boxMesh } from '../support/closed-meshes.ts';
import { knotMesh, ringMesh } from '../support/tubes.ts';

const isSlow = process.env.COLLIDESCOPE_SLOW !== undefined;

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine.dispose());

describe('a door that opens against a stool', () => {
  const QUARTER = Math.PI / 2;
  const hinge = { axis: [0, 0, 1], pivot: [0, 0, 0], angle: QUARTER } as const;
  const turned = (angle: number) => {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return [cos, sin, 0, 0, -sin, cos, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  };
  // 90 cm wide and 4 cm thick; the leg of the stool stands 85 cm from the hinge, where the open door does not reach it.
  const LEG = { near: 0.57, far: 0.63, half: 0.02 };

  it('meets it on the arc, where its near corner says, and not on straight paths', async () => {
    using scene = engine.createScene();
    const door = scene.add(boxMesh([0, -LEG.half, 0], [0.9, LEG.half, 2]));
    scene.add(boxMesh([LEG.near, LEG.near, 0], [LEG.far, LEG.far, 0.8]));
    const { states, ends, witnesses, proven } = await scene.sweep([{ object: door, screw: hinge }]);
    // The upper side of the door reaches the corner of the leg that is farthest round to the door.
    const [x, y] = [LEG.far, LEG.near];
    const meetsAt = (Math.atan2(y, x) - Math.asin(LEG.half / Math.hypot(x, y))) / QUARTER;
    expect(proven).toBeLessThanOrEqual(meetsAt);
    expect(proven).toBeGreaterThan(meetsAt - 1e-5);
    const meeting = states.indexOf(SWEEP_STATE.meeting);
    expect(ends[2 * meeting]).toBeLessThan(0.5);
    expect(ends[2 * meeting + 1]).toBeGreaterThan(0.5);
    scene.place(door, turned(QUARTER * witnesses[meeting]));
    expect((await scene.collide()).kinds.length).toBeGreaterThan(0);

    // `impacts` answers for the straight paths, and says how far these leave the arcs.
    scene.place(door, turned(0));
    scene.aim(door, turned(QUARTER));
    const { times, deviation } = await scene.impacts();
    expect(times.length).toBe(0);
    expect(deviation).toBeGreaterThan(0.9 * (1 - Math.SQRT1_2));
    // Asked with that gap, it does not call the way free.
    expect((await scene.impacts({ gap: deviation })).times.length).toBeGreaterThan(0);
  });
});

describe('a ring that is dragged through a knot', () => {
  it('is freed by separate wherever it is', async () => {
    const at = (x: number, y: number, z: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
    using scene = engine.createScene();
    const knot = scene.add(knotMesh(120, 12));
    const ring = scene.add(ringMesh(60, 24));
    let clashing = 0;
    for (let frame = 0; frame < 30; frame += isSlow ? 1 : 6) {
      const place = [3 - 0.12 * frame, 0.1, 0.2] as const;
      scene.place(ring, at(...place));
      const clashes = async () => (await scene.clashes()).clashes.filter(({ kind }) => kind !== 'touching');
      const { move, length, least } = await scene.separate(ring, knot);
      const before = await clashes();
      if (before.length === 0) {
        expect(length, `frame ${frame}`).toBe(0);
        continue;
      }
      clashing++;
      expect(least, `frame ${frame}`).toBeLessThanOrEqual(length);
      scene.place(ring, at(place[0] + move[0], place[1] + move[1], place[2] + move[2]));
      expect(await clashes(), `frame ${frame}`).toEqual([]);
    }
    expect(clashing).toBeGreaterThan(isSlow ? 20 : 3);
  });
});

describe('a cloth that stands on its edge over a floor, and falls', () => {
  const SIZE = 24;
  const STEPS = isSlow ? 120 : 60;
  const at = (x: number, y: number) => y * SIZE + x;

  /** A rippled sheet, upright, just above the floor; its triangles and its threads. */
  function sheet() {
    const positions = new Float64Array(3 * SIZE * SIZE);
    const triangles: number[] = [];
    const threads: [number, number][] = [];
    for (let y = 0; y < SIZE; y++) {
      for (let x = 0; x < SIZE; x++) {
        const ripple = 0.03 * Math.sin((7 * y) / SIZE) + 0.01 * Math.sin((5 * x) / SIZE);
        positions.set([x / SIZE, 0.05 + y / SIZE, ripple], 3 * at(x, y));
        const [hasRight, hasAbove] = [x + 1 < SIZE, y + 1 < SIZE];
        if (hasRight) threads.push([at(x, y), at(x + 1, y)]);
        if (hasAbove) threads.push([at(x, y), at(x, y + 1)]);
        if (!hasRight || !hasAbove) continue;
        triangles.push(at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1));
      }
    }
    return { positions, indices: Uint32Array.from(triangles), threads };
  }

  const lengthOf = (positions: Float64Array, [a, b]: readonly [number, number]) =>
    Math.hypot(...[0, 1, 2].map((k) => positions[3 * a + k] - positions[3 * b + k]));

  it(`never meets itself or the floor with advance, ${STEPS} steps`, async () => {
    using scene = engine.createScene();
    const { positions: start, indices, threads } = sheet();
    const lengths = threads.map((thread) => lengthOf(start, thread));
    scene.add({ positions: Float64Array.of(-9, 0, -9, 0, 0, 9, 9, 0, -9), indices: Uint32Array.of(0, 1, 2) });
    const cloth = scene.add({ positions: start, indices });
    let positions: Float64Array = start;
    let before: Float64Array = start;
    const meeting: number[] = [];
    for (let step = 0; step < STEPS; step++) {
      const next = positions.map((value, i) => value + 0.99 * (value - before[i]) - (i % 3 === 1 ? 0.0015 : 0));
      for (let round = 0; round < 8; round++) {
        for (const [i, [a, b]] of threads.entries()) {
          const length = lengthOf(next, [a, b]);
          for (const k of [0, 1, 2]) {
            const move = ((0.5 * (length - lengths[i])) / length) * (next[3 * a + k] - next[3 * b + k]);
            next[3 * a + k] -= move;
            next[3 * b + k] += move;
          }
        }
      }
      scene.aim(cloth, next);
      const { ends } = await scene.advance({ self: true, gap: 0.01, friction: 0.5 });
      [before, positions] = [positions, ends[0] as Float64Array];
      if ((await scene.collide({ self: true })).kinds.length > 0) meeting.push(step);
    }
    expect(meeting).toEqual([]);
    const stretch = Math.max(...threads.map((thread, i) => lengthOf(positions, thread) / lengths[i]));
    const heights = positions.filter((_, i) => i % 3 === 1);
    expect(Math.min(...heights)).toBeGreaterThan(0);
    // It has come down, and is still a cloth.
    expect(Math.max(...heights)).toBeLessThan(0.9);
    expect(stretch).toBeLessThan(1.5);
  });
});
