/**
 * Makes objects from files: one per part, or one per file.
 *
 * Promise: joined parts keep file order, so triangles are numbered consecutively; joining loses no precision.
 */

import type { Model, ModelPart } from '../io/model.ts';
import type { MeshInput, Positions } from '../mesh/mesh-input.ts';
import type { ModelFile } from './model-file.ts';
import { fileName } from './text.ts';

export interface FileObject {
  readonly file: string;
  readonly name: string;
  /** Names of the nodes above it, and what the file calls it everywhere, where the file says so. */
  readonly path?: readonly string[];
  readonly guid?: string;
  /** As the file has them, before welding. */
  readonly vertices: number;
  readonly triangles: number;
  readonly mesh: MeshInput & { readonly indices: Uint32Array };
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

function fileObject(file: string, name: string, parts: readonly ModelPart[], weld: boolean): FileObject {
  const { path, guid } = parts.length === 1 ? parts[0] : {};
  const positions = joinPositions(parts);
  const indices = joinIndices(parts);
  const mesh = { name: objectLabel(file, name), positions, indices, weld };
  const counts = { vertices: positions.length / 3, triangles: indices.length / 3 };
  return { file, name, ...(path && { path }), ...(guid && { guid }), ...counts, mesh };
}

export function objectsOf({ file, model }: ModelFile, choice: { merge: boolean; weld: boolean }): FileObject[] {
  if (choice.merge) return [fileObject(file, fileName(file), model.parts, choice.weld)];
  return model.parts.map((part) => fileObject(file, part.name, [part], choice.weld));
}

/** The positions of the same objects in another frame. */
export function positionsOf({ parts }: Model, merge: boolean): Positions[] {
  return merge ? [joinPositions(parts)] : parts.map(({ positions }) => positions);
}
