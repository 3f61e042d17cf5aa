/** Every public function, given what no type allows: it may refuse or answer, but an error it throws has a code. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as main from '../../src/index.ts';
import * as io from '../../src/io/index.ts';
import * as papers from '../../src/papers/index.ts';

const ODD: readonly unknown[] = [
  undefined,
  null,
  -1,
  Number.NaN,
  1e9,
  'x',
  {},
  [],
  () => {},
  new Float32Array(3),
  Symbol('s'),
  5n,
  { self: 'x' },
  { isObject3D: true },
];
const SECOND: readonly unknown[] = [undefined, null, Number.NaN, 'x', {}, { z: 1 }];
const TRIANGLE = {
  positions: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]),
  indices: Uint32Array.of(0, 1, 2),
};

let engine: main.Engine;
let scene: main.Scene;
beforeAll(async () => {
  engine = await main.createEngine({ backend: 'wasm', threads: 0 });
  scene = engine.createScene();
});
afterAll(() => engine?.dispose());

type Callable = (...parameters: unknown[]) => unknown;

/** The errors without a code of all calls with one of the first and one of the second parameters. */
async function bareErrors(call: Callable, first: readonly unknown[], second: readonly unknown[]): Promise<string[]> {
  const bare: string[] = [];
  for (const a of first) {
    for (const b of second) {
      try {
        await call(a, b);
      } catch (error) {
        if ((error as { code?: unknown })?.code === undefined) bare.push(String(error));
      }
    }
  }
  return [...new Set(bare)];
}

const METHODS = [
  ...['add', 'addInstance', 'move', 'place', 'placeMany', 'moveMany', 'filter', 'aim', 'replace', 'remove'],
  ...['collide', 'clashes', 'inside', 'within', 'contacts', 'impacts', 'overlapVolume', 'selfOverlapVolume'],
  ...['closest', 'sweep', 'safeStep', 'advance'],
];

describe('errors have a code', () => {
  it('in createEngine', async () => {
    const open: Callable = async (value, option) => {
      const options = typeof option === 'string' ? { backend: 'wasm', threads: 0, [option]: value } : value;
      (await main.createEngine(options as main.EngineOptions)).dispose();
    };
    expect(await bareErrors(open, ODD, [undefined, 'backend', 'threads', 'device'])).toEqual([]);
  });

  it.each(METHODS)('in scene.%s', async (name) => {
    const known = [scene.add(TRIANGLE), scene.add(TRIANGLE)];
    const method = (scene as unknown as Record<string, Callable>)[name];
    const call: Callable = (...parameters) => method.apply(scene, parameters);
    expect(await bareErrors(call, [...ODD, known[0]], [...SECOND, known[1]])).toEqual([]);
  });

  it.each(['positions', 'indices', 'name', 'weld'])('in scene.add, for %s', async (field) => {
    const call: Callable = (value) => scene.add({ ...TRIANGLE, [field]: value } as main.MeshInput);
    expect(await bareErrors(call, ODD, [undefined])).toEqual([]);
  });

  const functions = Object.entries({ ...main, ...io, ...papers }).filter(
    ([name, value]) => typeof value === 'function' && name !== 'createEngine' && !/Error$/.test(name),
  );
  it.each(functions)('in %s', async (_, own) => {
    expect(await bareErrors(own as unknown as Callable, [...ODD, scene], SECOND)).toEqual([]);
  });
});
