/**
 * Proof by exact queries that a closed object does not overlap itself.
 *
 * A shell whose edges have two triangles each, and whose triangles meet only where they are neighbours, has one winding number
 * all along its inner side and another all along its outer side, and they differ by one. Every region between the surfaces
 * borders on a shell. So the winding numbers along the shells are all there are: on one side of a shell the sum of the
 * shells around it, on the other side that and its own.
 */

import type { WasmRuntime } from '../../backend/wasm/runtime.ts';
import type { Participant } from '../../backend/wasm/scene-job.ts';
import { SceneObject } from '../../backend/wasm/scene-object.ts';
import { checkMesh } from '../../mesh/check-mesh.ts';
import type { Positions } from '../../mesh/mesh-input.ts';
import { closedShells } from '../../mesh/shells.ts';
import { POINT_PLACE } from '../inside/inside.ts';
import { cornersOf, placedPositions, restPositions } from '../open-mesh.ts';
import type { CheckedRunningOptions } from '../options.ts';
import { meetNowhere, placesIn } from './no-overlap.ts';

/** Each shell is tested against each other one; with more shells the image decides. */
const SHELLS_MAX = 64;

interface Shell {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
  /** 1 when it faces outwards, −1 when inwards, 0 when rounding makes that uncertain. */
  readonly orientation: number;
  readonly volume: number;
}

/** Six times the volume within a closed surface, and what rounding may have changed. */
function signedVolume(positions: Float64Array, indices: Uint32Array): { volume: number; error: number } {
  let volume = 0;
  let size = 0;
  const from = (vertex: number, k: number) => positions[3 * vertex + k] - positions[k];
  for (let corner = 0; corner < indices.length; corner += 3) {
    const [a, b, c] = indices.subarray(corner, corner + 3);
    for (let k = 0; k < 3; k++) {
      const [p, q] = [(k + 1) % 3, (k + 2) % 3];
      const [forward, backward] = [from(b, p) * from(c, q), from(b, q) * from(c, p)];
      volume += from(a, k) * (forward - backward);
      size += Math.abs(from(a, k)) * (Math.abs(forward) + Math.abs(backward));
    }
  }
  return { volume, error: (8 + indices.length) * 2 ** -52 * size };
}

function shellOf(positions: Positions, corners: Uint32Array, triangles: readonly number[]): Shell {
  const numbers = new Map<number, number>();
  const indices = Uint32Array.from(
    triangles.flatMap((triangle) => [...corners.subarray(3 * triangle, 3 * triangle + 3)]),
    (vertex) => {
      if (!numbers.has(vertex)) numbers.set(vertex, numbers.size);
      return numbers.get(vertex)!;
    },
  );
  const own = new Float64Array(3 * numbers.size);
  for (const [vertex, number] of numbers) own.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * number);
  const { volume, error } = signedVolume(own, indices);
  return { positions: own, indices, volume, orientation: Math.abs(volume) > error ? Math.sign(volume) : 0 };
}

/** Sums of the orientations of the shells around each shell; undefined when a shell begins on another, with a vertex of both. */
async function windingsAround(
  runtime: WasmRuntime,
  shells: readonly Shell[],
  options: CheckedRunningOptions,
): Promise<number[] | undefined> {
  const points = Float64Array.from(shells.flatMap(({ positions }) => [...positions.subarray(0, 3)]));
  const around = shells.map(() => 0);
  for (const [index, { positions, indices, orientation }] of shells.entries()) {
    const object = new SceneObject(runtime, checkMesh({ positions, indices }));
    try {
      const places = await placesIn(runtime, object, points, options);
      for (const [other, place] of places.entries()) {
        if (other === index) continue;
        if (place === POINT_PLACE.on) return undefined;
        if (place === POINT_PLACE.inside) around[other] += orientation;
      }
    } finally {
      if (!runtime.disposed) object.free();
    }
  }
  return around;
}

/** Whether the winding numbers of all regions are 0 and 1, or 0 and −1 when the whole is turned inside out. */
async function areShellsProper(
  runtime: WasmRuntime,
  shells: readonly Shell[],
  options: CheckedRunningOptions,
): Promise<boolean> {
  if (shells.some(({ orientation }) => orientation === 0)) return false;
  const orientation = shells.reduce((sum, { volume }) => sum + volume, 0) < 0 ? -1 : 1;
  const around = await windingsAround(runtime, shells, options);
  if (!around) return false;
  const isProper = (winding: number) => winding * orientation === 0 || winding * orientation === 1;
  return shells.every((shell, index) => isProper(around[index]) && isProper(around[index] + shell.orientation));
}

/**
 * The largest volume that rounding can create when vertices are placed: each moved by no more than `move`, so each
 * triangle swept over no more than its area times that.
 */
function sweptByRounding(runtime: WasmRuntime, { object }: Participant): number {
  const { matrix } = object;
  if (!matrix) return 0;
  const positions = placedPositions(runtime, object);
  const corners = cornersOf(runtime, object);
  let reach = 0;
  for (const value of restPositions(runtime, object)) reach = Math.max(reach, Math.abs(value));
  const sums = [0, 1, 2].map((row) => [0, 4, 8].reduce((sum, column) => sum + Math.abs(matrix[column + row]), 0));
  // Coordinates below 2^-250 become 0.
  const move = 2 ** -250 + 2 ** -49 * Math.max(...sums.map((sum, row) => sum * reach + Math.abs(matrix[12 + row])));
  const edge = (a: number, b: number) =>
    Math.hypot(...[0, 1, 2].map((k) => positions[3 * a + k] - positions[3 * b + k])) + 2 * move;
  let area = 0;
  for (let corner = 0; corner < corners.length; corner += 3) {
    const [a, b, c] = corners.subarray(corner, corner + 3);
    area += edge(a, b) * edge(a, c);
  }
  return area * move;
}

/**
 * Upper bound on the self-overlap of an object that is proved not to overlap itself, which is rounding only; undefined
 * without a proof.
 */
export async function mostSelfOverlap(
  runtime: WasmRuntime,
  list: readonly Participant[],
  options: CheckedRunningOptions,
): Promise<number | undefined> {
  const [only] = list;
  if (!(await meetNowhere(runtime, list, options))) return undefined;
  const corners = cornersOf(runtime, only.object).slice();
  const pieces = closedShells(corners, only.object.vertexCount);
  if (!pieces || pieces.length > SHELLS_MAX) return undefined;
  if (pieces.length > 1) {
    const positions = restPositions(runtime, only.object);
    const shells = pieces.map((triangles) => shellOf(positions, corners, triangles));
    if (!(await areShellsProper(runtime, shells, options))) return undefined;
  }
  return sweptByRounding(runtime, only);
}
