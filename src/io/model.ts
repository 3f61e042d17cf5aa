/**
 * What every reader takes and returns.
 *
 * Promise: triangles are in file order, polygons fanned from their first corner, nothing welded, nothing dropped.
 * Parts share no vertices: each has its own positions, and `indices` counts from 0 within the part.
 * A part without triangles is left out; a valid file without any triangle gives one part that has none.
 */

import type { CancelSignal } from '../platform.ts';
import type { Deflection, MapConversion, ModelFacts, PartFacts } from './cad/cad-job.ts';
import type { ModelSource } from './model-source.ts';

/** A mesh shared by several parts of a file, and its placement in one of them. */
export interface PartInstance {
  /** x y z after x y z in coordinates of its own: the same array in all parts that share it, as their `indices` are. */
  readonly positions: Float32Array | Float64Array;
  /** 4 × 4, column by column: takes it to the `positions` of the part. */
  readonly matrix: Float64Array;
}

/** One object of a file. */
export interface ModelPart extends PartFacts {
  /** The name in the file; the file's own name when it has none. */
  readonly name: string;
  /** Names of the nodes above it, topmost first, if the format has a tree and the part is not at its top. */
  readonly path?: readonly string[];
  /** Persistent identifier given by the file, such as the GlobalId of an IFC element. */
  readonly guid?: string;
  /** x y z after x y z: double precision when read from text, otherwise as the file stores them. */
  readonly positions: Float32Array | Float64Array;
  /** Three vertices of `positions` per triangle. */
  readonly indices: Uint32Array;
  /** How far the triangles may be from the surfaces that they stand for, where the file holds surfaces. */
  readonly deflection?: number;
  /** Where the file places the part by a matrix (4 × 4, column by column): that matrix. `positions` have it applied already. */
  readonly matrix?: Float64Array;
  /** Where the file has the same mesh in several places; {@link addParts} makes instances of such parts. */
  readonly instance?: PartInstance;
}

/** The formats that can be read. */
export type ModelFormat = 'obj' | 'stl' | 'ply' | 'off' | 'gltf' | '3mf' | 'ifc' | 'step' | 'iges' | 'brep';

/** What a file holds. */
export interface Model {
  /** The format that the file is in. */
  readonly format: ModelFormat;
  /** Its objects, in file order; at least one. */
  readonly parts: readonly ModelPart[];
  /** The unit of lengths, where the format has one. */
  readonly unit?: string;
  /** Where the origin lies on the map, where an IFC file says so. Coordinates stay as they are. */
  readonly mapConversion?: MapConversion;
  /** Project, date, storeys and grid lines, where a CAD or BIM file says so. */
  readonly facts?: ModelFacts;
  /** What had to be assumed or left out, as sentences. */
  readonly notes?: readonly string[];
}

/** Options of {@link readModel}, {@link detectFormat} and the readers. */
export interface ReadOptions {
  /**
   * The name of the file, for messages and for telling formats apart.
   * @defaultValue the name of a `File`, or the last part of the address of a `Response`
   */
  name?: string;
  /**
   * Read it as this format, whatever it looks like.
   * @defaultValue told by {@link detectFormat}
   */
  format?: ModelFormat;
  /**
   * Fetches a file that the model refers to (the .bin of a .gltf), of which `byteLength` bytes from the start are needed.
   * The URI is written by whoever made the file: check it before you open a path or an address.
   * @defaultValue none: such models are refused with `missing-resource`
   */
  resolve?: (uri: string, byteLength: number) => Promise<ModelSource>;
  /**
   * Cancels reading; the promise then rejects with the signal's reason.
   * @defaultValue none
   */
  signal?: CancelSignal;
  /**
   * Called with the fraction done, 0 to 1.
   * @defaultValue none
   */
  onProgress?: (done: number) => void;
  /**
   * IFC: also read spaces, zones and other classes without matter.
   * @defaultValue `false`
   */
  withSpaces?: boolean;
  /**
   * IFC: also read the property sets of elements, which takes longer.
   * @defaultValue `false`
   */
  withProperties?: boolean;
  /**
   * STEP, IGES and BREP: how far triangles may be from the surfaces, as a length or as a part of the mean side of the model.
   * @defaultValue 0.1 mm, or 0.1 % of the longest side of the smallest part where that is less; not below 1 µm
   */
  deflection?: Deflection;
  /**
   * Seconds after which reading a CAD or BIM file is abandoned.
   * @defaultValue `600`
   */
  secondsLimit?: number;
  /**
   * Bytes that the package which reads a CAD or BIM file may use.
   * @defaultValue `2147483648`
   */
  memoryLimitBytes?: number;
  /**
   * In browsers: address of the folder that the packages `web-ifc` and `occt-import-js` are served from, each in a folder of
   * its name.
   * @defaultValue none: in Node they are found by themselves
   */
  packages?: string;
}
