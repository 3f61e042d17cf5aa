/**
 * What every reader takes and returns.
 *
 * Promise: triangles are in file order, polygons fanned from their first corner, nothing welded, nothing dropped.
 * Parts share no vertices: each has its own positions, and `indices` counts from 0 within the part.
 * A part without triangles is left out; a valid file without any triangle gives one part that has none.
 */

import type { ModelSource } from './model-source.ts';

export interface ModelPart {
  /** The name in the file; if it has none, the file name. */
  readonly name: string;
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
  /** Unit of length, if the file or its format states one. */
  readonly unit?: string;
}

export interface ReadOptions {
  /** File name, for messages and for detecting the format. */
  name?: string;
  /** Read the file in this format instead of detecting it. */
  format?: ModelFormat;
  /**
   * Fetches a file that the model refers to (the .bin of a .gltf), of which the first `byteLength` bytes are needed.
   * The URI comes from the author of the file: check it before you open a path or an address.
   */
  resolve?: (uri: string, byteLength: number) => Promise<ModelSource>;
  /** Stops the reading; the promise then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Called from time to time with the fraction done, from 0 to 1. */
  onProgress?: (done: number) => void;
}
