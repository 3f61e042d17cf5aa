import type { AnimationSampler, Node } from '@gltf-transform/core';
import { describe, expect, it } from 'vitest';
import { OptionError } from '../../src/errors.ts';
import { type GltfFramesOptions, readGltfFrames } from '../../src/io/gltf/animation.ts';
import type { Model } from '../../src/io/model.ts';
import { GltfBuilder, TRIANGLE } from '../support/gltf-files.ts';
import { meshErrorOf } from '../support/reading.ts';
import { readShared, sharedFolder } from '../support/shared.ts';

type Interpolation = ReturnType<AnimationSampler['getInterpolation']>;
type Path = 'translation' | 'rotation' | 'scale' | 'weights';

class AnimatedBuilder extends GltfBuilder {
  animate(
    node: Node,
    path: Path,
    times: number[],
    values: number[],
    interpolation: Interpolation = 'LINEAR',
    clip = 'clip',
  ) {
    const root = this.document.getRoot();
    const animation =
      root.listAnimations().find((known) => known.getName() === clip) ?? this.document.createAnimation(clip);
    const type = { translation: 'VEC3', rotation: 'VEC4', scale: 'VEC3', weights: 'SCALAR' } as const;
    const sampler = this.document
      .createAnimationSampler()
      .setInput(this.accessor('SCALAR', Float32Array.from(times)))
      .setOutput(this.accessor(type[path], Float32Array.from(values)))
      .setInterpolation(interpolation);
    const channel = this.document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler);
    animation.addSampler(sampler).addChannel(channel);
  }
}

async function framesOf(
  builder: GltfBuilder,
  options: GltfFramesOptions,
): Promise<{ times: number[]; models: Model[] }> {
  const { times, frames } = await readGltfFrames(await builder.glb(), options);
  const models: Model[] = [];
  for await (const model of frames) models.push(model);
  return { times: [...times], models };
}

/** The first vertex of the first part, in each frame. */
const firstVertices = (models: Model[]) => models.map(({ parts }) => [...parts[0].positions.subarray(0, 3)]);

function moving(interpolation: Interpolation, times: number[], values: number[]): AnimatedBuilder {
  const builder = new AnimatedBuilder();
  builder.animate(builder.node('a', builder.primitive(TRIANGLE)), 'translation', times, values, interpolation);
  return builder;
}

describe('readGltfFrames', () => {
  it('samples evenly from the first keyframe to the last', async () => {
    const { times, models } = await framesOf(moving('LINEAR', [1, 2, 4], [0, 0, 0, 1, 0, 0, 1, 8, 0]), { frames: 4 });
    expect(times).toEqual([1, 2, 3, 4]);
    expect(firstVertices(models)).toEqual([
      [0, 0, 0],
      [1, 0, 0],
      [1, 4, 0],
      [1, 8, 0],
    ]);
  });

  it('takes every keyframe of the clip, of all channels together', async () => {
    const builder = moving('LINEAR', [0, 2], [0, 0, 0, 2, 0, 0]);
    builder.animate(builder.document.getRoot().listNodes()[0], 'scale', [1, 2], [1, 1, 1, 3, 3, 3]);
    const { times, models } = await framesOf(builder, { frames: 'all' });
    expect(times).toEqual([0, 1, 2]);
    expect([...models[2].parts[0].positions]).toEqual([2, 0, 0, 5, 0, 0, 2, 3, 0]);
  });

  it('holds the value between keyframes with STEP', async () => {
    const { models } = await framesOf(moving('STEP', [0, 1], [0, 0, 0, 4, 0, 0]), { frames: 3 });
    expect(firstVertices(models).map(([x]) => x)).toEqual([0, 0, 4]);
  });

  it('follows the tangents with CUBICSPLINE', async () => {
    // In-tangent, value, out-tangent; leaves 0 at speed 4 and comes to rest at 4: the spline is 4t + 4t² − 4t³ … at ½: 2.5.
    const values = [
      [0, 0, 0],
      [0, 0, 0],
      [4, 0, 0],
      [0, 0, 0],
      [4, 0, 0],
      [0, 0, 0],
    ].flat();
    const { models } = await framesOf(moving('CUBICSPLINE', [0, 1], values), { frames: 3 });
    expect(firstVertices(models).map(([x]) => x)).toEqual([0, 2.5, 4]);
  });

  it('turns along the shorter arc', async () => {
    const builder = new AnimatedBuilder();
    const node = builder.node('a', builder.primitive(TRIANGLE));
    const [s, c] = [Math.sin(Math.PI / 4), Math.cos(Math.PI / 4)];
    builder.animate(node, 'rotation', [0, 1], [0, 0, 0, 1, 0, 0, -s, -c]); // a quarter turn about z, the long way written
    const { models } = await framesOf(builder, { frames: 3, precision: 'double' });
    const tip = models[1].parts[0].positions.subarray(3, 6);
    expect(tip[0]).toBeCloseTo(Math.SQRT1_2, 6);
    expect(tip[1]).toBeCloseTo(Math.SQRT1_2, 6);
  });

  it('moves morph targets and joints', async () => {
    const builder = new AnimatedBuilder();
    const lift = builder.document.createPrimitiveTarget();
    lift.setAttribute('POSITION', builder.accessor('VEC3', Float32Array.of(0, 0, 1, 0, 0, 0, 0, 0, 0)));
    const primitive = builder.primitive(TRIANGLE).addTarget(lift);
    primitive.setAttribute('JOINTS_0', builder.accessor('VEC4', new Uint8Array(12)));
    primitive.setAttribute('WEIGHTS_0', builder.accessor('VEC4', Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)));
    const joint = builder.document.createNode('joint');
    builder.scene.addChild(joint);
    const node = builder.node('a', primitive).setSkin(builder.document.createSkin().addJoint(joint));
    builder.animate(node, 'weights', [0, 1], [0, 2]);
    builder.animate(joint, 'translation', [0, 1], [0, 0, 0, 6, 0, 0]);
    const { models } = await framesOf(builder, { frames: 3 });
    expect(firstVertices(models)).toEqual([
      [0, 0, 0],
      [3, 0, 1],
      [6, 0, 2],
    ]);
  });

  it('keeps the indices and the precision from frame to frame', async () => {
    const builder = moving('LINEAR', [0, 1], [0, 0, 0, 1, 0, 0]);
    const { models } = await framesOf(builder, { frames: 2 });
    expect(models[1].parts[0].indices).toBe(models[0].parts[0].indices);
    expect(models.map(({ parts }) => parts[0].positions.constructor)).toEqual([Float32Array, Float32Array]);
    const double = await framesOf(builder, { frames: 2, precision: 'double' });
    expect(double.models.map(({ parts }) => parts[0].positions.constructor)).toEqual([Float64Array, Float64Array]);
  });

  it('finds a clip by name or number, and lists the names when it cannot', async () => {
    const builder = moving('LINEAR', [0, 1], [0, 0, 0, 1, 0, 0]);
    builder.animate(
      builder.document.getRoot().listNodes()[0],
      'translation',
      [0, 3],
      [0, 0, 0, 9, 0, 0],
      'LINEAR',
      'other',
    );
    const glb = await builder.glb();
    expect((await readGltfFrames(glb, { frames: 1 })).animation).toBe('clip');
    expect((await readGltfFrames(glb, { frames: 1, animation: 1 })).animation).toBe('other');
    const other = await readGltfFrames(glb, { frames: 'all', animation: 'other' });
    expect([...other.times]).toEqual([0, 3]);
    expect(other.partNames).toEqual(['a']);
    const unknown = readGltfFrames(glb, { frames: 1, animation: 'run' });
    await expect(unknown).rejects.toThrow('no animation "run"; it has "clip", "other"');
  });

  it.each([0, -1, 1.5, Number.NaN, 'some'])('refuses %s frames', async (frames) => {
    const builder = moving('LINEAR', [0, 1], [0, 0, 0, 1, 0, 0]);
    await expect(readGltfFrames(await builder.glb(), { frames: frames as number })).rejects.toThrow(OptionError);
  });

  it('refuses a file without animations, and keyframes that do not ascend', async () => {
    const still = new GltfBuilder();
    still.node('a', still.primitive(TRIANGLE));
    expect((await meshErrorOf(readGltfFrames(await still.glb(), { frames: 1 }))).code).toBe('no-animation');
    const unordered = await moving('LINEAR', [1, 0], [0, 0, 0, 1, 0, 0]).glb();
    expect((await meshErrorOf(readGltfFrames(unordered, { frames: 1 }))).message).toContain('times that ascend');
    const short = await moving('LINEAR', [0, 1], [0, 0, 0]).glb();
    expect((await meshErrorOf(readGltfFrames(short, { frames: 1 }))).message).toContain('3 numbers');
  });
});

describe.skipIf(sharedFolder === undefined)('readGltfFrames on the baked sequences', () => {
  it.each(['fox_run', 'robot_dance', 'riggedfigure', 'morphstress', 'recursiveskeletons'])(
    'gives %s to the last bit of single precision',
    async (name) => {
      const baked = JSON.parse(new TextDecoder().decode(readShared(`meshes/derived/seq/${name}.json`)));
      const positions = new Float32Array(Uint8Array.from(readShared(`meshes/derived/seq/${name}.pos.f32`)).buffer);
      const indices = new Uint32Array(Uint8Array.from(readShared(`meshes/derived/seq/${name}.idx.u32`)).buffer);
      const options = { animation: baked.clip || 0, frames: baked.frames };
      const { frames } = await readGltfFrames(readShared(`meshes/${baked.source}`), options);
      let first = 0;
      for await (const { parts } of frames) {
        const corners = parts.flatMap((part) =>
          Array.from(part.indices, (v) => part.positions.subarray(3 * v, 3 * v + 3)),
        );
        const expected = Array.from(indices, (v) => positions.subarray(first + 3 * v, first + 3 * v + 3));
        expect(corners.length).toBe(expected.length);
        expect(corners.findIndex((corner, i) => corner.some((value, k) => value !== expected[i][k]))).toBe(-1);
        first += 3 * baked.verts;
      }
      expect(first).toBe(positions.length);
    },
  );
});
