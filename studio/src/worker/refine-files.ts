/**
 * Reads CAD files again with finer triangles where parts are near each other, as `collidescope clash` does.
 *
 * Files that move by a clip come near in some frame or other, so among them nothing is refined, and answers say so.
 */
import type { Model } from '../../../src/io/index.ts';
import { refineSurfaces } from '../../../src/report/refine-surfaces.ts';
import { hiddenAnywhere, isTessellated } from '../../../src/report/tessellation.ts';
import type { OpenedFile } from './file-world.ts';
import { noticeOf } from './notices.ts';
import type { OpenWatch } from './open-files.ts';

export interface RefinedFiles {
  /** Of each file, in its own coordinates. */
  readonly models: readonly Model[];
  /** Overlaps that may still go unnoticed; undefined if nothing was refined. */
  readonly couldHide?: number;
}

export async function refineFiles(
  files: readonly OpenedFile[],
  { signal, progress, notify, deflection: asked }: OpenWatch,
): Promise<RefinedFiles> {
  const asRead = files.map(({ name, read }) => ({ file: name, model: read }));
  const models = asRead.map(({ model }) => model);
  // As fine as was asked for is as fine as it gets.
  if (asked) return { models, couldHide: hiddenAnywhere(models.flatMap(({ parts }) => parts)) };
  if (!isTessellated(asRead) || files.some(({ clips }) => clips.length > 0)) return { models };
  const refined = await refineSurfaces(asRead, {
    said: undefined,
    merge: false,
    async read(name, deflection) {
      const { read, readAgain } = files.find((file) => file.name === name)!;
      const onProgress = (done: number) => progress(`reading ${name} again, finer`, done);
      onProgress(0);
      try {
        return {
          file: name,
          model: await readAgain({ signal, onProgress, deflection: { kind: 'absolute', value: deflection } }),
        };
      } catch (error) {
        if (signal.aborted) throw error;
        // It stays as it is, and what that could hide is reported.
        notify(noticeOf(error, name));
        return { file: name, model: read };
      }
    },
  });
  return { models: refined.files.map(({ model }) => model), couldHide: refined.couldHide };
}
