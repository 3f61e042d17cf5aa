/**
 * Does a triangle touch a closed box? Exactly, in plain JavaScript.
 *
 * Tests the same thirteen axes as the kernels (src/queries/voxels/kernels/exact.ts): each in double precision with an
 * error bound, and in whole numbers when the bound cannot decide. The axes of a triangle are set up once for many boxes
 * of the same size.
 */
import { wholeOrient2d, wholeOrient3d } from './whole-signs.ts';

const EPSILON = 2 ** -52;
/** Products of numbers this small may underflow, and the bounds do not hold. */
const SMALLEST = 2 ** -300;

export class TriangleBoxTest {
  /** Half the edge length of the boxes. */
  readonly #half: number;
  readonly #corners = new Float64Array(9);
  /** The three edges, x y z each, and the normal. */
  readonly #edges = new Float64Array(9);
  readonly #box = new Float64Array(6);
  #nx = 0;
  #ny = 0;
  #nz = 0;
  #normalRadius = 0;
  #size = 0;
  /** Tests that needed whole numbers. */
  exactTests = 0;

  constructor(edge: number) {
    this.#half = edge / 2;
  }

  /** Takes the triangle with the corners at offsets a, b, c of `positions`. */
  setTriangle(positions: ArrayLike<number>, a: number, b: number, c: number): void {
    const corners = this.#corners;
    const edges = this.#edges;
    for (let k = 0; k < 3; k++) {
      const pa = positions[a + k];
      const pb = positions[b + k];
      const pc = positions[c + k];
      corners[k] = pa;
      corners[3 + k] = pb;
      corners[6 + k] = pc;
      edges[k] = pb - pa;
      edges[3 + k] = pc - pb;
      edges[6 + k] = pa - pc;
    }
    const ux = edges[0];
    const uy = edges[1];
    const uz = edges[2];
    const wx = edges[6];
    const wy = edges[7];
    const wz = edges[8];
    this.#nx = uz * wy - uy * wz;
    this.#ny = ux * wz - uz * wx;
    this.#nz = uy * wx - ux * wy;
    this.#normalRadius = this.#half * (Math.abs(this.#nx) + Math.abs(this.#ny) + Math.abs(this.#nz));
    this.#size = Math.max(
      Math.abs(ux),
      Math.abs(uy),
      Math.abs(uz),
      Math.abs(wx),
      Math.abs(wy),
      Math.abs(wz),
      Math.abs(edges[3]),
      Math.abs(edges[4]),
      Math.abs(edges[5]),
    );
  }

  /**
   * Whether the triangle touches the box that begins at x, y, z. The three axes of the box itself are not tested: the
   * caller only visits boxes that the triangle's bounding box touches.
   */
  touches(x: number, y: number, z: number): boolean {
    const half = this.#half;
    const corners = this.#corners;
    // Relative to the first corner, so that apart from these differences, rounding errors are proportional to the size
    // of triangle and box.
    const qx = x + half - corners[0];
    const qy = y + half - corners[1];
    const qz = z + half - corners[2];
    const reach = Math.max(Math.abs(qx), Math.abs(qy), Math.abs(qz)) + half;
    const size = this.#size;
    // Corners and centres are doubles; each difference, product and sum has a relative error of 2^-53.
    const edgeSlack = 32 * EPSILON * size * (reach + size) + SMALLEST;
    const value = this.#nx * qx + this.#ny * qy + this.#nz * qz;
    const distance = Math.abs(value) - this.#normalRadius;
    const normalSlack = 64 * EPSILON * size * size * (reach + size) + SMALLEST;
    if (distance > normalSlack) return false;
    this.#setBox(qx, qy, qz, half, half, half);
    const across = this.#distanceAcrossEdges(edgeSlack);
    if (across > edgeSlack) return false;
    return distance > -normalSlack || across > -edgeSlack ? this.#touchesExactly(x, y, z) : true;
  }

  /** Whether the triangle certainly misses the box with this centre and these half sides; they may be of any size. */
  misses(x: number, y: number, z: number, hx: number, hy: number, hz: number): boolean {
    const corners = this.#corners;
    const qx = x - corners[0];
    const qy = y - corners[1];
    const qz = z - corners[2];
    const size = this.#size;
    const reach = Math.max(Math.abs(qx) + hx, Math.abs(qy) + hy, Math.abs(qz) + hz);
    const slack = 64 * EPSILON * size * (reach + size) + SMALLEST;
    const value = this.#nx * qx + this.#ny * qy + this.#nz * qz;
    const radius = hx * Math.abs(this.#nx) + hy * Math.abs(this.#ny) + hz * Math.abs(this.#nz);
    if (Math.abs(value) - radius > slack * (size + reach)) return true;
    this.#setBox(qx, qy, qz, hx, hy, hz);
    return this.#distanceAcrossEdges(slack) > slack;
  }

  #setBox(qx: number, qy: number, qz: number, hx: number, hy: number, hz: number): void {
    const box = this.#box;
    box[0] = qx;
    box[1] = qy;
    box[2] = qz;
    box[3] = hx;
    box[4] = hy;
    box[5] = hz;
  }

  /**
   * The largest distance between triangle and box along the nine axes that are perpendicular to an edge of each; negative
   * where they overlap. The search ends at the first distance that is `enough`. The box is given by its centre, relative to
   * the triangle's first corner, and its half sides.
   */
  #distanceAcrossEdges(enough: number): number {
    const box = this.#box;
    const qx = box[0];
    const qy = box[1];
    const qz = box[2];
    const hx = box[3];
    const hy = box[4];
    const hz = box[5];
    const edges = this.#edges;
    const nx = this.#nx / 2;
    const ny = this.#ny / 2;
    const nz = this.#nz / 2;
    const radiusX = Math.abs(nx);
    const radiusY = Math.abs(ny);
    const radiusZ = Math.abs(nz);
    let largest = Number.NEGATIVE_INFINITY;
    for (let e = 0; e < 9; e += 3) {
      const ex = edges[e];
      const ey = edges[e + 1];
      const ez = edges[e + 2];
      // From a point of the edge. Across an edge the triangle lies between 0 and a component of the normal.
      const isSecond = e === 3;
      const dx = isSecond ? qx - edges[0] : qx;
      const dy = isSecond ? qy - edges[1] : qy;
      const dz = isSecond ? qz - edges[2] : qz;
      const ax = Math.abs(ex);
      const ay = Math.abs(ey);
      const az = Math.abs(ez);
      const alongX = Math.abs(ey * dz - ez * dy - nx) - (hz * ay + hy * az + radiusX);
      if (alongX > enough) return alongX;
      const alongY = Math.abs(ez * dx - ex * dz - ny) - (hz * ax + hx * az + radiusY);
      if (alongY > enough) return alongY;
      const alongZ = Math.abs(ex * dy - ey * dx - nz) - (hy * ax + hx * ay + radiusZ);
      if (alongZ > enough) return alongZ;
      if (alongX > largest) largest = alongX;
      if (alongY > largest) largest = alongY;
      if (alongZ > largest) largest = alongZ;
    }
    return largest;
  }

  #touchesExactly(x: number, y: number, z: number): boolean {
    this.exactTests++;
    const low = [x, y, z];
    const high = [x + 2 * this.#half, y + 2 * this.#half, z + 2 * this.#half];
    const corners = this.#corners;
    const orientations = [orientInView(corners, 1, 2), orientInView(corners, 2, 0), orientInView(corners, 0, 1)];
    for (let axis = 0; axis < 3; axis++) {
      if (apartInView(corners, (axis + 1) % 3, (axis + 2) % 3, low, high, orientations[axis])) return false;
    }
    const nearest = orientations.map((orientation, k) => (orientation > 0 ? low[k] : high[k]));
    const farthest = orientations.map((orientation, k) => (orientation > 0 ? high[k] : low[k]));
    const side = wholeOrient3d(...corners, ...nearest);
    return side === 0 || side !== wholeOrient3d(...corners, ...farthest);
  }
}

function orientInView(corners: Float64Array, u: number, v: number): number {
  return wholeOrient2d(corners[u], corners[v], corners[3 + u], corners[3 + v], corners[6 + u], corners[6 + v]);
}

/**
 * Whether the rectangle lies strictly outside one side of the triangle; for a triangle seen edge-on, on either side of
 * the line.
 */
function apartInView(
  corners: Float64Array,
  u: number,
  v: number,
  low: readonly number[],
  high: readonly number[],
  orientation: number,
): boolean {
  for (let side = 0; side < 9; side += 3) {
    const next = (side + 3) % 9;
    const [pu, pv, qu, qv] = [corners[side + u], corners[side + v], corners[next + u], corners[next + v]];
    const [rises, runs] = [qv > pv, qu > pu];
    if (orientation >= 0 && wholeOrient2d(pu, pv, qu, qv, rises ? low[u] : high[u], runs ? high[v] : low[v]) < 0)
      return true;
    if (orientation <= 0 && wholeOrient2d(pu, pv, qu, qv, rises ? high[u] : low[u], runs ? low[v] : high[v]) > 0)
      return true;
  }
  return false;
}
