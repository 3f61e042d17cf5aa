/** Models to try things with: as reading files would give them, though there are no files. */
import type { Model } from '../../src/io/index.ts';

export interface SampleModel {
  /** What the file would be called. */
  readonly name: string;
  readonly model: Model;
}
