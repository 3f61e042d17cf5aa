/**
 * Reads `--path`: joint values from place to place, as JSON (`{ "joints": [names], "times": [...], "values": [[...], ...] }`) or as a table,
 * a line of names (`time` among them, if it is) and a line of numbers for each place.
 */
import { basename } from 'node:path';
import { OptionError } from '../../errors.ts';
import { freeJoints, type Mechanism } from '../../report/motion/mechanism.ts';
import type { Trajectory } from '../../report/motion/mechanism-rows.ts';
import { readRegularText } from '../../shards/regular-file.ts';

interface RawPath {
  readonly joints: readonly string[];
  readonly times: readonly number[] | undefined;
  readonly values: readonly (readonly number[])[];
}

function bad(path: string, what: string, remedy: string): OptionError {
  return new OptionError('bad-path', `${path}: ${what}. ${remedy}`, { path });
}

function readTable(path: string, text: string): RawPath {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const cells = lines.map((line) => line.split(/[,;\t]/).map((cell) => cell.trim()));
  const [names = [], ...rows] = cells;
  const wrong = rows.findIndex(
    (row) => row.length !== names.length || row.some((cell) => cell === '' || !Number.isFinite(Number(cell))),
  );
  if (wrong >= 0)
    throw bad(
      path,
      `line ${wrong + 2} is "${lines[wrong + 1].slice(0, 60)}"`,
      `Expected ${names.length} numbers, as there are names in the first line.`,
    );
  const time = names.findIndex((name) => /^(time|t|seconds)$/i.test(name));
  const without = <T>(row: readonly T[]) => row.filter((_, i) => i !== time);
  return {
    joints: without(names),
    times: time < 0 ? undefined : rows.map((row) => Number(row[time])),
    values: rows.map((row) => without(row).map(Number)),
  };
}

function readJson(path: string, text: string): RawPath {
  let raw: { joints?: unknown; times?: unknown; values?: unknown } | null;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    throw bad(path, `it cannot be read as JSON (${(error as Error).message})`, 'Check commas and quotes.');
  }
  const { joints, times, values } = raw ?? {};
  const isNumbers = (list: unknown): list is number[] => Array.isArray(list) && list.every((x) => Number.isFinite(x));
  if (!Array.isArray(joints) || !joints.every((name) => typeof name === 'string'))
    throw bad(path, 'joints is no list of names', 'Expected { "joints": ["shoulder"], "values": [[0], [45]] }.');
  const isTable = Array.isArray(values) && values.every((row) => isNumbers(row) && row.length === joints.length);
  if (!isTable)
    throw bad(
      path,
      'values is no list with a number for each joint in each row',
      `Expected ${joints.length} numbers in each.`,
    );
  if (times !== undefined && !isNumbers(times))
    throw bad(path, 'times is no list of numbers', 'Give a time for each row, or none.');
  return { joints, times: times as number[] | undefined, values: values as number[][] };
}

export function readPath(path: string, mechanism: Mechanism): Trajectory {
  let text: string;
  try {
    text = readRegularText(path).replace(/^\ufeff/, '');
  } catch (error) {
    throw bad(path, `it cannot be read (${(error as Error).message})`, 'Check the path.');
  }
  const { joints, times, values } = text.trimStart().startsWith('{') ? readJson(path, text) : readTable(path, text);
  const known = freeJoints(mechanism);
  for (const [k, name] of joints.entries()) {
    const joint = known.find((each) => each.name === name);
    if (!joint)
      throw bad(
        path,
        `there is no joint "${name}" that moves by itself`,
        `The joints are ${known.map((each) => each.name).join(', ')}.`,
      );
    const [low, high] = joint.limits ?? [-Infinity, Infinity];
    const beyond = values.findIndex((row) => row[k] < low || row[k] > high);
    if (beyond >= 0)
      throw bad(
        path,
        `${name} is ${values[beyond][k]} in row ${beyond}, its limits are ${low} to ${high}`,
        'Keep within the limits.',
      );
  }
  if (values.length < 2) throw bad(path, `it has ${values.length} rows`, 'A path has two or more.');
  if (times && (times.length !== values.length || times.some((time, i) => i > 0 && time <= times[i - 1])))
    throw bad(
      path,
      'times do not ascend, or are not as many as rows',
      'Give one time for each row, each later than the one before.',
    );
  return {
    name: basename(path),
    times: times ?? values.map((_, i) => i),
    hasTimes: times !== undefined,
    values: values.map((row) => new Map(joints.map((name, k) => [name, row[k]]))),
  };
}

/** `--at shoulder=30,slide=5`: values of joints that stay where they are while others move. */
export function readJointValues(text: string | undefined, mechanism: Mechanism): Map<string, number> {
  const values = new Map<string, number>();
  if (text === undefined) return values;
  const known = freeJoints(mechanism);
  for (const piece of text.split(',')) {
    const [, name, digits] = /^\s*(.+?)\s*=\s*(\S+)\s*$/.exec(piece) ?? [];
    const joint = known.find((each) => each.name === name);
    const [low, high] = joint?.limits ?? [-Infinity, Infinity];
    const value = Number(digits);
    if (!joint || digits === undefined || !(value >= low && value <= high) || !Number.isFinite(value)) {
      const expected = joint
        ? `a value from ${low} to ${high}`
        : `joint=value, with one of ${known.map((each) => each.name).join(', ')}`;
      throw new OptionError('option-value', `--at: found "${piece}"; expected ${expected}.`, {
        option: 'at',
        found: piece,
      });
    }
    values.set(joint.name, value);
  }
  return values;
}
