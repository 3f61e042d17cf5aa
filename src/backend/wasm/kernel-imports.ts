/** What the kernels ask of the world outside: memory, a clock, and whole-number arithmetic for scenes of extreme range. */
import { wholeLineCrossing, wholePlaneCrossing } from '../../exact/whole-crossings.ts';
import { wholeOrient2d, wholeOrient3d } from '../../exact/whole-signs.ts';

export function kernelImports(memory: WebAssembly.Memory): WebAssembly.Imports {
  const whole = { wholeOrient2d, wholeOrient3d, wholePlaneCrossing, wholeLineCrossing };
  return { env: { memory, now: () => performance.now(), ...whole } };
}
