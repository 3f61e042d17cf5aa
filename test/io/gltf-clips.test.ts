import { describe, expect, it } from 'vitest';
import { readGltfFrames } from '../../src/io/gltf/animation.ts';
import { readGltfClips } from '../../src/io/gltf/clips.ts';
import { gltfColours } from '../../src/io/gltf/colours.ts';
import { readModel } from '../../src/io/index.ts';
import { GltfBuilder } from '../support/gltf-files.ts';

const TRIANGLE = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);

/** Two triangles: one stands still, the other goes two units along x in a second; a second clip takes it along y. */
async function movingTriangle(): Promise<Uint8Array> {
  const builder = new GltfBuilder();
  const { document } = builder;
  const blue = document.createMaterial('blue').setBaseColorFactor([0, 0.25, 1, 1]);
  builder.node('still', builder.primitive(TRIANGLE));
  const mover = builder.node('mover', builder.primitive(TRIANGLE).setMaterial(blue));
  for (const [name, end] of [
    ['across', [2, 0, 0]],
    ['up', [0, 3, 0]],
  ] as const) {
    const sampler = document
      .createAnimationSampler()
      .setInput(builder.accessor('SCALAR', Float32Array.of(0.5, 1.5)))
      .setOutput(builder.accessor('VEC3', Float32Array.of(0, 0, 0, ...end)));
    const channel = document.createAnimationChannel().setTargetNode(mover).setTargetPath('translation');
    document.createAnimation(name).addSampler(sampler).addChannel(channel.setSampler(sampler));
  }
  return builder.glb();
}

describe('clips of a glTF', () => {
  it('are all there, with their times, and posed at any of them', async () => {
    const clips = await readGltfClips(await movingTriangle(), {});
    expect(clips.map(({ name, from, to }) => [name, from, to])).toEqual([
      ['across', 0.5, 1.5],
      ['up', 0.5, 1.5],
    ]);
    const [still, moved] = clips[0].poseAt(0.75).parts;
    expect([...still.positions]).toEqual([...TRIANGLE]);
    expect([...moved.positions]).toEqual([0.5, 0, 0, 1.5, 0, 0, 0.5, 1, 0]);
    expect([...clips[1].poseAt(1.5).parts[1].positions]).toEqual([0, 3, 0, 1, 3, 0, 0, 4, 0]);
    // Back in time as well.
    expect([...clips[0].poseAt(0.5).parts[1].positions]).toEqual([...TRIANGLE]);
  });

  it('give the frames that are read in order', async () => {
    const bytes = await movingTriangle();
    const [, up] = await readGltfClips(bytes, {});
    const { times, frames } = await readGltfFrames(bytes, { animation: 'up', frames: 5 });
    let at = 0;
    for await (const { parts } of frames) {
      expect(up.poseAt(times[at++]).parts).toEqual(parts);
    }
    expect(at).toBe(5);
  });

  it('are none in a file without animations', async () => {
    const builder = new GltfBuilder();
    builder.node('still', builder.primitive(TRIANGLE));
    expect(await readGltfClips(await builder.glb(), {})).toEqual([]);
  });
});

describe('base colours of a glTF', () => {
  it('belong to the parts in their order', async () => {
    const bytes = await movingTriangle();
    const { parts } = await readModel(bytes);
    expect(gltfColours(bytes, parts, {})).toEqual([undefined, [0, 0.25, 1]]);
  });
});
