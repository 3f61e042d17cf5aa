/**
 * Which places are certainly corners of a solid: three planes around them have no line in common. Nothing flat and no straight edge goes
 * through such a place.
 *
 * A normal n = u × v is made of differences that are off by half an ulp: with ε = 2^-53, each of its two products by 3ε, their difference by
 * ε more, together less than 8ε of m = |u| × |v| with plus for minus. The determinant of three normals is a sum of six products of one component of each, off by
 * ((1 + 8ε)³ − 1) P < 25ε P for the sum P of their magnitudes, and as rounded by less than 8ε P more; P as rounded is less than 16ε off. So
 * a determinant above 64ε P is not 0. Coordinates are below 2^100, so what underflow loses in any product, 2^-1074, grows by less than
 * 2^474 in the others.
 */
import type { CutSurface } from './cut-surface.ts';
import type { Outward } from './skin.ts';

const CERTAIN = 2 ** -47;
const UNDERFLOW = 2 ** -500;
/** Faces at a place of which three are looked for. */
const FACES_MOST = 5;

/** Those of some places of triangles that are not certainly such corners. */
export function withoutSolidCorners(
  cut: CutSurface,
  triangles: readonly Outward[],
  places: ReadonlySet<number>,
): Set<number> {
  const faces = new Map<number, number[]>();
  for (const { corners, face } of triangles) {
    for (const place of corners) {
      if (!places.has(place)) continue;
      const known = faces.get(place);
      if (!known) faces.set(place, [face]);
      else if (known.length < FACES_MOST && !known.includes(face)) known.push(face);
    }
  }
  const left = new Set(places);
  // Without bounds for errors, none is certain.
  if (cut.surface.isWide) return left;
  const normals = new Normals(cut);
  for (const [place, own] of faces) if (normals.haveNoLine(own)) left.delete(place);
  return left;
}

/** Normals of faces, and their magnitudes: six numbers each. */
class Normals {
  readonly #cut: CutSurface;
  readonly #known = new Map<number, readonly number[]>();

  constructor(cut: CutSurface) {
    this.#cut = cut;
  }

  /** Whether the planes of some three faces certainly have no line in common. */
  haveNoLine(faces: readonly number[]): boolean {
    for (let i = 2; i < faces.length; i++)
      for (let j = 1; j < i; j++)
        for (let k = 0; k < j; k++)
          if (areIndependent(this.#of(faces[i]), this.#of(faces[j]), this.#of(faces[k]))) return true;
    return false;
  }

  #of(face: number): readonly number[] {
    const known = this.#known.get(face);
    if (known) return known;
    const { positions, corners } = this.#cut.surface;
    const [p, q, r] = [3 * corners[3 * face], 3 * corners[3 * face + 1], 3 * corners[3 * face + 2]];
    const [ux, uy, uz] = [
      positions[q] - positions[p],
      positions[q + 1] - positions[p + 1],
      positions[q + 2] - positions[p + 2],
    ];
    const [vx, vy, vz] = [
      positions[r] - positions[p],
      positions[r + 1] - positions[p + 1],
      positions[r + 2] - positions[p + 2],
    ];
    const found = [
      uy * vz - uz * vy,
      uz * vx - ux * vz,
      ux * vy - uy * vx,
      Math.abs(uy * vz) + Math.abs(uz * vy),
      Math.abs(uz * vx) + Math.abs(ux * vz),
      Math.abs(ux * vy) + Math.abs(uy * vx),
    ];
    this.#known.set(face, found);
    return found;
  }
}

function areIndependent(a: readonly number[], b: readonly number[], c: readonly number[]): boolean {
  const determinant =
    a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  const most =
    a[3] * (b[4] * c[5] + b[5] * c[4]) + a[4] * (b[5] * c[3] + b[3] * c[5]) + a[5] * (b[3] * c[4] + b[4] * c[3]);
  return Math.abs(determinant) > CERTAIN * most + UNDERFLOW;
}
