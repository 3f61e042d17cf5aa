/** Between frames of glTF clips: a step that is called proven is held against sampled poses. */
import type { Node } from '@gltf-transform/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../src/index.ts';
import { readGltfFrames } from '../../src/io/gltf/animation.ts';
import { ask } from '../../src/report/ask.ts';
import { objectsOf, positionsOf } from '../../src/report/objects.ts';
import { box } from '../queries/sweep/motions.ts';
import { GltfBuilder } from '../support/gltf-files.ts';
import { Random } from '../support/random.ts';

const isSlow = process.env.COLLIDESCOPE_SLOW === '1';
const CLIPS = isSlow ? 300 : 16;
const SAMPLES = isSlow ? 1000 : 100;

type How = 'LINEAR' | 'STEP' | 'CUBICSPLINE';
interface Keys {
  readonly times: readonly number[];
  readonly values: readonly (readonly number[])[];
  readonly how?: How;
}

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine.dispose());

type Box = [number, number, number, number, number, number];
function addBox(builder: GltfBuilder, name: string, corners: Box): Node {
  const { positions, indices } = box(...corners);
  return builder.node(name, builder.primitive(Float32Array.from(positions), Uint32Array.from(indices!)));
}

type Track = readonly [Node, 'translation' | 'rotation' | 'scale', Keys];
function animate(builder: GltfBuilder, tracks: readonly Track[]): void {
  const { document } = builder;
  const animation = document.createAnimation('clip');
  for (const [node, path, { times, values, how = 'LINEAR' }] of tracks) {
    const still = values[0].map(() => 0);
    const spread = how === 'CUBICSPLINE' ? values.flatMap((value) => [still, value, still]) : values;
    const sampler = document
      .createAnimationSampler()
      .setInterpolation(how)
      .setInput(builder.accessor('SCALAR', Float32Array.from(times)))
      .setOutput(builder.accessor(path === 'rotation' ? 'VEC4' : 'VEC3', Float32Array.from(spread.flat())));
    const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler);
    animation.addSampler(sampler).addChannel(channel);
  }
}

const turn = (degrees: number) => [0, 0, Math.sin((degrees * Math.PI) / 360), Math.cos((degrees * Math.PI) / 360)];

async function play(builder: GltfBuilder, frames: 'all' | number) {
  const motion = await readGltfFrames(await builder.glb(), { frames });
  const model = await motion.modelAt(motion.times[0]);
  const objects = objectsOf({ file: 'clip.glb', model }, { merge: false, weld: true });
  const movers = [{ file: 'clip.glb', motion, firstObject: 0, merge: false }];
  const query = { self: false, between: true } as const;
  const answer = await ask(engine, { objects, movers, query, continuous: true, label: '' }, { progress() {} });
  return { motion, objects, frames: answer.frames };
}

/** How many sampled poses meet; none of them in a step that is called proven. */
async function hold({ motion, objects, frames }: Awaited<ReturnType<typeof play>>, label: string): Promise<number> {
  using scene = engine.createScene();
  const ids = objects.map(({ mesh }) => scene.add(mesh));
  const [from, to] = [motion.times[0], motion.times.at(-1)!];
  let met = 0;
  for (let i = 0; i <= SAMPLES; i++) {
    const time = from + (i / SAMPLES) * (to - from);
    for (const [part, positions] of positionsOf(await motion.modelAt(time), false).entries())
      scene.move(ids[part], positions);
    if ((await scene.collide({ limit: 1 })).kinds.length === 0) continue;
    met++;
    const step = motion.times.findIndex((end, k) => k > 0 && time < end);
    if (step > 0) expect(frames[step].proven, `${label} at ${time}`).toBe(false);
  }
  return met;
}

it('never calls a step proven in which something meets', async () => {
  let [met, proven] = [0, 0];
  for (let seed = 0; seed < CLIPS; seed++) {
    const random = new Random(seed);
    const builder = new GltfBuilder();
    const upper = addBox(builder, 'upper', [0, -0.05, -0.05, 1, 0.05, 0.05]);
    const lower = addBox(builder, 'lower', [0.1, -0.05, -0.05, 1, 0.05, 0.05]);
    upper.addChild(lower.setTranslation([1, 0, 0]));
    const [angle, radius] = [random.real(-1.6, 1.6), random.real(0.7, 3)];
    const [x, y] = [radius * Math.cos(angle), radius * Math.sin(angle)];
    const post = addBox(builder, 'post', [-0.05, -0.05, -0.2, 0.05, 0.05, 0.2]).setTranslation([x, y, 0]);
    const times = [0.5, 1, 1.7];
    const how = () => random.pick<How>(['LINEAR', 'LINEAR', 'STEP', 'CUBICSPLINE']);
    const turns = (most: number) => ({ times, values: times.map(() => turn(random.real(-most, most))), how: how() });
    const moved = times.map(() => [x + random.real(-0.3, 0.3), y + random.real(-0.3, 0.3), 0]);
    const sizes = times.map(() => [1, random.real(0.5, 2), 1]);
    animate(builder, [
      [upper, 'rotation', turns(90)],
      [lower, 'rotation', turns(60)],
      [post, 'translation', { times, values: moved, how: how() }],
      ...(seed % 3 === 0 ? ([[lower, 'scale', { times, values: sizes }]] as const) : []),
    ]);
    const played = await play(builder, random.pick(['all', 2, 5] as const));
    if ((await hold(played, `clip ${seed}`)) > 0) met++;
    if (played.frames.slice(1).every((frame) => frame.proven)) proven++;
  }
  expect(met).toBeGreaterThan(CLIPS / 10);
  expect(proven).toBeGreaterThan(CLIPS / 10);
});

it('proves parts that touch free when they turn together, and leaves open what touches and turns against each other', async () => {
  const build = (turnsBoth: boolean) => {
    const builder = new GltfBuilder();
    const arm = addBox(builder, 'arm', [0, 0, 0, 1, 0.25, 0.25]);
    const plate = addBox(builder, 'plate', [0, 0, 0.25, 1, 0.25, 0.5]);
    if (turnsBoth) arm.addChild(plate);
    animate(builder, [[arm, 'rotation', { times: [0, 1], values: [turn(0), turn(70)] }]]);
    return builder;
  };
  const [, together] = (await play(build(true), 'all')).frames;
  expect(together).toMatchObject({ impacts: 0, proven: true });
  const [, against] = (await play(build(false), 'all')).frames;
  expect(against.proven).toBe(false);
  expect(against.open).toEqual([{ a: 0, b: 1, time: 0, distance: 0 }]);
});

it('sees what meets a part that waits for its jump', async () => {
  const builder = new GltfBuilder();
  // On the straight line to where it jumps, the gate would be out of the way in time.
  const gate = addBox(builder, 'gate', [0, 2, -1, 0.1, 2.2, 1]);
  const slider = addBox(builder, 'slider', [-4, 2.05, 0, -3.9, 2.1, 0.1]);
  animate(builder, [
    [
      gate,
      'translation',
      {
        times: [0, 1],
        values: [
          [0, 0, 0],
          [0, 9, 0],
        ],
        how: 'STEP',
      },
    ],
    [
      slider,
      'translation',
      {
        times: [0, 1],
        values: [
          [0, 0, 0],
          [8, 0, 0],
        ],
      },
    ],
  ]);
  const [, step] = (await play(builder, 'all')).frames;
  expect(step.proven).toBe(false);
  expect(step.impacts).toBeGreaterThan(0);
  expect(step.firstImpact).toBeCloseTo(3.9 / 8, 5);
});
