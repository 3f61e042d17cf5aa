/**
 * Reads a robot: the links, joints and limits of a URDF, with the meshes or plain shapes that its links collide with, and the pairs of links
 * that an SRDF says not to look at.
 *
 * Promise: cylinders and spheres become polyhedra around them, never inside them, so that what is proven free is free for the shapes too.
 */
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { OptionError } from '../../errors.ts';
import { asElement, parseXmlText, type XmlElement } from '../../io/xml.ts';
import { multiply, transformed, turned, type Vector } from '../../queries/sweep/rigid.ts';
import { badJoints, orderedJoints } from '../../report/motion/check-mechanism.ts';
import type { Joint, JointType, Mechanism } from '../../report/motion/mechanism.ts';
import type { FileObject } from '../../report/objects.ts';
import { readRegularText } from '../../shards/regular-file.ts';
import type { Terminal } from '../output/terminal.ts';
import { isBelow } from './is-below.ts';
import { type ReadSettings, readFileModel } from './read-files.ts';
import { type Shape, shapeMesh } from './urdf-shapes.ts';

export interface Robot {
  readonly objects: readonly FileObject[];
  readonly mechanism: Mechanism;
}

type Matrix = Float64Array;

const LISTS = ['link', 'joint', 'collision', 'visual', 'disable_collisions'];
const DEGREES = 180 / Math.PI;

function bad(path: string, where: string, what: string, remedy: string): OptionError {
  return new OptionError('bad-urdf', `${path}: ${where}: ${what}. ${remedy}`, { path });
}

function readXml(path: string, root: string): XmlElement {
  let xml: XmlElement;
  try {
    xml = parseXmlText(readRegularText(path), { lists: LISTS });
  } catch (error) {
    throw bad(path, root, `it cannot be read as XML (${(error as Error).message})`, 'Check the file.');
  }
  if (xml[root] !== undefined) return asElement(xml[root]);
  throw bad(path, root, `there is no <${root}>`, 'Of a xacro file, make a URDF first: xacro robot.xacro > robot.urdf');
}

const listOf = (value: unknown): XmlElement[] => (Array.isArray(value) ? value.map(asElement) : []);
const nameOf = ({ name }: XmlElement): string => (typeof name === 'string' ? name : '');

function numbers(path: string, where: string, text: unknown, otherwise: readonly number[]): number[] {
  if (text === undefined) return [...otherwise];
  const found = String(text).trim().split(/\s+/).map(Number);
  if (found.length === otherwise.length && found.every(Number.isFinite)) return found;
  throw bad(path, where, `found "${text}"`, `Expected ${otherwise.length} numbers.`);
}

/** An origin: roll, pitch, yaw about fixed axes, then a shift. */
function originOf(path: string, where: string, element: XmlElement): Matrix {
  const origin = asElement(element.origin);
  const [x, y, z] = numbers(path, where, origin.xyz, [0, 0, 0]);
  const [roll, pitch, yaw] = numbers(path, where, origin.rpy, [0, 0, 0]);
  const [cr, sr, cp, sp, cy, sy] = [roll, pitch, yaw].flatMap((angle) => [Math.cos(angle), Math.sin(angle)]);
  return Float64Array.of(
    ...[cy * cp, sy * cp, -sp, 0],
    ...[cy * sp * sr - sy * cr, sy * sp * sr + cy * cr, cp * sr, 0],
    ...[cy * sp * cr + sy * sr, sy * sp * cr - cy * sr, cp * cr, 0],
    ...[x, y, z, 1],
  );
}

interface RawJoint {
  readonly joint: Joint;
  readonly origin: Matrix;
}

function limitsOf(path: string, name: string, type: JointType, limit: unknown): Joint['limits'] {
  if (type === 'fixed') return [0, 0];
  const factor = type === 'prismatic' ? 1 : DEGREES;
  if (type === 'continuous') return undefined;
  if (limit === undefined)
    throw bad(path, name, `a ${type} joint has no <limit>`, 'Add one with lower and upper, or make it continuous.');
  const [low] = numbers(path, name, asElement(limit).lower, [0]);
  const [high] = numbers(path, name, asElement(limit).upper, [0]);
  if (low > high) throw bad(path, name, `lower ${low} is above upper ${high}`, 'Exchange them.');
  return [low * factor, high * factor];
}

function readJoint(
  path: string,
  element: XmlElement,
  typeOf: ReadonlyMap<string, string>,
  terminal: Terminal,
): RawJoint {
  const name = nameOf(element);
  const given = String(element.type);
  if (!['revolute', 'continuous', 'prismatic', 'fixed', 'floating', 'planar'].includes(given))
    throw bad(
      path,
      name,
      `the type is "${given}"`,
      'Expected revolute, continuous, prismatic, fixed, floating or planar.',
    );
  const isLoose = given === 'floating' || given === 'planar';
  if (isLoose) terminal.note(`${basename(path)}: ${name} is ${given}; it is held where it is.`);
  const type = (isLoose ? 'fixed' : given) as JointType;
  const axis = numbers(path, name, asElement(element.axis).xyz, [1, 0, 0]) as unknown as Vector;
  if (type !== 'fixed' && axis.every((x) => x === 0))
    throw bad(path, name, 'the axis is 0 0 0', 'Give it a direction.');
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

/** Folders that may be a package's: the robot's and those above it, up to the working directory where it lies below that. */
function foldersAbove(folder: string, allowOutside: boolean): string[] {
  const parts = folder.split(sep);
  const above = parts.map((_, i) => parts.slice(0, parts.length - i).join(sep) || sep);
  const here = realpathSync(process.cwd());
  const isHere = (each: string) => each === here || isBelow(here, each);
  return allowOutside || !isHere(folder) ? above : above.filter(isHere);
}

/** The path of a mesh: `package://name/…` is looked for in a folder of that name above the robot, or beside those above it. */
function meshPath(path: string, link: string, uri: string, { allowOutside }: ReadSettings): string {
  const folder = dirname(realpathSync(path));
  const inPackage = /^package:\/\/([^/]+)\/(.+)$/.exec(uri);
  let [wanted, root] = [resolve(folder, uri.replace(/^file:\/\//, '')), folder];
  if (inPackage) {
    const [, name, rest] = inPackage;
    const above = foldersAbove(folder, allowOutside);
    root =
      above.find((each) => basename(each) === name) ??
      above.map((each) => join(each, name)).find((each) => existsSync(each)) ??
      folder;
    wanted = join(root, rest);
  }
  const outside = () =>
    bad(path, link, `the mesh "${uri}" is outside the robot's folder`, 'Use --allow-outside if you trust the file.');
  if (!allowOutside && !isBelow(root, wanted)) throw outside();
  if (/\.dae$/i.test(wanted))
    throw bad(
      path,
      link,
      `the mesh "${uri}" is in Collada, which is not read`,
      'Convert it to STL or OBJ, and name that in the URDF.',
    );
  if (!existsSync(wanted))
    throw bad(
      path,
      link,
      `the mesh "${uri}" is missing`,
      'Put it there; packages are looked for above the robot, with --allow-outside also above the working directory.',
    );
  if (!allowOutside && !isBelow(realpathSync(root), realpathSync(wanted))) throw outside();
  return wanted;
}

function placed(positions: ArrayLike<number>, scale: readonly number[], frame: Matrix): Float64Array {
  const out = new Float64Array(positions.length);
  for (let i = 0; i < out.length; i += 3)
    out.set(
      transformed(
        frame,
        scale.map((factor, k) => factor * positions[i + k]),
      ),
      i,
    );
  return out;
}

/** A scale that mirrors turns triangles inside out; they are turned back. */
function oriented(indices: Uint32Array, scale: readonly number[]): Uint32Array {
  if (scale[0] * scale[1] * scale[2] > 0) return indices;
  const turnedBack = indices.slice();
  for (let i = 0; i < indices.length; i += 3) [turnedBack[i + 1], turnedBack[i + 2]] = [indices[i + 2], indices[i + 1]];
  return turnedBack;
}

async function meshesOf(
  path: string,
  link: string,
  geometry: XmlElement,
  settings: ReadSettings,
  terminal: Terminal,
): Promise<{ positions: ArrayLike<number>; indices: Uint32Array; scale: number[] }[]> {
  const shape = (['box', 'cylinder', 'sphere'] as const).find((name) => geometry[name] !== undefined);
  if (shape) {
    const element = asElement(geometry[shape]);
    const size = (text: unknown, count: number) => numbers(path, link, text ?? 'nothing', new Array(count).fill(0));
    const given: Shape =
      shape === 'box'
        ? { box: size(element.size, 3) }
        : { radius: size(element.radius, 1)[0], ...(shape === 'cylinder' && { length: size(element.length, 1)[0] }) };
    return [{ ...shapeMesh(given), scale: [1, 1, 1] }];
  }
  const mesh = asElement(geometry.mesh);
  if (typeof mesh.filename !== 'string')
    throw bad(path, link, 'its geometry is none that is read', 'Expected a mesh, box, cylinder or sphere.');
  const scale = numbers(path, link, mesh.scale, [1, 1, 1]);
  if (scale.some((factor) => factor === 0)) throw bad(path, link, `the scale is ${scale.join(' ')}`, 'Expected no 0.');
  const { model } = await readFileModel(meshPath(path, link, mesh.filename, settings), settings, terminal);
  return model.parts.map(({ positions, indices }) => ({ positions, indices, scale }));
}

async function readLink(
  path: string,
  element: XmlElement,
  frame: Matrix,
  settings: ReadSettings,
  terminal: Terminal,
): Promise<FileObject[]> {
  const link = nameOf(element);
  const bodies = element.collision === undefined ? element.visual : element.collision;
  const objects: FileObject[] = [];
  for (const body of listOf(bodies)) {
    const place = multiply(frame, originOf(path, link, body));
    for (const { positions, indices, scale } of await meshesOf(
      path,
      link,
      asElement(body.geometry),
      settings,
      terminal,
    )) {
      const mesh = {
        name: link,
        positions: placed(positions, scale, place),
        indices: oriented(indices, scale),
        weld: true,
      };
      objects.push({ file: path, name: link, vertices: positions.length / 3, triangles: indices.length / 3, mesh });
    }
  }
  return objects;
}

/** Pairs of links that an SRDF disables. */
function readDisabled(path: string, links: ReadonlySet<string>): [string, string][] {
  return listOf(readXml(path, 'robot').disable_collisions).map(({ link1, link2 }) => {
    const pair: [string, string] = [String(link1), String(link2)];
    const unknown = pair.find((name) => !links.has(name));
    if (unknown === undefined) return pair;
    throw bad(path, 'disable_collisions', `there is no link "${unknown}" in the robot`, 'Use the SRDF of this robot.');
  });
}

const IDENTITY: Matrix = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

export async function readUrdf(
  path: string,
  srdf: string | undefined,
  settings: ReadSettings,
  terminal: Terminal,
): Promise<Robot> {
  const robot = readXml(path, 'robot');
  const elements = listOf(robot.joint);
  const typeOf = new Map(elements.map((element) => [nameOf(element), String(element.type)]));
  const raw = elements.map((element) => readJoint(path, element, typeOf, terminal));
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
    const own = await readLink(path, element, frames.get(nameOf(element)) ?? IDENTITY, settings, terminal);
    linkObjects.set(
      nameOf(element),
      own.map((_, i) => objects.length + i),
    );
    objects.push(...own);
  }
  if (objects.length === 0)
    throw bad(path, 'links', 'none has anything to collide with', 'Add collision or visual geometry.');
  return { objects, mechanism: { joints, linkObjects, ignored: srdf === undefined ? [] : readDisabled(srdf, known) } };
}
