/**
 * Makes objects from files: one per part, or one per file.
 *
 * Promise: joined parts keep file order, so triangles are numbered consecutively; joining loses no precision.
 */

import type { PartFacts } from '../io/cad/cad-job.ts';
import type { Model, ModelPart, PartInstance } from '../io/model.ts';
import type { MeshInput, Positions } from '../mesh/mesh-input.ts';
import { weldNear } from '../mesh/weld-near.ts';
import type { Box } from './box.ts';
import { healSolid } from './heal.ts';
import type { ModelFile } from './model-file.ts';
import { frameOf, type ObjectShape } from './object-shape.ts';
import { fileName } from './text.ts';

/** A mesh that a file has in several places, and the positions that it has in one of them. */
export interface SharedMesh extends PartInstance {
  readonly placed: Positions;
}

export interface FileObject extends PartFacts {
  readonly file: string;
  readonly name: string;
  /** Names of the nodes above it, and what the file calls it everywhere, where the file says so. */
  readonly path?: readonly string[];
  readonly guid?: string;
  /** As the file has them, before welding. */
  readonly vertices: number;
  readonly triangles: number;
  /** What a scene takes, and nothing else. */
  readonly mesh: MeshInput & { readonly indices: Uint32Array };
  /** The mesh it shares with others of its file. */
  readonly shared?: SharedMesh;
  /** How far the triangles may be from the surfaces that they stand for. */
  readonly deflection?: number;
  /** Changes made to turn it into a solid. */
  readonly healed?: { readonly turned: number; readonly filled: number };
  /** Its rotation in the file; see ObjectShape. */
  readonly frame?: readonly number[];
  /** Where the mesh has only some of the object's triangles: measures of all of them. */
  readonly shape?: ObjectShape;
  readonly box?: Box;
}

export interface ObjectChoice {
  /** All parts of a file are one object. */
  readonly merge: boolean;
  /** Vertices of equal coordinates are one; a number: those within that distance. */
  readonly weld: boolean | number;
  /** Makes solids of the elements of buildings that are meant to be solids. */
  readonly heal?: boolean;
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

function joinPositions(parts: readonly ModelPart[]): Positions {
  if (parts.length === 1) return parts[0].positions;
  const single = parts.every(({ positions }) => positions instanceof Float32Array);
  const joined = new (single ? Float32Array : Float64Array)(total(parts.map(({ positions }) => positions.length)));
  let at = 0;
  for (const { positions } of parts) {
    joined.set(positions, at);
    at += positions.length;
  }
  return joined;
}

function joinIndices(parts: readonly ModelPart[]): Uint32Array {
  if (parts.length === 1) return parts[0].indices;
  const joined = new Uint32Array(total(parts.map(({ indices }) => indices.length)));
  let at = 0;
  let firstVertex = 0;
  for (const { positions, indices } of parts) {
    for (let corner = 0; corner < indices.length; corner++) joined[at + corner] = indices[corner] + firstVertex;
    at += indices.length;
    firstVertex += positions.length / 3;
  }
  return joined;
}

/** The name of an object in messages: its file, plus its part unless that is named like the file. */
export function objectLabel(file: string, name: string): string {
  return name === fileName(file) ? file : `${file}:${name}`;
}

/** What the file says about a part besides its shape. */
function factsOf(part: ModelPart): PartFacts & Pick<ModelPart, 'path' | 'guid'> {
  const { name: _, positions: _p, indices: _i, deflection: _d, instance: _s, matrix: _m, ...facts } = part;
  return facts;
}

function fileObject(file: string, name: string, parts: readonly ModelPart[], choice: ObjectChoice): FileObject {
  const counts = {
    vertices: total(parts.map(({ positions }) => positions.length / 3)),
    triangles: total(parts.map(({ indices }) => indices.length / 3)),
  };
  const welded = typeof choice.weld === 'number' ? parts.map((part) => welding(part, choice.weld as number)) : parts;
  const healed = choice.heal ? welded.map(({ positions, indices }) => healSolid(positions, indices)) : [];
  const whole = welded.map((part, i) => (healed[i] ? { ...part, indices: healed[i].indices } : part));
  const mesh = {
    name: objectLabel(file, name),
    positions: joinPositions(whole),
    indices: joinIndices(whole),
    weld: choice.weld !== false,
  };
  const frame = parts.length === 1 && parts[0].matrix ? frameOf(parts[0].matrix) : undefined;
  const deflection = Math.max(0, ...parts.map((part) => part.deflection ?? 0));
  const [turned, filled] = [total(healed.map((h) => h?.turned ?? 0)), total(healed.map((h) => h?.filled ?? 0))];
  return {
    file,
    name,
    ...(parts.length === 1 && factsOf(parts[0])),
    ...counts,
    mesh,
    ...sharedMesh(parts, choice),
    ...(frame && { frame }),
    ...(deflection > 0 && { deflection }),
    ...(turned + filled > 0 && { healed: { turned, filled } }),
  };
}

/** The mesh that an object shares with others of its file, unless its vertices or triangles become others than the file's. */
function sharedMesh([part, ...others]: readonly ModelPart[], { weld, heal }: ObjectChoice): { shared?: SharedMesh } {
  const isAsRead = others.length === 0 && typeof weld === 'boolean' && !heal;
  return isAsRead && part?.instance ? { shared: { ...part.instance, placed: part.positions } } : {};
}

function welding(part: ModelPart, distance: number): ModelPart {
  return { ...part, positions: weldNear(part.positions, distance) };
}

export function objectsOf({ file, model, objects }: ModelFile, choice: ObjectChoice): readonly FileObject[] {
  if (objects) return objects;
  const own = { ...choice, heal: choice.heal === true && model.format === 'ifc' };
  if (choice.merge) return [fileObject(file, fileName(file), model.parts, own)];
  return model.parts.map((part) => fileObject(file, part.name, [part], own));
}

/** The positions of the same objects in another frame. */
export function positionsOf({ parts }: Model, merge: boolean): Positions[] {
  return merge ? [joinPositions(parts)] : parts.map(({ positions }) => positions);
}
