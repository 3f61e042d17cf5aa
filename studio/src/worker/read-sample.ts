/** Sample models, as files that were read. */
import { sampleModels } from '../../../scenes/samples/index.ts';
import type { SourceFile } from '../protocol.ts';
import type { OpenedFile } from './file-world.ts';

/** None for what is no sample. */
export function readSample(source: SourceFile): OpenedFile[] {
  if (!('sample' in source)) return [];
  return sampleModels(source.sample).map(({ name, model }) => ({
    name,
    read: model,
    model,
    readAgain: async () => model,
    clips: [],
    colours: model.parts.map(() => undefined),
  }));
}
