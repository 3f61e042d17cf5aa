/** The times that each query says its stages took, for scenes of many kinds one after the other. */

import type { createEngine, MeshInput } from '../../src/index.ts';
import type * as papersDoor from '../../src/papers/index.ts';

/** Stages of one query, and `total`; what was asked; and how long it took by the caller's clock. */
export interface AskedTimes {
  readonly asked: string;
  readonly took: number;
  readonly times: Readonly<Record<string, number>>;
}

/**
 * Asks everything, in an order in which long queries come before short ones, so that a clock that is left over from an earlier
 * query shows. Sent to pages as text, so it must stand alone.
 */
export async function askEverything(
  create: typeof createEngine,
  papers: typeof papersDoor,
  threads: number,
): Promise<AskedTimes[]> {
  function sheet(side: number, height: (x: number, y: number) => number): MeshInput {
    const positions = new Float64Array(3 * (side + 1) ** 2);
    const indices: number[] = [];
    for (let i = 0; i <= side; i++) {
      for (let j = 0; j <= side; j++) {
        const at = i * (side + 1) + j;
        positions.set([i / side, j / side, height(i / side, j / side)], 3 * at);
        if (i < side && j < side) indices.push(at, at + side + 1, at + 1, at + 1, at + side + 1, at + side + 2);
      }
    }
    return { positions, indices: Uint32Array.from(indices) };
  }
  function box(size: number): MeshInput {
    const positions = Array.from({ length: 8 }, (_, i) => [i & 1, (i >> 1) & 1, i >> 2].map((x) => size * x)).flat();
    const faces = [
      0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
    ];
    return { positions: Float64Array.from(positions), indices: Uint32Array.from(faces) };
  }
  const shifted = (x: number, z: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, z, 1];

  const engine = await create({ backend: 'wasm', threads });
  const answers: AskedTimes[] = [];
  async function ask<T extends { stats: { milliseconds: object } }>(
    asked: string,
    query: () => Promise<T>,
  ): Promise<T> {
    const began = performance.now();
    const answer = await query();
    const times = { ...answer.stats.milliseconds } as Record<string, number>;
    answers.push({ asked, took: performance.now() - began, times });
    return answer;
  }

  const large = engine.createScene();
  large.add(sheet(90, (x, y) => 0.1 * Math.sin(7 * x * y)));
  large.add(sheet(90, (x, y) => 0.1 * Math.cos(5 * x + y)));
  const rigid = engine.createScene();
  for (let i = 0; i < 6; i++) rigid.add(sheet(40, (x, y) => 0.1 * Math.cos(5 * x + y)));
  const solid = engine.createScene();
  for (const size of [1, 0.5]) solid.add(box(size));
  const moving = engine.createScene();
  for (const size of [1, 1]) moving.add(box(size));
  solid.place(1, shifted(0.75, 0.25));
  moving.place(1, shifted(3, 0));
  const empty = engine.createScene();

  for (let round = 0; round < 4; round++) {
    large.move(0, sheet(90, (x, y) => 0.1 * Math.sin((7 + round) * x * y)).positions);
    await ask('collide, self', () => large.collide({ self: true }));
    await ask('collide, self, nothing new', () => large.collide({ self: true }));
    await ask('within', () => large.within(0.01));
    // Objects that stay as they are, placed apart, over each other, and far apart.
    for (const [x, z] of [
      [3, 0],
      [0, 0.01],
      [300, 0],
    ]) {
      for (let i = 0; i < 6; i++) rigid.place(i, shifted(x * i + 0.1 * round, z * i));
      await ask(`collide, placed ${x} ${z}`, () => rigid.collide());
      await ask(`collide, placed ${x} ${z}, self`, () => rigid.collide({ self: true }));
      await ask(`collide, placed ${x} ${z}, a yes`, () => rigid.collide({ limit: 1 }));
      rigid.place(0, shifted(0, 0.5));
      await ask(`collide, placed ${x} ${z}, one alone`, () => rigid.collide({ segments: true }));
      await ask(`within, placed ${x} ${z}`, () => rigid.within(0.001));
    }
    await ask('collide, neither', () => large.collide({ self: false, between: false }));
    await ask('collide, ignored', () => large.collide({ ignore: [[0, 1]] }));
    await ask('collide, culled', () => large.collide({ cull: true }));
    const { passes, stats } = await ask('cull', () => papers.cull(large, { resolution: 128 }));
    const { took } = answers.at(-1)!;
    const times = Object.fromEntries(passes.map(({ milliseconds }, i) => [`pass ${i}`, milliseconds]));
    answers.push({ asked: 'cull, by pass', took, times: { ...times, total: stats.milliseconds.total } });
    await ask('clashes', () => solid.clashes());
    await ask('voxels', () => papers.voxels(solid, 0, { resolution: 24 }));
    await ask('voxelCollide', () => papers.voxelCollide(solid, 0, 1, { resolution: 24, identify: true }));
    await ask('overlapVolume', () => solid.overlapVolume(0, 1));
    moving.aim(1, shifted(round % 2 === 0 ? -3 : 4, 0));
    await ask('impacts', () => moving.impacts());
    await ask('impacts, no motion', () => moving.impacts());
    await ask('collide, empty', () => empty.collide());
    await ask('within, empty', () => empty.within(1));
  }
  engine.dispose();
  return answers;
}

/** What is wrong with the times; the stages of a query follow each other, so together they are no longer than the query. */
export function wrongTimes(answers: readonly AskedTimes[]): string[] {
  /** Clocks of pages are as coarse as this, or finer. */
  const GRAIN = 1;
  return answers.flatMap(({ asked, took, times }) => {
    const { total, ...stages } = times;
    const sum = Object.values(stages).reduce((a, b) => a + b, 0);
    const isRight = Object.values(times).every((time) => time >= 0) && sum <= total + GRAIN && total <= took + GRAIN;
    return isRight ? [] : [`${asked}: ${JSON.stringify(times)}, and it took ${took}`];
  });
}
