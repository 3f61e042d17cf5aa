/**
 * How large may a scene be: time and memory of the first query, from 10 000 triangles to the size that is refused.
 *
 * Two linked rings with ripples, so that there is something to find. Every size gets an engine of its own and is asked once for each
 * query, building included: what somebody who loads a large model waits for. Prints a Markdown table for docs.
 */
import { createEngine, type Engine, EngineError } from '../src/index.ts';
import { readFlags } from './support/flags.ts';
import { noteLoad } from './support/machine.ts';
import { collectGarbage } from './support/measure.ts';
import { progress } from './support/progress.ts';

const SIZES = [10_000, 100_000, 1_000_000, 5_000_000, 10_000_000, 20_000_000, 40_000_000, 60_000_000];

interface Ring {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
}

/** A closed ring of about this many triangles; the second is rotated and translated so that it passes through the first. */
function ring(triangles: number, isSecond: boolean): Ring {
  const around = Math.ceil(Math.sqrt(triangles));
  const across = Math.ceil(triangles / (2 * around));
  const positions = new Float32Array(3 * around * across);
  const indices = new Uint32Array(6 * around * across);
  for (let i = 0, at = 0, corner = 0; i < around; i++) {
    const a = (2 * Math.PI * i) / around;
    const next = ((i + 1) % around) * across;
    for (let j = 0; j < across; j++, at += 3) {
      const b = (2 * Math.PI * j) / across;
      const radius = 0.42 + 0.02 * Math.sin(31 * a) * Math.cos(17 * b);
      const [x, y, z] = [
        (1 + radius * Math.cos(b)) * Math.cos(a),
        (1 + radius * Math.cos(b)) * Math.sin(a),
        radius * Math.sin(b),
      ];
      positions.set(isSecond ? [x + 0.7, z, y] : [x, y, z], at);
      const k = (j + 1) % across;
      const here = i * across;
      indices.set([here + j, next + j, next + k, here + j, next + k, here + k], corner);
      corner += 6;
    }
  }
  return { positions, indices };
}

const QUERIES = ['collide', 'collide, self', 'within'] as const;

interface Measured {
  readonly seconds: number;
  readonly megabytes: number;
  readonly pairs: number;
}

async function ask(engine: Engine, rings: readonly Ring[], query: (typeof QUERIES)[number]): Promise<Measured> {
  const scene = engine.createScene();
  try {
    const began = performance.now();
    for (const mesh of rings) scene.add(mesh);
    const answer =
      query === 'within' ? await scene.within(1e-6) : await scene.collide({ self: query === 'collide, self' });
    const { bytes } = answer.stats;
    return {
      seconds: (performance.now() - began) / 1000,
      megabytes: (bytes.scene + bytes.query) / 1e6,
      pairs: answer.trianglePairs.length / 4,
    };
  } finally {
    scene.dispose();
  }
}

const show = (value: number) => value.toFixed(value < 10 ? 2 : 0);

async function cells(threads: number, rings: readonly Ring[], query: (typeof QUERIES)[number]): Promise<string[]> {
  const engine = await createEngine({ backend: 'wasm', threads });
  try {
    const { seconds, megabytes, pairs } = await ask(engine, rings, query);
    return [show(seconds), show(megabytes), String(pairs)];
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return [error.code, '', ''];
  } finally {
    engine.dispose();
    collectGarbage();
  }
}

async function main(): Promise<void> {
  const flags = readFlags({
    threads: { type: 'string', help: 'threads of the engine [2]' },
    most: { type: 'string', help: 'leave out scenes with more triangles than this [60000000]' },
  });
  const threads = Number(flags.threads ?? 2);
  noteLoad();
  console.log(`| triangles | query | seconds | MB in the engine | pairs |\n| ---: | --- | ---: | ---: | ---: |`);
  for (const size of SIZES.filter((size) => size <= Number(flags.most ?? Number.POSITIVE_INFINITY))) {
    progress(`${size} triangles`);
    const rings = [ring(size / 2, false), ring(size / 2, true)];
    const triangles = rings.reduce((sum, { indices }) => sum + indices.length / 3, 0);
    for (const query of QUERIES) {
      const found = await cells(threads, rings, query);
      console.log(`| ${triangles.toLocaleString('en').replaceAll(',', ' ')} | ${query} | ${found.join(' | ')} |`);
    }
  }
}

await main();
