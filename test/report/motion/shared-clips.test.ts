/**
 * Clips of models that others made: what is called free is held against poses. Models of one part get posts beside their way, else there is
 * nothing to meet. In a long run, every clip against 10 000 poses.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WebIO } from '@gltf-transform/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../../src/index.ts';
import { readGltfClips } from '../../../src/io/gltf/clips.ts';
import { box } from '../../queries/sweep/motions.ts';
import { Random } from '../../support/random.ts';
import { sharedFolder } from '../../support/shared.ts';
import { isLong } from '../../support/thoroughness.ts';
import { HeldClips, positionsAt } from './held-clips.ts';

const POSES = isLong ? 10_000 : 40;
const EFFORT = isLong ? 2000 : 150;
const POSTS = 3;

const FILES = [
  { file: 'threejs/RobotExpressive.glb', inShort: true },
  { file: 'khronos/RiggedSimple.glb', inShort: true },
  { file: 'khronos/RiggedFigure.glb', inShort: false },
  { file: 'khronos/Fox.glb', inShort: false },
  { file: 'khronos/AnimatedMorphCube.glb', inShort: true },
  { file: 'khronos/AnimatedMorphSphere.glb', inShort: false },
  { file: 'khronos/MorphStressTest.glb', inShort: false },
  { file: 'khronos/RecursiveSkeletons.glb', inShort: false },
];

/** The file with boxes near where some of its vertices come by. */
async function withPosts(bytes: Uint8Array): Promise<Uint8Array> {
  const [clip] = await readGltfClips(bytes, {});
  const random = new Random(11);
  const io = new WebIO();
  const document = await io.readBinary(bytes);
  const [scene] = document.getRoot().listScenes();
  const [buffer] = document.getRoot().listBuffers();
  const all = positionsAt(clip, clip.from).flatMap((positions) => Array.from(positions));
  const size = Math.max(...[0, 1, 2].map((k) => extent(all.filter((_, i) => i % 3 === k))));
  for (let post = 0; post < POSTS; post++) {
    const [positions] = positionsAt(clip, random.real(clip.from, clip.to));
    const vertex = 3 * random.integer(0, positions.length / 3 - 1);
    const low = [0, 1, 2].map((k) => positions[vertex + k] + size * random.real(-0.06, 0.06));
    const { positions: corners, indices } = box(low[0], low[1], low[2], ...far(low, 0.04 * size));
    const accessor = () => document.createAccessor().setBuffer(buffer);
    const primitive = document
      .createPrimitive()
      .setAttribute('POSITION', accessor().setType('VEC3').setArray(Float32Array.from(corners)))
      .setIndices(accessor().setType('SCALAR').setArray(Uint16Array.from(indices!)));
    scene.addChild(document.createNode(`post ${post}`).setMesh(document.createMesh().addPrimitive(primitive)));
  }
  return io.writeBinary(document);
}

const extent = (values: readonly number[]) =>
  values.reduce((most, value) => Math.max(most, value), -Infinity) -
  values.reduce((least, value) => Math.min(least, value), Infinity);
const far = (low: readonly number[], side: number) => low.map((x) => x + side) as [number, number, number];

describe('clips of shared models', () => {
  let engine: Engine;
  let held: HeldClips;
  beforeAll(async () => {
    engine = await createEngine({ backend: 'wasm', threads: 0 });
    held = new HeldClips(engine);
  });
  afterAll(() => engine.dispose());

  it.skipIf(!sharedFolder).each(FILES.filter(({ inShort }) => inShort || isLong))(
    'never calls parts of $file free that meet',
    async ({ file }) => {
      const bytes = await readFile(join(sharedFolder!, 'meshes', file));
      const own = await readGltfClips(bytes, {});
      const clips = own[0].gltf.parts.length > 1 ? own : await readGltfClips(await withPosts(bytes), {});
      for (const clip of isLong ? clips : clips.slice(0, 1)) {
        const began = performance.now();
        const row = await held.rowOf(clip, EFFORT);
        const inside = await held.hold(clip, row, POSES);
        expect(inside).toBeGreaterThan(0);
        if (isLong) told(file, clip.name, row, inside, performance.now() - began);
      }
    },
    isLong ? 3_600_000 : 90_000,
  );
});

function told(file: string, name: string, row: Awaited<ReturnType<HeldClips['rowOf']>>, inside: number, took: number) {
  const free = row.pairs.filter(({ intervals }) => intervals.every(({ state }) => state === 'free')).length;
  const parts = `${row.pairs.length} pairs, ${free} free throughout, ${row.jams.length} jams`;
  console.log(
    `${file} ${name}: ${parts}; ${POSES} poses, ${inside} of pairs inside free; ${Math.round(took / 1000)} s`,
  );
}
