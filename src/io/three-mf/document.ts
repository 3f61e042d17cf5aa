/**
 * A model part of a 3MF as objects and build items, from its scanned XML.
 *
 * Promise: meshes have three finite numbers per vertex and triangles within their vertices; transforms are 4×4
 * column-major. The XML parser sees no list of vertices or triangles (`scanModelPart` took them out).
 * Source: 3MF Core Specification 1.3, chapters 3 and 4; Production Extension 1.1 for `p:path` and `p:UUID`.
 */

import type { ErrorCode } from '../../error-codes.ts';
import { fileError } from '../file-error.ts';
import { identityMatrix, type Matrix } from '../matrix.ts';
import type { ReadOptions } from '../model.ts';
import { asElement, parseXmlText, type XmlElement } from '../xml.ts';
import type { ScannedPart } from './scan.ts';

/** A use of an object: by the build, or as a component of another object. */
export interface ThreeMfUse {
  readonly objectId: string;
  /** Model part that holds the object; the one that uses it when left out. */
  readonly path?: string;
  readonly transform: Matrix;
  readonly partNumber: string;
  /** `p:UUID`; empty when there is none. */
  readonly uuid: string;
}

export interface ThreeMfObject {
  readonly name: string;
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
  readonly components: readonly ThreeMfUse[];
}

export interface ThreeMfDocument {
  readonly objects: ReadonlyMap<string, ThreeMfObject>;
  /** undefined when the part has no `<build>`. */
  readonly items?: readonly ThreeMfUse[];
  readonly unit: string;
}

const UNITS = ['micron', 'millimeter', 'centimeter', 'inch', 'foot', 'meter'];
const LISTS = ['object', 'component', 'item', 'Relationship'];

/** Parses XML without vertices and triangles into plain objects; attributes and elements alike by their local names. */
export function parseXml(xml: string, partName: string, options: ReadOptions): XmlElement {
  try {
    return parseXmlText(xml, { lists: LISTS });
  } catch (error) {
    throw fileError('bad-3mf', options, {
      where: `"${partName}"`,
      found: `the XML cannot be read (${(error as Error).message})`,
      advice: 'Export the model again.',
      details: { part: partName },
    });
  }
}

export function readModelPart(scanned: ScannedPart, partName: string, options: ReadOptions): ThreeMfDocument {
  const fail = (found: string, code: ErrorCode = 'bad-3mf'): never => {
    throw fileError(code, options, {
      where: `"${partName}"`,
      found,
      advice: 'Export the model again.',
      details: { part: partName },
    });
  };
  const model = parseXml(scanned.outline, partName, options).model;
  if (model === undefined) return fail('there is no <model> element');
  const { unit, resources, build } = asElement(model);
  if (unit !== undefined && !UNITS.includes(String(unit)))
    fail(`the unit is "${unit}", expected one of ${UNITS.join(', ')}`);
  const objects = new Map<string, ThreeMfObject>();
  for (const object of asList(asElement(resources).object)) {
    const id = asText(object.id);
    if (objects.has(id)) fail(`two objects have the id "${id}"`);
    objects.set(id, readObject(object, scanned, fail));
  }
  const items = build === undefined ? undefined : asList(asElement(build).item);
  return { objects, items: items?.map((item) => readUse(item, fail)), unit: asText(unit) || 'millimeter' };
}

type Fail = (found: string, code?: ErrorCode) => never;

function readObject(object: XmlElement, scanned: ScannedPart, fail: Fail): ThreeMfObject {
  const mesh = asElement(object.mesh);
  const positions = scanned.vertexLists[listNumber(mesh.vertices)] ?? new Float64Array(0);
  const indices = scanned.triangleLists[listNumber(mesh.triangles)] ?? new Uint32Array(0);
  const vertexCount = positions.length / 3;
  for (let i = 0; i < indices.length; i++) {
    if (indices[i] < vertexCount) continue;
    const triangle = Math.floor(i / 3);
    fail(
      `object "${asText(object.id)}", triangle ${triangle} uses vertex ${indices[i]}, the object has ${vertexCount} vertices`,
      'index-range',
    );
  }
  const components = asList(asElement(object.components).component);
  return { name: asText(object.name), positions, indices, components: components.map((use) => readUse(use, fail)) };
}

function readUse(use: XmlElement, fail: Fail): ThreeMfUse {
  return {
    objectId: asText(use.objectid),
    path: use.path === undefined ? undefined : asText(use.path),
    transform: readTransform(use.transform, fail),
    partNumber: asText(use.partnumber),
    uuid: asText(use.UUID),
  };
}

/** Twelve numbers, for row vectors: three rows of a 3×3, then the translation. */
function readTransform(text: unknown, fail: Fail): Matrix {
  const matrix = identityMatrix();
  if (text === undefined) return matrix;
  const numbers = asText(text).trim().split(/\s+/).map(Number);
  if (numbers.length !== 12 || !numbers.every(Number.isFinite))
    fail(`the transform is "${asText(text).slice(0, 80)}", expected 12 numbers`);
  for (let row = 0; row < 4; row++) matrix.set(numbers.slice(3 * row, 3 * row + 3), 4 * row);
  return matrix;
}

function listNumber(list: unknown): number {
  // A mesh with two lists of vertices is read by its first.
  const first = Array.isArray(list) ? list[0] : list;
  return Number.parseInt(asText(asElement(first).list), 10);
}

function asList(value: unknown): XmlElement[] {
  return Array.isArray(value) ? value.map(asElement) : [];
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
