/**
 * A vertex and a face, or two edges: the kernel and the oracle agree on whether and when they meet, to the last bit.
 *
 * COLLIDESCOPE_IMPACT_CASES sets how many motions of each kind, COLLIDESCOPE_FUZZ_SEED where the seeds begin.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { firstMeeting } from '../../../oracle/impacts.ts';
import type { AllKernelExports } from '../../../src/backend/wasm/kernels.ts';
import { WasmRuntime } from '../../../src/backend/wasm/runtime.ts';
import { NASTY_MOTIONS } from '../../support/nasty-motions.ts';
import { Random } from '../../support/random.ts';
import { readShared, sharedFolder } from '../../support/shared.ts';

const CASES = Number(process.env.COLLIDESCOPE_IMPACT_CASES ?? 120);
const FIRST_SEED = Number(process.env.COLLIDESCOPE_FUZZ_SEED ?? 0);

let runtime: WasmRuntime;
let kernels: AllKernelExports;
let block: number;
beforeAll(async () => {
  runtime = await WasmRuntime.open(0);
  kernels = await runtime.loadKernels('all');
  block = runtime.memory.allocate(4 * 48, 'the test');
});

/** The kernel's time, for x y z of four points at the start and then at the end. */
function kernelMeeting(isFace: boolean, motion: readonly number[]): number | undefined {
  const { f64 } = runtime.memory;
  for (let point = 0; point < 4; point++) {
    for (let k = 0; k < 3; k++) {
      const at = (block + 48 * point + 16 * k) >>> 3;
      f64[at] = motion[3 * point + k];
      f64[at + 1] = motion[12 + 3 * point + k];
    }
  }
  const tick = kernels.impactTick(isFace ? 0 : 1, block, block + 48, block + 96, block + 144);
  return tick < 0 ? undefined : tick / 2 ** 52;
}

describe.each([true, false])('a vertex and a face: %s', (isFace) => {
  it.each(Object.entries(NASTY_MOTIONS))('%s', (name, make) => {
    let meetings = 0;
    for (let seed = FIRST_SEED; seed < FIRST_SEED + CASES; seed++) {
      const motion = make(new Random(1000 * seed + name.length), isFace);
      const expected = firstMeeting(isFace, motion.slice(0, 12), motion.slice(12));
      expect(kernelMeeting(isFace, motion), `${name}, seed ${seed}: ${motion.join(' ')}`).toBe(expected);
      meetings += Number(expected !== undefined);
    }
    // A generator whose motions never meet, or always do, would test half of it.
    expect(meetings).toBeGreaterThan(0);
    expect(meetings).toBeLessThan(CASES);
  });
});

describe.skipIf(sharedFolder === undefined)('labelled queries', () => {
  const folder = 'meshes/ccd-queries';
  const names =
    sharedFolder === undefined ? [] : readdirSync(join(sharedFolder, folder)).filter((name) => !name.includes('.'));

  it.each(names)('%s: all labels', (name) => {
    for (const kind of ['vertex-face', 'edge-edge']) {
      for (const file of readdirSync(join(sharedFolder!, folder, name, kind))) {
        const text = new TextDecoder().decode(readShared(`${folder}/${name}/${kind}/${file}`));
        const rows = text
          .trim()
          .split('\n')
          .map((line) => line.split(','));
        for (let at = 0; at < rows.length; at += 8) {
          const query = rows.slice(at, at + 8);
          const motion = query.flatMap((row) => [0, 2, 4].map((k) => Number(row[k]) / Number(row[k + 1])));
          const meets = kernelMeeting(kind === 'vertex-face', motion) !== undefined;
          expect(meets, `${name}/${kind}/${file}, query ${at / 8}`).toBe(query[0][6].trim() === '1');
        }
      }
    }
  });
});
