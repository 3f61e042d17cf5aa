/**
 * Draws a mesh into a layer: for each pixel the nearest surface, as depth and normal.
 *
 * Each object has a layer of its own, and layers are put together afterwards: so one object can be seen through another, and
 * surfaces that lie on each other do not flicker. With a section plane, what lies on its near side is left out, and where the
 * plane is inside the object (the first surface behind it is seen from its back) the pixel is a *cut*, at the depth of the plane.
 */
import { type Camera, HALF_OPENING } from './camera.ts';
import type { DrawnMesh } from './drawn-mesh.ts';
import { dot, type Vector } from './vector.ts';

/** Cuts away where `normal · p > offset`. */
export interface SectionPlane {
  readonly normal: Vector;
  readonly offset: number;
}

export class Layer {
  readonly width: number;
  readonly height: number;
  /** 1 / depth; 0 where nothing is. */
  readonly nearness: Float32Array;
  /** As the camera sees them: right, up, towards the eye. None in a layer that only says what is nearest. */
  readonly normals: Float32Array | undefined;
  /** 1 where the section plane cuts the object. */
  readonly cuts: Uint8Array;

  constructor(width: number, height: number, content: 'shaded' | 'nearness' = 'shaded') {
    this.width = width;
    this.height = height;
    this.nearness = new Float32Array(width * height);
    this.normals = content === 'shaded' ? new Float32Array(3 * width * height) : undefined;
    this.cuts = new Uint8Array(width * height);
  }

  clear(): void {
    this.nearness.fill(0);
    this.cuts.fill(0);
  }
}

/** A corner as it is drawn: pixels across and down, 1 / depth, normal, and how far on the near side of the section plane. */
const CORNER = 7;
const [X, Y, W, NX, NY, NZ, CUT] = [0, 1, 2, 3, 4, 5, 6];

/** Vertices as the camera sees them: right, up, depth; and how far they are on the near side of the plane. */
function seenVertices(positions: Float32Array, camera: Camera, section: SectionPlane | undefined): Float64Array {
  const { eye, right, up, forward } = camera;
  const seen = new Float64Array((4 * positions.length) / 3);
  for (let at = 0, to = 0; at < positions.length; at += 3, to += 4) {
    const x = positions[at] - eye[0];
    const y = positions[at + 1] - eye[1];
    const z = positions[at + 2] - eye[2];
    seen[to] = x * right[0] + y * right[1] + z * right[2];
    seen[to + 1] = x * up[0] + y * up[1] + z * up[2];
    seen[to + 2] = x * forward[0] + y * forward[1] + z * forward[2];
    if (section) seen[to + 3] = dot(section.normal, positions.subarray(at, at + 3)) - section.offset;
  }
  return seen;
}

/** Vertices that are before the near plane as they are drawn: pixels across and down, and 1 / depth; others have 0. */
function placedVertices(seen: Float64Array, { near }: Camera, { width, height }: Layer): Float64Array {
  const pixels = height / (2 * HALF_OPENING);
  const placed = new Float64Array((3 * seen.length) / 4);
  for (let from = 0, to = 0; from < seen.length; from += 4, to += 3) {
    if (seen[from + 2] < near) continue;
    const w = 1 / seen[from + 2];
    placed[to] = width / 2 + seen[from] * w * pixels;
    placed[to + 1] = height / 2 - seen[from + 1] * w * pixels;
    placed[to + 2] = w;
  }
  return placed;
}

/** Of a triangle that reaches behind the near plane: what is before it, as up to four corners, ready to be drawn. */
function clipNear(triangle: Float64Array, { near }: Camera, { width, height }: Layer): Float64Array {
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
  return Float64Array.from(kept);
}

/** Draws a mesh; what is nearer stays. With a section, call `closeSection` when all of the object is drawn. */
export function drawMesh(layer: Layer, mesh: DrawnMesh, camera: Camera, section?: SectionPlane): void {
  const { positions, indices, normals } = mesh;
  const { right, up, forward } = camera;
  const seen = seenVertices(positions, camera, section);
  const placed = placedVertices(seen, camera, layer);
  const triangle = new Float64Array(3 * CORNER);
  const isShaded = layer.normals !== undefined;
  for (let at = 0; at < indices.length; at += 3) {
    const [p, q, r] = [indices[at], indices[at + 1], indices[at + 2]];
    if (section && seen[4 * p + 3] > 0 && seen[4 * q + 3] > 0 && seen[4 * r + 3] > 0) continue;
    const behind = Number(placed[3 * p + 2] === 0) + Number(placed[3 * q + 2] === 0) + Number(placed[3 * r + 2] === 0);
    if (behind === 3) continue;
    for (let k = 0; k < 3; k++) {
      const vertex = indices[at + k];
      const to = CORNER * k;
      const [list, from] = behind === 0 ? [placed, 3 * vertex] : [seen, 4 * vertex];
      triangle[to + X] = list[from];
      triangle[to + Y] = list[from + 1];
      triangle[to + W] = list[from + 2];
      triangle[to + CUT] = seen[4 * vertex + 3];
      if (!isShaded) continue;
      const n = 3 * (at + k);
      const [x, y, z] = [normals[n], normals[n + 1], normals[n + 2]];
      triangle[to + NX] = x * right[0] + y * right[1] + z * right[2];
      triangle[to + NY] = x * up[0] + y * up[1] + z * up[2];
      triangle[to + NZ] = -(x * forward[0] + y * forward[1] + z * forward[2]);
    }
    if (behind === 0) {
      fillTriangle(layer, triangle, CORNER, 2 * CORNER, section !== undefined);
      continue;
    }
    const clipped = clipNear(triangle, camera, layer);
    for (let c = CORNER; c + CORNER < clipped.length; c += CORNER) {
      fillTriangle(layer, clipped, c, c + CORNER, section !== undefined);
    }
  }
}

/** A weight may be below 0 by this much of the way: pixels between two triangles then belong to both, never to none. */
const SLACK = 1e-9;

/** Fills a triangle that is wholly before the camera. Its corners begin at 0, `b` and `c`. */
function fillTriangle(layer: Layer, corners: Float64Array, b: number, c: number, isSection: boolean): void {
  const { width, height, nearness, normals, cuts } = layer;
  const [ax, ay, wa] = [corners[X], corners[Y], corners[W]];
  const [bx, by, wb] = [corners[b + X], corners[b + Y], corners[b + W]];
  const [cx, cy, wc] = [corners[c + X], corners[c + Y], corners[c + W]];
  const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  if (!(area !== 0)) return;
  const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
  const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
  if (top > bottom) return;
  const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
  const last = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
  if (left > last) return;
  const inverse = 1 / area;
  // The picture's y goes down, so a triangle that runs counter-clockwise seen from outside has a negative area here.
  const isBack = area > 0;
  const side = isBack ? -1 : 1;
  // Weights of the corners change by these from one pixel to the next.
  const stepU = (by - cy) * inverse;
  const stepV = (cy - ay) * inverse;
  const stepNear = stepU * (wa - wc) + stepV * (wb - wc);
  for (let y = top; y <= bottom; y++) {
    const py = y + 0.5;
    const u0 = ((bx - 0.5) * (cy - py) - (by - py) * (cx - 0.5)) * inverse;
    const v0 = ((cx - 0.5) * (ay - py) - (cy - py) * (ax - 0.5)) * inverse;
    const w0 = 1 - u0 - v0;
    const stepT = -stepU - stepV;
    // In this row, the weights are not below 0 from `from` to `to`.
    let [from, to] = [left, last];
    if (stepU > 0) from = Math.max(from, Math.ceil((-SLACK - u0) / stepU));
    else if (stepU < 0) to = Math.min(to, Math.floor((-SLACK - u0) / stepU));
    else if (u0 < -SLACK) continue;
    if (stepV > 0) from = Math.max(from, Math.ceil((-SLACK - v0) / stepV));
    else if (stepV < 0) to = Math.min(to, Math.floor((-SLACK - v0) / stepV));
    else if (v0 < -SLACK) continue;
    if (stepT > 0) from = Math.max(from, Math.ceil((-SLACK - w0) / stepT));
    else if (stepT < 0) to = Math.min(to, Math.floor((-SLACK - w0) / stepT));
    else if (w0 < -SLACK) continue;
    let near = u0 * wa + v0 * wb + w0 * wc + from * stepNear;
    for (let x = from, at = y * width + from; x <= to; x++, at++, near += stepNear) {
      if (near <= nearness[at]) continue;
      if (!isSection && normals === undefined) {
        nearness[at] = near;
        continue;
      }
      const u = u0 + x * stepU;
      const v = v0 + x * stepV;
      const w = 1 - u - v;
      if (isSection) {
        // What is linear in space is, divided by depth, linear in the picture.
        if (u * wa * corners[CUT] + v * wb * corners[b + CUT] + w * wc * corners[c + CUT] > 0) continue;
        cuts[at] = isBack ? 1 : 0;
      }
      nearness[at] = near;
      if (normals === undefined) continue;
      normals[3 * at] = side * (u * corners[NX] + v * corners[b + NX] + w * corners[c + NX]);
      normals[3 * at + 1] = side * (u * corners[NY] + v * corners[b + NY] + w * corners[c + NY]);
      normals[3 * at + 2] = side * (u * corners[NZ] + v * corners[b + NZ] + w * corners[c + NZ]);
    }
  }
}

/**
 * Moves what is seen from its back to the section plane, where that is within the cube from -1 to 1 that holds the geometry: there
 * the plane is inside the object.
 */
export function closeSection(layer: Layer, camera: Camera, { normal, offset }: SectionPlane): void {
  const { width, height, nearness, normals, cuts } = layer;
  const { eye, right, up, forward } = camera;
  const pixels = height / (2 * HALF_OPENING);
  const flat: Vector = [dot(normal, right), dot(normal, up), -dot(normal, forward)];
  const above = offset - dot(normal, eye);
  for (let at = 0; at < cuts.length; at++) {
    if (cuts[at] === 0) continue;
    cuts[at] = 0;
    const x = ((at % width) + 0.5 - width / 2) / pixels;
    const y = (height / 2 - Math.floor(at / width) - 0.5) / pixels;
    const rayX = forward[0] + x * right[0] + y * up[0];
    const rayY = forward[1] + x * right[1] + y * up[1];
    const rayZ = forward[2] + x * right[2] + y * up[2];
    const depth = above / (normal[0] * rayX + normal[1] * rayY + normal[2] * rayZ);
    if (!(depth >= camera.near) || 1 / depth < nearness[at]) continue;
    if (Math.abs(eye[0] + depth * rayX) > 1 || Math.abs(eye[1] + depth * rayY) > 1) continue;
    if (Math.abs(eye[2] + depth * rayZ) > 1) continue;
    cuts[at] = 1;
    nearness[at] = 1 / depth;
    normals?.set(flat, 3 * at);
  }
}
