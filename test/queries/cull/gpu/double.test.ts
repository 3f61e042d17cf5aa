/** Double precision in whole numbers of 32 bits equals JavaScript's, which is IEEE 754, bit by bit. */

import { expect, it } from 'vitest';
import { ShaderSource } from '../../../../src/backend/gpu/pipelines.ts';
import { DOUBLE_WGSL } from '../../../../src/queries/cull/gpu/double.wgsl.ts';
import { LONG_WGSL } from '../../../../src/queries/cull/gpu/long-numbers.wgsl.ts';
import { describeGpu } from '../../../support/gpu.ts';
import { Random } from '../../../support/random.ts';
import { isLong } from '../../../support/thoroughness.ts';

const COUNT = isLong ? 200_000 : 20_000;
const FORMS = 8;
const THREADS = 64;

const SHADER = new ShaderSource(
  'test-doubles',
  [
    LONG_WGSL,
    DOUBLE_WGSL,
    /* wgsl */ `
@group(0) @binding(0) var<storage, read> given: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> found: array<vec2u>;

@compute @workgroup_size(${THREADS})
fn main(@builtin(global_invocation_id) id: vec3u) {
  let i = id.x;
  if (i >= arrayLength(&given)) { return; }
  let a = given[i].xy;
  let b = given[i].zw;
  found[${FORMS}u * i] = addDouble(a, b);
  found[${FORMS}u * i + 1u] = subtractDouble(a, b);
  found[${FORMS}u * i + 2u] = timesDouble(a, b);
  found[${FORMS}u * i + 3u] = divideDouble(a, b);
  found[${FORMS}u * i + 4u] = vec2u(bitcast<u32>(floorOfDouble(a)), select(0u, 1u, isLessDouble(a, b)));
  found[${FORMS}u * i + 5u] = longOfDouble(a, 32);
  found[${FORMS}u * i + 6u] = doubleOfBits(given[i].x);
  found[${FORMS}u * i + 7u] = doubleOfLong(vec2u(given[i].x, given[i].y));
}
`,
  ],
  ['read', 'write'],
);

const f64 = new Float64Array(1);
const bits = new BigUint64Array(f64.buffer);
const f32 = new Float32Array(1);
const word = new Uint32Array(f32.buffer);

function bitsOf(value: number): bigint {
  f64[0] = value;
  return bits[0];
}

/** Numbers that come near to each other, to whole numbers, to halves of the last place, and to none of them. */
function randomDouble(random: Random, near: number): number {
  const exponent = random.pick([0, 1, 12, 30, 52, 53, 100]);
  const value = random.real(-1, 1) * 2 ** random.integer(-exponent, exponent);
  return random.pick([
    value,
    Math.fround(value),
    Math.floor(value),
    Math.floor(value) + 0.5,
    near,
    -near * (1 + random.integer(-2, 2) * 2 ** -52),
    near * 2 ** random.integer(-54, 54),
    0,
    -0,
    2 ** random.integer(-60, 60) * random.pick([1, -1]),
  ]);
}

describeGpu('doubles in whole numbers', (file) => {
  it('are added, multiplied, divided and rounded as JavaScript does', async () => {
    const gpu = file.gpu();
    const shader = await gpu.compile(SHADER);
    const random = new Random(7);
    const pairs = new Float64Array(2 * COUNT);
    for (let i = 0; i < COUNT; i++) {
      pairs[2 * i] = randomDouble(random, 1);
      pairs[2 * i + 1] = randomDouble(random, pairs[2 * i]) || 3;
    }
    const read = await gpu.run((pass) => {
      const given = pass.memory.createFilled('given', pairs);
      const found = pass.memory.create('found', 8 * FORMS * COUNT);
      pass.dispatch(shader, Math.ceil(COUNT / THREADS), [given, found]);
      const result = pass.readBack(found, 0, 8 * FORMS * COUNT);
      pass.memory.retire(given);
      pass.memory.retire(found);
      return result;
    });
    const found = new BigUint64Array(read.bytes);
    const mask = (1n << 64n) - 1n;
    for (let i = 0; i < COUNT; i++) {
      const [a, b] = [pairs[2 * i], pairs[2 * i + 1]];
      const given = bitsOf(a);
      word[0] = Number(given & 0xffffffffn);
      const floor = Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, Math.floor(a)));
      const fits = Math.abs(a) < 2 ** 31;
      const isNumber = (word[0] & 0x7f800000) !== 0x7f800000;
      const expected = [
        bitsOf(a + b),
        bitsOf(a - b),
        bitsOf(a * b),
        bitsOf(a / b),
        (BigInt(floor) & 0xffffffffn) | (BigInt(a < b) << 32n),
        fits ? BigInt(Math.trunc(a * 2 ** 32)) & mask : found[FORMS * i + 5],
        isNumber ? bitsOf(f32[0]) : found[FORMS * i + 6],
        bitsOf(Number(BigInt.asIntN(64, given))),
      ];
      for (const [form, value] of expected.entries()) {
        if (found[FORMS * i + form] !== value) {
          expect.fail(
            `form ${form} of ${a} and ${b}: ${found[FORMS * i + form].toString(16)}, not ${value.toString(16)}`,
          );
        }
      }
    }
  });
});
