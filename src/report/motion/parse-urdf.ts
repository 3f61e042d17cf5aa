/**
 * A robot from the text of its URDF: links, joints and limits, with the meshes or plain shapes that its links collide with, and the pairs of
 * links that an SRDF says not to look at.
 *
 * Promise: cylinders and spheres become polyhedra around them, never inside them, so that what is proven free is free for the shapes too.
 */
import { asElement, type XmlElement } from '../../io/xml.ts';
import { multiply, transformed, turned, type Vector } from '../../queries/sweep/rigid.ts';
import type { FileObject } from '../objects.ts';
import { fileName } from '../text.ts';
import { badJoints, orderedJoints } from './check-mechanism.ts';
import type { Joint, JointType, Mechanism } from './mechanism.ts';
import { readLink } from './urdf-links.ts';
import { badUrdf, listOf, type Matrix, nameOf, numbers, originOf, type RobotFiles, readXml } from './urdf-text.ts';

export interface Robot {
  readonly objects: readonly FileObject[];
  readonly mechanism: Mechanism;
}

const DEGREES = 180 / Math.PI;

interface RawJoint {
  readonly joint: Joint;
  readonly origin: Matrix;
}

function limitsOf(path: string, name: string, type: JointType, limit: unknown): Joint['limits'] {
  if (type === 'fixed') return [0, 0];
  const factor = type === 'prismatic' ? 1 : DEGREES;
  if (type === 'continuous') return undefined;
  if (limit === undefined)
    throw badUrdf(path, name, `a ${type} joint has no <limit>`, 'Add one with lower and upper, or make it continuous.');
  const [low] = numbers(path, name, asElement(limit).lower, [0]);
  const [high] = numbers(path, name, asElement(limit).upper, [0]);
  if (low > high) throw badUrdf(path, name, `lower ${low} is above upper ${high}`, 'Exchange them.');
  return [low * factor, high * factor];
}

function readJoint(
  path: string,
  element: XmlElement,
  typeOf: ReadonlyMap<string, string>,
  note: RobotFiles['note'],
): RawJoint {
  const name = nameOf(element);
  const given = String(element.type);
  if (!['revolute', 'continuous', 'prismatic', 'fixed', 'floating', 'planar'].includes(given))
    throw badUrdf(
      path,
      name,
      `the type is "${given}"`,
      'Expected revolute, continuous, prismatic, fixed, floating or planar.',
    );
  const isLoose = given === 'floating' || given === 'planar';
  if (isLoose) note(`${fileName(path)}: ${name} is ${given}; it is held where it is.`);
  const type = (isLoose ? 'fixed' : given) as JointType;
  const axis = numbers(path, name, asElement(element.axis).xyz, [1, 0, 0]) as unknown as Vector;
  if (type !== 'fixed' && axis.every((x) => x === 0))
    throw badUrdf(path, name, 'the axis is 0 0 0', 'Give it a direction.');
  const [parent, child] = [asElement(element.parent).link, asElement(element.child).link].map(String);
  return {
    origin: originOf(path, name, element),
    joint: {
      ...{ name, type, parent, child, pivot: [0, 0, 0], limits: limitsOf(path, name, type, element.limit) },
      axis: type === 'fixed' ? [0, 0, 1] : axis,
      mimic: mimicOf(path, name, given, element.mimic, typeOf),
    },
  };
}

/** URDF has radians; values here are degrees, or lengths. */
function mimicOf(
  path: string,
  name: string,
  type: string,
  mimic: unknown,
  typeOf: ReadonlyMap<string, string>,
): Joint['mimic'] {
  if (mimic === undefined) return undefined;
  const { joint, multiplier, offset } = asElement(mimic);
  const unitOf = (each: string | undefined) => (each === 'prismatic' ? 1 : DEGREES);
  const [factor] = numbers(path, name, multiplier, [1]);
  const [add] = numbers(path, name, offset, [0]);
  return {
    joint: String(joint),
    factor: (factor * unitOf(type)) / unitOf(typeOf.get(String(joint))),
    offset: add * unitOf(type),
  };
}

/** Where all links are when all values are 0, and each joint with its axis there. */
function placeLinks(raw: ReadonlyMap<string, RawJoint>, ordered: readonly Joint[]) {
  const frames = new Map<string, Matrix>();
  const joints = ordered.map((joint) => {
    const { origin } = raw.get(joint.name)!;
    const parent = frames.get(joint.parent!);
    const frame = parent ? multiply(parent, origin) : origin;
    frames.set(joint.child, frame);
    return { ...joint, axis: turned(frame, joint.axis), pivot: transformed(frame, [0, 0, 0]) };
  });
  return { frames, joints };
}

/** Pairs of links that an SRDF disables. */
function readDisabled(path: string, text: string, links: ReadonlySet<string>): [string, string][] {
  return listOf(readXml(path, text, 'robot').disable_collisions).map(({ link1, link2 }) => {
    const pair: [string, string] = [String(link1), String(link2)];
    const unknown = pair.find((name) => !links.has(name));
    if (unknown === undefined) return pair;
    throw badUrdf(
      path,
      'disable_collisions',
      `there is no link "${unknown}" in the robot`,
      'Use the SRDF of this robot.',
    );
  });
}

const IDENTITY: Matrix = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

export async function parseUrdf(
  text: string,
  srdf: { readonly where: string; readonly text: string } | undefined,
  files: RobotFiles,
): Promise<Robot> {
  const { where: path, note } = files;
  const robot = readXml(path, text, 'robot');
  const elements = listOf(robot.joint);
  const typeOf = new Map(elements.map((element) => [nameOf(element), String(element.type)]));
  const raw = elements.map((element) => readJoint(path, element, typeOf, note));
  const links = listOf(robot.link);
  const known = new Set(links.map(nameOf));
  for (const { joint } of raw) {
    const unknown = [joint.parent!, joint.child].find((name) => !known.has(name));
    if (unknown !== undefined)
      throw badJoints(path, joint.name, `there is no link "${unknown}"`, 'Name one of the links.');
  }
  const ordered = orderedJoints(
    path,
    raw.map(({ joint }) => joint),
  );
  const { frames, joints } = placeLinks(new Map(raw.map((each) => [each.joint.name, each])), ordered);
  const objects: FileObject[] = [];
  const linkObjects = new Map<string, number[]>();
  for (const element of links) {
    const own = await readLink(files, element, frames.get(nameOf(element)) ?? IDENTITY);
    linkObjects.set(
      nameOf(element),
      own.map((_, i) => objects.length + i),
    );
    objects.push(...own);
  }
  if (objects.length === 0)
    throw badUrdf(path, 'links', 'none has anything to collide with', 'Add collision or visual geometry.');
  const ignored = srdf === undefined ? [] : readDisabled(srdf.where, srdf.text, known);
  return { objects, mechanism: { joints, linkObjects, ignored } };
}
