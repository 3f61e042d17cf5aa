/** A file that was read. */
import type { GltfFrames } from '../io/gltf/animation.ts';
import type { Model } from '../io/model.ts';
import type { FileObject } from './objects.ts';
import type { CoordinateMeasure } from './tolerance.ts';

export interface ModelFile {
  /** As given on the command line. */
  readonly file: string;
  readonly model: Model;
  readonly motion?: GltfFrames;
  /** If the model itself was released: its objects, with none or some of their triangles, and its measurements. */
  readonly objects?: readonly FileObject[];
  readonly coordinates?: CoordinateMeasure;
}
