/**
 * What the kernels import: memory, a clock, whole-number arithmetic for what their own cannot decide, and the slot of
 * the instantiating thread, which determines where its scratch memory lies.
 */
import { wholeLineCrossing, wholePlaneCrossing } from '../../exact/whole-crossings.ts';
import { wholeIsNearer } from '../../exact/whole-distance.ts';
import {
  wholeImpactTick,
  wholePlaneSign,
  wholePlaneSignAfterStart,
  wholeReturnTick,
} from '../../exact/whole-impact.ts';
import { wholeOrient2d, wholeOrient3d } from '../../exact/whole-signs.ts';

/**
 * `origin` is the time origin of the thread that owns the engine. Each thread counts its clock from its own beginning; all of
 * them read the owner's, so that the start of a phase on one thread and its end on another can be subtracted.
 */
export function kernelImports(
  memory: WebAssembly.Memory,
  slot: number,
  origin = performance.timeOrigin,
): WebAssembly.Imports {
  const ahead = performance.timeOrigin - origin;
  // Points and motions come as addresses, which wasm passes as signed numbers.
  const numbersAt = (address: number, count: number) => new Float64Array(memory.buffer, address >>> 0, count);
  const ofPoints =
    (decide: (...coordinates: number[]) => number) =>
    (...points: number[]) =>
      decide(...points.flatMap((address) => Array.from(numbersAt(address, 3))));
  const whole = {
    wholeOrient2d,
    wholeOrient3d: ofPoints(wholeOrient3d),
    wholePlaneCrossing: ofPoints(wholePlaneCrossing),
    wholeLineCrossing,
  };
  const motionAt = (address: number) => numbersAt(address, 24);
  const moving = {
    wholeImpact: (kind: number, motion: number) => wholeImpactTick(kind, motionAt(motion)),
    wholePlaneSign: (kind: number, motion: number, tick: number) => wholePlaneSign(kind, motionAt(motion), tick),
    wholeReturn: (kind: number, motion: number) => wholeReturnTick(kind, motionAt(motion)),
    wholePlaneSignAfterStart: (kind: number, motion: number) => wholePlaneSignAfterStart(kind, motionAt(motion)),
  };
  const distances = {
    wholeIsNearer: (kind: number, points: number, distance: number) =>
      Number(wholeIsNearer(kind, numbersAt(points, 12), distance)),
  };
  return { env: { memory, slot, now: () => performance.now() + ahead, ...whole, ...moving, ...distances } };
}
