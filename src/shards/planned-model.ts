/** What a plan knows of files and objects, so that nobody has to hold the model to report on it. */
import type { Box } from '../report/box.ts';
import type { ModelFile } from '../report/model-file.ts';
import type { ObjectShape } from '../report/object-shape.ts';
import type { FileObject } from '../report/objects.ts';
import type { CoordinateMeasure } from '../report/tolerance.ts';
import type { FileFingerprint } from './file-fingerprint.ts';

export interface PlannedFile extends FileFingerprint {
  /** As given on the command line. */
  readonly file: string;
  readonly format: ModelFile['model']['format'];
  readonly unit?: string;
  readonly mapConversion?: ModelFile['model']['mapConversion'];
  readonly coordinates: CoordinateMeasure;
  /** Whether it is read in ranges of triangles. */
  readonly isStreamed: boolean;
  /** Number of its first object, and how many it has. */
  readonly firstObject: number;
  readonly objectCount: number;
}

/** An object without its mesh. */
export interface PlannedObject extends Omit<FileObject, 'mesh' | 'shape' | 'box'> {
  /** Vertices of equal coordinates are one. */
  readonly weld: boolean;
  /** Whether coordinates are in single precision. */
  readonly isSingle: boolean;
  readonly shape: ObjectShape;
  /** Of an object with triangles. */
  readonly box?: Box;
}

/** The file as reports see it. */
export function modelFileOf(planned: PlannedFile, objects: readonly FileObject[]): ModelFile {
  const { file, format, unit, mapConversion, coordinates } = planned;
  const model = { format, parts: [], ...(unit !== undefined && { unit }), ...(mapConversion && { mapConversion }) };
  return { file, model, objects, coordinates };
}

/** The object with some of its triangles, or none. */
export function fileObjectOf(planned: PlannedObject, mesh?: FileObject['mesh']): FileObject {
  const { weld, isSingle, ...facts } = planned;
  const positions = isSingle ? new Float32Array(0) : new Float64Array(0);
  return { ...facts, mesh: mesh ?? { positions, indices: new Uint32Array(0), weld } };
}

/** What a plan keeps of an object. */
export function plannedObjectOf(
  { mesh, ...facts }: FileObject,
  shape: ObjectShape,
  box: Box | undefined,
): PlannedObject {
  const isSingle = mesh.positions instanceof Float32Array;
  return { ...facts, weld: mesh.weld === true, isSingle, shape, ...(box && { box }) };
}
