/** Clips of glTF files: what is called free is held against sampled poses, what meets against `collide` at the witness. */
import type { Node } from '@gltf-transform/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../../src/index.ts';
import { type PlayableClip, readGltfClips } from '../../../src/io/gltf/clips.ts';
import { ClipBends } from '../../../src/report/motion/clip-bends.ts';
import { box } from '../../queries/sweep/motions.ts';
import { GltfBuilder } from '../../support/gltf-files.ts';
import { Random } from '../../support/random.ts';
import { isLong } from '../../support/thoroughness.ts';
import { HeldClips, positionsAt } from './held-clips.ts';

const SAMPLES = isLong ? 10_000 : 300;

type Path = 'translation' | 'rotation' | 'scale' | 'weights';
type Keys = { times: number[]; values: number[]; how?: 'LINEAR' | 'STEP' | 'CUBICSPLINE' };

function boxPrimitive(builder: GltfBuilder, ...corners: [number, number, number, number, number, number]) {
  const { positions, indices } = box(...corners);
  return builder.primitive(Float32Array.from(positions), Uint32Array.from(indices!));
}

function animate(builder: GltfBuilder, tracks: readonly (readonly [Node, Path, Keys])[]): void {
  const { document } = builder;
  const animation = document.createAnimation('clip');
  for (const [node, path, { times, values, how = 'LINEAR' }] of tracks) {
    const type = path === 'rotation' ? 'VEC4' : path === 'weights' ? 'SCALAR' : 'VEC3';
    const sampler = document
      .createAnimationSampler()
      .setInterpolation(how)
      .setInput(builder.accessor('SCALAR', Float32Array.from(times)))
      .setOutput(builder.accessor(type, Float32Array.from(values)));
    const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler);
    animation.addSampler(sampler).addChannel(channel);
  }
}

/** Quaternions about z. */
const turns = (...degrees: number[]) =>
  degrees.flatMap((angle) => [0, 0, Math.sin((angle * Math.PI) / 360), Math.cos((angle * Math.PI) / 360)]);

describe('clips', () => {
  let engine: Engine;
  let held: HeldClips;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads: 0 });
    held = new HeldClips(engine);
  });
  afterAll(() => engine.dispose());

  it.each([
    ['plain', [1, 1, 1]],
    ['larger', [2, 2, 2]],
    ['mirrored', [-3, 3, 3]],
  ])('finds where a lever meets a post, its frame %s', async (_name, scale) => {
    const builder = new GltfBuilder();
    const frame = builder.document.createNode('frame').setScale(scale as [number, number, number]);
    builder.scene.addChild(frame.setTranslation([5, -2, 1]).setRotation([0.5, 0.5, 0.5, 0.5]));
    const hinge = builder.document.createNode('hinge').setTranslation([0.5, 0, 0]);
    const lever = builder.node('lever', boxPrimitive(builder, -0.5, -0.05, -0.05, 1.5, 0.05, 0.05));
    lever.setTranslation([0.5, 0, 0]);
    const post = builder.node('post', boxPrimitive(builder, 0.45, 1.75, -0.05, 0.55, 1.85, 0.05));
    frame.addChild(hinge.addChild(lever)).addChild(post);
    animate(builder, [[hinge, 'rotation', { times: [1, 3], values: turns(5, 175) }]]);
    const [clip] = await readGltfClips(await builder.glb(), {});
    const row = await held.rowOf(clip);
    // Its upper edge reaches the nearest corner of the post: 1.75 sin β − 0.05 cos β = 0.05, where β is 90° less the angle.
    const reach = Math.atan2(0.05, 1.75) + Math.asin(0.05 / Math.hypot(0.05, 1.75));
    const [first, last] = [90 - (reach * 180) / Math.PI, 90 + (reach * 180) / Math.PI];
    const seconds = (degrees: number) => 1 + (2 * (degrees - 5)) / 170;
    expect(row.jams).toHaveLength(1);
    const [{ from, to }] = row.jams;
    // Keys and corners are rounded to single precision.
    expect(from[0]).toBeLessThan(seconds(first) + 1e-6);
    expect(from[1]).toBeGreaterThan(seconds(first) - 1e-6);
    expect(to![0]).toBeLessThan(seconds(last) + 1e-6);
    expect(to![1]).toBeGreaterThan(seconds(last) - 1e-6);
    expect(from[1] - from[0]).toBeLessThanOrEqual(2e-5 + 1e-12);
    expect(await held.hold(clip, row, SAMPLES)).toBeGreaterThan(0);
  });

  /** A lever of two joints that bends; a cube that slides, jumps or swells beside it. */
  async function skinned(how: Keys['how']): Promise<PlayableClip> {
    const builder = new GltfBuilder();
    const { document } = builder;
    const corners: number[] = [];
    const indices: number[] = [];
    const weights: number[] = [];
    for (let k = 0; k <= 8; k++) {
      for (const [y, z] of [
        [-0.1, -0.1],
        [0.1, -0.1],
        [0.1, 0.1],
        [-0.1, 0.1],
      ]) {
        corners.push(k / 4, y, z);
        weights.push(1 - k / 8, k / 8, 0, 0);
      }
      for (let i = 0; k > 0 && i < 4; i++) {
        const [a, b, c, d] = [4 * k - 4 + i, 4 * k - 4 + ((i + 1) % 4), 4 * k + i, 4 * k + ((i + 1) % 4)];
        indices.push(a, b, d, a, d, c);
      }
    }
    const primitive = builder.primitive(Float32Array.from(corners), Uint32Array.from(indices));
    primitive.setAttribute(
      'JOINTS_0',
      builder.accessor(
        'VEC4',
        Uint8Array.from(weights, (_, i) => (i % 4 === 1 ? 1 : 0)),
      ),
    );
    primitive.setAttribute('WEIGHTS_0', builder.accessor('VEC4', Float32Array.from(weights)));
    const [root, elbow] = [document.createNode('root'), document.createNode('elbow').setTranslation([1, 0, 0])];
    builder.scene.addChild(root.addChild(elbow));
    const binds = [0, 1].flatMap((x) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, 0, 0, 1]);
    const skin = document.createSkin().addJoint(root).addJoint(elbow);
    skin.setInverseBindMatrices(builder.accessor('MAT4', Float32Array.from(binds)));
    builder.node('lever', primitive).setSkin(skin);
    const cube = builder.node('cube', boxPrimitive(builder, 0.9, 0.5, -0.2, 1.3, 0.9, 0.2));
    const each = how === 'CUBICSPLINE' ? 3 : 1;
    const keys = (values: number[], size: number): Keys => {
      const spread = values.flatMap((value, i) => {
        const isFirst = i % size === 0;
        if (each === 1 || !isFirst) return each === 1 ? [value] : [];
        const still = new Array(size).fill(0);
        return [...still, ...values.slice(i, i + size), ...still.map((_, k) => (k === 1 ? 0.4 : 0))];
      });
      return { times: [0, 1, 2], values: spread, how };
    };
    animate(builder, [
      [elbow, 'rotation', keys(turns(0, 80, -20), 4)],
      [root, 'rotation', { times: [0, 1.5, 2], values: turns(0, 25, 0) }],
      [cube, 'translation', keys([0, 0, 0, 0.2, 0.2, 0, 0.8, 0.1, 0], 3)],
      [cube, 'scale', { times: [0, 2], values: [1, 1, 1, 1.1, 0.9, 1] }],
    ]);
    return (await readGltfClips(await builder.glb(), {}))[0];
  }

  it.each(['LINEAR', 'STEP', 'CUBICSPLINE'] as const)('never calls a skin that meets free, %s', async (how) => {
    const clip = await skinned(how);
    const row = await held.rowOf(clip);
    expect(row.pairs.some(({ intervals }) => intervals.some(({ state }) => state === 'meeting'))).toBe(true);
    expect(await held.hold(clip, row, SAMPLES)).toBeGreaterThan(SAMPLES / 10);
  });

  it.each(['LINEAR', 'CUBICSPLINE'] as const)('bounds how far vertices leave their chords, %s', async (how) => {
    const clip = await skinned(how);
    const bends = new ClipBends(clip);
    const random = new Random(3);
    let [tightest, count] = [0, 0];
    for (let k = 0; k < SAMPLES; k++) {
      const segment = random.integer(0, bends.breaks.length - 2);
      const [low, high] = [bends.breaks[segment], bends.breaks[segment + 1]];
      const [from, to] = [random.real(low, high), random.real(low, high)].sort((p, q) => p - q);
      const share = random.real(0, 1);
      const bound = bends.between(from, to);
      const [start, middle, end] = [from, from + share * (to - from), to].map((time) => positionsAt(clip, time));
      for (const [part, positions] of middle.entries()) {
        for (let i = 0; i < positions.length; i += 3) {
          const off = [0, 1, 2].map(
            (k) => positions[i + k] - (1 - share) * start[part][i + k] - share * end[part][i + k],
          );
          const length = Math.hypot(...off);
          // Quaternions that are nearly equal are blended in a line by the reader: 1e-6 radians.
          expect(length).toBeLessThanOrEqual(bound[part] + 3e-6);
          if (length > 1e-3) tightest = Math.max(tightest, length / bound[part]);
          count++;
        }
      }
    }
    expect(count).toBeGreaterThan(0);
    expect(tightest).toBeGreaterThan(0.1);
  });

  it('proves a morph free where it is, and finds where it meets', async () => {
    const builder = new GltfBuilder();
    const primitive = boxPrimitive(builder, 0, 0, 0, 1, 1, 1);
    const target = builder.document.createPrimitiveTarget();
    const offsets = Array.from(box(0, 0, 0, 1, 1, 1).positions, (value, i) => (i % 3 === 0 ? value : 0));
    primitive.addTarget(target.setAttribute('POSITION', builder.accessor('VEC3', Float32Array.from(offsets))));
    const swelling = builder.node('swelling', primitive);
    builder.node('wall', boxPrimitive(builder, 1.5, 0, 0, 2, 1, 1));
    animate(builder, [[swelling, 'weights', { times: [0, 1], values: [0, 1] }]]);
    const [clip] = await readGltfClips(await builder.glb(), {});
    const row = await held.rowOf(clip);
    const [{ from, to }] = row.jams;
    expect(from[0]).toBeLessThanOrEqual(0.5);
    expect(from[1]).toBeGreaterThanOrEqual(0.5);
    expect(from[1] - from[0]).toBeLessThanOrEqual(1e-5);
    expect(to).toBeNull();
    expect(row.free).toHaveLength(1);
    await held.hold(clip, row, 50);
  });

  /** Cubes in a row that swell until neighbours meet. */
  async function swelling(count: number): Promise<PlayableClip> {
    const builder = new GltfBuilder();
    const cubes = Array.from({ length: count }, (_, i) =>
      builder.node(`cube ${i}`, boxPrimitive(builder, -0.5, -0.5, -0.5, 0.5, 0.5, 0.5)).setTranslation([2 * i, 0, 0]),
    );
    const keys = { times: [0, 1, 2], values: [1, 1, 1, 1.5, 1.5, 1.5, 2.5, 2.5, 2.5] };
    animate(
      builder,
      cubes.map((cube) => [cube, 'scale', keys]),
    );
    return (await readGltfClips(await builder.glb(), {}))[0];
  }

  it('looks closely only at pairs that come near each other, of many that deform', async () => {
    const clip = await swelling(30);
    const told: number[] = [];
    const row = await held.rowOf(clip, undefined, { onProgress: (done) => told.push(done) });
    expect(row.pairs).toHaveLength((30 * 29) / 2);
    for (const { a, b, intervals } of row.pairs) {
      if (b - a > 1) {
        expect(intervals).toMatchObject([{ state: 'free' }]);
        continue;
      }
      const [free, open, meeting] = intervals;
      expect([free.state, open.state, meeting.state, meeting.to]).toEqual(['free', 'open', 'meeting', 2]);
      // Neighbours of size s are 2 − s apart, and have size 2 at 1.5 s.
      expect(open.from).toBeLessThanOrEqual(1.5);
      expect(open.to).toBeGreaterThanOrEqual(1.5);
      expect(open.to - open.from).toBeLessThanOrEqual(2e-5 + 1e-12);
    }
    expect(told[0]).toBe(0);
    expect(told).toEqual(told.toSorted((p, q) => p - q));
    expect(told.at(-1)).toBeGreaterThan(0.999);
    await held.hold(clip, row, 30);
  });

  it('stops between two looks', async () => {
    const clip = await swelling(12);
    const cancel = new AbortController();
    let told = 0;
    const onProgress = () => {
      if (told++ === 2) cancel.abort();
    };
    await expect(held.rowOf(clip, undefined, { signal: cancel.signal, onProgress })).rejects.toThrow(/abort/i);
    expect(told).toBe(3);
  });
});
