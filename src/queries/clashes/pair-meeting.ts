/**
 * Where two triangles that collide meet, by name: each point is the meeting of a vertex, an edge or the inside of one
 * triangle with one of the other, the lowest that holds it.
 *
 * Names are decided by exact signs, so all pairs that share a point call it the same: the crossing of an edge and a face
 * is the same for both triangles of the edge, and a vertex in a face for all around it. A pair in different planes has
 * one point, or two that are the ends of a segment; a coplanar pair has the corners of a polygon.
 */
import { NAME_OF_FACE, NAME_OF_VERTEX } from './constants.ts';
import type { ExactSigns } from './exact-signs.ts';
import type { Surface } from './surface.ts';

/** Where in a triangle a point lies: outside, inside, on an edge 1 + k (from corner k to the next), in a corner 4 + k. */
const OUTSIDE = -1;
const INSIDE = 0;
const ON_EDGE = 1;
const ON_CORNER = 4;

const NEXT = [1, 2, 0];

/** One triangle of the pair: its corners as vertices, and as places in the array of positions. */
class Side {
  positions: Float64Array = new Float64Array(0);
  face = 0;
  readonly vertices = [0, 0, 0];
  readonly at = [0, 0, 0];
  /** For each corner, the side of the other triangle's plane it lies on. */
  readonly sides = [0, 0, 0];

  set({ positions, corners }: Surface, face: number): void {
    this.positions = positions;
    this.face = face;
    for (let k = 0; k < 3; k++) {
      this.vertices[k] = corners[3 * face + k];
      this.at[k] = 3 * this.vertices[k];
    }
  }
}

export class PairMeeting {
  readonly #signs: ExactSigns;
  readonly #own = new Side();
  readonly #other = new Side();
  /** Points found: names on both triangles. */
  count = 0;
  readonly a0: number[] = [];
  readonly a1: number[] = [];
  readonly b0: number[] = [];
  readonly b1: number[] = [];
  isCoplanar = false;
  /** Coordinates in which the last triangle asked about does not degenerate, and its orientation there. */
  #u = 0;
  #v = 1;
  #orientation = 0;

  constructor(signs: ExactSigns) {
    this.#signs = signs;
  }

  /** Finds the points in which triangle `fa` of a and `fb` of b meet; `coplanar` when they are known to be. */
  find(a: Surface, fa: number, b: Surface, fb: number, coplanar: boolean): void {
    const f = this.#own;
    const g = this.#other;
    f.set(a, fa);
    g.set(b, fb);
    this.count = 0;
    if (coplanar) {
      f.sides.fill(0);
      g.sides.fill(0);
    } else {
      this.#takeSides(f, g);
      this.#takeSides(g, f);
    }
    this.isCoplanar = f.sides[0] === 0 && f.sides[1] === 0 && f.sides[2] === 0;
    this.#corners(f, g, false);
    this.#corners(g, f, true);
    if (this.isCoplanar) this.#crossingsInPlane(f, g);
    else {
      this.#crossings(f, g, false);
      this.#crossings(g, f, true);
    }
  }

  /** The sides of the corners of `of` to the plane of `plane`. */
  #takeSides(of: Side, plane: Side): void {
    for (let k = 0; k < 3; k++) {
      of.sides[k] = this.#signs.side(of.positions, of.at[k], plane.positions, plane.at[0], plane.at[1], plane.at[2]);
    }
  }

  /** Corners of one triangle that lie in the other. */
  #corners(own: Side, other: Side, swapped: boolean): void {
    if (own.sides[0] !== 0 && own.sides[1] !== 0 && own.sides[2] !== 0) return;
    this.#chooseProjection(other);
    for (let k = 0; k < 3; k++) {
      if (own.sides[k] !== 0) continue;
      const place = this.#locate(own.positions, own.at[k], other);
      if (place !== OUTSIDE) this.#add(own.vertices[k], NAME_OF_VERTEX, other, place, swapped);
    }
  }

  /** Edges of one triangle that pass through the other. */
  #crossings(own: Side, other: Side, swapped: boolean): void {
    for (let k = 0; k < 3; k++) {
      const next = NEXT[k];
      if (own.sides[k] * own.sides[next] >= 0) continue;
      const place = this.#pierce(own.positions, own.at[k], own.at[next], other);
      if (place === OUTSIDE) continue;
      const p = own.vertices[k];
      const q = own.vertices[next];
      this.#add(Math.min(p, q), Math.max(p, q), other, place, swapped);
    }
  }

  /** Edges of coplanar triangles that cross each other inside both. */
  #crossingsInPlane(f: Side, g: Side): void {
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        if (this.#orientationOf(f, i, f, NEXT[i], g, j) * this.#orientationOf(f, i, f, NEXT[i], g, NEXT[j]) >= 0)
          continue;
        if (this.#orientationOf(g, j, g, NEXT[j], f, i) * this.#orientationOf(g, j, g, NEXT[j], f, NEXT[i]) >= 0)
          continue;
        const p = f.vertices[i];
        const q = f.vertices[NEXT[i]];
        this.#add(Math.min(p, q), Math.max(p, q), g, ON_EDGE + j, false);
      }
    }
  }

  #orientationOf(p: Side, i: number, q: Side, j: number, r: Side, k: number): number {
    const u = this.#u;
    const v = this.#v;
    return this.#signs.orient2d(
      p.positions[p.at[i] + u],
      p.positions[p.at[i] + v],
      q.positions[q.at[j] + u],
      q.positions[q.at[j] + v],
      r.positions[r.at[k] + u],
      r.positions[r.at[k] + v],
    );
  }

  /** Chooses two coordinates in which the triangle has an orientation. */
  #chooseProjection(t: Side): void {
    for (let w = 2; w >= 0; w--) {
      this.#u = (w + 1) % 3;
      this.#v = (w + 2) % 3;
      this.#orientation = this.#orientationOf(t, 0, t, 1, t, 2);
      if (this.#orientation !== 0) return;
    }
  }

  /** Where in the triangle, which `#chooseProjection` was called for, a point of its plane lies. */
  #locate(positions: Float64Array, at: number, t: Side): number {
    const u = this.#u;
    const v = this.#v;
    let zeros = 0;
    let edge = 0;
    let inner = 0;
    for (let k = 0; k < 3; k++) {
      const next = NEXT[k];
      const orientation = this.#signs.orient2d(
        t.positions[t.at[k] + u],
        t.positions[t.at[k] + v],
        t.positions[t.at[next] + u],
        t.positions[t.at[next] + v],
        positions[at + u],
        positions[at + v],
      );
      if (orientation === -this.#orientation) return OUTSIDE;
      if (orientation === 0) {
        zeros++;
        edge = k;
      } else inner = k;
    }
    return placeOf(zeros, edge, inner);
  }

  /** Where in the triangle the line p q, which crosses its plane, passes. */
  #pierce(positions: Float64Array, p: number, q: number, t: Side): number {
    let zeros = 0;
    let edge = 0;
    let inner = 0;
    let sign = 0;
    for (let k = 0; k < 3; k++) {
      const side = this.#signs.orient3d(positions, p, positions, q, t.positions, t.at[k], t.positions, t.at[NEXT[k]]);
      if (side === 0) {
        zeros++;
        edge = k;
        continue;
      }
      inner = k;
      if (sign === 0) sign = side;
      else if (side !== sign) return OUTSIDE;
    }
    return placeOf(zeros, edge, inner);
  }

  #add(name0: number, name1: number, other: Side, place: number, swapped: boolean): void {
    let other0 = other.face;
    let other1 = NAME_OF_FACE;
    if (place >= ON_CORNER) {
      other0 = other.vertices[place - ON_CORNER];
      other1 = NAME_OF_VERTEX;
    } else if (place !== INSIDE) {
      const p = other.vertices[place - ON_EDGE];
      const q = other.vertices[NEXT[place - ON_EDGE]];
      other0 = Math.min(p, q);
      other1 = Math.max(p, q);
    }
    if (swapped) this.#note(other0, other1, name0, name1);
    else this.#note(name0, name1, other0, other1);
  }

  #note(a0: number, a1: number, b0: number, b1: number): void {
    for (let i = 0; i < this.count; i++) {
      if (this.a0[i] === a0 && this.a1[i] === a1 && this.b0[i] === b0 && this.b1[i] === b1) return;
    }
    const i = this.count++;
    this.a0[i] = a0;
    this.a1[i] = a1;
    this.b0[i] = b0;
    this.b1[i] = b1;
  }
}

/** On one edge line, or on two: in the corner across from the edge that is left, `inner`. */
function placeOf(zeros: number, edge: number, inner: number): number {
  if (zeros === 0) return INSIDE;
  if (zeros === 1) return ON_EDGE + edge;
  return ON_CORNER + ((inner + 2) % 3);
}
