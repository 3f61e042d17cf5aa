/**
 * Contacts that the kernels divide into cells against the same contacts with all triangles cut, which shares no code with them beyond
 * the points; volumes also against manifold-3d, depths against samples.
 *
 * COLLIDESCOPE_FUZZ_SCENES sets how many scenes of each kind (40 with COLLIDESCOPE_SLOW), COLLIDESCOPE_FUZZ_SEED where the seeds begin.
 */
import Module from 'manifold-3d';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type Clash,
  type Clashes,
  type ClashesOptions,
  createEngine,
  type Engine,
  type MeshInput,
} from '../../../src/index.ts';
import { ContactKernels } from '../../../src/queries/clashes/contact-kernels.ts';
import { atPlace, damaged, randomTurn, SCENES, soupOf } from '../../support/cell-scenes.ts';
import { meshOf, type Solid } from '../../support/prisms.ts';
import { Random } from '../../support/random.ts';
import { reachesDeeper, sampledMesh } from '../../support/sampled-depth.ts';
import { PATIENCE, seedsOf } from '../../support/thoroughness.ts';

const count = Number(process.env.COLLIDESCOPE_FUZZ_SCENES ?? seedsOf(40));
const firstSeed = Number(process.env.COLLIDESCOPE_FUZZ_SEED ?? 0);
const seedsFrom = (first: number, many: number) => Array.from({ length: many }, (_, i) => first + i);

const QUESTIONS: readonly ClashesOptions[] = [
  {},
  { volume: true, curve: true, area: true },
  { depth: false },
  { depth: false, volume: true },
];

/** A mesh, and where it is placed. */
interface Part {
  readonly mesh: MeshInput;
  readonly matrix?: readonly number[];
}

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ backend: 'wasm', threads: 0 });
});
afterAll(() => engine?.dispose());
afterEach(() => vi.restoreAllMocks());

async function ask(parts: readonly Part[], options: ClashesOptions): Promise<Clashes> {
  const scene = engine.createScene();
  for (const { mesh, matrix } of parts) {
    const id = scene.add(mesh);
    if (matrix) scene.place(id, matrix);
  }
  const answer = await scene.clashes(options);
  scene.dispose();
  return answer;
}

/** What the kernels make of it, how many contacts they divided, and what is found by cutting. */
async function bothWays(parts: readonly Part[], options: ClashesOptions) {
  const cells = vi.spyOn(ContactKernels.prototype, 'cells');
  const divided = await ask(parts, options);
  const isTaken = cells.mock.results.some(({ value }) => value !== undefined);
  vi.spyOn(ContactKernels.prototype, 'name').mockReturnValue(undefined);
  cells.mockReturnValue(undefined);
  const cut = await ask(parts, options);
  vi.restoreAllMocks();
  return { divided, cut, isTaken };
}

interface Listed {
  readonly clash: Clash;
  readonly key: string;
}

/** By what does not depend on rounding. */
function listed({ clashes, pairOrder, offsets, collisions }: Clashes): Listed[] {
  const all = clashes.map((clash, i) => {
    const pairs = [...pairOrder.subarray(offsets[i], offsets[i + 1])].map((pair) =>
      collisions.trianglePairs.subarray(4 * pair, 4 * pair + 4).join(' '),
    );
    const { a, b, kind, inner, pairCount, reason, undecided } = clash;
    return { clash, key: JSON.stringify([a, b, pairs.sort(), kind, inner, pairCount, reason, undecided]) };
  });
  return all.sort((p, q) => (p.key < q.key ? -1 : p.key > q.key ? 1 : p.clash.point[0] - q.clash.point[0]));
}

const lengthOf = (clash: Clash): number =>
  (clash.curve ?? []).reduce((sum, { points, closed }) => {
    for (let i = closed ? 0 : 3; i < points.length; i += 3) {
      const before = (i + points.length - 3) % points.length;
      sum += Math.hypot(...[0, 1, 2].map((k) => points[i + k] - points[before + k]));
    }
    return sum;
  }, 0);

interface Scale {
  /** Largest side of all, and largest coordinate. */
  readonly extent: number;
  readonly far: number;
}

function expectSame({ divided, cut }: { divided: Clashes; cut: Clashes }, scale: Scale, about: string): void {
  const [own, other] = [listed(divided), listed(cut)];
  expect(
    own.map(({ key }) => key),
    about,
  ).toEqual(other.map(({ key }) => key));
  const slack = 1e-9 * scale.extent + 1e-14 * scale.far;
  for (const [i, { clash: p }] of own.entries()) {
    const q = other[i].clash;
    const where = `${about}, clash ${i} of ${own.length}, ${p.kind}`;
    for (const end of ['min', 'max'] as const)
      for (let k = 0; k < 3; k++)
        expect(Math.abs(p.bounds[end][k] - q.bounds[end][k]), `${where}: bounds ${end} ${k}`).toBeLessThan(slack);
    expect(p.normal === null, `${where}: normal`).toBe(q.normal === null);
    for (const [k, value] of (p.normal ?? []).entries())
      expect(Math.abs(value - q.normal![k]), `${where}: normal ${p.normal} ${q.normal}`).toBeLessThan(1e-6);
    expect(p.volume?.method, where).toBe(q.volume?.method);
    if (p.volume && q.volume) {
      const off = p.volume.errorBound + q.volume.errorBound;
      expect(
        Math.abs(p.volume.volume - q.volume.volume),
        `${where}: volume ${JSON.stringify([p.volume, q.volume])}`,
      ).toBeLessThanOrEqual(off);
      if (p.volume.method === 'exact')
        expect(p.volume.errorBound, `${where}: bound of the volume`).toBeLessThanOrEqual(
          100 * q.volume.errorBound + 1e-13 * scale.extent ** 3,
        );
    }
    expect(p.area, where).toBe(q.area);
    expect(p.curve?.length, where).toBe(q.curve?.length);
    expect(Math.abs(lengthOf(p) - lengthOf(q)), `${where}: curves`).toBeLessThanOrEqual(slack);
    expect(p.depth === null, where).toBe(q.depth === null);
    if (!p.depth || !q.depth) continue;
    const intervals = `${where}: depths ${JSON.stringify([p.depth, q.depth])}`;
    expect(p.depth.least, intervals).toBeLessThanOrEqual(q.depth.most);
    expect(q.depth.least, intervals).toBeLessThanOrEqual(p.depth.most);
    for (const { least, most } of [p.depth, q.depth])
      expect(most - least, intervals).toBeLessThanOrEqual(0.01 * most + 1e-11 * scale.extent + 1e-12 * scale.far);
  }
}

function scaleOf(solids: readonly Solid[]): Scale {
  const all = solids.flatMap(({ vertices }) => vertices);
  const range = [0, 1, 2].map((k) => {
    const values = all.map((vertex) => vertex[k]);
    return [values.reduce((p, q) => Math.min(p, q)), values.reduce((p, q) => Math.max(p, q))];
  });
  return {
    extent: Math.max(...range.map(([low, high]) => high - low)),
    far: Math.max(...range.flat().map(Math.abs)),
  };
}

/** The same two solids as they are, or elsewhere and otherwise: how they are given decides what kernels read. */
function dressed(random: Random, solids: readonly Solid[]): { parts: Part[]; solids: readonly Solid[]; way: string } {
  const way = random.pick([
    'as is',
    'as is',
    'turned',
    'mirrored',
    'tiny',
    'huge',
    'far',
    'soup',
    'single',
    'placed',
    'flat',
    'tiny and far',
    'placed',
  ]);
  const turn = randomTurn(random);
  const shift = random.times(3, () => random.real(-1, 1));
  const all = (scale: number, far: number) =>
    solids.map((solid) =>
      atPlace(
        solid,
        turn,
        scale,
        shift.map((x) => far * x),
      ),
    );
  const asMeshes = (list: readonly Solid[]) => ({
    parts: list.map((solid) => ({ mesh: meshOf(solid) })),
    solids: list,
    way,
  });
  if (way === 'turned') return asMeshes(all(1, 1));
  if (way === 'mirrored') return asMeshes(all(-1, 1));
  if (way === 'tiny') return asMeshes(all(1e-6, 1e-6));
  if (way === 'huge') return asMeshes(all(1e6, 1e6));
  if (way === 'far') return asMeshes(all(1, 1e5));
  if (way === 'tiny and far') return asMeshes(all(1e-3, 1e5));
  if (way === 'soup') return { parts: solids.map((solid) => ({ mesh: soupOf(solid) })), solids, way };
  if (way === 'single') {
    const parts = solids.map((solid) => {
      const { positions, indices } = meshOf(solid);
      return { mesh: { positions: Float32Array.from(positions), indices } };
    });
    return { parts, solids, way };
  }
  if (way === 'flat') {
    const matrix = [...turn.flatMap((column) => [...column, 0]), ...shift, 1];
    const flat = random.pick([1e-2, 1e-4, -1e-4]);
    for (let k = 8; k < 11; k++) matrix[k] *= flat;
    return { parts: solids.map((solid) => ({ mesh: meshOf(solid), matrix })), solids: all(1, 1), way };
  }
  if (way === 'placed') {
    const scale = random.pick([1, 1, -1, 1e-6, 1e6]);
    const far = random.pick([0, 1, 1e5]) * Math.abs(scale);
    const columns = turn.map((column) => column.map((value) => scale * value));
    const matrix = [...columns.flatMap((column) => [...column, 0]), ...shift.map((x) => far * x), 1];
    return { parts: solids.map((solid) => ({ mesh: meshOf(solid), matrix })), solids: all(scale, far), way };
  }
  return asMeshes(solids);
}

/** How many of the contacts the kernels divide at least. Those that they leave to be cut are in no general position, or nested. */
const SHARES: Readonly<Record<string, number>> = {
  'a torus through a face, nested loops': 0.05,
  'nested loops in a triangle with cut edges': 0,
  'spikes into a large face': 0.5,
  stars: 0.2,
  'a star and a box': 0.3,
  'crossing shells': 0.3,
  'crossing torus and box': 0.3,
  'nearly the same': 0.2,

  fans: 0.6,
  'a fan of voids': 0.3,
};

/** Asks all questions both ways; gives how many contacts there were, and how many of them the kernels divided. */
async function compare(parts: readonly Part[], scale: Scale, about: string): Promise<{ met: number; taken: number }> {
  let [met, taken] = [0, 0];
  for (const options of QUESTIONS) {
    const answers = await bothWays(parts, options);
    expectSame(answers, scale, `${about}, ${JSON.stringify(options)}`);
    met += Number(answers.cut.collisions.kinds.length > 0);
    taken += Number(answers.isTaken);
  }
  return { met, taken };
}

describe('cells', () => {
  it.each(Object.keys(SCENES))(
    'of %s are what is cut, from all sides and in all sizes',
    async (kind) => {
      let [met, taken] = [0, 0];
      for (const seed of seedsFrom(firstSeed, count)) {
        const random = new Random(seed);
        const { parts, solids, way } = dressed(random, SCENES[kind](random));
        const counts = await compare(parts, scaleOf(solids), `${kind}, seed ${seed}, ${way}`);
        met += counts.met;
        taken += counts.taken;
      }
      expect(taken / met, `${taken} of ${met}`).toBeGreaterThanOrEqual(SHARES[kind] ?? 0.7);
    },
    PATIENCE,
  );

  it(
    'of damaged meshes come to an end, and are what is cut',
    async () => {
      const kinds = Object.keys(SCENES);
      for (const seed of seedsFrom(firstSeed, 4 * count)) {
        const random = new Random(seed);
        const kind = kinds[seed % kinds.length];
        const solids = SCENES[kind](random);
        const which = random.integer(0, 2);
        const bad = solids.map((solid, i) => (which === i || which === 2 ? damaged(random, solid) : solid));
        const parts = bad.map((solid) => ({ mesh: random.chance(0.2) ? soupOf(solid) : meshOf(solid) }));
        await compare(parts, scaleOf(solids), `damaged ${kind}, seed ${seed}`);
      }
    },
    PATIENCE,
  );
});

/** Solids that meet themselves nowhere, of one shell each, for oracles. */
const PLAIN = Object.keys(SCENES).filter((kind) => !/shells|crossing|fan|inside out|several|nearly/.test(kind));

describe('what cells are made of', () => {
  it(
    'has the volume that manifold-3d finds',
    async () => {
      const loaded = await Module();
      loaded.setup();
      const { Manifold, Mesh } = loaded;
      let taken = 0;
      for (const seed of seedsFrom(firstSeed + 1000, 4 * count)) {
        const random = new Random(seed);
        const kind = PLAIN[seed % PLAIN.length];
        const meshes = SCENES[kind](random).map((solid) => {
          const { positions, indices } = meshOf(solid);
          return { positions: Float32Array.from(positions), indices };
        });
        const cells = vi.spyOn(ContactKernels.prototype, 'cells');
        const { clashes } = await ask(
          meshes.map((mesh) => ({ mesh })),
          { volume: true, depth: false },
        );
        taken += Number(cells.mock.results.some(({ value }) => value !== undefined));
        vi.restoreAllMocks();
        const solids = meshes.map(
          ({ positions, indices }) =>
            new Manifold(new Mesh({ numProp: 3, vertProperties: positions, triVerts: indices })),
        );
        const common = solids[0].intersect(solids[1]);
        const theirs = common.volume();
        for (const solid of [...solids, common]) solid.delete();
        const ours = clashes.reduce((sum, { volume }) => sum + volume!.volume, 0);
        // Theirs is rounded to single precision on the way.
        expect(Math.abs(ours - theirs), `${kind}, seed ${seed}: ${ours}, ${theirs}`).toBeLessThan(2e-5 * (1 + theirs));
      }
      expect(taken).toBeGreaterThan(2 * count);
    },
    PATIENCE,
  );

  it(
    'is nowhere deeper than is said',
    async () => {
      for (const seed of seedsFrom(firstSeed + 2000, 4 * count)) {
        const random = new Random(seed);
        const kind = PLAIN[seed % PLAIN.length];
        const solids = SCENES[kind](random);
        const { clashes } = await ask(
          solids.map((solid) => ({ mesh: meshOf(solid) })),
          {},
        );
        const [a, b] = solids.map((solid) => sampledMesh(meshOf(solid).positions, meshOf(solid).indices));
        const deeperThan = Math.max(0, ...clashes.map(({ depth }) => depth?.most ?? 0)) + 1e-9;
        const choice = { min: [-9, -9, -9], max: [9, 9, 9], deeperThan, tries: 100, seed };
        expect(reachesDeeper(a, b, choice), `${kind}, seed ${seed}`).toBe(false);
      }
    },
    PATIENCE,
  );
});
