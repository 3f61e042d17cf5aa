/** What the kernels ask of the world outside: memory, a clock, and whole-number arithmetic for scenes of extreme range. */
import { wholeOrient2d, wholeOrient3d } from '../geometry/whole-signs.ts';

export function kernelImports(memory: WebAssembly.Memory): WebAssembly.Imports {
  return { env: { memory, now: () => performance.now(), wholeOrient2d, wholeOrient3d } };
}
