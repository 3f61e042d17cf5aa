/** The triangles of one side of a region that lie inside the other object. */
import { DEPTH_SMALL } from './constants.ts';
import { boxOfShell, trianglesOfShells } from './contained.ts';
import type { Box } from './measures.ts';
import type { PairRegions, Region } from './regions.ts';
import type { Surface } from './surface.ts';

/** From this many triangles on it pays to have neighbours near each other. */
const MANY = 16;

const NO_COORDINATES = new Float64Array(0);

export interface InsideParts {
  readonly surface: Surface;
  /** Numbers of triangles of the surface, or DEPTH_SMALL and the place of one in `small`. */
  readonly list: Uint32Array;
  /** Ranges of the list, first and end, whose order does not matter, and that are better sorted by place. */
  readonly runs: readonly number[];
  /** Nine coordinates each. */
  readonly small: Float64Array;
  /** Boxes around them, low x y z, high x y z; undefined when they have not been measured. */
  readonly boxes: readonly Float64Array[] | undefined;
}

/** Pieces of the region, then, on the inner side, faces of shells that do not touch. */
export function insideParts(
  found: PairRegions | undefined,
  region: Region,
  side: 0 | 1,
  surface: Surface,
): InsideParts {
  const pieces = region.pieces[side];
  const shells = region.inner === side ? region.shells : [];
  const shellFaces = trianglesOfShells(surface, shells);
  let smallCount = 0;
  let count = shellFaces.length;
  for (const { small, faces } of pieces) {
    smallCount += small.length;
    count += small.length + faces.length;
  }
  const list = new Uint32Array(count);
  const small = smallCount > 0 ? new Float64Array(9 * smallCount) : NO_COORDINATES;
  const runs: number[] = [];
  let [at, placed] = [0, 0];
  for (const piece of pieces) {
    if (piece.measured) small.set(piece.measured.places, 9 * placed);
    for (let i = 0; i < piece.small.length; i++) {
      if (!piece.measured) copySmall(found!, side, piece.small[i], small, placed);
      list[at++] = (DEPTH_SMALL | placed++) >>> 0;
    }
    if (piece.faces.length > MANY) runs.push(at, at + piece.faces.length);
    list.set(piece.faces, at);
    at += piece.faces.length;
  }
  list.set(shellFaces, at);
  const boxes = pieces.every(({ measured }) => measured) && [
    ...pieces.map(({ measured }) => measured!.box),
    ...shells.map((shell) => boxOfShell(surface, shell)),
  ];
  return { surface, list, runs, small, boxes: boxes || undefined };
}

function copySmall({ contact, meshes }: PairRegions, side: 0 | 1, t: number, to: Float64Array, place: number): void {
  const { x, y, z } = contact.points;
  const { corners } = meshes![side];
  for (let k = 0; k < 3; k++) {
    const point = corners[3 * t + k];
    const at = 9 * place + 3 * k;
    to[at] = x[point];
    to[at + 1] = y[point];
    to[at + 2] = z[point];
  }
}

/** Every triangle with area of a surface. */
export function wholeSurface(surface: Surface): InsideParts {
  return { surface, list: surface.topology.triangles, runs: [], small: NO_COORDINATES, boxes: undefined };
}

/** Grows a box around the triangles. */
export function addInside(box: Box, { surface, list, small, boxes }: InsideParts): void {
  for (const measured of boxes ?? []) box.addAll(measured);
  if (boxes) return;
  box.addAll(small);
  const { positions, corners } = surface;
  let [lowX, lowY, lowZ] = box.min;
  let [highX, highY, highZ] = box.max;
  for (let i = 0; i < list.length; i++) {
    if (list[i] >= DEPTH_SMALL) continue;
    for (let corner = 3 * list[i]; corner < 3 * list[i] + 3; corner++) {
      const at = 3 * corners[corner];
      lowX = Math.min(lowX, positions[at]);
      lowY = Math.min(lowY, positions[at + 1]);
      lowZ = Math.min(lowZ, positions[at + 2]);
      highX = Math.max(highX, positions[at]);
      highY = Math.max(highY, positions[at + 1]);
      highZ = Math.max(highZ, positions[at + 2]);
    }
  }
  if (lowX > highX) return;
  box.add(lowX, lowY, lowZ);
  box.add(highX, highY, highZ);
}
