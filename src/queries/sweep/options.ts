/** Checks the options and motions of `sweep`, and fills in the defaults. */
import { OptionError } from '../../errors.ts';
import { describe } from '../../mesh/check-mesh.ts';
import { checkMatrix } from '../../mesh/placement.ts';
import { type Check, type CheckedBy, checkChoice, declareOptions, flag, number, optional } from '../options.ts';
import type { CheckedKeys } from './keyed-motion.ts';
import type { Vector } from './rigid.ts';
import { type Motion, SWEEP_DEFAULTS, type SweepOptions } from './sweep.ts';

export interface CheckedMotion {
  readonly object: number;
  readonly carriedBy: number | undefined;
  readonly path:
    | { readonly axis: Vector; readonly pivot: Vector; readonly angle: number; readonly travel: number }
    | { readonly to: Float64Array }
    | { readonly keys: CheckedKeys };
}

const isLength = (value: number): boolean => value >= 0 && Number.isFinite(value);
const lengthOrRest = number(isLength, "a length from 0 on, or 'rest'");
const forgive: Check<number | 'rest'> = (call, option, value) =>
  value === 'rest' ? value : lengthOrRest(call, option, value);

export const SWEEP_DECLARATION = declareOptions<SweepOptions>(
  'sweep',
  SWEEP_DEFAULTS,
)({
  tolerance: number((value) => value >= 1e-12 && value <= 1, 'a part of the motion from 1e-12 to 1'),
  // Left out, it is chosen from the scene.
  accuracy: optional(number((value) => value > 0 && Number.isFinite(value), 'a length above 0')),
  gap: number(isLength, 'a length from 0 on'),
  forgive,
  first: flag,
  effort: number((value) => value >= 1, 'a number of evaluations from 1 on'),
});

export type CheckedSweepOptions = CheckedBy<typeof SWEEP_DECLARATION>;

export function checkSweepOptions(options: SweepOptions): CheckedSweepOptions {
  const checked = SWEEP_DECLARATION.check(options);
  if (checked.self) {
    throw new OptionError(
      'option-value',
      'sweep: pairs within one object are asked for, which no rigid motion changes. Ask collide({ self: true }) once.',
      { option: options.pairs ? 'pairs' : 'self' },
    );
  }
  return checked;
}

/** A short list of numbers as it is; anything else by its kind. */
function shown(found: unknown): string {
  const isList = Array.isArray(found) || ArrayBuffer.isView(found);
  const list = isList ? Array.from(found as unknown as ArrayLike<unknown>) : [];
  const isShort = list.length > 0 && list.length <= 4 && list.every((value) => typeof value === 'number');
  return isShort ? `[${list.join(', ')}]` : describe(found);
}

function bad(name: string, what: string, found: unknown, expected: string): OptionError {
  return new OptionError('motion-value', `${name}: ${what} is ${shown(found)}; expected ${expected}.`);
}

const isFinite3 = (value: unknown): value is Vector => {
  if (!Array.isArray(value) && !ArrayBuffer.isView(value)) return false;
  const numbers = Array.from(value as unknown as ArrayLike<unknown>);
  return numbers.length === 3 && numbers.every((x) => Number.isFinite(x) && Math.abs(x as number) <= 2 ** 250);
};

function checkScrew(name: string, screw: { axis?: unknown; pivot?: unknown; angle?: unknown; travel?: unknown }) {
  if (typeof screw !== 'object' || screw === null) throw bad(name, 'screw', screw, '{ axis, pivot, angle, travel }');
  const { axis, pivot, angle, travel = 0 } = screw;
  if (!isFinite3(axis) || axis.every((value) => value === 0))
    throw bad(name, 'axis', axis, 'three numbers up to 2^250, not all 0');
  if (!isFinite3(pivot)) throw bad(name, 'pivot', pivot, 'three numbers up to 2^250');
  if (!Number.isFinite(angle) || Math.abs(angle as number) > 1e6)
    throw bad(name, 'angle', angle, 'radians, at most 1e6 either way');
  if (!Number.isFinite(travel)) throw bad(name, 'travel', travel, 'a finite length');
  return {
    axis: [...axis] as unknown as Vector,
    pivot: [...pivot] as unknown as Vector,
    angle: angle as number,
    travel: travel as number,
  };
}

function checkNumbers(name: string, what: string, values: unknown, count: number): Float64Array {
  const length = (values as ArrayLike<number> | undefined)?.length;
  if (length !== count) throw bad(name, `the number of ${what}`, length, `${count}`);
  const copied = Float64Array.from(values as ArrayLike<number>);
  const at = copied.findIndex((value) => !Number.isFinite(value));
  if (at >= 0) throw bad(name, `number ${at} of ${what}`, copied[at], 'a finite number');
  return copied;
}

function checkKeys(name: string, keys: Extract<Motion, { keys: unknown }>['keys']): CheckedKeys {
  if (typeof keys !== 'object' || keys === null) throw bad(name, 'keys', keys, '{ times, rotations, translations }');
  const interpolation = checkChoice(name, 'interpolation', keys.interpolation ?? 'linear', ['linear', 'cubic', 'step']);
  const count = (keys.times as ArrayLike<number> | undefined)?.length ?? 0;
  if (count === 0) throw bad(name, 'times', keys.times, 'at least one time');
  const times = checkNumbers(name, 'times', keys.times, count);
  const at = times.findIndex((time, i) => time < 0 || time > 1 || (i > 0 && time <= times[i - 1]));
  if (at >= 0)
    throw bad(name, `time ${at}`, times[at], 'ascending times from 0 to 1; divide by the duration of the clip');
  const each = interpolation === 'cubic' ? 3 : 1;
  const rotations =
    keys.rotations === undefined ? undefined : checkNumbers(name, 'rotations', keys.rotations, 4 * each * count);
  const translations =
    keys.translations === undefined
      ? undefined
      : checkNumbers(name, 'translations', keys.translations, 3 * each * count);
  for (let i = 0; rotations && i < count; i++) {
    const from = 4 * (each === 3 ? 3 * i + 1 : i);
    const length = Math.hypot(...rotations.subarray(from, from + 4));
    if (Math.abs(length - 1) > 1e-2)
      throw bad(name, `the length of rotation ${i}`, length, '1: a unit quaternion x y z w');
  }
  return { times, rotations, translations, interpolation };
}

function pathOf(name: string, motion: Motion): CheckedMotion['path'] {
  const given = ['screw', 'to', 'keys'].filter(
    (key) => (motion as unknown as Record<string, unknown>)[key] !== undefined,
  );
  if (given.length !== 1) {
    const found = given.length === 0 ? 'nothing to move by' : given.join(' and ');
    throw new OptionError('motion-value', `${name} has ${found}; expected one of screw, to and keys.`);
  }
  if ('screw' in motion) return checkScrew(name, motion.screw);
  if ('to' in motion) return { to: checkMatrix(motion.to, name) };
  return { keys: checkKeys(name, motion.keys) };
}

/** Copies, checked; whether objects exist is the scene's to say. */
export function checkMotions(motions: readonly Motion[]): CheckedMotion[] {
  if (!Array.isArray(motions) || motions.length === 0) {
    throw new OptionError(
      'no-motion',
      `sweep: motions are ${Array.isArray(motions) ? 'an empty list' : describe(motions)}; expected a list with a motion for each object that moves.`,
    );
  }
  const seen = new Set<number>();
  const checked = motions.map((motion: Motion, i): CheckedMotion => {
    const name = `sweep: motion ${i}`;
    if (typeof motion !== 'object' || motion === null)
      throw bad(name, 'the motion', motion, '{ object, screw } or its like');
    const unknown = Object.keys(motion).find((key) => !['object', 'carriedBy', 'screw', 'to', 'keys'].includes(key));
    if (unknown !== undefined)
      throw new OptionError(
        'unknown-option',
        `${name} has no field "${unknown}"; it has object, carriedBy and one of screw, to, keys.`,
      );
    if (seen.has(motion.object))
      throw bad(
        name,
        'object',
        motion.object,
        'an object without another motion; join both into one, or use carriedBy',
      );
    seen.add(motion.object);
    return { object: motion.object, carriedBy: motion.carriedBy, path: pathOf(name, motion) };
  });
  refuseLoops(checked);
  return checked;
}

function refuseLoops(motions: readonly CheckedMotion[]): void {
  const carrierOf = new Map(motions.map(({ object, carriedBy }) => [object, carriedBy]));
  for (const { object } of motions) {
    const seen = new Set<number>();
    for (let at: number | undefined = object; at !== undefined; at = carrierOf.get(at)) {
      if (seen.has(at)) {
        throw new OptionError(
          'motion-loop',
          `sweep: objects carry each other in a loop: ${[...seen, at].join(', ')}. Leave out one carriedBy.`,
        );
      }
      seen.add(at);
    }
  }
}
