/**
 * `impacts` equals shared/truth/ccd: steps of real simulations, every impact and none invented, and times within what the
 * truth's own are printed with. Shown as skipped where the shared folder is not there.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/index.ts';
import { readPly } from '../../src/io/index.ts';
import { readShared, sharedFolder, sharedTable } from '../support/shared.ts';

const FOLDER = 'truth/ccd';
const CELL = 2 ** -52;

const engines: Engine[] = [];
beforeAll(async () => {
  for (const threads of [0, 2]) engines.push(await createEngine({ backend: 'wasm', threads }));
});
afterAll(() => {
  for (const engine of engines) engine.dispose();
});

async function readFrame(name: string, frame: number) {
  const { parts } = await readPly(readShared(`${FOLDER}/${name}/${frame}.ply`));
  return parts[0];
}

/** Features in words, and times. */
function truthOf(name: string): Map<string, number> {
  return new Map(
    sharedTable(`${FOLDER}/${name}/impacts.tsv`).map(({ kind, a0, a1, b0, b1, time }) => [
      kind === 'vf' ? `vf ${a0} ${a1}` : `ee ${a0} ${a1} ${b0} ${b1}`,
      Number(time),
    ]),
  );
}

describe.skipIf(sharedFolder === undefined)('impacts = truth', () => {
  const names =
    sharedFolder === undefined ? [] : readdirSync(join(sharedFolder, FOLDER)).filter((name) => !name.includes('.'));

  it.each(names)('%s', async (name) => {
    const truth = truthOf(name);
    const [start, end] = [await readFrame(name, 0), await readFrame(name, 1)];
    const answers = [];
    for (const engine of engines) {
      const scene = engine.createScene();
      const object = scene.add({ positions: start.positions, indices: start.indices, weld: false });
      scene.aim(object, end.positions);
      answers.push(await scene.impacts({ self: true }));
      const all = answers[answers.length - 1];
      const first = await scene.impacts({ self: true, first: true });
      const place = all.times.indexOf(all.times.reduce((p, q) => Math.min(p, q)));
      expect(first.times).toEqual(all.times.slice(place, place + 1));
      expect(first.features).toEqual(all.features.slice(6 * place, 6 * place + 6));
      scene.dispose();
    }
    const [{ kinds, features, times }, threaded] = answers;
    expect([threaded.kinds, threaded.features, threaded.times]).toEqual([kinds, features, times]);
    expect(times.length).toBe(truth.size);
    const wrong = Array.from(times, (time, i) => {
      const [, a0, a1, , b0, b1] = features.subarray(6 * i, 6 * i + 6);
      const key = kinds[i] === 0 ? `vf ${a0} ${b0}` : `ee ${a0} ${a1} ${b0} ${b1}`;
      return { key, off: (time - (truth.get(key) ?? Number.NaN)) / CELL };
    }).filter(({ off }) => !(Math.abs(off) <= 1));
    expect(wrong).toEqual([]);
  });

  it('with a gap, all of them and none later', async () => {
    const name = 'cloth-funnel';
    const [start, end] = [await readFrame(name, 0), await readFrame(name, 1)];
    using scene = engines[0].createScene();
    const object = scene.add({ positions: start.positions, indices: start.indices, weld: false });
    scene.aim(object, end.positions);
    const { kinds, features, times } = await scene.impacts({ self: true, gap: 1e-6 });
    const found = new Map(
      Array.from(times, (time, i) => {
        const [, a0, a1, , b0, b1] = features.subarray(6 * i, 6 * i + 6);
        return [kinds[i] === 0 ? `vf ${a0} ${b0}` : `ee ${a0} ${a1} ${b0} ${b1}`, time];
      }),
    );
    for (const [key, time] of truthOf(name)) expect(found.get(key), key).toBeLessThanOrEqual(time);
  });
});
