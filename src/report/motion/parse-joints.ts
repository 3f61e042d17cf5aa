/** How parts of a model move against each other, from the JSON of `--joints` (docs/motion.md has the form). */
import { badJoints, orderedJoints } from './check-mechanism.ts';
import type { Joint, JointType, Mechanism } from './mechanism.ts';

const TYPES: readonly unknown[] = ['revolute', 'continuous', 'prismatic', 'fixed'] satisfies JointType[];
const FIELDS = ['name', 'type', 'parent', 'child', 'axis', 'pivot', 'limits', 'mimic'];

type Raw = Readonly<Record<string, unknown>>;

const isTriple = (value: unknown): value is [number, number, number] =>
  Array.isArray(value) && value.length === 3 && value.every((x) => Number.isFinite(x));

function limitsOf(path: string, name: string, type: JointType, limits: unknown): Joint['limits'] {
  if (type === 'fixed') return [0, 0];
  if (limits === undefined && type === 'continuous') return undefined;
  const isPair = Array.isArray(limits) && limits.length === 2 && limits.every((x) => Number.isFinite(x));
  if (!isPair)
    throw badJoints(
      path,
      name,
      'limits are missing',
      'Give two numbers, [from, to]: degrees, or lengths for a prismatic joint.',
    );
  const [from, to] = limits as [number, number];
  if (from > to)
    throw badJoints(path, name, `limits are the wrong way round, [${from}, ${to}]`, 'Write the lower one first.');
  return [from, to];
}

function mimicOf(path: string, name: string, mimic: unknown): Joint['mimic'] {
  if (mimic === undefined) return undefined;
  const { joint, factor = 1, offset = 0 } = (mimic ?? {}) as Raw;
  if (typeof joint === 'string' && Number.isFinite(factor) && Number.isFinite(offset))
    return { joint, factor: factor as number, offset: offset as number };
  throw badJoints(
    path,
    name,
    `mimic is ${JSON.stringify(mimic)}`,
    'Expected { "joint": name, "factor": 1, "offset": 0 }.',
  );
}

function readJoint(path: string, raw: unknown, i: number): Joint {
  const joint = (typeof raw === 'object' && raw !== null ? raw : {}) as Raw;
  const name = typeof joint.name === 'string' ? joint.name : `joint ${i}`;
  const unknown = Object.keys(joint).find((field) => !FIELDS.includes(field));
  if (unknown !== undefined)
    throw badJoints(path, name, `there is no field ${JSON.stringify(unknown)}`, `A joint has ${FIELDS.join(', ')}.`);
  if (!TYPES.includes(joint.type))
    throw badJoints(path, name, `the type is ${JSON.stringify(joint.type)}`, `Expected ${TYPES.join(', ')}.`);
  const type = joint.type as JointType;
  const { axis = [0, 0, 1], pivot = [0, 0, 0], parent, child } = joint;
  if (!isTriple(axis) || axis.every((x) => x === 0))
    throw badJoints(path, name, `the axis is ${JSON.stringify(axis)}`, 'Expected three numbers, not all 0.');
  if (!isTriple(pivot)) throw badJoints(path, name, `the pivot is ${JSON.stringify(pivot)}`, 'Expected three numbers.');
  if (typeof child !== 'string')
    throw badJoints(path, name, `the child is ${JSON.stringify(child)}`, 'Expected the name of a part.');
  return {
    name,
    type,
    parent: parent === undefined || parent === 'world' ? undefined : String(parent),
    child,
    axis,
    pivot,
    limits: limitsOf(path, name, type, joint.limits),
    mimic: mimicOf(path, name, joint.mimic),
  };
}

function readIgnored(path: string, ignore: unknown, isLink: (name: string) => boolean): [string, string][] {
  if (ignore === undefined) return [];
  const isPair = (each: unknown) =>
    Array.isArray(each) && each.length === 2 && each.every((name) => typeof name === 'string' && isLink(name));
  if (Array.isArray(ignore) && ignore.every(isPair)) return ignore as [string, string][];
  throw badJoints(path, 'ignore', `it is ${JSON.stringify(ignore)}`, 'Expected pairs of names of parts, [["a", "b"]].');
}

/** `path` names the file in messages; `found` is what JSON makes of it. */
export function parseJoints(path: string, found: unknown, objects: readonly { readonly name: string }[]): Mechanism {
  const raw = found as Raw | null;
  const list = raw?.joints;
  if (!Array.isArray(list) || list.length === 0)
    throw badJoints(
      path,
      'joints',
      'there are none',
      'Expected { "joints": [{ name, type, parent, child, axis, pivot, limits }] }.',
    );
  const linkObjects = new Map<string, number[]>();
  for (const [i, { name }] of objects.entries()) linkObjects.set(name, [...(linkObjects.get(name) ?? []), i]);
  const joints = orderedJoints(
    path,
    list.map((joint, i) => readJoint(path, joint, i)),
  );
  for (const { name, parent, child } of joints) {
    for (const [field, link] of [
      ['child', child],
      ['parent', parent],
    ] as const) {
      if (link === undefined || linkObjects.has(link)) continue;
      const known = [...linkObjects.keys()].slice(0, 8).join(', ');
      throw badJoints(path, name, `no part is called ${JSON.stringify(link)} (${field})`, `The parts are ${known}.`);
    }
  }
  return { joints, linkObjects, ignored: readIgnored(path, raw?.ignore, (name) => linkObjects.has(name)) };
}
