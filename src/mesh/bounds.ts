/** Axes and boxes in the public interface, and the six numbers that stand for a box inside the engine. */

/** A coordinate axis. */
export type Axis = 'x' | 'y' | 'z';

/** The axes in the order of their coordinates. */
export const AXES: readonly Axis[] = ['x', 'y', 'z'];

/** Three numbers: along x, y and z. */
export type Triple = readonly [number, number, number];

/** A box whose sides lie along the axes. */
export interface Bounds {
  /** The corner with the lowest coordinates. */
  readonly min: Triple;
  /** The corner with the highest coordinates. */
  readonly max: Triple;
}

/** From lowest x, y, z and highest x, y, z. */
export function boundsOfBox(box: ArrayLike<number>): Bounds {
  return { min: [box[0], box[1], box[2]], max: [box[3], box[4], box[5]] };
}

/** To lowest x, y, z and highest x, y, z. */
export function boxOfBounds({ min, max }: Bounds): readonly number[] {
  return [...min, ...max];
}
