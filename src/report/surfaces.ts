/** What a mesh without self-intersections may lack all the same: it is open, or its faces do not all point out. */
import type { Positions } from '../mesh/mesh-input.ts';
import { countOpenEdges } from '../mesh/open-edges.ts';
import type { FileObject } from './objects.ts';
import type { Report } from './report.ts';
import { counted, plainText } from './text.ts';

export interface SurfaceFault {
  /** Index into the objects. */
  readonly object: number;
  /** Edges of one triangle, and edges whose triangles face opposite ways. */
  readonly boundary: number;
  readonly misoriented: number;
  /** Closed, and all of it points inwards. */
  readonly insideOut?: true;
}

/** About one of its vertices, so that a mesh far from the origin keeps its digits. */
export function signedVolume(positions: Positions, indices: Uint32Array): number {
  const at = (corner: number, axis: number) => positions[3 * indices[corner] + axis] - positions[3 * indices[0] + axis];
  let sixfold = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const [[a, b, c], [d, e, f], [g, h, i]] = [t, t + 1, t + 2].map((corner) =>
      [0, 1, 2].map((axis) => at(corner, axis)),
    );
    sixfold += a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  }
  return sixfold / 6;
}

/** Looks at objects in which nothing was found; the others are not right anyway. */
export function noteSurfaces(
  report: Report,
  objects: readonly FileObject[],
  positions: readonly Positions[],
  first: number,
): void {
  for (const [i, { mesh, vertices }] of objects.entries()) {
    const isWhole = mesh.indices.length > 0 && vertices > 0;
    if (!isWhole || (report.objects[first + i].selfPairs ?? 0) > 0) continue;
    const { open, boundary, misoriented } = countOpenEdges(positions[i], mesh.indices);
    const isInsideOut = open === 0 && signedVolume(positions[i], mesh.indices) < 0;
    if (open === 0 && !isInsideOut) continue;
    const fault = { object: first + i, boundary, misoriented, ...(isInsideOut && { insideOut: true as const }) };
    report.surfaces = [...(report.surfaces ?? []), fault];
  }
}

/** Follows "no collisions", so that it is not taken for "all is well"; undefined if there is nothing to say. */
export function surfacesClause({ surfaces = [], objects }: Report): string | undefined {
  if (surfaces.length === 0) return undefined;
  const total = (field: 'boundary' | 'misoriented') => surfaces.reduce((sum, each) => sum + each[field], 0);
  const [boundary, misoriented] = [total('boundary'), total('misoriented')];
  const what = [
    boundary > 0 ? `open (${counted(boundary, 'edge')} of one triangle)` : '',
    misoriented > 0 ? `misoriented (${counted(misoriented, 'edge')} where triangles face opposite ways)` : '',
    surfaces.some(({ insideOut }) => insideOut) ? 'inside out' : '',
  ].filter(Boolean);
  const [{ object }] = surfaces;
  const who =
    surfaces.length === 1
      ? `${plainText(objects[object].label ?? objects[object].name)} is`
      : `${counted(surfaces.length, 'object')} are`;
  return `but ${who} ${what.join(' and ') || 'not closed'}`;
}
