/**
 * Which surfaces of solids may not be solids any more where they are placed: rounding has made them meet themselves, or has turned a
 * part of them inside out.
 *
 * What is measured of such a surface is the integral of both winding numbers (volume.ts). Where that of one differs from what it is as
 * given, 0 or 1, rounding has swept the place as often as it differs; so |w| and 1, summed up over all such places, are no more than three
 * times the volume that is swept (placed-volume.ts), and the common volume is off by no more if the other winds plainly.
 */
import type { AllKernelExports } from '../../backend/wasm/kernels.ts';
import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import { SceneObject } from '../../backend/wasm/scene-object.ts';
import { checkMesh } from '../../mesh/check-mesh.ts';
import { DisjointSets } from '../../mesh/disjoint-sets.ts';
import { AreaKernels } from './area-kernels.ts';
import { volumeMovedByPlacing } from './placed-volume.ts';
import { objectsMeetingThemselves } from './self-meetings.ts';
import { notedWindings, windsAlike } from './solid-windings.ts';
import { givenCorners, type Surface } from './surface.ts';

/** Those of `surfaces` that may be, with what a volume may be off by for it. Exact coordinates must be up to date. */
export async function foldedSurfaces(
  runtime: WasmRuntime,
  all: AllKernelExports,
  surfaces: readonly Surface[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<Surface, number>> {
  const unsure = surfaces.filter((surface) => !notedWindings(surface)?.isExact);
  if (unsure.length === 0) return new Map();
  const meeting = await meetingThemselves(runtime, unsure, signal);
  const kernels = new AreaKernels(runtime, all);
  const folded = unsure.filter((surface) => meeting.has(surface) || !isUpright(surface, kernels));
  return new Map(
    folded.map((surface) => [
      surface,
      notedWindings(surface) ? 3 * volumeMovedByPlacing(runtime, surface.object) : Infinity,
    ]),
  );
}

const known = new WeakMap<Surface, boolean>();

/** Surfaces that do, if only in a point. Vertices that had to be joined to close one are no such points. */
async function meetingThemselves(
  runtime: WasmRuntime,
  surfaces: readonly Surface[],
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<Surface>> {
  const asked = surfaces.filter((surface) => !known.has(surface));
  const made: SceneObject[] = [];
  try {
    const objects = new Map<number, SceneObject>();
    for (const [i, surface] of asked.entries()) {
      const { object, positions } = surface;
      if (!object.edgesCancel) {
        const indices = givenCorners(runtime, surface).slice();
        made.push(new SceneObject(runtime, checkMesh({ positions, indices, weld: false })));
      }
      objects.set(i, object.edgesCancel ? object : made[made.length - 1]);
    }
    const meeting = await objectsMeetingThemselves(runtime, objects, signal);
    for (const [i, surface] of asked.entries()) known.set(surface, meeting.has(i));
  } finally {
    for (const object of made) object.free();
  }
  return new Set(surfaces.filter((surface) => known.get(surface)));
}

/** Whether all parts of a surface that meets itself nowhere face as it was noted. Their sides then have one winding number each. */
function isUpright(surface: Surface, kernels: AreaKernels): boolean {
  const inside = notedWindings(surface)?.inside;
  if (inside === undefined) return false;
  const { topology } = surface;
  const isRegular = kernels.isRegular(topology, undefined);
  return windsAlike(surface, isRegular ? topology.shells.triangles : trianglesOfParts(surface), inside);
}

/** A triangle of each part that is connected across edges of two triangles. */
function trianglesOfParts({ corners, topology }: Surface): number[] {
  const { triangles, vertexCount } = topology;
  const byEdge = new Map<number, number[]>();
  for (let i = 0; i < triangles.length; i++) {
    for (let k = 0; k < 3; k++) {
      const [p, q] = [corners[3 * triangles[i] + k], corners[3 * triangles[i] + ((k + 1) % 3)]];
      const edge = Math.min(p, q) * vertexCount + Math.max(p, q);
      const known = byEdge.get(edge);
      if (known) known.push(i);
      else byEdge.set(edge, [i]);
    }
  }
  const parts = new DisjointSets(triangles.length);
  for (const [first, second, ...more] of byEdge.values())
    if (second !== undefined && more.length === 0) parts.union(first, second);
  return [...triangles.keys()].filter((i) => parts.find(i) === i).map((i) => triangles[i]);
}
