/**
 * Seconds of each simulated scene at reduced size: nothing explodes, tears or sinks; in a long run twenty, at whose end everything
 * has come to rest.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { breakingScene } from '../../scenes/breaking/breaking.ts';
import { clothScene } from '../../scenes/cloth/cloth.ts';
import { type AnimatedScene, FRAME_SECONDS, SceneMirror } from '../../scenes/index.ts';
import { leavesScene } from '../../scenes/leaves/leaves.ts';
import { createEngine, type Engine } from '../../src/index.ts';
import { isLong } from '../support/thoroughness.ts';
import { penetrationDepth } from './penetration.ts';

const SECONDS = isLong ? 20 : 4;
const FRAMES = SECONDS / FRAME_SECONDS;
const MINUTES = 3 * 60_000;

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ threads: 2 });
});
afterAll(() => engine.dispose());

async function play(scene: AnimatedScene, look: (frame: number) => void | Promise<void>): Promise<void> {
  for (let frame = 1; frame <= FRAMES; frame++) {
    await scene.step(FRAME_SECONDS);
    await look(frame);
  }
}

/** The largest depth of a piece in another, in metres; the dragon is 1.2 m high. */
async function deepest(scene: AnimatedScene): Promise<number> {
  const mirror = new SceneMirror(engine, scene);
  const { objectPairs } = await mirror.scene.collide();
  let depth = 0;
  for (let at = 0; at < objectPairs.length; at += 3) {
    const [a, b] = [scene.objects[objectPairs[at]], scene.objects[objectPairs[at + 1]]];
    if (a.name !== 'floor' && b.name !== 'floor') depth = Math.max(depth, penetrationDepth(a, b));
  }
  mirror.dispose();
  return depth;
}

describe(`the cloth, over ${SECONDS} s`, () => {
  it(
    'has no colliding triangle in any frame looked at, keeps its threads within 25 %, and comes to rest in time',
    async () => {
      const scene = await clothScene({ seed: 2, size: 2_000, engine });
      const mirror = new SceneMirror(engine, scene);
      let energy = 0;
      await play(scene, async (frame) => {
        const { stretch, kineticEnergy } = scene.measure();
        energy = kineticEnergy;
        expect(stretch).toBeLessThan(1.25);
        expect(kineticEnergy).toBeLessThan(8);
        if (frame % 10 !== 0) return;
        mirror.update();
        // The table stands on the floor; the cloth touches neither.
        const { trianglePairs } = await mirror.scene.collide({ self: true, ignore: [[1, 2]] });
        expect(trianglePairs.length).toBe(0);
      });
      if (isLong) expect(energy).toBeLessThan(1e-3);
      expect(scene.measure().contacts).toBeGreaterThan(0);
      mirror.dispose();
      scene.dispose();
    },
    MINUTES,
  );
});

describe('the cloth that tangles', () => {
  it('runs through itself and not through the table', async () => {
    const scene = await clothScene({ seed: 1, size: 10_000, engine, tangles: true });
    const mirror = new SceneMirror(engine, scene);
    let most = 0;
    for (let frame = 0; frame < 60; frame++) {
      await scene.step(FRAME_SECONDS);
      if (frame % 10 !== 9) continue;
      mirror.update();
      const { objectPairs } = await mirror.scene.collide({ self: true });
      for (let at = 0; at < objectPairs.length; at += 3) {
        const names = [objectPairs[at], objectPairs[at + 1]].map((id) => scene.objects[id].name);
        if (names.every((name) => name === 'cloth')) most = Math.max(most, objectPairs[at + 2]);
        else expect(names).not.toContain('cloth');
      }
    }
    expect(most).toBeGreaterThan(10);
    mirror.dispose();
    scene.dispose();
  });
});

describe(`the leaves, over ${SECONDS} s`, () => {
  it(
    'stay above the ground, keep their length within 15 %, and lie still in the end',
    async () => {
      const scene = await leavesScene({ seed: 2, size: 6_000, engine });
      await play(scene, (frame) => {
        const { speed, stretch } = scene.measure();
        expect(speed).toBeLessThan(4);
        expect(Math.abs(stretch - 1)).toBeLessThan(0.15);
        if (frame % 30 !== 0) return;
        for (const { positions } of scene.objects.slice(2)) {
          for (let at = 1; at < positions.length; at += 3) expect(positions[at]).toBeGreaterThan(0);
        }
      });
      if (isLong) expect(scene.measure().speed).toBeLessThan(0.25);
      scene.dispose();
    },
    MINUTES,
  );
});

describe(`the breaking dragon, over ${SECONDS} s`, () => {
  it(
    'falls apart, loses its energy, sinks little into the floor and less into itself, and lies still in the end',
    async () => {
      const scene = await breakingScene({ seed: 2, size: 4_000, engine });
      let most = 0;
      await play(scene, async (frame) => {
        const { speed, lowest, kineticEnergy } = scene.measure();
        most = Math.max(most, kineticEnergy);
        expect(speed).toBeLessThan(4.01);
        expect(lowest).toBeGreaterThan(-0.06);
        if (frame % 120 === 0) expect(await deepest(scene)).toBeLessThan(0.05);
      });
      const { bodies, asleep, kineticEnergy, lowest } = scene.measure();
      expect(bodies).toBeGreaterThan(30);
      if (isLong) {
        expect(asleep).toBeGreaterThan(0.8 * bodies);
        expect(kineticEnergy).toBeLessThan(most / 1000);
      }
      expect(lowest).toBeGreaterThan(-0.02);
      expect(await deepest(scene)).toBeLessThan(0.02);
      scene.dispose();
    },
    MINUTES,
  );
});
