/** Positions in GPU buffers, and answers that stay there. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTACT_KIND, createEngine, type Engine, MeshError, OptionError } from '../../../../src/index.ts';
import type { GpuPositions } from '../../../../src/mesh/gpu-positions.ts';
import { asRows } from '../../../support/engine-answer.ts';
import { describeGpu } from '../../../support/gpu.ts';
import { Random } from '../../../support/random.ts';
import { randomScene, sceneNames } from '../../../support/random-scenes.ts';
import { lying, sheet, standing } from '../../../support/shapes.ts';

// Of GPUBufferUsage, which Node does not have.
const [COPY_SRC, COPY_DST, STORAGE] = [0x4, 0x8, 0x80];
const SEEDS = Number(process.env.COLLIDESCOPE_GPU_SEEDS ?? 10);

describeGpu('positions on the GPU', (file) => {
  let engine: Engine;
  let wasm: Engine;
  let device: GPUDevice;
  beforeAll(async () => {
    device = file.device.handle;
    engine = await createEngine({ backend: 'webgpu', threads: 0, device });
    wasm = await createEngine({ backend: 'wasm', threads: 0 });
  });
  afterAll(() => {
    engine?.dispose();
    wasm?.dispose();
  });

  /** The coordinates in a buffer, with other things around them. */
  function inBuffer(positions: ArrayLike<number>, strideBytes = 12, offsetBytes = 0): GpuPositions {
    const vertexCount = positions.length / 3;
    const words = new Float32Array((offsetBytes + strideBytes * vertexCount) / 4 + 3).fill(Number.NaN);
    for (let vertex = 0; vertex < vertexCount; vertex++) {
      for (let k = 0; k < 3; k++) words[(offsetBytes + strideBytes * vertex) / 4 + k] = positions[3 * vertex + k];
    }
    const buffer = device.createBuffer({ size: words.byteLength, usage: STORAGE | COPY_DST });
    device.queue.writeBuffer(buffer, 0, words);
    return { buffer, vertexCount, strideBytes, offsetBytes };
  }

  async function readWords(buffer: GPUBuffer, words: number): Promise<Uint32Array> {
    const staging = device.createBuffer({ size: 4 * words, usage: 0x1 | COPY_DST });
    const encoder = device.createCommandEncoder();
    encoder.copyBufferToBuffer(buffer, 0, staging, 0, 4 * words);
    device.queue.submit([encoder.finish()]);
    await staging.mapAsync(0x1);
    const content = new Uint32Array(staging.getMappedRange().slice(0));
    staging.destroy();
    return content;
  }

  const single = (values: ArrayLike<number>) => Float32Array.from(values, Math.fround);

  it.each([
    [12, 0],
    [16, 0],
    [32, 20],
    [12, 260],
  ])('are read with a stride of %i and an offset of %i', async (stride, offset) => {
    const scene = engine.createScene();
    const ids = [lying(), standing()].map((mesh) =>
      scene.add({ ...mesh, positions: inBuffer(mesh.positions, stride, offset), weld: false }),
    );
    const { trianglePairs, kinds } = await scene.collide();
    expect([...trianglePairs, ...kinds]).toEqual([ids[0], 0, ids[1], 0, CONTACT_KIND.crossing]);
    scene.dispose();
  });

  it.each(sceneNames)('give the same answers as in arrays, on scenes of %s', async (name) => {
    for (let seed = 0; seed < Math.ceil(SEEDS / 5); seed++) {
      const scene = engine.createScene();
      const other = wasm.createScene();
      for (const mesh of randomScene(name, seed)) {
        const positions = single(mesh.positions);
        if (positions.some((x) => !Number.isFinite(x))) continue;
        const indices = mesh.indices ?? Uint32Array.from({ length: positions.length / 3 }, (_, i) => i);
        const vertexCount = positions.length / 3;
        if (indices.some((index) => index >= vertexCount)) continue;
        scene.add({ positions: inBuffer(positions, 16), indices });
        other.add({ positions, indices });
      }
      // The first time they are read as a whole, the second time only what has to be looked at.
      const expected = asRows(await other.collide({ self: true }));
      for (const _ of [1, 2]) expect(asRows(await scene.collide({ self: true })), `seed ${seed}`).toEqual(expected);
      scene.dispose();
      other.dispose();
    }
  });

  it('follow moves in one submission and one read-back, without uploads, and are exact', async () => {
    const random = new Random(4);
    const flat = sheet(30, 1, () => 0);
    const scene = engine.createScene();
    const other = wasm.createScene();
    const moving = scene.add({ indices: flat.indices!, positions: inBuffer(flat.positions) });
    other.add(flat);
    const still = sheet(20, 1, (x, y) => x * y - 0.3);
    scene.add(still);
    other.add(still);
    await scene.collide({ self: true });
    for (let frame = 0; frame < 4; frame++) {
      const positions = single(Array.from(flat.positions, (x, i) => (i % 3 === 2 ? random.real(-0.5, 0.5) : x)));
      scene.move(moving, inBuffer(positions));
      other.move(0, positions);
      const found = await scene.collide({ self: true });
      expect(asRows(found), `frame ${frame}`).toEqual(asRows(await other.collide({ self: true })));
      if (frame < 2) continue;
      expect(found.stats.gpu).toMatchObject({ submissions: 1, reruns: 0 });
      expect(found.stats.gpu!.bytesUp).toBeLessThan(6000); // parameters
    }
    const withSegments = await scene.collide({ segments: true });
    expect(withSegments.segments).toEqual((await other.collide({ segments: true })).segments);
    scene.dispose();
    other.dispose();
  });

  it('that grow far beyond their last box are asked again', async () => {
    const scene = engine.createScene();
    const other = wasm.createScene();
    const id = scene.add({ positions: inBuffer(lying().positions), indices: lying().indices! });
    scene.add({ ...standing(), positions: single(standing().positions) });
    await scene.collide();
    const far = single(lying().positions).map((x) => 1000 * x);
    scene.move(id, inBuffer(far));
    const found = await scene.collide({ self: true });
    other.add({ positions: far, indices: lying().indices! });
    other.add({ ...standing(), positions: single(standing().positions) });
    expect(asRows(found)).toEqual(asRows(await other.collide({ self: true })));
    expect(found.stats.gpu!.reruns).toBeGreaterThan(0);
    scene.dispose();
    other.dispose();
  });

  it('are taken when they are given: later changes of the buffer do not count', async () => {
    const scene = engine.createScene();
    const given = inBuffer(lying().positions);
    const id = scene.add({ positions: given, indices: lying().indices! });
    scene.add({ ...standing(), positions: single(standing().positions) });
    const first = scene.collide();
    device.queue.writeBuffer(given.buffer, 0, new Float32Array(9).fill(Number.NaN));
    const apart = inBuffer(lying().positions.map((x) => x + 50));
    scene.move(id, apart);
    apart.buffer.destroy();
    const second = scene.collide();
    expect((await first).kinds.length).toBe(1);
    expect((await second).kinds.length).toBe(0);
    scene.dispose();
  });

  it('are brought to the kernels when they are placed, or beside double precision', async () => {
    const scene = engine.createScene();
    const id = scene.add({ positions: inBuffer(lying().positions), indices: lying().indices! });
    const other = scene.add(standing());
    expect((await scene.collide()).kinds.length).toBe(1);
    scene.move(id, inBuffer(lying().positions.map((x) => x + 0.1)));
    scene.place(id, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 9, 9, 9, 1]);
    expect((await scene.collide()).kinds.length).toBe(0);
    scene.place(other, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 9, 9, 9, 1]);
    expect((await scene.collide()).kinds.length).toBe(1);
    scene.move(
      id,
      single(lying().positions).map((x) => x - 50),
    );
    expect((await scene.collide()).kinds.length).toBe(0);
    scene.dispose();
  });

  describe('that cannot be used', () => {
    const usable = () => inBuffer(lying().positions);

    it.each([
      ['too few bytes', () => ({ ...usable(), vertexCount: 99 }), 'gpu-buffer-size'],
      ['an odd stride', () => ({ ...usable(), strideBytes: 13 }), 'gpu-positions'],
      ['a stride below a vertex', () => ({ ...usable(), strideBytes: 8 }), 'gpu-positions'],
      ['an odd offset', () => ({ ...usable(), offsetBytes: 2 }), 'gpu-positions'],
      ['no number of vertices', () => ({ buffer: usable().buffer }), 'gpu-positions'],
      ['a field too many', () => ({ ...usable(), stride: 12 }), 'unknown-field'],
      ['no buffer', () => ({ buffer: {}, vertexCount: 3 }), 'gpu-positions'],
    ])('are refused: %s', (_, positions, code) => {
      const scene = engine.createScene();
      const indices = Uint32Array.of(0, 1, 2);
      expect(() => scene.add({ positions: positions() as GpuPositions, indices })).toThrow(MeshError);
      expect(() => scene.add({ positions: positions() as GpuPositions, indices })).toThrow(code);
      scene.dispose();
    });

    it('are refused without STORAGE, with welding, and with another number of vertices', () => {
      const scene = engine.createScene();
      const buffer = device.createBuffer({ size: 36, usage: COPY_SRC });
      expect(() => scene.add({ positions: { buffer, vertexCount: 3 } })).toThrow(/gpu-buffer-usage.*STORAGE/);
      expect(() => scene.add({ positions: usable(), weld: true as never })).toThrow(/gpu-weld/);
      const id = scene.add({ positions: usable() });
      expect(() => scene.move(id, inBuffer(new Float32Array(18)))).toThrow(/move-length/);
      scene.dispose();
    });

    it('are refused where the device is not the caller’s', async () => {
      const scene = wasm.createScene();
      expect(() => scene.add({ positions: usable() })).toThrow(OptionError);
      expect(() => scene.add({ positions: usable() })).toThrow(/needs-device.*createEngine/);
      await expect(scene.collide({ output: 'gpu' })).rejects.toMatchObject({ code: 'needs-device' });
      scene.dispose();
    });

    it('are told by the next query: a destroyed buffer, a coordinate that is not a number', async () => {
      const scene = engine.createScene();
      const destroyed = usable();
      destroyed.buffer.destroy();
      const id = scene.add({ positions: destroyed, name: 'ghost' });
      await expect(scene.collide()).rejects.toMatchObject({
        name: 'MeshError',
        code: 'gpu-buffer',
        message: expect.stringContaining('mesh "ghost"'),
      });
      scene.replace(id, { positions: usable() });
      expect((await scene.collide()).kinds.length).toBe(0);
      scene.move(id, inBuffer([0, 0, 0, 1, Number.POSITIVE_INFINITY, 0, 0, 1, 0]));
      await expect(scene.collide()).rejects.toMatchObject({ code: 'not-finite', details: { vertex: 1 } });
      scene.dispose();
    });
  });

  describe('with the answer left there', () => {
    it('holds crossings, and undecided pairs that hold all others', async () => {
      const meshes = [sheet(25, 1, (x) => x), sheet(20, 1, (_, y) => y), sheet(15, 1, (x, y) => 0.5 + x - y)];
      const scene = engine.createScene();
      for (const mesh of meshes) scene.add(mesh);
      const expected = await scene.collide({ self: true });
      const found = await scene.collide({ self: true, output: 'gpu' });
      const count = found.pairCount;
      expect([...(await readWords(found.count, 1))]).toEqual([count]);
      const pairs = await readWords(found.pairs, 4 * count);
      const kinds = await readWords(found.kinds, count);
      const keyed = new Map([...kinds].map((kind, i) => [pairs.subarray(4 * i, 4 * i + 4).join(' '), kind]));
      expect(keyed.size).toBe(count);
      for (const [i, kind] of expected.kinds.entries()) {
        const left = keyed.get(expected.trianglePairs.subarray(4 * i, 4 * i + 4).join(' '));
        expect([CONTACT_KIND.undecided, kind]).toContain(left);
      }
      const certain = [...keyed.values()].filter((kind) => kind === CONTACT_KIND.crossing).length;
      expect(certain).toBeGreaterThan(0);
      expect(certain).toBeLessThanOrEqual(expected.kinds.filter((kind) => kind === CONTACT_KIND.crossing).length);
      expect(found.stats.gpu!.bytesDown).toBeLessThan(1024);
      // Later queries leave the buffers as they are.
      scene.move(0, sheet(25, 1, () => 9).positions);
      await scene.collide({ self: true, output: 'gpu' }).then((other) => other.dispose());
      expect(await readWords(found.pairs, 4 * count)).toEqual(pairs);
      found.dispose();
      scene.dispose();
    });

    it('stops at the limit, is empty where there is nothing, and refuses what it cannot do', async () => {
      const scene = engine.createScene();
      const none = await scene.collide({ output: 'gpu' });
      expect([none.pairCount, ...(await readWords(none.count, 1))]).toEqual([0, 0]);
      scene.add(sheet(25, 1, (x) => x));
      scene.add(sheet(20, 1, (_, y) => y));
      const some = await scene.collide({ output: 'gpu', limit: 3 });
      expect([some.pairCount, some.limited]).toEqual([3, true]);
      const wrong = { output: 'gpu', segments: true } as never;
      await expect(scene.collide(wrong)).rejects.toMatchObject({ code: 'option-conflict' });
      await expect(scene.collide({ output: 'there' } as never)).rejects.toMatchObject({ code: 'option-value' });
      for (const answer of [none, some]) answer.dispose();
      scene.dispose();
    });
  });
});
