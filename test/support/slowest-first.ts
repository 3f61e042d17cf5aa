/**
 * The order of test files: those that take longest begin, so that no worker is left alone with one of them at the end. Sizes of files,
 * which vitest goes by in a clone that has not run before, say little of it. The list need not be complete, nor up to date.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const SLOWEST = [
  'studio/hand-on',
  'site/site',
  'site/examples',
  'studio/playing',
  'cli/step-interference',
  'studio/queries',
  'package/pages',
  'queries/cull/gpu/reliable',
  'studio/tools',
  'cli/coordination',
  'queries/cull/gpu/visits',
  'queries/cull/gpu/hardware',
  'queries/cull/gpu/panes',
  'parity/truth',
  'backend/gpu/engine',
  'queries/voxels/gpu-counted',
  'queries/voxels/gpu',
  'queries/cull/gpu/reliable-truth',
  'site/code-blocks',
  'cli/shards',
].map((name) => `/test/${name}.test.ts`);

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = SLOWEST.findIndex((name) => moduleId.endsWith(name));
      return at < 0 ? SLOWEST.length : at;
    };
    // Sorting keeps the order of those that are not listed.
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
