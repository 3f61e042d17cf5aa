/** What `clashes` promises beside kinds and depths from construction: tolerance, order, open meshes, options, cancelling. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assemblyScene } from '../../../scenes/kinematic/assembly.ts';
import { type Clash, type ClashesOptions, createEngine, type Engine, type MeshInput } from '../../../src/index.ts';
import {
  box,
  insideOut,
  joined,
  mapped,
  meshOf,
  moved,
  prism,
  refined,
  ring,
  type Solid,
} from '../../support/prisms.ts';
import { Random } from '../../support/random.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine?.dispose());

async function clashesOf(meshes: readonly MeshInput[], options?: ClashesOptions): Promise<readonly Clash[]> {
  const scene = engine.createScene();
  for (const mesh of meshes) scene.add(mesh);
  const { clashes } = await scene.clashes(options);
  scene.dispose();
  return clashes;
}

const ask = (solids: readonly Solid[], options?: ClashesOptions) => clashesOf(solids.map(meshOf), options);
const kindsOf = (clashes: readonly Clash[]) => clashes.map(({ kind }) => kind);

/** A regular polygon with its first corner at an angle. */
const around = (corners: number, radius: number, first: number) =>
  Array.from({ length: corners }, (_, i): [number, number] => {
    const angle = first + (2 * Math.PI * i) / corners;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });

describe('tolerance', () => {
  const sunk = [box([0, 0, 0], [4, 4, 2]), box([1, 1, 1.75], [2, 2, 3])];

  it('turns what reaches no deeper into touching, and nothing else', async () => {
    expect(kindsOf(await ask(sunk))).toEqual(['penetrating']);
    expect(kindsOf(await ask(sunk, { tolerance: 0.24 }))).toEqual(['penetrating']);
    expect(kindsOf(await ask(sunk, { tolerance: 0.26 }))).toEqual(['touching']);
    expect(kindsOf(await ask(sunk, { tolerance: 100 }))).toEqual(['touching']);
    const inside = [box([0, 0, 0], [4, 4, 4]), box([1, 1, 1], [2, 2, 2])];
    expect(kindsOf(await ask(inside, { tolerance: 3 }))).toEqual(['contained']);
  });

  it('leaves what it turned into touching without a depth', async () => {
    const [clash] = await ask(sunk, { tolerance: 0.5 });
    expect(clash).toMatchObject({ kind: 'touching', depth: null, reason: 'touching', deepest: null, undecided: false });
  });

  it('says so when the depth is the tolerance, as far as doubles can tell', async () => {
    const [clash] = await ask(sunk, { tolerance: 0.25 });
    expect(clash).toMatchObject({ kind: 'touching', undecided: true });
  });

  it.each([
    [12, 12, 0.1],
    [24, 36, 0],
    [48, 20, 0.05],
    [16, 64, 0.01],
  ])('takes a bolt of %i corners and a bore of %i for touching from the chord error on', async (bolt, bore, first) => {
    const radius = 5;
    const parts = [
      ring(around(bore, radius, 0), around(bore, 8, 0), 0, 20),
      prism(around(bolt, radius, first), -5, 25),
    ];
    // Corners of the bolt lie on the circle, the bore's faces up to its chord error inside it.
    const depthAt = (angle: number) => {
      const step = (2 * Math.PI) / bore;
      const fromMiddle = (((angle % step) + step) % step) - step / 2;
      return radius * (Math.cos(fromMiddle) - Math.cos(step / 2));
    };
    const corners = Array.from({ length: bolt }, (_, i) => depthAt(first + (2 * Math.PI * i) / bolt));
    const deepest = Math.max(...corners);
    const chordError = radius * (1 - Math.cos(Math.PI / Math.min(bolt, bore)));
    const atZero = await ask(parts);
    expect(atZero[0].kind).toBe('penetrating');
    expect(atZero[0].depth!.most).toBeGreaterThanOrEqual(deepest * (1 - 1e-12));
    expect(atZero[0].depth!.least).toBeLessThanOrEqual(chordError * (1 + 1e-12));
    expect(new Set(kindsOf(await ask(parts, { tolerance: 1.01 * chordError })))).toEqual(new Set(['touching']));
    expect(kindsOf(await ask(parts, { tolerance: deepest / 2 }))[0]).toBe('penetrating');
  });

  it('takes objects for duplicates that are nowhere farther apart', async () => {
    const part = refined(prism(around(7, 3, 0.3), 0, 2), new Random(1), 10);
    const shaken = mapped(part, ([x, y, z]) => [x + 1e-4 * Math.sin(9 * y), y + 1e-4 * Math.cos(7 * z), z]);
    expect(kindsOf(await ask([part, shaken], { tolerance: 1e-3 }))).toEqual(['duplicate']);
    expect(kindsOf(await ask([part, shaken], { tolerance: 1e-5 }))).not.toContain('duplicate');
    const smaller = mapped(part, ([x, y, z]) => [0.9999 * x, 0.9999 * y, 0.0001 + 0.9999 * z]);
    expect(kindsOf(await ask([part, smaller], { tolerance: 1e-3 }))).toEqual(['duplicate']);
    // Plates thinner than the tolerance lie on each other, not in each other.
    const plate = box([0, 0, 0], [4, 4, 1e-4]);
    expect(kindsOf(await ask([plate, moved(plate, [0, 0, 1e-4])], { tolerance: 1e-3 }))).toEqual(['touching']);
  });
});

describe('order', () => {
  it('is by kind, then the deepest first, whatever the numbers of triangles', async () => {
    const random = new Random(3);
    const block = box([0, 0, 0], [20, 20, 4]);
    const parts = [
      box([1, 1, 4], [2, 2, 5]),
      box([4, 4, 1], [5, 5, 2]),
      refined(box([7, 7, 3.75], [8, 8, 5]), random, 60),
      box([10, 10, 3], [12, 12, 6]),
    ];
    const clashes = await ask([block, ...parts, block]);
    const rows = clashes.filter(({ a, b }) => a === 0 || b === 0).map(({ kind, a, b }) => `${kind} ${a} ${b}`);
    expect(rows).toEqual(['penetrating 0 4', 'penetrating 0 3', 'contained 0 2', 'duplicate 0 5', 'touching 0 1']);
  });

  it('is the same on every number of threads', async () => {
    const solids = Array.from({ length: 12 }, (_, i) =>
      box([i % 4, i % 3, i % 5], [(i % 4) + 2, (i % 3) + 2, (i % 5) + 2]),
    );
    const plain = await ask(solids);
    await using threads = {
      engine: await createEngine({ backend: 'wasm', threads: 2 }),
      [Symbol.asyncDispose]: async () => {},
    };
    const scene = threads.engine.createScene();
    for (const solid of solids) scene.add(meshOf(solid));
    expect((await scene.clashes()).clashes).toEqual(plain);
    threads.engine.dispose();
  });
});

describe('what a clash tells', () => {
  it('has a normal from a to b, the deepest points, a point of the contact and a box', async () => {
    const [clash] = await ask([box([0, 0, 0], [4, 4, 2]), box([1, 1, 1.75], [2, 2, 3])]);
    expect(clash.normal).toEqual([0, 0, 1]);
    expect(Math.abs(clash.deepest!.a[2] - clash.deepest!.b[2])).toBeCloseTo(0.25, 12);
    expect(clash.point[2]).toBeCloseTo(2, 12);
    expect(clash.bounds).toEqual({ min: [1, 1, 1.75], max: [2, 2, 2] });
  });

  it('has no normal where the overlap grows in no direction, as of a rod through a plate', async () => {
    const [clash] = await ask([box([0, 0, 0], [4, 4, 1]), box([1, 1, -1], [2, 2, 2])]);
    expect(clash).toMatchObject({ kind: 'penetrating', normal: null });
  });

  it('gives the face normal of flush contact', async () => {
    const clashes = await ask([box([0, 0, 0], [4, 4, 1]), box([1, 1, 1], [2, 2, 2])]);
    expect(clashes).toHaveLength(1);
    expect(clashes[0]).toMatchObject({ kind: 'touching', normal: [0, 0, 1], depth: null, reason: 'touching' });
  });

  it('says which object is inside, also in the void of none', async () => {
    const hollow = joined(box([0, 0, 0], [8, 8, 8]), insideOut(box([2, 2, 2], [6, 6, 6])));
    expect(await ask([hollow, box([3, 3, 3], [4, 4, 4])])).toEqual([]);
    expect((await ask([hollow, box([0.5, 0.5, 0.5], [1, 1, 1])]))[0]).toMatchObject({
      kind: 'contained',
      inner: 1,
      pairCount: 0,
    });
    const two = joined(box([9, 0, 0], [10, 1, 1]), box([0.5, 0.5, 0.5], [1, 1, 1]));
    expect(kindsOf(await ask([hollow, two]))).toEqual(['contained']);
  });

  it('finds the three clashes of the assembly, and nothing but contact else', async () => {
    const assembly = await assemblyScene({ size: 40_000 });
    const scene = engine.createScene();
    for (const { name, positions, indices } of assembly.objects) scene.add({ name, positions, indices });
    const { clashes } = await scene.clashes();
    scene.dispose();
    const names = clashes
      .filter(({ kind }) => kind !== 'touching')
      .map(({ a, b }) => [assembly.objects[a].name, assembly.objects[b].name]);
    expect(names.sort()).toEqual([...assembly.clashes].map((pair) => [...pair]).sort());
    for (const { depth, kind } of clashes) {
      if (kind !== 'penetrating') continue;
      expect(depth!.least).toBeLessThanOrEqual(1 / 128 + 1e-6);
      expect(depth!.most).toBeGreaterThanOrEqual(1 / 128 - 1e-6);
    }
  });
});

describe('clearance', () => {
  const block = box([0, 0, 0], [4, 4, 4]);
  const away = (gap: number) => box([0, 4 + gap, 0], [4, 8 + gap, 4]);

  it('lists what is near and does not meet, the nearest first, with distance, points and direction', async () => {
    const clashes = await ask([block, away(0.5), box([-3, 0, 0], [-0.25, 3, 4])], { clearance: 1 });
    expect(clashes).toMatchObject([
      { a: 0, b: 2, kind: 'near', distance: 0.25, normal: [-1, 0, 0], depth: null, reason: 'near', pairCount: 0 },
      { a: 0, b: 1, kind: 'near', distance: 0.5, normal: [0, 1, 0], depth: null, reason: 'near' },
    ]);
    const [{ deepest, point }] = clashes;
    expect(deepest!.a[0]).toBe(0);
    expect(deepest!.b[0]).toBe(-0.25);
    expect(point).toEqual(deepest!.a);
  });

  it('is strict, and leaves alone what meets, lies inside or is ignored', async () => {
    expect(await ask([block, away(0.5)], { clearance: 0.5 })).toEqual([]);
    expect(kindsOf(await ask([block, away(0)], { clearance: 1 }))).toEqual(['touching']);
    expect(kindsOf(await ask([block, away(-1)], { clearance: 1 }))).toEqual(['penetrating']);
    expect(kindsOf(await ask([block, box([1, 1, 1], [2, 2, 2])], { clearance: 3 }))).toEqual(['contained']);
    expect(await ask([block, away(0.5)], { clearance: 1, ignore: [[0, 1]] })).toEqual([]);
    expect(await ask([block, away(0.5)], { clearance: 1, between: false, self: true })).toEqual([]);
  });

  it('comes before touching in the list, and has no pairs', async () => {
    using scene = engine.createScene();
    for (const solid of [block, away(0), box([4.5, 0, 0], [6, 3, 4])]) scene.add(meshOf(solid));
    const { clashes, offsets, pairOrder } = await scene.clashes({ clearance: 1 });
    expect(kindsOf(clashes)).toEqual(['near', 'touching']);
    expect([...offsets]).toEqual([0, 0, pairOrder.length]);
  });

  it.each([-1, Number.NaN, '1'])('refuses %s', async (clearance) => {
    const asked = ask([block, away(1)], { clearance: clearance as number });
    await expect(asked).rejects.toThrow(/option-range: clashes: clearance is/);
  });
});

describe('open meshes', () => {
  const sheet = (z: (x: number, y: number) => number): MeshInput => {
    const positions: number[] = [];
    for (const y of [0, 1, 2]) for (const x of [0, 1, 2]) positions.push(x, y, z(x, y));
    const indices = [0, 1, 3, 4].flatMap((v) => [v, v + 1, v + 4, v, v + 4, v + 3]);
    return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
  };

  it('cross or touch, and have no depth but the reason why', async () => {
    const flat = sheet(() => 0);
    const [crossing] = await clashesOf([flat, sheet((x) => x - 0.75)]);
    expect(crossing).toMatchObject({ kind: 'penetrating', depth: null, reason: 'open' });
    const [touching] = await clashesOf([flat, sheet((x) => Math.abs(x - 1))]);
    expect(touching).toMatchObject({ kind: 'touching', depth: null });
  });

  it('cross along edges too, of one or of both', async () => {
    const flat = sheet(() => 0);
    // The middle edges of the second lie in faces of the first, or on its edges.
    const ramp = sheet((x) => x - 1);
    const beside: MeshInput = {
      ...ramp,
      positions: (ramp.positions as Float64Array).map((v, i) => v + (i % 3 === 0 ? 0.25 : 0)),
    };
    expect((await clashesOf([flat, ramp]))[0].kind).toBe('penetrating');
    expect((await clashesOf([flat, beside]))[0].kind).toBe('penetrating');
    expect((await clashesOf([beside, flat]))[0].kind).toBe('penetrating');
    const roof = sheet((x) => -Math.abs(x - 1));
    expect((await clashesOf([flat, roof]))[0].kind).toBe('touching');
  });

  it('lie in closed objects, but nothing lies in them', async () => {
    const solid = meshOf(box([-1, -1, -1], [3, 3, 1]));
    const [clash] = await clashesOf([solid, sheet(() => 0)]);
    expect(clash).toMatchObject({ kind: 'contained', inner: 1, depth: null, reason: 'open', pairCount: 0 });
    const bowl = meshOf(box([-1, -1, -1], [3, 3, 1]));
    const open = { ...bowl, indices: bowl.indices.slice(3) };
    expect(await clashesOf([open, meshOf(box([0, 0, 0], [0.5, 0.5, 0.5]))])).toEqual([]);
  });
});

describe('objects that meet themselves', () => {
  /** A flat strip bent so that its two ends cross, twice in different places. */
  const crossed = joined(
    box([0, 0, 0], [4, 1, 1]),
    box([1, -1, 0.25], [2, 2, 0.75]),
    box([3, -1, 0.25], [3.5, 2, 0.75]),
  );

  it('have a clash of their own for each place, without depth', async () => {
    const clashes = await ask([crossed], { self: true });
    expect(clashes.map(({ a, b, kind, reason }) => [a, b, kind, reason])).toEqual(
      // Each bar enters and leaves through a curve of its own.
      Array(4).fill([0, 0, 'penetrating', 'self']),
    );
    expect(await ask([crossed])).toEqual([]);
    expect(await ask([crossed, box([10, 0, 0], [11, 1, 1])], { self: true, between: false })).toHaveLength(4);
  });

  it('do not when nothing but neighbours meet', async () => {
    expect(await ask([box([0, 0, 0], [1, 1, 1])], { self: true })).toEqual([]);
  });

  it('have the same regions whatever their triangles', async () => {
    const cut = refined(crossed, new Random(5), 40);
    expect(await ask([cut], { self: true })).toHaveLength(4);
  });
});

describe('unusual solids', () => {
  it('of no volume touch, and cross what they pass through', async () => {
    const flat = joined(
      prism(
        [
          [0, 0],
          [2, 0],
          [2, 2],
          [0, 2],
        ],
        0,
        0,
      ),
    );
    const solid = box([0.5, 0.5, -1], [1.5, 1.5, 1]);
    const clashes = await ask([flat, solid]);
    expect(clashes.length).toBeGreaterThan(0);
    expect(kindsOf(await ask([flat, moved(solid, [0, 0, 1])]))).not.toContain('penetrating');
  });

  it('that meet themselves overlap where they wind round', async () => {
    const twin = joined(box([0, 0, 0], [2, 2, 2]), box([1, 1, 1], [3, 3, 3]));
    const [clash] = await ask([twin, box([1.25, 1.25, 1.25], [1.75, 1.75, 5])]);
    expect(clash.kind).toBe('penetrating');
    const apart = await ask([twin, box([3, 0, 0], [4, 1, 1])]);
    expect(kindsOf(apart)).not.toContain('penetrating');
  });

  it('may be many in one place', async () => {
    const part = box([0, 0, 0], [1, 1, 1]);
    const clashes = await ask(Array(40).fill(part));
    expect(clashes).toHaveLength((40 * 39) / 2);
    expect(new Set(kindsOf(clashes))).toEqual(new Set(['duplicate']));
  });

  it('may be tiny, huge or far away', async () => {
    for (const scale of [2 ** -240, 2 ** -80, 2 ** 80, 2 ** 200]) {
      const scaled = [box([0, 0, 0], [2, 1, 1]), box([1, 0, 0], [3, 1, 1])].map((solid) =>
        mapped(solid, ([x, y, z]) => [scale * x, scale * y, scale * z]),
      );
      const [clash] = await ask(scaled);
      expect(clash.kind).toBe('penetrating');
      expect(clash.depth!.least / scale).toBeCloseTo(0.5, 6);
    }
  });
});

describe('options', () => {
  const scene = () => {
    const made = engine.createScene();
    made.add(meshOf(box([0, 0, 0], [2, 2, 2])));
    made.add(meshOf(box([1, 1, 1], [3, 3, 3])));
    return made;
  };

  it.each([
    [{ tolerance: -1 }, 'option-range'],
    [{ tolerance: Number.NaN }, 'option-range'],
    [{ tolerance: '1' as unknown as number }, 'option-range'],
    [{ depth: 1 as unknown as boolean }, 'option-type'],
    [{ depth: false, tolerance: 1 }, 'option-conflict'],
    [{ ignore: [[0, 9]] as [number, number][] }, 'unknown-object'],
    [{ tolerances: 1 } as ClashesOptions, 'unknown-option'],
  ])('refuses %o', async (options, code) => {
    await expect(scene().clashes(options)).rejects.toMatchObject({ code });
  });

  it('takes Infinity as a tolerance: all that penetrates touches', async () => {
    expect(kindsOf((await scene().clashes({ tolerance: Infinity })).clashes)).toEqual(['touching']);
  });

  it('leaves depth out when it is not asked for', async () => {
    const [clash] = (await scene().clashes({ depth: false })).clashes;
    expect(clash).toMatchObject({ kind: 'penetrating', depth: null, reason: 'not-asked', deepest: null });
  });

  it('ignores pairs of objects, also those that lie in each other', async () => {
    const made = scene();
    expect((await made.clashes({ ignore: [[1, 0]] })).clashes).toEqual([]);
    made.replace(1, meshOf(box([0.5, 0.5, 0.5], [1, 1, 1])));
    expect((await made.clashes()).clashes).toHaveLength(1);
    expect((await made.clashes({ ignore: [[0, 1]] })).clashes).toEqual([]);
  });

  it('can be cancelled, and tells how far it is', async () => {
    const made = scene();
    const done: number[] = [];
    await made.clashes({ onProgress: (part) => done.push(part) });
    expect(done.at(-1)).toBe(1);
    await expect(made.clashes({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
  });

  it('answers for the scene as it is after every change', async () => {
    const made = scene();
    await made.clashes();
    made.place(1, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1]);
    expect(kindsOf((await made.clashes()).clashes)).toEqual(['touching']);
    made.place(1, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 4, 0, 0, 1]);
    expect((await made.clashes()).clashes).toEqual([]);
    made.remove(1);
    expect((await made.clashes()).clashes).toEqual([]);
    expect((await engine.createScene().clashes()).clashes).toEqual([]);
  });
});
