/** Reads `--joints`: how parts of a model move against each other (docs/motion.md has the form). */
import { readFileSync } from 'node:fs';
import { OptionError } from '../../errors.ts';
import type { FileObject } from '../../report/objects.ts';

export type JointType = 'revolute' | 'continuous' | 'prismatic';

export interface Joint {
  readonly name: string;
  readonly type: JointType;
  /** Objects that the joint moves: the child, and all that further joints hang on it. */
  readonly moved: readonly number[];
  readonly axis: readonly [number, number, number];
  readonly pivot: readonly [number, number, number];
  /** Degrees, or the unit of the model; 0 is where the files have the parts. */
  readonly limits: readonly [number, number];
}

interface RawJoint {
  name?: unknown;
  type?: unknown;
  parent?: unknown;
  child?: unknown;
  axis?: unknown;
  pivot?: unknown;
  limits?: unknown;
}

function bad(path: string, joint: string, what: string, remedy: string): OptionError {
  return new OptionError('bad-joints', `${path}: ${joint}: ${what}. ${remedy}`);
}

const isTriple = (value: unknown): value is [number, number, number] =>
  Array.isArray(value) && value.length === 3 && value.every((x) => Number.isFinite(x));

function limitsOf(path: string, name: string, type: JointType | 'fixed', limits: unknown): [number, number] {
  if (type === 'fixed') return [0, 0];
  if (limits === undefined && type === 'continuous') return [0, 360];
  const isPair = Array.isArray(limits) && limits.length === 2 && limits.every((x) => Number.isFinite(x));
  if (!isPair)
    throw bad(
      path,
      name,
      'limits are missing',
      'Give two numbers, [from, to]: degrees, or lengths for a prismatic joint.',
    );
  const [from, to] = limits as [number, number];
  if (from > to)
    throw bad(path, name, `limits are the wrong way round, [${from}, ${to}]`, 'Write the lower one first.');
  if (from > 0 || to < 0)
    throw bad(
      path,
      name,
      `limits [${from}, ${to}] leave out 0`,
      'The pose that the files have is 0 and must lie within the limits.',
    );
  return [from, to];
}

/** The objects of a link: those with its name. */
function objectsNamed(
  path: string,
  joint: string,
  field: string,
  name: unknown,
  objects: readonly FileObject[],
): number[] {
  const found = objects.flatMap((object, i) => (object.name === name ? [i] : []));
  if (found.length > 0) return found;
  const known = [...new Set(objects.map((object) => object.name))].slice(0, 8).join(', ');
  throw bad(path, joint, `no part is called ${JSON.stringify(name)} (${field})`, `The parts are ${known}.`);
}

export function readJoints(path: string, objects: readonly FileObject[]): Joint[] {
  let raw: { joints?: unknown };
  try {
    raw = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new OptionError('bad-joints', `${path}: cannot be read as JSON (${(error as Error).message}).`);
  }
  const list = raw?.joints;
  if (!Array.isArray(list) || list.length === 0)
    throw bad(
      path,
      'joints',
      'there are none',
      'Expected { "joints": [{ name, type, parent, child, axis, pivot, limits }] }.',
    );
  const links = list.map((joint: RawJoint, i) => {
    const name = typeof joint?.name === 'string' ? joint.name : `joint ${i}`;
    const type = joint?.type as JointType | 'fixed';
    if (!['revolute', 'continuous', 'prismatic', 'fixed'].includes(type))
      throw bad(
        path,
        name,
        `the type is ${JSON.stringify(joint?.type)}`,
        'Expected revolute, continuous, prismatic or fixed.',
      );
    const children = objectsNamed(path, name, 'child', joint.child, objects);
    if (joint.parent !== undefined && joint.parent !== 'world')
      objectsNamed(path, name, 'parent', joint.parent, objects);
    const { axis = [0, 0, 1], pivot = [0, 0, 0] } = joint;
    if (!isTriple(axis) || axis.every((x) => x === 0))
      throw bad(path, name, `the axis is ${JSON.stringify(axis)}`, 'Expected three numbers, not all 0.');
    if (!isTriple(pivot)) throw bad(path, name, `the pivot is ${JSON.stringify(pivot)}`, 'Expected three numbers.');
    return {
      name,
      type,
      parent: joint.parent,
      child: joint.child,
      children,
      axis,
      pivot,
      limits: limitsOf(path, name, type, joint.limits),
    };
  });
  const below = (child: unknown, seen: readonly unknown[]): number[] => {
    if (seen.includes(child))
      throw bad(path, 'joints', `${[...seen, child].join(', ')} hang on each other in a loop`, 'Leave out one joint.');
    return links.flatMap((link) =>
      link.parent === child ? [...link.children, ...below(link.child, [...seen, child])] : [],
    );
  };
  return links.flatMap(({ name, type, child, children, axis, pivot, limits }) => {
    const moved = [...new Set([...children, ...below(child, [])])];
    return type === 'fixed' ? [] : [{ name, type, moved, axis, pivot, limits }];
  });
}
