/**
 * The mathematics of the scenes: the same bits in every JavaScript engine.
 *
 * The language fixes +, −, ×, ÷ and `Math.sqrt` to the last bit, and leaves sine, cosine, powers and the like to the
 * engine. So the scenes use none of those from `Math`; what they need is written here from what is fixed. A test looks
 * through the folder for others.
 */

export const PI = Math.PI;
export const TAU = 2 * PI;

/** π/2 in two parts; the first has few enough bits for small multiples of it to be exact. */
const HALF_PI_HIGH = 1.5707963267341256;
const HALF_PI_LOW = 6.077100506506192e-11;

/** Taylor polynomials on ±π/4, where their error is below 1e-15. */
function sinNearZero(x: number): number {
  const s = x * x;
  return (
    x * (1 + s * (-1 / 6 + s * (1 / 120 + s * (-1 / 5040 + s * (1 / 362880 + s * (-1 / 39916800 + s / 6227020800))))))
  );
}

function cosNearZero(x: number): number {
  const s = x * x;
  return (
    1 +
    s *
      (-1 / 2 +
        s * (1 / 24 + s * (-1 / 720 + s * (1 / 40320 + s * (-1 / 3628800 + s * (1 / 479001600 - s / 87178291200))))))
  );
}

function quarterTurns(x: number, first: number): number {
  const turns = Math.round(x / (PI / 2));
  const rest = x - turns * HALF_PI_HIGH - turns * HALF_PI_LOW;
  const quarter = (((turns + first) % 4) + 4) % 4;
  const value = quarter % 2 === 0 ? sinNearZero(rest) : cosNearZero(rest);
  return quarter < 2 ? value : -value;
}

/** Good to about 1e-14 for angles of up to a few thousand. */
export function sin(x: number): number {
  return quarterTurns(x, 0);
}

export function cos(x: number): number {
  return quarterTurns(x, 1);
}

export function length(x: number, y: number, z = 0): number {
  return Math.sqrt(x * x + y * y + z * z);
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

export function mix(from: number, to: number, part: number): number {
  return from + (to - from) * part;
}

/** 0 up to `from`, 1 beyond `to`, an even slope at both. */
export function smoothStep(from: number, to: number, value: number): number {
  const part = clamp((value - from) / (to - from), 0, 1);
  return part * part * (3 - 2 * part);
}

function latticeValue(x: number, y: number, z: number, seed: number): number {
  let word =
    Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(z, 0x9e3779b1) ^ Math.imul(seed, 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 15), 0x2c1b3c6d);
  word = Math.imul(word ^ (word >>> 12), 0x297a2d39);
  return ((word ^ (word >>> 15)) >>> 0) / 2147483648 - 1;
}

/** Smooth noise from −1 to 1 with features of about size 1. */
export function noise(x: number, y: number, z: number, seed = 0): number {
  const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const [u, v, w] = [smoothStep(0, 1, x - i), smoothStep(0, 1, y - j), smoothStep(0, 1, z - k)];
  const row = (dj: number, dk: number) =>
    mix(latticeValue(i, j + dj, k + dk, seed), latticeValue(i + 1, j + dj, k + dk, seed), u);
  return mix(mix(row(0, 0), row(1, 0), v), mix(row(0, 1), row(1, 1), v), w);
}
