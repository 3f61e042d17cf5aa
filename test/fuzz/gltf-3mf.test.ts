/**
 * Mutated and truncated glTF and 3MF files: a reader gives a sound model or a MeshError, quickly, whatever it is given.
 * A failure prints its seed.
 */
import { WebIO } from '@gltf-transform/core';
import { EXTMeshoptCompression, KHRDracoMeshCompression } from '@gltf-transform/extensions';
import { MeshoptEncoder } from 'meshoptimizer';
import { describe, expect, it } from 'vitest';
import { MeshError } from '../../src/errors.ts';
import { readGltfFrames } from '../../src/io/gltf/animation.ts';
import { readGltf } from '../../src/io/gltf/gltf.ts';
import type { Model } from '../../src/io/model.ts';
import { readThreeMf } from '../../src/io/three-mf/three-mf.ts';
import { GltfBuilder, type Json, jsonBytes, TRIANGLE, triangleJson } from '../support/gltf-files.ts';
import { wavySheet } from '../support/mesh-files.ts';
import { processorMilliseconds } from '../support/processor-time.ts';
import { Random } from '../support/random.ts';
import { seedsOf } from '../support/thoroughness.ts';
import { modelXml, packModel, TETRAHEDRON, tetrahedronPackage } from '../support/three-mf-files.ts';

const MUTATIONS = seedsOf(5000);
const LONGEST_MILLISECONDS = 5000;
const WRONG: readonly unknown[] = [null, -1, 0.5, 1e300, 2 ** 31, 'x', [], {}, [0, 1], true, 3, Number.NaN];
const WORDS = ['<', '>', '"', '<!--', '</vertices>', '<triangles>', '-1', '1e999', '&#0;', '<vertex', ']]>', ' '];

type Reader = (bytes: Uint8Array) => Promise<unknown>;

function expectSound({ parts }: Model): void {
  for (const { positions, indices } of parts) {
    expect([positions.length % 3, indices.length % 3]).toEqual([0, 0]);
    expect(indices.every((vertex) => vertex < positions.length / 3)).toBe(true);
    expect(positions.every(Number.isFinite)).toBe(true);
  }
}

async function expectModelOrMeshError(seed: number, bytes: Uint8Array, read: Reader): Promise<void> {
  const start = processorMilliseconds();
  const outcome = await read(bytes).catch((error: unknown) => error);
  const isKnown = !(outcome instanceof Error) || outcome instanceof MeshError;
  if (!isKnown) throw new Error(`seed ${seed}: ${outcome.stack}`, { cause: outcome });
  expect(processorMilliseconds() - start, `seed ${seed}`).toBeLessThan(LONGEST_MILLISECONDS);
  if (!(outcome instanceof Error)) expectSound(outcome as Model);
}

/** One to four changes: bytes, spans copied or cut, words put in, the end cut off. */
function mutated(file: Uint8Array, random: Random, from = 0): Uint8Array {
  let bytes = [...file];
  for (let change = random.integer(1, 4); change > 0; change--) {
    const at = random.integer(from, Math.max(from, bytes.length - 1));
    const span = bytes.slice(at, at + random.integer(1, 40));
    const kind = random.integer(0, 5);
    if (kind === 0) bytes[at] = random.integer(0, 255);
    else if (kind === 1) bytes[at] ^= 1 << random.integer(0, 7);
    else if (kind === 2) bytes.splice(at, span.length);
    else if (kind === 3) bytes.splice(random.integer(from, bytes.length), 0, ...span);
    else if (kind === 4) bytes.splice(at, random.integer(0, 4), ...new TextEncoder().encode(random.pick(WORDS)));
    else if (random.chance(0.3)) bytes = bytes.slice(0, at);
  }
  return Uint8Array.from(bytes);
}

/** Puts something wrong in the place of one to three values anywhere in the JSON. */
function mutatedJson(json: Json, random: Random): Json {
  const copy = structuredClone(json);
  for (let change = random.integer(1, 3); change > 0; change--) {
    let owner: Json = copy;
    for (;;) {
      const key = random.pick(Object.keys(owner));
      const value = owner[key];
      const isOwner = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
      if (isOwner && random.chance(0.9)) {
        owner = value;
        continue;
      }
      if (random.chance(0.2)) delete owner[key];
      else owner[key] = structuredClone(random.pick(WRONG));
      break;
    }
    if (Object.keys(copy).length === 0) break;
  }
  return copy;
}

function animatedSkin(): GltfBuilder {
  const builder = new GltfBuilder();
  const primitive = builder.primitive(TRIANGLE, Uint8Array.of(0, 1, 2));
  primitive.setAttribute('JOINTS_0', builder.accessor('VEC4', new Uint8Array(12)));
  primitive.setAttribute('WEIGHTS_0', builder.accessor('VEC4', Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)));
  const target = builder.document.createPrimitiveTarget().setAttribute('POSITION', builder.accessor('VEC3', TRIANGLE));
  const joint = builder.document.createNode('joint');
  builder.scene.addChild(joint);
  const bind = builder.accessor('MAT4', Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1));
  const skin = builder.document.createSkin().addJoint(joint).setInverseBindMatrices(bind);
  builder.node('a', primitive.addTarget(target)).setSkin(skin).setWeights([0.5]);
  const sampler = builder.document
    .createAnimationSampler()
    .setInput(builder.accessor('SCALAR', Float32Array.of(0, 1)))
    .setOutput(builder.accessor('VEC4', Float32Array.of(0, 0, 0, 1, 0, 1, 0, 0)));
  const channel = builder.document.createAnimationChannel().setTargetNode(joint).setTargetPath('rotation');
  builder.document.createAnimation('turn').addSampler(sampler).addChannel(channel.setSampler(sampler));
  return builder;
}

async function packedSheet(kind: 'draco' | 'meshopt'): Promise<Uint8Array> {
  const sheet = wavySheet(50);
  const builder = new GltfBuilder();
  builder.node('sheet', builder.primitive(new Float32Array(sheet.positions), new Uint32Array(sheet.indices)));
  if (kind === 'draco') builder.document.createExtension(KHRDracoMeshCompression).setRequired(true);
  else builder.document.createExtension(EXTMeshoptCompression).setRequired(true);
  await MeshoptEncoder.ready;
  // @ts-expect-error The package has no types.
  const encoder = await (await import('draco3dgltf')).default.createEncoderModule();
  const dependencies = { 'draco3d.encoder': encoder, 'meshopt.encoder': MeshoptEncoder };
  return builder.glb(
    new WebIO().registerExtensions([KHRDracoMeshCompression, EXTMeshoptCompression]).registerDependencies(dependencies),
  );
}

const readFrames: Reader = async (bytes) => {
  const { frames } = await readGltfFrames(bytes, { frames: 2 });
  let last: Model | undefined;
  for await (const frame of frames) last = frame;
  return last;
};

async function survive(count: number, read: Reader, make: (random: Random) => Uint8Array): Promise<void> {
  for (let seed = 1; seed <= count; seed++) await expectModelOrMeshError(seed, make(new Random(seed)), read);
}

describe('readGltf', () => {
  it(`survives ${MUTATIONS} mutations of a .glb with skin, morph target and animation`, async () => {
    const glb = await animatedSkin().glb();
    await survive(MUTATIONS, readGltf, (random) => mutated(glb, random));
    await survive(MUTATIONS, readFrames, (random) => mutated(glb, random, 20));
  });

  it(`survives ${2 * MUTATIONS} wrong values in the JSON`, async () => {
    const { json, resources } = await new WebIO().writeJSON(animatedSkin().document);
    const uri = `data:;base64,${Buffer.from(Object.values(resources)[0]).toString('base64')}`;
    const skin = { ...json, buffers: [{ byteLength: 1000, uri }] };
    await survive(MUTATIONS, readFrames, (random) => jsonBytes(mutatedJson(skin as Json, random)));
    await survive(MUTATIONS, readGltf, (random) => jsonBytes(mutatedJson(triangleJson(), random)));
  });

  it.each([['draco', seedsOf(1000)] as const, ['meshopt', MUTATIONS] as const])(
    'survives mutations of %s data',
    async (kind, count) => {
      const glb = await packedSheet(kind);
      const dataStart = 28 + Buffer.from(glb).readUInt32LE(12);
      // Bytes only: the lengths in the JSON have to stay true for the mutation to reach the decoder.
      await survive(count, readGltf, (random) => {
        const bytes = Uint8Array.from(glb);
        for (let change = random.integer(1, 6); change > 0; change--) {
          bytes[random.integer(dataStart, bytes.length - 1)] = random.integer(0, 255);
        }
        return bytes;
      });
    },
  );

  it('survives a .glb cut off at every byte', async () => {
    const glb = await animatedSkin().glb();
    for (let end = 0; end < glb.length; end++) await expectModelOrMeshError(end, glb.subarray(0, end), readGltf);
  });
});

describe('readThreeMf', () => {
  const object = `<object id="1" name="t">${TETRAHEDRON}</object>`;
  const user =
    '<object id="2"><components><component objectid="1" transform="1 0 0 0 1 0 0 0 1 1 2 3"/></components></object>';
  const xml = new TextEncoder().encode(
    modelXml(object + user, '<build><item objectid="2"/><item objectid="1"/></build>'),
  );

  it(`survives ${MUTATIONS} mutations of the package`, async () => {
    const archive = tetrahedronPackage();
    await survive(MUTATIONS, readThreeMf, (random) => mutated(archive, random));
  });

  it(`survives ${2 * MUTATIONS} mutations of the model part`, async () => {
    await survive(2 * MUTATIONS, readThreeMf, (random) => packModel(mutated(xml, random)));
  });

  it('survives a model part and a package cut off at every byte', async () => {
    for (let end = 0; end < xml.length; end++)
      await expectModelOrMeshError(end, packModel(xml.subarray(0, end)), readThreeMf);
    const archive = tetrahedronPackage();
    for (let end = 0; end < archive.length; end++)
      await expectModelOrMeshError(end, archive.subarray(0, end), readThreeMf);
  });
});
