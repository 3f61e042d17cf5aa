/** Solids of revolution about z, closed, with faces that point out. */

export interface TurnedMesh {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
}

/** A profile (radius, height) turned about z in so many steps, the first of them at an angle. */
export function turned(profile: readonly (readonly [number, number])[], steps: number, start = 0): TurnedMesh {
  const points: number[] = [];
  for (let step = 0; step < steps; step++) {
    const angle = start + (2 * Math.PI * step) / steps;
    for (const [radius, height] of profile) points.push(radius * Math.cos(angle), radius * Math.sin(angle), height);
  }
  const indices: number[] = [];
  const at = (step: number, k: number) => (step % steps) * profile.length + (k % profile.length);
  for (let step = 0; step < steps; step++) {
    for (let k = 0; k < profile.length; k++) {
      indices.push(
        at(step, k),
        at(step + 1, k),
        at(step + 1, k + 1),
        at(step, k),
        at(step + 1, k + 1),
        at(step, k + 1),
      );
    }
  }
  const isSolid = (i: number) => new Set([0, 1, 2].map((k) => keyOf(points, indices[3 * i + k]))).size === 3;
  const kept = indices.filter((_, i) => isSolid(Math.floor(i / 3)));
  return { positions: Float64Array.from(points), indices: Uint32Array.from(kept) };
}

/** Turned outwards-first, so that faces point out of the matter between the two radii. */
export const sleeve = (inner: number, outer: number, low: number, high: number, steps: number, start = 0) =>
  turned(
    [
      [outer, low],
      [outer, high],
      [inner, high],
      [inner, low],
    ],
    steps,
    start,
  );

/** A pin is a sleeve around nothing. */
export const pin = (radius: number, low: number, high: number, steps: number, start = 0) =>
  sleeve(0, radius, low, high, steps, start);

/** Points on the axis are one, and triangles between them none. */
const keyOf = (points: readonly number[], vertex: number) =>
  points
    .slice(3 * vertex, 3 * vertex + 3)
    .map((value) => (Math.abs(value) < 1e-12 ? 0 : value))
    .join();

export function asObj(name: string, { positions, indices }: TurnedMesh): string {
  const lines = [`o ${name}`];
  for (let at = 0; at < positions.length; at += 3)
    lines.push(`v ${Array.from(positions.subarray(at, at + 3)).join(' ')}`);
  const last = positions.length / 3;
  for (let at = 0; at < indices.length; at += 3) {
    lines.push(`f ${[0, 1, 2].map((k) => indices[at + k] - last).join(' ')}`);
  }
  return `${lines.join('\n')}\n`;
}
