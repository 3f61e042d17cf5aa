/**
 * What every reader takes and gives back: the contract between the formats, the command line and other people's code.
 *
 * Promise: triangles are in file order, polygons fanned from their first corner, nothing welded, nothing dropped.
 * Parts share no vertices: each has its own positions, and `indices` counts from 0 within the part.
 * A part without triangles is left out; a valid file without any triangle gives one part that has none.
 */

import type { ModelSource } from './model-source.ts';

export interface ModelPart {
  /** As the file has it; when the file has none, the file's own name. */
  readonly name: string;
  /** Names of the nodes above it, the topmost first, where the format has a tree and it is not at its top. */
  readonly path?: readonly string[];
  /** What the file says it is called everywhere, such as the GlobalId of an IFC element. */
  readonly guid?: string;
  /** x y z after x y z: double precision when read from text, otherwise as the file stores them. */
  readonly positions: Float32Array | Float64Array;
  /** Three vertices of `positions` per triangle. */
  readonly indices: Uint32Array;
}

export type ModelFormat = 'obj' | 'stl' | 'ply' | 'off' | 'gltf' | '3mf';

export interface Model {
  readonly format: ModelFormat;
  /** At least one. */
  readonly parts: readonly ModelPart[];
  /** Lengths in the file are in this unit, when the format says so. */
  readonly unit?: string;
}

export interface ReadOptions {
  /** File name, for messages and for telling formats apart. */
  name?: string;
  /** Read it as this format, whatever it looks like. */
  format?: ModelFormat;
  /**
   * Fetches a file that the model refers to (the .bin of a .gltf), of which `byteLength` bytes from the start are needed.
   * What the URI names is for whoever wrote the file to say: look at it before you open a path or an address.
   */
  resolve?: (uri: string, byteLength: number) => Promise<ModelSource>;
  /** Stops the reading; the promise then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Called now and then with the share that is done, from 0 to 1. */
  onProgress?: (done: number) => void;
}
