/** The box around vertices. */
import type { Positions } from './mesh-input.ts';

/** low x y z, high x y z; empty when there is nothing in it. */
export type Box = readonly number[];

/** The box of the vertices that `sources` names, or of all. */
export function boxOf(positions: Positions, sources: Uint32Array | undefined): Box {
  const count = sources ? sources.length : positions.length / 3;
  if (count === 0) return [];
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i < count; i++) {
    const at = 3 * (sources ? sources[i] : i);
    for (let k = 0; k < 3; k++) {
      const value = positions[at + k];
      if (value < box[k]) box[k] = value;
      if (value > box[k + 3]) box[k + 3] = value;
    }
  }
  return box;
}
