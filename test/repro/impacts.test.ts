/** Moving scenes that once failed: the engine must equal the oracle on each, with every thread count. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/index.ts';
import { checkImpacts } from '../support/impacts-answer.ts';

interface MovingCase {
  readonly about: string;
  readonly options: { readonly self: boolean; readonly between: boolean };
  readonly objects: readonly {
    readonly precision: 'single' | 'double';
    readonly positions: readonly number[];
    readonly end: readonly number[];
    readonly indices?: readonly number[];
    readonly weld?: boolean;
  }[];
}

const folder = join(import.meta.dirname, 'impacts');
const names = readdirSync(folder);

describe.each([0, 1, 2])('impacts that once failed, %i threads', (threads) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads });
  });
  afterAll(() => engine.dispose());

  it.each(names)('%s', async (name) => {
    const { about, options, objects } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as MovingCase;
    const scene = objects.map(({ precision, positions, end, indices, weld }) => {
      const Numbers = precision === 'single' ? Float32Array : Float64Array;
      const mesh = { positions: Numbers.from(positions), indices: indices && Uint32Array.from(indices), weld };
      return { mesh, end: Numbers.from(end) };
    });
    expect(await checkImpacts([engine], scene, options, about)).toBeGreaterThan(0);
  });
});
