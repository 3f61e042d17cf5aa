/** A file that was read. */
import type { GltfFrames } from '../io/gltf/animation.ts';
import type { Model } from '../io/model.ts';

export interface ModelFile {
  /** As given on the command line. */
  readonly file: string;
  readonly model: Model;
  readonly motion?: GltfFrames;
}
