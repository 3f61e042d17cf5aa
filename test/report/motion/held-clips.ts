/** Holds what is said of a clip against poses: `collide` at times drawn inside what is called free, and at witnesses. */
import { expect } from 'vitest';
import type { Engine, Scene } from '../../../src/index.ts';
import type { PlayableClip } from '../../../src/io/gltf/clips.ts';
import type { Positions } from '../../../src/mesh/mesh-input.ts';
import { clipRow } from '../../../src/report/motion/clip-rows.ts';
import type { RowOptions } from '../../../src/report/motion/mechanism-rows.ts';
import type { MotionPair, MotionRow } from '../../../src/report/motion/motion-rows.ts';
import { Random } from '../../support/random.ts';

export const positionsAt = (clip: PlayableClip, time: number) =>
  clip.exactPoseAt(time).parts.map(({ positions }) => positions);

export class HeldClips {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  #sceneOf(clip: PlayableClip, positions: readonly Positions[]): Scene {
    const scene = this.#engine.createScene();
    for (const [i, { indices }] of clip.gltf.parts.map(({ shape }) => shape).entries())
      scene.add({ positions: positions[i], indices, weld: true });
    return scene;
  }

  async rowOf(clip: PlayableClip, effort?: number, running: Pick<RowOptions, 'signal' | 'onProgress'> = {}) {
    const options = { ...(effort && { effort }), forgive: 0, ...running };
    return (await clipRow((positions) => this.#sceneOf(clip, positions), clip, options)).row;
  }

  /** Returns how many poses lay inside free intervals. */
  async hold(clip: PlayableClip, row: Pick<MotionRow, 'pairs'>, samples: number): Promise<number> {
    const random = new Random(7);
    using scene = this.#sceneOf(clip, positionsAt(clip, clip.from));
    let inside = 0;
    const meetingAt = async (time: number) => {
      for (const [i, positions] of positionsAt(clip, time).entries()) scene.move(i, positions);
      const { objectPairs } = await scene.collide();
      const met = new Set<string>();
      for (let i = 0; i < objectPairs.length; i += 3) met.add(`${objectPairs[i]} ${objectPairs[i + 1]}`);
      return met;
    };
    for (let k = 0; k < samples; k++) {
      const time = random.real(clip.from, clip.to);
      const met = await meetingAt(time);
      const free = row.pairs.filter((pair) => isFreeAt(pair, time));
      inside += free.length;
      const wrong = free.filter(({ a, b }) => met.has(`${a} ${b}`)).map(({ a, b }) => `${a} and ${b} at ${time}`);
      expect(wrong, 'called free').toEqual([]);
    }
    for (const { intervals } of row.pairs) {
      expect(intervals[0].from).toBe(clip.from);
      expect(intervals.at(-1)!.to).toBe(clip.to);
      for (const [i, { from }] of intervals.entries()) if (i > 0) expect(from).toBe(intervals[i - 1].to);
    }
    for (const { a, b, intervals } of row.pairs) {
      const witness = intervals.find(({ state }) => state === 'meeting')?.witness;
      if (witness) expect((await meetingAt(witness)).has(`${a} ${b}`)).toBe(true);
    }
    return inside;
  }
}

function isFreeAt({ intervals }: MotionPair, time: number): boolean {
  return intervals.some(({ state, from, to }) => state === 'free' && time >= from && time <= to);
}
