/** `collidescope motion`: in which ranges joints are proven free, and where parts jam. */
import { version } from '../../../package.json';
import { OptionError } from '../../errors.ts';
import { screwMotion, unit } from '../../queries/sweep/screw.ts';
import { type Motion, SWEEP_DEFAULTS, type Sweep } from '../../queries/sweep/sweep.ts';
import { modelUnit } from '../../report/lengths.ts';
import { objectsOf } from '../../report/objects.ts';
import type { Scene } from '../../scene.ts';
import type { Arguments } from '../input/arguments.ts';
import { Engines } from '../input/engines.ts';
import { type Joint, readJoints } from '../input/joints-file.ts';
import { weldFor } from '../input/lengths.ts';
import { readFileModel } from '../input/read-files.ts';
import { engineSettings, readSettings } from '../input/settings.ts';
import { EXIT } from '../output/exit-codes.ts';
import type { Terminal } from '../output/terminal.ts';

const STATES = ['free', 'meeting', 'open'] as const;
const REST = ['apart', 'touching', 'overlapping'] as const;
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

interface MotionInterval {
  state: (typeof STATES)[number];
  from: number;
  to: number;
  witness: number | null;
}

interface MotionPair {
  readonly a: number;
  readonly b: number;
  readonly rest: (typeof REST)[number];
  readonly forgiven: number;
  readonly intervals: MotionInterval[];
}

interface Jam {
  readonly a: number;
  readonly b: number;
  readonly from: readonly [number, number];
  readonly to: readonly [number, number] | null;
  readonly witness: number;
  readonly point: readonly number[] | null;
}

interface MotionRow {
  readonly name: string;
  readonly kind: 'joint';
  readonly quantity: 'angle' | 'travel';
  readonly unit: string;
  readonly from: number;
  readonly to: number;
  readonly evaluations: number;
  readonly free: readonly (readonly [number, number])[];
  readonly pairs: readonly MotionPair[];
  readonly jams: readonly Jam[];
}

/** The joint's screw for a value: radians and lengths. */
function screwOf({ type, axis, pivot }: Joint, value: number) {
  const isTurn = type !== 'prismatic';
  return { axis, pivot, angle: isTurn ? (value * Math.PI) / 180 : 0, travel: isTurn ? 0 : value };
}

/** The first of the moved objects has the motion, and carries the others. */
function motionsOf(joint: Joint, value: number): Motion[] {
  const [first, ...others] = joint.moved;
  const still = { axis: joint.axis, pivot: joint.pivot, angle: 0 };
  return [
    { object: first, screw: screwOf(joint, value) },
    ...others.map((object): Motion => ({ object, carriedBy: first, screw: still })),
  ];
}

/** Intervals of one direction, in the joint's unit, from lower to higher values. */
function intervalsOf(sweep: Sweep, pair: number, value: number): MotionInterval[] {
  const rows: MotionInterval[] = [];
  for (let i = sweep.offsets[pair]; i < sweep.offsets[pair + 1]; i++) {
    const ends = [sweep.ends[2 * i] * value, sweep.ends[2 * i + 1] * value].map((x) => x + 0).sort((x, y) => x - y);
    const witness = Number.isNaN(sweep.witnesses[i]) ? null : sweep.witnesses[i] * value + 0;
    rows.push({ state: STATES[sweep.states[i]], from: ends[0], to: ends[1], witness });
  }
  return value < 0 ? rows.reverse() : rows;
}

/** Neighbours of one state become one. */
function joined(rows: readonly MotionInterval[]): MotionInterval[] {
  const out: MotionInterval[] = [];
  for (const row of rows) {
    const last = out.at(-1);
    if (last?.state === row.state) out[out.length - 1] = { ...last, to: row.to, witness: last.witness ?? row.witness };
    else out.push({ ...row });
  }
  return out;
}

function jamsOf(pair: MotionPair): Omit<Jam, 'point'>[] {
  const { a, b, intervals } = pair;
  return intervals.flatMap((row, i) => {
    if (row.state !== 'meeting' || row.witness === null) return [];
    const [before, behind] = [intervals[i - 1], intervals[i + 1]];
    const from: [number, number] = [before?.state === 'open' ? before.from : row.from, row.from];
    const to: [number, number] | null = behind ? [row.to, behind.state === 'open' ? behind.to : row.to] : null;
    return [{ a, b, from, to, witness: row.witness }];
  });
}

/** What is free in all of several lists of free ranges within from..to. */
function freeRanges(pairs: readonly MotionPair[], from: number, to: number): [number, number][] {
  let free: [number, number][] = [[from, to]];
  for (const { intervals } of pairs) {
    for (const row of intervals) {
      if (row.state === 'free') continue;
      free = free.flatMap(([low, high]): [number, number][] => {
        if (row.to < low || row.from > high) return [[low, high]];
        const parts: [number, number][] = [
          [low, row.from],
          [row.to, high],
        ];
        return parts.filter(([x, y]) => x < y);
      });
    }
  }
  return free;
}

async function pointOf(scene: Scene, joint: Joint, jam: Omit<Jam, 'point'>): Promise<Jam> {
  const { axis, pivot, angle, travel } = screwOf(joint, jam.witness);
  const matrix = screwMotion(unit(axis), pivot, angle, travel).at(1, 1);
  for (const object of joint.moved) scene.place(object, matrix);
  const { pointA } = await scene.closest(jam.a, jam.b);
  for (const object of joint.moved) scene.place(object, IDENTITY);
  return { ...jam, point: pointA ? [...pointA] : null };
}

async function motionOf(scene: Scene, joint: Joint, lengthUnit: string): Promise<{ row: MotionRow; accuracy: number }> {
  const [from, to] = joint.limits;
  const values = [from, to].filter((value) => value !== 0);
  const sweeps: { value: number; sweep: Sweep }[] = [];
  for (const value of values.length > 0 ? values : [0]) {
    sweeps.push({ value, sweep: await scene.sweep(motionsOf(joint, value)) });
  }
  const [{ sweep: first }] = sweeps;
  const pairs = Array.from(first.rest, (rest, i): MotionPair => {
    const rows = sweeps.flatMap(({ value, sweep }) => intervalsOf(sweep, i, value));
    return {
      a: first.objectPairs[2 * i],
      b: first.objectPairs[2 * i + 1],
      rest: REST[rest],
      forgiven: first.forgiven[i],
      intervals: joined(rows),
    };
  });
  const jams: Jam[] = [];
  for (const jam of pairs.flatMap(jamsOf)) jams.push(await pointOf(scene, joint, jam));
  const isTurn = joint.type !== 'prismatic';
  const row: MotionRow = {
    name: joint.name,
    kind: 'joint',
    quantity: isTurn ? 'angle' : 'travel',
    unit: isTurn ? 'degrees' : lengthUnit,
    from,
    to,
    evaluations: sweeps.reduce((sum, { sweep }) => sum + sweep.evaluations, 0),
    free: freeRanges(pairs, from, to),
    pairs,
    jams,
  };
  return { row, accuracy: first.stats.accuracy };
}

/** Not everything is proven free: a jam, or an open interval wider than the tolerance. */
function isFailed({ pairs, from, to }: MotionRow): boolean {
  const widest = 2 * SWEEP_DEFAULTS.tolerance * Math.max(Math.abs(from), Math.abs(to));
  return pairs.some(({ intervals }) =>
    intervals.some((row) => row.state === 'meeting' || (row.state === 'open' && row.to - row.from > widest)),
  );
}

const shown = (value: number): string => String(Number(value.toPrecision(8)));

function motionText(rows: readonly MotionRow[], names: readonly string[]): string {
  const lines = rows.flatMap((row) => {
    const unitText = row.unit === 'degrees' ? '°' : ` ${row.unit}`;
    const free = row.free.map(([from, to]) => `${shown(from)} to ${shown(to)}`).join(', ') || 'nowhere';
    const head = `${row.name} (${shown(row.from)} to ${shown(row.to)}${unitText}): proven free ${free}${row.free.length > 0 ? unitText : ''}`;
    const jams = row.jams.map(({ a, b, from, to }) => {
      const end = to ? ` to ${shown(to[1])}` : ' on';
      return `  ${names[a]} meets ${names[b]} from ${shown(from[0])}${end}${unitText}`;
    });
    const isOpen = row.jams.length === 0 && isFailed(row);
    return [head, ...jams, ...(isOpen ? ['  not proven free everywhere, and no contact found'] : [])];
  });
  return `${lines.join('\n')}\n`;
}

export async function motion(args: Arguments, terminal: Terminal): Promise<number> {
  const jointsPath = args.text('joints');
  if (args.files.length === 0) {
    throw new OptionError(
      'no-files',
      'motion expects a model, as in: collidescope motion arm.glb --joints joints.json.',
    );
  }
  if (jointsPath === undefined) {
    throw new OptionError(
      'bad-joints',
      'motion needs --joints, a file that says how parts move; docs/motion.md has its form.',
    );
  }
  const engines = await Engines.open(engineSettings(args));
  try {
    const files = [];
    for (const file of args.files) files.push(await readFileModel(file, readSettings(args), terminal));
    const objects = files.flatMap((file) => objectsOf(file, { merge: false, weld: weldFor(args, file, true) }));
    const joints = readJoints(jointsPath, objects);
    const lengthUnit = modelUnit(files, undefined) ?? 'units';
    const engine = await engines.for(objects.reduce((sum, { triangles }) => sum + triangles, 0));
    using scene = engine.createScene();
    for (const { mesh } of objects) scene.add(mesh);
    const rows: MotionRow[] = [];
    let length = 0;
    for (const [i, joint] of joints.entries()) {
      terminal.progress(`moving ${joint.name}`, i / joints.length);
      const { row, accuracy } = await motionOf(scene, joint, lengthUnit);
      rows.push(row);
      length = accuracy;
    }
    const met = new Map(rows.flatMap(({ jams }) => jams.map(({ a, b }): [string, object] => [`${a} ${b}`, { a, b }])));
    const failed = rows.some(isFailed);
    terminal.clear();
    if (args.has('json')) {
      terminal.printJson({
        command: 'motion',
        version,
        objects: objects.map(({ file, name, triangles }) => ({ file, name, triangles })),
        unit: lengthUnit,
        tolerance: { t: SWEEP_DEFAULTS.tolerance, length },
        motions: rows,
        canMeet: [...met.values()],
        failed,
      });
    } else if (!args.has('quiet')) {
      terminal.print(
        motionText(
          rows,
          objects.map(({ name }) => name),
        ),
      );
    }
    return failed ? EXIT.found : EXIT.done;
  } finally {
    engines.dispose();
  }
}
