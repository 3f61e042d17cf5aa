/** The engine's answer to `impacts`, held against the oracle's. */
import { expect } from 'vitest';
import { type OracleImpact, oracleImpacts } from '../../oracle/impacts.ts';
import type { Engine, Impacts, ImpactsOptions } from '../../src/index.ts';
import { asMovingMesh, type MovingInput } from './moving-scenes.ts';

async function ask(engine: Engine, scene: readonly MovingInput[], options: ImpactsOptions): Promise<Impacts> {
  const opened = engine.createScene();
  try {
    for (const { mesh, end } of scene) opened.aim(opened.add(mesh), end);
    return await opened.impacts(options);
  } finally {
    opened.dispose();
  }
}

const asList = ({ kinds, features, times }: Impacts): OracleImpact[] =>
  Array.from(times, (time, i) => ({ kind: kinds[i], features: Array.from(features.subarray(6 * i, 6 * i + 6)), time }));

function earliest(list: readonly OracleImpact[]): OracleImpact[] {
  const least = Math.min(...list.map(({ time }) => time));
  return list.filter(({ time }) => time === least).slice(0, 1);
}

/** Expects features, order and times to the bit, and the earliest alone to be the earliest of all. Returns how many. */
export async function checkImpacts(
  engines: readonly Engine[],
  scene: readonly MovingInput[],
  sides: { readonly self: boolean; readonly between: boolean },
  about: string,
): Promise<number> {
  const expected = oracleImpacts(scene.map(asMovingMesh), sides);
  for (const engine of engines) {
    const answer = await ask(engine, scene, sides);
    expect(asList(answer), about).toEqual(expected);
    for (const numbers of [answer.points, answer.normals, answer.coordinates]) {
      expect(numbers!.every(Number.isFinite), about).toBe(true);
    }
    expect(asList(await ask(engine, scene, { ...sides, first: true })), about).toEqual(earliest(expected));
  }
  return expected.length;
}
