/** What the kernels ask of the world outside: memory, a clock, and whole-number arithmetic for what theirs leaves open. */
import { wholeLineCrossing, wholePlaneCrossing } from '../../exact/whole-crossings.ts';
import { wholeImpactCell, wholePlaneSign } from '../../exact/whole-impact.ts';
import { wholeOrient2d, wholeOrient3d } from '../../exact/whole-signs.ts';

export function kernelImports(memory: WebAssembly.Memory): WebAssembly.Imports {
  const motionAt = (numbers: number) => new Float64Array(memory.buffer, numbers, 24);
  return {
    env: {
      memory,
      now: () => performance.now(),
      wholeOrient2d,
      wholeOrient3d,
      wholePlaneCrossing,
      wholeLineCrossing,
      wholeImpact: (kind: number, numbers: number) => wholeImpactCell(kind, motionAt(numbers)),
      wholePlaneSign: (kind: number, numbers: number, cell: number) => wholePlaneSign(kind, motionAt(numbers), cell),
    },
  };
}
