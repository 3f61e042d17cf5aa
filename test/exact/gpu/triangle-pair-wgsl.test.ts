/**
 * The WGSL triangle tests on a real device: never against the exact answer, and equal to their TypeScript twin wherever
 * both decide. Pairs are the nasty ones of the property test, each also with its corners and triangles in other orders.
 */
import { expect, it } from 'vitest';
import { meeting } from '../../../oracle/triangle-meeting.ts';
import { COPY_DST, COPY_SRC, MAP_READ, STORAGE } from '../../../src/backend/gpu/buffer-usage.ts';
import { SINGLE } from '../../../src/exact/gpu/arithmetic.ts';
import { normalSigns, type TriangleCorners } from '../../../src/exact/gpu/certain-signs.ts';
import { CERTAIN_SIGNS_WGSL } from '../../../src/exact/gpu/certain-signs.wgsl.ts';
import {
  edgePairAnswer,
  PAIR_CROSSING,
  PAIR_NONE,
  PAIR_UNDECIDED,
  pairAnswer,
  vertexPairAnswer,
} from '../../../src/exact/gpu/triangle-pair.ts';
import { TRIANGLE_PAIR_WGSL } from '../../../src/exact/gpu/triangle-pair.wgsl.ts';
import { describeGpu } from '../../support/gpu.ts';
import { Random } from '../../support/random.ts';
import { nastyPair, type SharedCorners } from './nasty-pairs.ts';

const WORDS_PER_PAIR = 20;
const WORKGROUP_SIZE = 64;

const MAIN_WGSL = /* wgsl */ `
@group(0) @binding(0) var<storage, read> pairs: array<f32>;
@group(0) @binding(1) var<storage, read_write> answers: array<u32>;

fn corner(at: u32) -> vec3f { return vec3f(pairs[at], pairs[at + 1u], pairs[at + 2u]); }

// Per pair nine numbers a, nine b, the rounding, the number of shared corners. Answer: the pair's, and a's signs << 2.
@compute @workgroup_size(${WORKGROUP_SIZE})
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let index = id.y * groups.x * ${WORKGROUP_SIZE}u + id.x;
  if (index >= arrayLength(&answers)) { return; }
  let at = index * ${WORDS_PER_PAIR}u;
  let a = TriangleCorners(corner(at), corner(at + 3u), corner(at + 6u));
  let b = TriangleCorners(corner(at + 9u), corner(at + 12u), corner(at + 15u));
  let rounding = pairs[at + 18u];
  let sharedCorners = u32(pairs[at + 19u]);
  var answer = PAIR_UNDECIDED;
  if (sharedCorners == 0u) { answer = pairAnswer(a, b, rounding); }
  if (sharedCorners == 1u) { answer = vertexPairAnswer(a, b, rounding); }
  if (sharedCorners == 2u) { answer = edgePairAnswer(a, b, rounding); }
  answers[index] = answer | (normalSigns(a.p0, a.p1, a.p2, rounding) << 2u);
}`;

async function runPairs(device: GPUDevice, pairs: Float32Array<ArrayBuffer>): Promise<Uint32Array> {
  const count = pairs.length / WORDS_PER_PAIR;
  const module = device.createShaderModule({ code: CERTAIN_SIGNS_WGSL + TRIANGLE_PAIR_WGSL + MAIN_WGSL });
  const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute: { module } });
  const input = device.createBuffer({ size: pairs.byteLength, usage: STORAGE | COPY_DST });
  const output = device.createBuffer({ size: 4 * count, usage: STORAGE | COPY_SRC });
  const staging = device.createBuffer({ size: 4 * count, usage: MAP_READ | COPY_DST });
  device.queue.writeBuffer(input, 0, pairs);
  const entries = [input, output].map((buffer, binding) => ({ binding, resource: { buffer } }));
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(64, Math.ceil(count / (64 * WORKGROUP_SIZE)));
  pass.end();
  encoder.copyBufferToBuffer(output, 0, staging, 0, 4 * count);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(1);
  return new Uint32Array(staging.getMappedRange().slice(0));
}

/** The same pair in other orders; the corners that are shared stay first. */
function orders(a: TriangleCorners, b: TriangleCorners, shared: SharedCorners): [TriangleCorners, TriangleCorners][] {
  if (shared > 0)
    return [
      [a, b],
      [b, a],
    ];
  const turns = ([p0, p1, p2]: TriangleCorners): TriangleCorners[] => [
    [p0, p1, p2],
    [p1, p2, p0],
    [p2, p1, p0],
  ];
  return turns(a).flatMap((p) => turns(b).map((q): [TriangleCorners, TriangleCorners] => [p, q]));
}

interface Case {
  readonly seed: number;
  readonly shared: SharedCorners;
  readonly a: TriangleCorners;
  readonly b: TriangleCorners;
  readonly rounding: number;
  readonly exact: number;
}

function cases(seeds: number): Case[] {
  const list: Case[] = [];
  for (let seed = 0; seed < seeds; seed++) {
    const random = new Random(1_000_000 + seed);
    const shared = random.pick([0, 0, 1, 2] as const);
    const { a, b, rounding, exactA, exactB } = nastyPair(random, shared);
    const { dimension, interior } = exactA && exactB ? meeting(exactA, exactB) : { dimension: -1, interior: false };
    const crossing = dimension < 2 && interior;
    const exact = dimension < [0, 1, 2][shared] ? PAIR_NONE : crossing ? PAIR_CROSSING : PAIR_UNDECIDED;
    const upper = Math.fround(rounding * (1 + 2 ** -23));
    for (const [p, q] of orders(a, b, shared)) list.push({ seed, shared, a: p, b: q, rounding: upper, exact });
  }
  return list;
}

describeGpu('triangle pairs in WGSL', (file) => {
  it('never contradict the exact answer, and equal their twin where both decide', async () => {
    const list = cases(40_000);
    const words = new Float32Array(list.length * WORDS_PER_PAIR);
    list.forEach(({ a, b, rounding, shared }, index) => {
      words.set([...a.flat(), ...b.flat(), rounding, shared], index * WORDS_PER_PAIR);
    });
    const answers = await runPairs(file.device.handle, words);
    const twins = [pairAnswer, vertexPairAnswer, edgePairAnswer];
    let [decided, differing] = [0, 0];
    list.forEach(({ seed, shared, a, b, rounding, exact }, index) => {
      const answer = answers[index] & 3;
      if (answer !== PAIR_UNDECIDED && answer !== exact) expect.fail(`seed ${seed}: WGSL ${answer}, exact ${exact}`);
      if (answer !== PAIR_UNDECIDED) decided++;
      if (index % 3 !== 0) return;
      const twin = twins[shared](a, b, rounding, SINGLE);
      if (twin !== answer) differing++;
      const bothDecide = twin !== PAIR_UNDECIDED && answer !== PAIR_UNDECIDED;
      if (bothDecide && twin !== answer) expect.fail(`seed ${seed}: WGSL ${answer}, twin ${twin}`);
      const signs = normalSigns(a[0], a[1], a[2], rounding, SINGLE);
      const opposite = ((answers[index] >> 5) & 7) | ((answers[index] << 1) & 56);
      if (signs & opposite) expect.fail(`seed ${seed}: signs in WGSL ${answers[index] >> 2}, twin ${signs}`);
    });
    console.log(`${list.length} pairs, ${decided} decided in WGSL, ${differing} decided by only one of the twins`);
    expect(decided).toBeGreaterThan(list.length / 5);
    expect(differing).toBeLessThan(list.length / 100);
  });
});
