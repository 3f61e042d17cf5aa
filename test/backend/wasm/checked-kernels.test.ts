/** No load or store of the kernels leaves what was allocated, in a selection of queries; and faults that are planted are found. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createEngine, type Engine, type Impacts, type MeshInput, type Scene } from '../../../src/index.ts';
import { cull, layers, voxels } from '../../../src/papers/index.ts';
import { ContactKernels } from '../../../src/queries/clashes/contact-kernels.ts';
import { WalkKernels } from '../../../src/queries/clashes/join-groups.ts';
import { PatchKernels } from '../../../src/queries/clashes/patch-kernels.ts';
import { SELECTION } from '../../../src/queries/collide/keeper.ts';
import { SCENES } from '../../support/cell-scenes.ts';
import { compileChecked, STATIC_END, watchMemory } from '../../support/checked-kernels.ts';
import { meetingMatrix, meetingMesh } from '../../support/meeting-meshes.ts';
import { openShadow, takeFaults } from '../../support/memory-shadow.ts';
import { meshOf } from '../../support/prisms.ts';
import { Random } from '../../support/random.ts';
import { sphereSoup } from '../../support/sphere-soup.ts';

const checked = vi.hoisted(() => ({ bytes: undefined as Uint8Array<ArrayBuffer> | undefined }));

vi.mock('../../../src/backend/wasm/kernels.ts', async (original) => ({
  ...(await original<object>()),
  kernelModule: async () => ({ module: await WebAssembly.compile(checked.bytes!), bytes: checked.bytes! }),
}));

vi.mock('../../../src/backend/wasm/kernel-imports.ts', async (original) => {
  const { kernelImports, ...rest } = await original<typeof import('../../../src/backend/wasm/kernel-imports.ts')>();
  const { checkImports } = await import('../../support/memory-shadow.ts');
  return {
    ...rest,
    kernelImports: (...parameters: Parameters<typeof kernelImports>) => {
      const { env } = kernelImports(...parameters);
      return { env: { ...env, ...checkImports() } };
    },
  };
});

const soup: MeshInput = { positions: Float32Array.from(sphereSoup(9, 1)) };
const welded: MeshInput = { ...soup, weld: true };
const doubles: MeshInput = { positions: Float64Array.from(sphereSoup(7, 0.7), (value) => value + 0.1), weld: true };

function fill(scene: Scene): void {
  scene.add(soup);
  scene.add(welded);
  scene.add(doubles);
  scene.addInstance(1);
}

function placed(scene: Scene, step: number): void {
  const [c, s] = [Math.cos(0.3 * step), Math.sin(0.3 * step)];
  scene.place(1, [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 0.9, 0.1 * step, 0, 1]);
  scene.place(3, [c, -s, 0, 0, s, c, 0, 0, 0, 0, 1, 0, -0.9, 0, 0.05 * step, 1]);
}

const QUERIES: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  collide: (scene) => scene.collide({ self: true, segments: true }),
  'collide, yes or no': (scene) => scene.collide({ limit: 1 }),
  within: (scene) => scene.within(0.2),
  contacts: (scene) => scene.contacts(0.1, { self: true }),
  clashes: (scene) => scene.clashes(),
  closest: (scene) => scene.closest(0, 2),
  inside: (scene) => scene.inside(1, Float64Array.of(0, 0, 0, 0.9, 0, 0, 5, 5, 5), { allowOpen: true }),
  overlapVolume: (scene) => scene.overlapVolume(1, 2, { allowOpen: true }),
  selfOverlapVolume: (scene) => scene.selfOverlapVolume(1, { allowOpen: true, resolution: 32 }),
  sweep: (scene) =>
    scene.sweep([{ object: 2, screw: { axis: [0, 0, 1], pivot: [2, 0, 0], angle: 1 } }], { effort: 200 }),
  cull: (scene) => cull(scene, { resolution: 64 }),
  layers: (scene) => layers(scene, 1, { resolution: 32 }),
  voxels: (scene) => voxels(scene, 1, { resolution: 16 }),
  impacts: async (scene) => {
    scene.aim(
      2,
      Float64Array.from(sphereSoup(7, 0.7), (value) => value + 0.3),
    );
    return scene.impacts();
  },
};

/** Those that have ways of their own where clusters are kept and objects are aimed by matrices. */
const AIMED: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  all: (scene) => scene.impacts(),
  'the earliest': (scene) => scene.impacts({ first: true }),
  'with a gap': (scene) => scene.impacts({ gap: 0.05 }),
  approaching: (scene) => scene.impacts({ approaching: true }),
};

async function openChecked(): Promise<Engine> {
  openShadow(STATIC_END);
  return await createEngine({ backend: 'wasm', threads: 0 });
}

beforeAll(async () => {
  watchMemory();
  Object.assign(SELECTION, { leastTriangles: 0 });
  checked.bytes = await compileChecked();
});

describe('kernels with checked loads and stores', () => {
  it.each(Object.keys(QUERIES))('%s: stay within what was allocated', async (name) => {
    const engine = await openChecked();
    const scene = engine.createScene();
    fill(scene);
    for (let step = 0; step < 4; step++) {
      placed(scene, step);
      await QUERIES[name](scene);
      expect(takeFaults(), `step ${step}`).toEqual([]);
    }
    engine.dispose();
  });

  it.each(Object.keys(AIMED))('impacts of aimed clusters, %s: stay within what was allocated', async (name) => {
    const engine = await openChecked();
    const scene = engine.createScene();
    fill(scene);
    let fewer = 0;
    for (let step = 0; step < 5; step++) {
      placed(scene, step);
      const [c, s] = [Math.cos(0.3 * step + 0.02), Math.sin(0.3 * step + 0.02)];
      scene.aim(1, [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, 0.92, 0.1 * step, 0, 1]);
      const { stats } = (await AIMED[name](scene)) as Impacts;
      fewer += Number(stats.trianglesLookedAt < stats.triangles);
      expect(takeFaults(), `step ${step}`).toEqual([]);
    }
    expect(fewer).toBeGreaterThan(0);
    engine.dispose();
  });

  it('clashes of solids, with loops, holes and more than two triangles at an edge: stay within what was allocated', async () => {
    const engine = await openChecked();
    const cells = vi.spyOn(ContactKernels.prototype, 'cells');
    for (const [kind, make] of Object.entries(SCENES)) {
      const random = new Random(1);
      const scene = engine.createScene();
      for (const solid of make(random)) scene.add(meshOf(solid));
      await scene.clashes({ volume: true });
      scene.dispose();
      expect(takeFaults(), kind).toEqual([]);
    }
    const found = cells.mock.results.filter(({ value }) => value !== undefined);
    expect(found.length).toBeGreaterThan(cells.mock.calls.length / 2);
    cells.mockRestore();
    engine.dispose();
  });

  it.each(['with clusters', 'without'])('clashes of skins, %s: stay within what was allocated', async (kind) => {
    const engine = await openChecked();
    const before = SELECTION.leastTriangles;
    if (kind === 'without') SELECTION.leastTriangles = Infinity;
    const meet = vi.spyOn(PatchKernels.prototype, 'meet');
    const walks = vi.spyOn(WalkKernels.prototype, 'meet');
    for (let seed = 0; seed < 4; seed++) {
      const random = new Random(seed);
      const scene = engine.createScene();
      for (let i = 0; i < 3; i++) scene.add(meetingMesh(random));
      for (let step = 0; step < 2; step++) {
        scene.place(step, meetingMatrix(random));
        await scene.clashes();
      }
      for (let step = 0; step < 4; step++) {
        scene.place(0, meetingMatrix(random));
        await scene.clashes({ depth: false });
      }
      scene.dispose();
      expect(takeFaults(), `seed ${seed}`).toEqual([]);
    }
    const hits = meet.mock.results.reduce((sum, { value }) => sum + value.withObject.length, 0);
    expect(hits).toBeGreaterThan(0);
    expect(walks).toHaveBeenCalled();
    meet.mockRestore();
    walks.mockRestore();
    SELECTION.leastTriangles = before;
    engine.dispose();
  });

  it('find loads and stores that go one too far', async () => {
    const plant = (text: string, file: string) => {
      if (!file.endsWith('queries/keep/kernels/job.ts')) return text;
      const planted = text
        .replace('work.fragileCount = count;', 'work.fragileCount = count | (load<u32>(object.indices + 12 * to) & 0);')
        .replace('item.isDone = 1;', 'store<u32>(item.degenerate + 4 * item.fragileCount, 0);\n  item.isDone = 1;');
      for (const fault of ['12 * to', '4 * item.fragileCount']) expect(planted).toContain(fault);
      return planted;
    };
    checked.bytes = await compileChecked(plant);
    const engine = await openChecked();
    const scene = engine.createScene();
    fill(scene);
    for (let step = 0; step < 4; step++) {
      placed(scene, step);
      await scene.collide();
    }
    engine.dispose();
    const faults = takeFaults();
    expect(faults.some((fault) => fault.startsWith('load'))).toBe(true);
    expect(faults.some((fault) => fault.startsWith('store'))).toBe(true);
  });
});
