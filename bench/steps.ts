/**
 * Simulations that pass through nothing: cloths that fall over a ball, a hand and themselves, or are pulled as none can follow.
 *
 * Every frame goes by `advance` and is looked at by `collide`, which must find nothing; and never may, in ten frames running, more than
 * 1 % of the vertices be held back to less than half of their way. What a step costs is told beside `collide({ self: true })` on the
 * same frames, in processor time on one thread; and what calls without a promise take at least. Exits 1 when a frame collides or a cloth is stuck; targets of cost are printed, not enforced.
 */
import { createEngine, type Engine } from '../src/index.ts';
import { aimedBolts } from './support/aimed-bolts.ts';
import { ClothDrop, DROPS, SOLVERS } from './support/cloth-drop.ts';
import { readFlags } from './support/flags.ts';
import { noteLoad } from './support/machine.ts';
import { progress } from './support/progress.ts';
import { saveResults } from './support/results.ts';
import { printTable, type Row } from './support/table.ts';

/** Times of `collide({ self: true })` that are aimed at. */
const TARGETS = { contacts: 4, impacts: 4, first: 4.4, safeStep: 2.2, 'per vertex': 5.2, advance: 10 } as const;
/** Costs are measured once in this many frames. */
const EVERY = 5;
const STUCK_FRAMES = 10;
const STUCK_PART = 0.01;

const processorMilliseconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Processor time by name. */
class Costs {
  readonly #times = new Map<string, number[]>();

  async of<T>(name: string, ask: () => Promise<T>): Promise<T> {
    const began = processorMilliseconds();
    const answer = await ask();
    const times = this.#times.get(name) ?? [];
    times.push(processorMilliseconds() - began);
    this.#times.set(name, times);
    return answer;
  }

  sum(name: string): number {
    return (this.#times.get(name) ?? []).reduce((sum, time) => sum + time, 0);
  }

  /** Not disturbed by occasional work of the JavaScript engine. */
  median(name: string): number {
    const sorted = [...(this.#times.get(name) ?? [])].sort((p, q) => p - q);
    return sorted[sorted.length >> 1] ?? 0;
  }
}

/** Which part of the vertices was held back to less than half of its way. */
const heldPart = ([steps]: readonly Float64Array[]): number =>
  steps.reduce((held, step) => held + Number(step < 0.5), 0) / steps.length;

/** Asks what a solver might ask in a frame; the scene stays as it is. */
async function askAll(cloth: ClothDrop, costs: Costs): Promise<void> {
  const { scene, pairs, edge } = cloth;
  scene.move(0, cloth.positions);
  await costs.of('collide', () => scene.collide({ self: true }));
  await costs.of('contacts', () => scene.contacts(edge / 2, { pairs }));
  cloth.aimHalfEdge();
  await costs.of('impacts', () => scene.impacts({ pairs }));
  await costs.of('first', () => scene.impacts({ pairs, first: true }));
  await costs.of('safeStep', () => scene.safeStep({ pairs }));
  await costs.of('per vertex', () => scene.safeStep({ pairs, each: 'vertex' }));
}

async function run(engine: Engine, cloth: ClothDrop, frames: number, measures: boolean): Promise<Row> {
  const costs = new Costs();
  const fallbacks = { none: 0, vertex: 0, scene: 0, stay: 0 };
  // The first times load kernels and warm up.
  if (measures) for (let i = 0; i < 3; i++) await askAll(cloth, new Costs());
  let [colliding, stuck, longest, rounds, contacts] = [0, 0, 0, 0, 0];
  for (let frame = 0; frame < frames; frame++) {
    const isMeasured = measures && frame % EVERY === 0;
    if (isMeasured) await askAll(cloth, costs);
    cloth.aim();
    const answer = isMeasured ? await costs.of('advance', () => cloth.advance()) : await cloth.advance();
    fallbacks[answer.fallback]++;
    rounds += answer.rounds;
    contacts += answer.contacts.distances.length / frames;
    stuck = heldPart(answer.steps) > STUCK_PART ? stuck + 1 : 0;
    longest = Math.max(longest, stuck);
    colliding += (await cloth.scene.collide({ pairs: cloth.pairs })).kinds.length + answer.before.length / 4;
    if (frame % 50 === 49) progress(`frame ${frame + 1} of ${frames}`);
  }
  const ratio = (name: string) => (measures ? costs.median(name) / costs.median('collide') : undefined);
  return {
    cloth: cloth.drop,
    solver: cloth.solver.name,
    triangles: cloth.indices.length / 3,
    threads: engine.threads,
    frames,
    colliding,
    'frames stuck': longest,
    'vertex, scene, stay': `${fallbacks.vertex} ${fallbacks.scene} ${fallbacks.stay}`,
    rounds: rounds / frames,
    near: Math.round(contacts),
    ...Object.fromEntries(Object.keys(TARGETS).map((name) => [name, ratio(name)])),
    verdict: colliding > 0 ? 'COLLIDES' : longest >= STUCK_FRAMES ? 'STUCK' : 'free',
  };
}

/** Processor time of `advance` a thread, on two threads. */
async function onTwoThreads(triangles: number, frames: number): Promise<Row> {
  const engine = await createEngine({ backend: 'wasm', threads: 2 });
  const cloth = await ClothDrop.create(engine, 'ball', triangles, SOLVERS[0]);
  const costs = new Costs();
  for (let frame = 0; frame < frames; frame++) {
    cloth.aim();
    // The first frames load kernels and warm up.
    await (frame < 5 ? cloth.advance() : costs.of('advance', () => cloth.advance()));
  }
  engine.dispose();
  return {
    cloth: 'ball',
    triangles: cloth.indices.length / 3,
    frames,
    'advance, ms of processor a thread': costs.sum('advance') / (frames - 5) / 2,
    target: 20,
  };
}

const BOX = {
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1),
  indices: Uint32Array.of(
    ...[0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4],
    ...[2, 3, 7, 2, 7, 6, 1, 2, 6, 1, 6, 5, 3, 0, 4, 3, 4, 7],
  ),
};
/** Microseconds that a synchronous call may take, for two boxes one of which has moved. */
const FLOORS = { collideSync: 60, contactsSync: 60, impactsSync: 150 } as const;
/** How the second box lies across the first: not in line with it, as boxes mostly do not; in line, whole numbers have to decide. */
const ACROSS = { 'not in line': [0.13, 0.21], 'in line': [0, 0] } as const;
const CALLS = 400;
const BOLT_ROUNDS = 120;

/** The median and the least of many calls, by the clock; moving the box is not part of it. */
async function floors(): Promise<Row[]> {
  const engine = await createEngine({ backend: 'wasm', threads: 0 });
  await engine.prepare(['collide', 'contacts', 'impacts']);
  const scene = engine.createScene();
  scene.add(BOX);
  const box = scene.add(BOX);
  const asks = {
    collideSync: () => scene.collideSync().kinds.length,
    contactsSync: () => scene.contactsSync(0.1).kinds.length,
    impactsSync: () => scene.impactsSync().times.length,
  };
  const rows: Row[] = [];
  for (const [boxes, [y, z]] of Object.entries(ACROSS)) {
    const at = (x: number) => BOX.positions.map((value, i) => value + [x, y, z][i % 3]);
    for (const [call, ask] of Object.entries(asks)) {
      const times: number[] = [];
      let found = 0;
      for (let i = 0; i < 3 * CALLS; i++) {
        scene.move(box, at(1.05 + 1e-4 * (i % 7)));
        if (call === 'impactsSync') scene.aim(box, at(0.9));
        const began = performance.now();
        found = ask();
        // The first calls warm up.
        if (i >= 2 * CALLS) times.push(1000 * (performance.now() - began));
      }
      times.sort((p, q) => p - q);
      const target = FLOORS[call as keyof typeof FLOORS];
      rows.push({ call, boxes, found, 'median µs': times[CALLS >> 1], 'least µs': times[0], target });
    }
  }
  engine.dispose();
  return rows;
}

/** Ten of a thousand rigid bolts aimed, beside `collide` after the same ten have moved. */
async function rigid(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const bolts of ['turned', 'in line'] as const) {
    const engine = await createEngine({ backend: 'wasm', threads: 0 });
    const { scene, place, aim, triangles } = aimedBolts(engine, bolts === 'in line');
    const costs = new Costs();
    let found = 0;
    for (let i = 0; i < BOLT_ROUNDS; i++) {
      // The first rounds load kernels, warm up, and learn which objects are unchanged.
      const own = i < BOLT_ROUNDS / 3 ? new Costs() : costs;
      place(i);
      await own.of('collide', () => scene.collide());
      aim();
      found = (await own.of('impacts', () => scene.impacts())).times.length;
    }
    engine.dispose();
    rows.push({
      bolts,
      triangles,
      impacts: found,
      'times collide': costs.median('impacts') / costs.median('collide'),
      target: 3,
    });
  }
  return rows;
}

async function main(): Promise<void> {
  const flags = readFlags({
    frames: { type: 'string', help: 'frames of each cloth [60]; 3000 for all there is' },
    triangles: { type: 'string', help: 'sizes of cloths, with commas [5000,20000]' },
    cloth: { type: 'string', help: `only this one: ${DROPS.join(', ')}` },
    solver: { type: 'string', help: 'only the solver with this number, 0 to 2' },
    floors: { type: 'boolean', help: 'only what calls without a promise take, of two boxes; and rigid bolts' },
    save: { type: 'boolean', help: 'append the results to bench/results/<machine>.csv' },
  });
  noteLoad();
  printTable('Two boxes without a promise, by the clock', await floors());
  printTable('Ten of a thousand bolts aimed', await rigid());
  if (flags.floors) return;
  const frames = Number(flags.frames ?? 60);
  const sizes = (flags.triangles ?? '5000,20000').split(',').map(Number);
  const drops = DROPS.filter((drop) => !flags.cloth || drop === flags.cloth);
  const solvers = SOLVERS.filter((_, i) => flags.solver === undefined || i === Number(flags.solver));
  const rows: Row[] = [];
  for (const triangles of sizes) {
    for (const drop of drops) {
      for (const solver of solvers) {
        progress(`${drop}, ${solver.name}, ${triangles} triangles`);
        const engine = await createEngine({ backend: 'wasm', threads: 0 });
        rows.push(
          await run(engine, await ClothDrop.create(engine, drop, triangles, solver), frames, solver === SOLVERS[0]),
        );
        engine.dispose();
      }
    }
  }
  const targets = Object.entries(TARGETS).map(([name, most]) => `${name} ${most}`);
  printTable(`Steps, in times of collide({ self: true }) (at most: ${targets.join(', ')})`, rows);
  printTable('A step on two threads', [await onTwoThreads(Math.max(...sizes), Math.min(frames, 40))]);
  if (flags.save) saveResults('steps', rows, ['cloth', 'solver', 'triangles']);
  if (rows.some(({ verdict }) => verdict !== 'free')) process.exitCode = 1;
}

await main();
