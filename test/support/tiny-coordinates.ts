/**
 * Scenes with a few coordinates next to nothing: denormals and numbers whose products underflow, of either sign, in any
 * coordinate of any corner, beside coordinates of ordinary to large size.
 */
import type { MeshInput } from '../../src/mesh/mesh-input.ts';
import type { Random } from './random.ts';

const TINY_SINGLE = [2 ** -149, 1e-43, 1e-40, 2 ** -126, 1e-30];
const TINY_DOUBLE = [2 ** -1074, 2 ** -1022, 1e-290, 1e-200, 2 ** -250, 1e-43];

/** A few triangles with whole coordinates from −4 to 4, times a power of two up to 2^size; some zeros become tiny numbers. */
function tinyMesh(random: Random, isSingle: boolean, size: number): MeshInput {
  const tiny = isSingle ? TINY_SINGLE : TINY_DOUBLE;
  const share = random.pick([0.3, 0.6, 1]);
  const offset = random.pick([0, 0, 4]);
  const values = random.times(9 * random.integer(1, 6), () => {
    const whole = random.integer(-4, 4) + offset;
    if (whole !== 0 || !random.chance(share)) return whole * 2 ** size;
    return random.pick(tiny) * random.pick([-1, 1]);
  });
  return { positions: isSingle ? Float32Array.from(values) : Float64Array.from(values), weld: random.chance(0.5) };
}

/** One to three objects, all in the same precision. */
export function tinyCoordinates(random: Random, isSingle: boolean): MeshInput[] {
  const size = random.pick([-20, 0, 0, 5, 20, 56]);
  return random.times(random.integer(1, 3), () => tinyMesh(random, isSingle, size));
}
