/** How shards come to the files of a plan: what reading files with options means is known to whoever runs them. */
import type { ModelFile } from '../report/model-file.ts';
import type { FileObject } from '../report/objects.ts';
import type { FileFingerprint } from './file-fingerprint.ts';

export interface ModelAccess {
  /** The path of a file that is named in a plan. */
  pathOf(file: string): string;
  /** Whether files may be read in ranges of triangles where their format allows it. */
  readonly canStream: boolean;
  /** Whether parts are joined, so that a file is one object. */
  readonly merge: boolean;
  /** Whether vertices of equal coordinates are one. */
  readonly weld: boolean;
  /** Reads the whole file, in the unit and place that all files have; every byte of it must be as planned. */
  read(file: string, planned: FileFingerprint): Promise<ModelFile>;
  /** The objects of a file that was read whole. */
  objectsOf(file: ModelFile): readonly FileObject[];
}
