/**
 * What the kernels import: memory, a clock, whole-number arithmetic for scenes of extreme range, and the slot of the thread
 * that instantiates them, which says where its scratch memory lies.
 */
import { wholeLineCrossing, wholePlaneCrossing } from '../../exact/whole-crossings.ts';
import { wholeOrient2d, wholeOrient3d } from '../../exact/whole-signs.ts';

export function kernelImports(memory: WebAssembly.Memory, slot: number): WebAssembly.Imports {
  const whole = { wholeOrient2d, wholeOrient3d, wholePlaneCrossing, wholeLineCrossing };
  return { env: { memory, slot, now: () => performance.now(), ...whole } };
}
