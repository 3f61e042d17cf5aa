/**
 * What the kernels import: memory, a clock, whole-number arithmetic for what theirs leaves open, and the slot of the thread
 * that instantiates them, which says where its scratch memory lies.
 */
import { wholeLineCrossing, wholePlaneCrossing } from '../../exact/whole-crossings.ts';
import { wholeImpactCell, wholePlaneSign } from '../../exact/whole-impact.ts';
import { wholeOrient2d, wholeOrient3d } from '../../exact/whole-signs.ts';

export function kernelImports(memory: WebAssembly.Memory, slot: number): WebAssembly.Imports {
  const whole = { wholeOrient2d, wholeOrient3d, wholePlaneCrossing, wholeLineCrossing };
  const motionAt = (numbers: number) => new Float64Array(memory.buffer, numbers, 24);
  const moving = {
    wholeImpact: (kind: number, numbers: number) => wholeImpactCell(kind, motionAt(numbers)),
    wholePlaneSign: (kind: number, numbers: number, cell: number) => wholePlaneSign(kind, motionAt(numbers), cell),
  };
  return { env: { memory, slot, now: () => performance.now(), ...whole, ...moving } };
}
