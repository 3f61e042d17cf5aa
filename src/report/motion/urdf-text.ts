/** The words of a URDF: elements, numbers, places. */
import { OptionError } from '../../errors.ts';
import type { ModelPart } from '../../io/model.ts';
import { asElement, parseXmlText, type XmlElement } from '../../io/xml.ts';

export type Matrix = Float64Array;

/** Where a robot is read from. */
export interface RobotFiles {
  /** What messages call it. */
  readonly where: string;
  /** The parts of a mesh that a link names. */
  readonly readParts: (link: string, uri: string) => Promise<readonly Pick<ModelPart, 'positions' | 'indices'>[]>;
  readonly note: (text: string) => void;
}

const LISTS = ['link', 'joint', 'collision', 'visual', 'disable_collisions'];

export function badUrdf(path: string, where: string, what: string, remedy: string): OptionError {
  return new OptionError('bad-urdf', `${path}: ${where}: ${what}. ${remedy}`, { path });
}

/** The root element of a text. */
export function readXml(where: string, text: string, root: string): XmlElement {
  let xml: XmlElement;
  try {
    xml = parseXmlText(text, { lists: LISTS });
  } catch (error) {
    throw badUrdf(where, root, `it cannot be read as XML (${(error as Error).message})`, 'Check the file.');
  }
  if (xml[root] !== undefined) return asElement(xml[root]);
  throw badUrdf(
    where,
    root,
    `there is no <${root}>`,
    'Of a xacro file, make a URDF first: xacro robot.xacro > robot.urdf',
  );
}

export const listOf = (value: unknown): XmlElement[] => (Array.isArray(value) ? value.map(asElement) : []);
export const nameOf = ({ name }: XmlElement): string => (typeof name === 'string' ? name : '');

export function numbers(path: string, where: string, text: unknown, otherwise: readonly number[]): number[] {
  if (text === undefined) return [...otherwise];
  const found = String(text).trim().split(/\s+/).map(Number);
  if (found.length === otherwise.length && found.every(Number.isFinite)) return found;
  throw badUrdf(path, where, `found "${text}"`, `Expected ${otherwise.length} numbers.`);
}

/** An origin: roll, pitch, yaw about fixed axes, then a shift. */
export function originOf(path: string, where: string, element: XmlElement): Matrix {
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

/** The meshes that a robot names. */
export function meshNames(where: string, text: string): string[] {
  const bodies = listOf(readXml(where, text, 'robot').link).flatMap(({ collision, visual }) =>
    [collision, visual].flatMap(listOf),
  );
  return bodies.flatMap(({ geometry }) => {
    const { filename } = asElement(asElement(geometry).mesh);
    return typeof filename === 'string' ? [filename] : [];
  });
}
