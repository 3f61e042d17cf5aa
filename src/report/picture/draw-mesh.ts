/** Draws a mesh into a layer: for each pixel the nearest surface. */
import { type Camera, HALF_OPENING } from './camera.ts';
import type { DrawnMesh } from './drawn-mesh.ts';
import { type Layer, WEIGHTS } from './layer.ts';
import type { SectionPlane } from './section.ts';

/** A vertex as the camera sees it: right, up, depth; as it is drawn: pixels across and down, 1 / depth (0 behind the near plane). */
const VERTEX = 6;
const [RIGHT, UP, DEPTH, ACROSS, DOWN, NEARNESS] = [0, 1, 2, 3, 4, 5];
/** A corner of what is drawn: pixels across and down, 1 / depth, normal, and how far on the near side of the section plane. */
const CORNER = 7;
const [X, Y, W, NORMAL, HEIGHT] = [0, 1, 2, 3, 6];

export interface DrawOptions {
  /** When all of the object is drawn, `closeSection` closes it where the plane is inside. */
  readonly section?: SectionPlane | undefined;
  /** Pixels are only marked, for a layer that is not to be shaded: with this where a face shows its outside, else with one more. */
  readonly mark?: number;
}

function placeVertices(positions: Float32Array, { eye, right, up, forward, near }: Camera, layer: Layer): Float64Array {
  const vertices = layer.vertexBuffer((VERTEX * positions.length) / 3);
  const [middleX, middleY] = [layer.width / 2, layer.height / 2];
  const pixels = layer.height / (2 * HALF_OPENING);
  const [eyeX, eyeY, eyeZ] = eye;
  const [rightX, rightY, rightZ] = right;
  const [upX, upY, upZ] = up;
  const [forwardX, forwardY, forwardZ] = forward;
  for (let at = 0, to = 0; at < positions.length; at += 3, to += VERTEX) {
    const x = positions[at] - eyeX;
    const y = positions[at + 1] - eyeY;
    const z = positions[at + 2] - eyeZ;
    const across = x * rightX + y * rightY + z * rightZ;
    const above = x * upX + y * upY + z * upZ;
    const depth = x * forwardX + y * forwardY + z * forwardZ;
    vertices[to + RIGHT] = across;
    vertices[to + UP] = above;
    vertices[to + DEPTH] = depth;
    const w = depth < near ? 0 : 1 / depth;
    vertices[to + ACROSS] = middleX + across * w * pixels;
    vertices[to + DOWN] = middleY - above * w * pixels;
    vertices[to + NEARNESS] = w;
  }
  return vertices;
}

/** How far vertices are on the near side of the plane. */
function heightsOver({ normal: [x, y, z], offset }: SectionPlane, positions: Float32Array): Float64Array {
  const heights = new Float64Array(positions.length / 3);
  for (let i = 0, at = 0; i < heights.length; i++, at += 3) {
    heights[i] = x * positions[at] + y * positions[at + 1] + z * positions[at + 2] - offset;
  }
  return heights;
}

/** Draws a mesh; what is nearer stays. */
export function drawMesh(layer: Layer, mesh: DrawnMesh, camera: Camera, options: DrawOptions = {}): void {
  const { section, mark = 0 } = options;
  const { positions, indices } = mesh;
  const vertices = placeVertices(positions, camera, layer);
  const heights = section && heightsOver(section, positions);
  const filler = new TriangleFiller(layer, section !== undefined, mark);
  const { corners } = filler;
  for (let at = 0; at < indices.length; at += 3) {
    const p = indices[at];
    const q = indices[at + 1];
    const r = indices[at + 2];
    if (heights && heights[p] > 0 && heights[q] > 0 && heights[r] > 0) continue;
    const behind =
      Number(vertices[VERTEX * p + NEARNESS] === 0) +
      Number(vertices[VERTEX * q + NEARNESS] === 0) +
      Number(vertices[VERTEX * r + NEARNESS] === 0);
    if (behind === 3) continue;
    const isWhole = behind === 0;
    const from = isWhole ? ACROSS : RIGHT;
    for (let k = 0; k < 3; k++) {
      corners[k] = vertices[VERTEX * p + from + k];
      corners[CORNER + k] = vertices[VERTEX * q + from + k];
      corners[2 * CORNER + k] = vertices[VERTEX * r + from + k];
    }
    if (heights) for (let k = 0; k < 3; k++) corners[CORNER * k + HEIGHT] = heights[indices[at + k]];
    if (isWhole && !filler.isSeen()) continue;
    if (mark === 0) turnNormals(mesh.normals, 3 * at, camera, corners);
    if (isWhole) filler.fill();
    else fillClipped(filler, camera, layer);
  }
}

/** The normals of a triangle as the camera sees them. */
function turnNormals(normals: Float32Array, at: number, { right, up, forward }: Camera, corners: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    const [x, y, z] = [normals[at + 3 * k], normals[at + 3 * k + 1], normals[at + 3 * k + 2]];
    const to = CORNER * k + NORMAL;
    corners[to] = x * right[0] + y * right[1] + z * right[2];
    corners[to + 1] = x * up[0] + y * up[1] + z * up[2];
    corners[to + 2] = -(x * forward[0] + y * forward[1] + z * forward[2]);
  }
}

/** Fills what lies before the near plane of a triangle that reaches behind it: up to four corners. */
function fillClipped(filler: TriangleFiller, { near }: Camera, { width, height }: Layer): void {
  const triangle = filler.corners.slice();
  const pixels = height / (2 * HALF_OPENING);
  const kept: number[] = [];
  for (let i = 0; i < 3; i++) {
    const [p, q] = [CORNER * i, CORNER * ((i + 1) % 3)];
    const [dp, dq] = [triangle[p + W] - near, triangle[q + W] - near];
    if (dp >= 0) for (let k = 0; k < CORNER; k++) kept.push(triangle[p + k]);
    if (dp >= 0 === dq >= 0) continue;
    const part = dp / (dp - dq);
    for (let k = 0; k < CORNER; k++) kept.push(triangle[p + k] + part * (triangle[q + k] - triangle[p + k]));
  }
  for (let at = 0; at < kept.length; at += CORNER) {
    const w = 1 / kept[at + W];
    kept[at + X] = width / 2 + kept[at + X] * w * pixels;
    kept[at + Y] = height / 2 - kept[at + Y] * w * pixels;
    kept[at + W] = w;
  }
  for (let c = CORNER; c + CORNER < kept.length; c += CORNER) {
    for (let k = 0; k < CORNER; k++) {
      filler.corners[k] = kept[k];
      filler.corners[CORNER + k] = kept[c + k];
      filler.corners[2 * CORNER + k] = kept[c + CORNER + k];
    }
    if (filler.isSeen()) filler.fill();
  }
}

/** A weight may be below 0 by this much of the way: pixels between two triangles then belong to both, never to none. */
const SLACK = 1e-9;

/** Fills triangles that are wholly before the camera, one at a time. */
class TriangleFiller {
  /** Of the triangle: three corners. */
  readonly corners = new Float64Array(3 * CORNER);
  readonly #layer: Layer;
  readonly #isSection: boolean;
  readonly #mark: number;
  readonly #weights = new Float64Array(WEIGHTS);
  readonly #normals = new Float64Array(9);
  #area = 0;
  #left = 0;
  #right = 0;
  #top = 0;
  #bottom = 0;

  constructor(layer: Layer, isSection: boolean, mark: number) {
    this.#layer = layer;
    this.#isSection = isSection;
    this.#mark = mark;
  }

  /** Whether it has an area and covers the middle of some row and column. */
  isSeen(): boolean {
    const { corners } = this;
    const { width, height } = this.#layer;
    const ax = corners[X];
    const ay = corners[Y];
    const bx = corners[CORNER + X];
    const by = corners[CORNER + Y];
    const cx = corners[2 * CORNER + X];
    const cy = corners[2 * CORNER + Y];
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    if (!(area !== 0)) return false;
    this.#area = area;
    this.#top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
    this.#bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
    this.#left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
    this.#right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
    return this.#top <= this.#bottom && this.#left <= this.#right;
  }

  /** After `isSeen`. */
  fill(): void {
    const { corners } = this;
    const { width, nearness, faces } = this.#layer;
    // The picture's y goes down, so a triangle that runs counter-clockwise seen from outside has a negative area here.
    const isBack = this.#area > 0;
    const isSection = this.#isSection;
    const ax = corners[X];
    const ay = corners[Y];
    const wa = corners[W];
    const bx = corners[CORNER + X];
    const by = corners[CORNER + Y];
    const wb = corners[CORNER + W];
    const cx = corners[2 * CORNER + X];
    const cy = corners[2 * CORNER + Y];
    const wc = corners[2 * CORNER + W];
    const inverse = 1 / this.#area;
    // Weights of the corners change by these from one pixel to the next.
    const stepU = (by - cy) * inverse;
    const stepV = (cy - ay) * inverse;
    const stepT = -stepU - stepV;
    const perU = 1 / stepU;
    const perV = 1 / stepV;
    const perT = 1 / stepT;
    const stepNear = stepU * (wa - wc) + stepV * (wb - wc);
    const heightA = wa * corners[HEIGHT];
    const heightB = wb * corners[CORNER + HEIGHT];
    const heightC = wc * corners[2 * CORNER + HEIGHT];
    let face = this.#mark > 0 ? this.#mark + Number(isBack) : 0;
    for (let y = this.#top; y <= this.#bottom; y++) {
      const py = y + 0.5;
      const u0 = ((bx - 0.5) * (cy - py) - (by - py) * (cx - 0.5)) * inverse;
      const v0 = ((cx - 0.5) * (ay - py) - (cy - py) * (ax - 0.5)) * inverse;
      const w0 = 1 - u0 - v0;
      // In this row, the weights are not below 0 from `from` to `to`.
      let from = this.#left;
      let to = this.#right;
      if (stepU > 0) from = Math.max(from, Math.ceil((-SLACK - u0) * perU));
      else if (stepU < 0) to = Math.min(to, Math.floor((-SLACK - u0) * perU));
      else if (u0 < -SLACK) continue;
      if (stepV > 0) from = Math.max(from, Math.ceil((-SLACK - v0) * perV));
      else if (stepV < 0) to = Math.min(to, Math.floor((-SLACK - v0) * perV));
      else if (v0 < -SLACK) continue;
      if (stepT > 0) from = Math.max(from, Math.ceil((-SLACK - w0) * perT));
      else if (stepT < 0) to = Math.min(to, Math.floor((-SLACK - w0) * perT));
      else if (w0 < -SLACK) continue;
      if (!(from <= to)) continue;
      let near = u0 * wa + v0 * wb + w0 * wc + from * stepNear;
      // Both are within the picture by now; said as integers they make a loop without conversions.
      const end = (y * width + to) | 0;
      for (let at = (y * width + from) | 0; at <= end; at++, near += stepNear) {
        if (near <= nearness[at]) continue;
        if (isSection) {
          const x = at - y * width;
          const u = u0 + x * stepU;
          const v = v0 + x * stepV;
          // What is linear in space is, divided by depth, linear in the picture.
          if (u * heightA + v * heightB + (1 - u - v) * heightC > 0) continue;
        }
        nearness[at] = near;
        if (face === 0) face = this.#addFace(stepU, stepV, inverse, isBack);
        faces[at] = face;
      }
    }
  }

  #addFace(stepU: number, stepV: number, inverse: number, isBack: boolean): number {
    const { corners } = this;
    const ax = corners[X];
    const ay = corners[Y];
    const bx = corners[CORNER + X];
    const by = corners[CORNER + Y];
    const cx = corners[2 * CORNER + X];
    const cy = corners[2 * CORNER + Y];
    const weights = this.#weights;
    weights[0] = ((bx - 0.5) * (cy - 0.5) - (by - 0.5) * (cx - 0.5)) * inverse;
    weights[1] = stepU;
    weights[2] = (cx - bx) * inverse;
    weights[3] = ((cx - 0.5) * (ay - 0.5) - (cy - 0.5) * (ax - 0.5)) * inverse;
    weights[4] = stepV;
    weights[5] = (ax - cx) * inverse;
    for (let k = 0; k < 9; k++) {
      this.#normals[k] = corners[CORNER * Math.floor(k / 3) + NORMAL + (k % 3)];
    }
    return this.#layer.seen.add(weights, this.#normals, isBack);
  }
}
